"""What lies around a board on the same lattice is no part of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver_bot.board import CODES, UNREADABLE
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.surroundings import (
    Box,
    has_brackets,
    has_spaces,
    lines_of_something,
    lines_on_ground,
    shown_lines,
)
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

PLACE = Lattice.even(10, 10, 24, 24, 10, 8)
WHITE, GREY = 255, 170
Shade = Callable[[int, int], int]


def likely(text: str, sure: float = 0.999) -> Floats:
    """The evidence of nets that are so sure of these cells."""
    rows = text.split()
    shown = np.full((len(rows), len(rows[0]), UNREADABLE + 1), (1 - sure) / UNREADABLE, np.float32)
    for row, line in enumerate(rows):
        for column, symbol in enumerate(line):
            shown[row, column, CODES[symbol]] = sure
    return np.asarray(np.log(shown), np.float32)


def sheet(shade: Shade) -> Picture:
    """A grid with thin lines, whose cells have these shades by row and column."""
    picture = np.full((212, 260, 3), 200, np.uint8)
    for row, column in np.ndindex(PLACE.rows, PLACE.columns):
        top, left = int(PLACE.ys[row]), int(PLACE.xs[column])
        picture[top + 1 : top + 24, left + 1 : left + 24] = shade(row, column)
    return picture


SEEN = """
    ##########
    ##########
    ###211####
    ###3#1####
    ###22F####
    ###1#2####
    ##########
    ##########
"""
UNOPENED = (3, 4), (4, 5), (5, 4)
NUMBERS = {(row, column) for row in range(2, 6) for column in range(3, 6)}.difference(UNOPENED)


def test_cells_of_a_sheet_around_the_board_are_not_the_boards() -> None:
    def shade(row: int, column: int) -> int:
        inside = 1 <= row < 7 and 2 <= column < 8
        return GREY if inside and (row, column) not in NUMBERS else WHITE

    cut = cut_patches(sheet(shade), PLACE)
    assert lines_on_ground(cut, likely(SEEN)) == (2, 1, 8, 7)


@pytest.mark.parametrize(("light", "box"), [(0, (2, 1, 8, 7)), (4, (0, 0, 10, 8))])
def test_early_in_a_game_equal_covered_cells_beside_the_numbers_show_what_is_not_the_boards(
    light: int, box: Box
) -> None:
    """No cell is covered among them yet. A background may shine through covered cells."""
    seen = SEEN.replace("3#1", "3.1").replace("22F", "22.").replace("1#2", "1.2")

    def shade(row: int, column: int) -> int:
        inside = 1 <= row < 7 and 2 <= column < 8
        opened = 2 <= row < 6 and 3 <= column < 6
        return GREY + light * column if inside and not opened else WHITE

    cut = cut_patches(sheet(shade), PLACE)
    assert lines_on_ground(cut, likely(seen)) == box


def test_a_line_is_not_judged_by_a_single_cell() -> None:
    """The numbers stand above each other, and a cell further down has a frame around it."""
    seen = "########## " * 3 + "####2##### ####3##### " + "########## " * 3

    def shade(row: int, column: int) -> int:
        return {(3, 4): WHITE, (4, 4): WHITE, (6, 4): WHITE - 20}.get((row, column), GREY)

    assert lines_on_ground(cut_patches(sheet(shade), PLACE), likely(seen)) == (0, 0, 10, 8)


def test_lines_of_the_covered_cells_usual_colour_are_the_boards() -> None:
    def shade(row: int, column: int) -> int:
        return WHITE if (row, column) in NUMBERS else GREY

    assert lines_on_ground(cut_patches(sheet(shade), PLACE), likely(SEEN)) == (0, 0, 10, 8)


@pytest.mark.parametrize("side", range(4))
def test_a_frame_may_reach_into_the_outermost_cells(side: int) -> None:
    """Beside a terminal's first column a black line darkens one edge of its cells."""
    picture = sheet(lambda row, column: WHITE if (row, column) in NUMBERS else GREY)
    whole = np.s_[round(PLACE.top) : round(PLACE.bottom), round(PLACE.left) : round(PLACE.right)]
    board = picture[whole]
    np.rot90(board, side)[:, :4] = 0
    cut = cut_patches(picture, PLACE)
    assert lines_on_ground(cut, likely(SEEN)) == (0, 0, 10, 8)


def test_covered_cells_may_grow_lighter_from_side_to_side() -> None:
    def shade(row: int, column: int) -> int:
        return WHITE if (row, column) in NUMBERS else 80 + 11 * column

    assert lines_on_ground(cut_patches(sheet(shade), PLACE), likely(SEEN)) == (0, 0, 10, 8)


def test_where_covered_cells_have_many_shades_nothing_is_known_of_other_lines() -> None:
    cut = cut_patches(sheet(lambda row, column: 40 * (row % 6)), PLACE)
    seen = SEEN.replace("3#1", "321").replace("22F", "221")
    assert lines_on_ground(cut, likely(seen)) == (0, 0, 10, 8)


def test_outermost_lines_of_empty_cells_show_nothing() -> None:
    assert shown_lines(likely("...... 1F11#. 1111#. ..11#. ..1##.")) == (0, 1, 5, 5)


def test_a_board_of_empty_cells_shows_nothing() -> None:
    assert shown_lines(likely(".... .... ....")) is None


def test_one_misread_cell_does_not_show_what_covered_cells_stand_on() -> None:
    """The frame of a board darkened the cells beside it, up to the ground of one misread cell."""
    place = Lattice.even(10, 10, 20, 20, 16, 12)
    picture = np.full((280, 340, 3), GREY + 44, np.uint8)
    picture[50:210, 50:290] = GREY
    picture[130:150, 130:150] = GREY + 22
    rows = ["#" * 16] * 2 + ["##1" + "#" * 10 + "1##"]
    rows = [*rows, *["#" * 16] * 6, *reversed(rows)]
    assert lines_on_ground(cut_patches(picture, place), likely(" ".join(rows))) == (2, 2, 14, 10)


def test_covered_cells_that_all_have_grounds_of_their_own_are_the_boards() -> None:
    """Light falls from a corner, so that no ground is frequent."""
    place = Lattice.even(10, 10, 20, 20, 16, 12)
    picture = np.zeros((280, 340, 3), np.uint8)
    for row, column in np.ndindex(place.rows, place.columns):
        top, left = 10 + 20 * row, 10 + 20 * column
        picture[top : top + 20, left : left + 20] = 30 + 14 * row, 30 + 13 * column, 90
    rows = ["#" * 16] * 2 + ["##1" + "#" * 10 + "1##"]
    shown = likely(" ".join([*rows, *["#" * 16] * 6, *reversed(rows)]))
    assert lines_on_ground(cut_patches(picture, place), shown) == (0, 0, 16, 12)


def has_brackets_in(text: str, darker: int = 0, width: float = 0.5) -> bool:
    """Whether brackets are seen in a grid with these cells; every third column may be darker."""
    rows = text.split()
    place = Lattice.even(10, 10, 20, 20, len(rows[0]), len(rows))
    picture = np.full((20 * len(rows) + 20, 20 * len(rows[0]) + 20, 3), GREY, np.uint8)
    for column in range(1, len(rows[0]), 3):
        picture[10:-10, 10 + 20 * column + 5 : 10 + 20 * column + 15] -= np.uint8(darker)
    codes = np.array([[CODES[symbol] for symbol in row] for row in rows], np.uint8)
    return has_brackets(cut_patches(picture, place), codes, width)


def test_columns_of_one_mark_at_equal_distances_are_brackets() -> None:
    assert has_brackets_in("1~F.~F#~F.~F 1~F2~F#~F1~F")
    assert has_brackets_in("#F1F.F 1F1F~F")


def test_flags_of_a_game_are_no_brackets() -> None:
    assert not has_brackets_in("#F#1.1F# F22.1F## 111.111#")
    assert not has_brackets_in("F1F F2F 111")


def test_marks_that_differ_are_no_brackets() -> None:
    assert not has_brackets_in("#F1?.* 1F1F~F")


def test_covered_cells_in_such_columns_are_brackets_if_they_look_otherwise() -> None:
    rows = "##1###1## ##2###3## #########"
    assert has_brackets_in(rows, darker=60)
    assert not has_brackets_in(rows)


def test_covered_cells_that_are_too_wide_for_characters_may_differ_from_column_to_column() -> None:
    """New games with candies in two colours and with sprites of grass were no boards."""
    rows = "######### ######### #########"
    assert has_brackets_in(rows, darker=60)
    assert not has_brackets_in(rows, darker=60, width=1.0)


def has_spaces_in(text: str) -> bool:
    return has_spaces(np.array([[CODES[symbol] for symbol in row] for row in text.split()]))


def test_numbers_in_every_second_column_alone_are_followed_by_spaces() -> None:
    """A game in a terminal wrote each cell as two characters: 464 of 928 cells were too many."""
    assert has_spaces_in("##1~2~3~## 1~1~2~#~F~ 2.1~F~1~1~ 1~1~####1~")
    assert has_spaces_in("1##2##1##1##1 #.#1##3##1### 1##1##2~~1~~1")


def test_numbers_of_a_game_stand_beside_each_other() -> None:
    assert not has_spaces_in("##112.3#1# 1.12#F#F1. 2.1~F~1.1~")


def test_few_numbers_do_not_show_in_which_columns_numbers_stand() -> None:
    assert not has_spaces_in("1#2#1#1#1#")
    assert not has_spaces_in("1...1.... " * 6)


AROUND = Lattice.even(10, 10, 24, 24, 10, 10)
BOX = 2, 2, 8, 8
"""Where a board of 6 x 6 cells is on a larger lattice."""
BESIDE_COVERED = "#####~ ####1~ 11211~ ...... 111... 1#1..."


def lines_left(text: str, beyond: int = WHITE) -> Box:
    """The lines of a board with grey covered cells, whose empty cells show nothing.

    The ground on its right is in the colour ``beyond``.
    """
    codes = np.array([[CODES[symbol] for symbol in line] for line in text.split()], np.uint8)
    picture = np.full((270, 270, 3), WHITE, np.uint8)
    picture[:, int(AROUND.xs[8]) :] = beyond
    for row, column in np.ndindex(6, 6):
        top, left = int(AROUND.ys[row + 2]), int(AROUND.xs[column + 2])
        if codes[row, column] == CODES["#"]:
            picture[top + 2 : top + 22, left + 2 : left + 22] = GREY
        elif 1 <= codes[row, column] <= 8:
            picture[top + 5 : top + 19, left + 10 : left + 13] = 60
    return lines_of_something(cut_patches(picture, AROUND), BOX, codes)


def test_a_line_of_nothing_beside_a_covered_cell_is_no_line_of_the_board() -> None:
    assert lines_left(BESIDE_COVERED) == (0, 0, 5, 6)


def test_a_line_of_nothing_beside_open_cells_alone_may_be_the_boards() -> None:
    assert lines_left(BESIDE_COVERED.replace("#####~", "####1.")) == (0, 0, 6, 6)


def test_a_line_that_looks_otherwise_than_what_is_beyond_is_the_boards() -> None:
    assert lines_left(BESIDE_COVERED, beyond=GREY) == (0, 0, 6, 6)


def test_no_line_is_left_out_where_a_program_opens_no_areas() -> None:
    closed_beside_empty = BESIDE_COVERED.replace("1#1...", "1##...")
    assert lines_left(closed_beside_empty) == (0, 0, 6, 6)
