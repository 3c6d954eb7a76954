"""What few boards show costs something, and what any board shows costs nothing."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import CODES
from solver_bot.vision.boards.oddity import (
    CORNERS,
    CROWDED,
    EACH,
    HABIT,
    MOST,
    left_by_area,
    price,
    prices,
)


def cost(rows: str) -> float:
    return price(np.array([[CODES[symbol] for symbol in row] for row in rows.split()], np.uint8))


@pytest.mark.parametrize(
    "rows", ["###", "..1 ..1 111", ".1F .11 ...", ".1# .11 ...", ".1* .11 ..."]
)
def test_what_any_board_shows_costs_nothing(rows: str) -> None:
    assert cost(rows) == 0


def test_an_empty_cell_beside_a_covered_one_costs_something() -> None:
    assert cost("...#") == EACH


def test_an_empty_cell_beside_a_flag_costs_as_much() -> None:
    """A pointer on a number may look like a flag."""
    assert cost("...F") == EACH


def test_a_program_that_opens_no_areas_costs_one_price_however_many_cells_it_leaves() -> None:
    assert cost(".#.#.# #.#.#. .#.#.#") == HABIT


def test_empty_cells_with_covered_ones_at_their_corners_alone_cost_something_once() -> None:
    assert cost("#1. 1.. ...") == CORNERS
    assert cost("#1.1# 1...1 ..... 1...1 #1.1#") == CORNERS


def test_flags_that_nobody_could_place_for_a_reason_cost_nothing() -> None:
    assert cost("..1F# ..1F# ..11# 111## ####F") == 0


def test_more_flags_and_mines_than_a_game_has_cost_something() -> None:
    assert cost("FFFF 2332 ####") == 0
    assert cost("FFFF 4FFF ####") == CROWDED


def test_mines_shown_without_the_others_cost_something() -> None:
    assert cost("#1.1* 11.11 ..... 11... *1...") == 3 * EACH


def test_a_second_mine_that_exploded_costs_something() -> None:
    assert cost(".1! .11 ...") == 0
    assert cost("!2! 121 ...") == EACH


def test_what_an_unreadable_cell_may_show_is_not_missing() -> None:
    assert cost("~1.1* 11.11 ..... 11... *1...") == 0


def test_there_is_a_highest_price() -> None:
    assert cost("!!! " * 20 + "111") == MOST


def test_boards_that_are_priced_together_cost_what_each_costs_alone() -> None:
    boards = np.random.default_rng(1).choice(16, (40, 5, 6)).astype(np.uint8)
    boards[::2][boards[::2] > 11] = 0
    assert prices(boards).tolist() == [price(one) for one in boards]


def test_a_board_with_fewer_unopened_cells_than_any_level_has_mines_costs_something() -> None:
    open_rows = "....... " * 3
    assert cost("#1..... 11..... " + open_rows) > 0
    assert cost("#1.1##1 11.1221 " + open_rows) == 0


AREA = "...... ...... ...... ......"


def left(rows: str) -> list[tuple[int, int]]:
    cells = np.array([[CODES[symbol] for symbol in row] for row in rows.split()], np.uint8)
    return [(int(row), int(column)) for row, column in np.argwhere(left_by_area(cells))]


def test_a_single_empty_cell_beside_a_covered_one_may_be_a_number_that_something_hides() -> None:
    assert left(f"{AREA} 111111 ######") == []
    assert left(f"{AREA} 111.11 ######") == [(4, 3)]
    assert left(f"{AREA} 111111 ####.1") == [(5, 4)]


def test_a_program_that_opens_no_areas_leaves_many_cells_beside_empty_ones() -> None:
    assert left("......# .####.# .####.. ......#") == []


def test_few_empty_cells_do_not_show_how_a_program_opens_areas() -> None:
    assert left("..1 .#1 111") == []


def test_in_a_small_area_a_single_empty_cell_may_be_a_number_that_was_misread() -> None:
    """A faint 1 between brackets in a terminal. The mine beside it was called safe."""
    assert left("...### ..1### 11~###") == [(0, 2)]
    assert left("..#### ...### 11~###") == []
