"""A flag that the numbers refute was wrong, where it is drawn unlike the others."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, FLAG, MINE, WRONG_FLAG
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.wrong import told_by_flags
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.tables import PLACE, noisy, table

FLAGS = [(1, 1), (4, 6), (7, 2), (8, 9), (10, 5)]
MINES, ONE = [(10, 7), (0, 9)], (10, 6)
RED, BLACK = (60, 60, 220), (30, 30, 30)
WRONG = FLAGS[-1]


def flagged(red: list[tuple[int, int]]) -> Picture:
    """A noisy table with flags, of which these are red."""
    picture = table()
    for row, column in FLAGS:
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        colour = RED if (row, column) in red else BLACK
        picture[top + 4 : top + 20, left + 8 : left + 16] = colour
    return noisy(picture)


def likely(mines: list[tuple[int, int]], number: str = "1") -> Floats:
    """What is seen: flags, a number between one of them and a mine, and covered cells."""
    chances = np.full((PLACE.rows, PLACE.columns, len(CODES)), 1e-6)
    chances[..., COVERED] = 1
    shown = {**dict.fromkeys(FLAGS, FLAG), **dict.fromkeys(mines, MINE), ONE: CODES[number]}
    for cell, code in shown.items():
        chances[cell] = 1e-6
        chances[(*cell, code)] = 1
    return np.asarray(np.log(chances), np.float32)


def wrong(red: list[tuple[int, int]], seen: Floats) -> list[tuple[int, int]]:
    told = told_by_flags(cut_patches(flagged(red), PLACE), seen)
    return [cell for cell in FLAGS if told[cell].argmax() == WRONG_FLAG]


def test_the_flag_that_a_number_refutes_was_wrong_if_it_is_drawn_otherwise() -> None:
    assert wrong([WRONG], likely(MINES)) == [WRONG]


def test_a_program_that_does_not_mark_a_wrong_flag_draws_it_like_the_others() -> None:
    assert wrong([], likely(MINES)) == []


def test_a_flag_that_no_number_refutes_is_not_wrong_though_it_is_drawn_otherwise() -> None:
    assert wrong([WRONG], likely(MINES, "2")) == []
    assert wrong([FLAGS[0]], likely(MINES)) == []


def test_while_no_mine_is_shown_no_flag_is_told_wrong() -> None:
    assert wrong([WRONG], likely([])) == []


def test_few_flags_do_not_show_whether_a_wrong_one_is_marked() -> None:
    seen = likely(MINES)
    for cell in FLAGS[:-1]:
        seen[cell] = seen[0, 0]
    told = told_by_flags(cut_patches(flagged([WRONG]), PLACE), seen)
    assert np.exp(told[WRONG][[FLAG, WRONG_FLAG]]) == pytest.approx(0.5, abs=0.01)
