"""Numbers stand on opened cells, which look otherwise than covered ones. A table's do not."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, EMPTY, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.ground import (
    is_opened,
    strange_lines,
    told_by_ground,
)
from solver_bot.vision.boards.new_games import new_games_in
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.tables import NUMBERS, PLACE, codes, noisy, painted, table
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES, Style


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_opened_cells_have_another_ground_than_covered_ones(style: Style) -> None:
    board = position(9, 9, 10, 0.3, 4)
    seen = np.frombuffer(board.cells, np.uint8).reshape(9, 9)
    assert is_opened(cut_patches(*draw(board, style, (30, 30))), seen)


def test_the_numbers_of_a_table_stand_on_cells_like_the_others() -> None:
    assert not is_opened(cut_patches(table(), PLACE), codes())
    assert not is_opened(cut_patches(noisy(table()), PLACE), codes())


def test_covered_cells_may_have_the_ground_of_numbers_and_a_sign_of_their_own() -> None:
    assert is_opened(cut_patches(table("X"), PLACE), codes())
    assert is_opened(cut_patches(table("o", ink=190, thick=1), PLACE), codes())
    assert is_opened(cut_patches(table("o", ink=232, thick=1), PLACE), codes())
    assert is_opened(cut_patches(table(".", ink=90, thick=1), PLACE), codes())


@pytest.mark.parametrize("rough", [False, True])
def test_covered_cells_may_have_the_colour_of_numbers_and_round_corners(rough: bool) -> None:
    picture, seen = table(), codes()
    for row, column in np.argwhere(seen == COVERED):
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        for x, y in product((left + 2, left + 28), (top + 2, top + 22)):
            cv2.circle(picture, (x, y), 2, (225, 225, 225), -1)
    assert is_opened(cut_patches(noisy(picture) if rough else picture, PLACE), seen)


@pytest.mark.parametrize(("empty", "opened"), [([(0, 0), (8, 2)], True), ([], False)])
def test_numbers_may_stand_on_stones_that_empty_cells_show(
    empty: list[tuple[int, int]], opened: bool
) -> None:
    """Without an empty cell the stones may be a part of the numbers."""
    picture, seen = table(), codes()
    for row, column in [*NUMBERS, *empty]:
        middle = int(PLACE.xs[column]) + 15, int(PLACE.ys[row]) + 12
        cv2.circle(picture, middle, 7, (90, 110, 130), -1)
        text = NUMBERS.get((row, column), "")
        at = middle[0] - 4, middle[1] + 4
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.35, 0, 1)
        seen[row, column] = CODES[text or "."]
    assert is_opened(cut_patches(picture, PLACE), seen) == opened


def test_a_board_without_numbers_passes() -> None:
    assert is_opened(cut_patches(table(), PLACE), np.full_like(codes(), COVERED))


def test_a_table_with_few_numbers_is_no_board() -> None:
    assert not any(map(is_sure, seen_in(table(), possible)))
    assert new_games_in(table(), possible) == []


def test_a_line_of_dashes_beside_cells_with_signs_is_strange_as_a_whole() -> None:
    picture, seen = table("#"), codes()
    top = int(PLACE.ys[-2])
    picture[top + 1 : int(PLACE.ys[-1])] = 255
    for x in PLACE.xs[:-1]:
        picture[top + 10 : top + 12, int(x) + 8 : int(x) + 22] = 0
    strange = strange_lines(cut_patches(noisy(picture), PLACE), seen)
    assert strange[-1].all()
    assert not strange[:-1].any()


def torn() -> Floats:
    """The evidence of nets that know numbers, and take all else for covered or empty cells."""
    likely = np.full((PLACE.rows, PLACE.columns, UNREADABLE + 1), -20, np.float32)
    likely[..., COVERED], likely[..., EMPTY] = np.log(0.6), np.log(0.4)
    for cell, text in NUMBERS.items():
        likely[cell] = -20
        likely[cell][CODES[text]] = 0
    return likely


def test_a_cell_in_another_colour_than_covered_cells_is_hardly_covered() -> None:
    likely = np.full((PLACE.rows, PLACE.columns, UNREADABLE + 1), -20, np.float32)
    likely[..., COVERED] = 0
    strangers = likely[:2]
    strangers[..., COVERED], strangers[..., EMPTY] = np.log(0.2), np.log(0.8)
    cut = cut_patches(painted(lambda row, _: int(row < 2)), PLACE)
    told = told_by_ground(cut, likely)
    assert (told[:2, :, COVERED] < np.log(0.04)).all()
    assert np.allclose(told[2:], likely[2:], atol=1e-5)


def test_where_covered_cells_have_several_colours_none_is_unlikely() -> None:
    likely = np.full((PLACE.rows, PLACE.columns, UNREADABLE + 1), -20, np.float32)
    likely[..., COVERED] = 0
    likely[0, :, COVERED], likely[0, :, EMPTY] = np.log(0.2), np.log(0.8)
    cut = cut_patches(painted(lambda row, column: (row + column) % 4), PLACE)
    assert np.allclose(told_by_ground(cut, likely), likely, atol=1e-5)


def test_cells_with_a_sign_on_the_ground_of_numbers_may_be_covered() -> None:
    told = told_by_ground(cut_patches(table("-", thick=1), PLACE), torn())
    assert np.allclose(told, torn(), atol=1e-5)


def test_numbers_on_several_grounds_tell_nothing_of_other_cells() -> None:
    picture = table()
    for row, column in list(NUMBERS)[:2]:
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        picture[top : top + 24, left : left + 30, 0] //= 2
    assert np.allclose(told_by_ground(cut_patches(picture, PLACE), torn()), torn(), atol=1e-5)


def test_a_frame_of_signs_around_the_cells_is_strange() -> None:
    picture = table("#")
    for row, column in np.ndindex(PLACE.rows, PLACE.columns):
        if row in {0, 11} or column in {1, 9}:
            left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
            picture[top + 1 : top + 24, left + 1 : left + 30] = 255
            cv2.line(picture, (left + 5, top + 4), (left + 25, top + 20), 0, 3)
    left = int(PLACE.xs[0])
    picture[41:328, left + 1 : left + 30] = 255
    seen = np.full((PLACE.rows, PLACE.columns), COVERED, np.uint8)
    expected = np.ones(seen.shape, bool)
    expected[1:-1, 2:-1] = False
    assert (strange_lines(cut_patches(picture, PLACE), seen) == expected).all()


def test_a_line_into_which_the_ground_around_the_board_reaches_is_not_strange() -> None:
    """A sign may stand beside the middle of its cell, so that the cell begins outside the board."""
    picture = table("#")
    left = int(PLACE.xs[0])
    picture[:, left : left + 6] = 0
    assert not strange_lines(cut_patches(picture, PLACE), codes()).any()


def test_a_line_into_which_a_thick_frame_reaches_is_not_strange() -> None:
    """Cells without a sign differ from such a frame all over their ends."""
    picture = table()
    picture[:45], picture[:, 325:] = 0, 0
    assert not strange_lines(cut_patches(picture, PLACE), codes()).any()


def test_lines_of_cells_under_slanting_light_are_not_strange() -> None:
    light = np.linspace(0, 90, 370)[:, None, None]
    picture = np.clip(table("#") - light, 0, 255).astype(np.uint8)
    assert not strange_lines(cut_patches(noisy(picture), PLACE), codes()).any()


def test_a_line_with_a_number_is_not_strange() -> None:
    picture, seen = table("#"), codes()
    picture[int(PLACE.ys[-2]) + 1 : int(PLACE.ys[-1])] //= 2
    seen[-1, 4] = CODES["1"]
    assert not strange_lines(cut_patches(picture, PLACE), seen).any()
