"""A new game whose frame is missing where its last line is cut off may go on there."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.missing_frame import side_without_frame
from solver_bot.vision.boards.new_games import is_new_game
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice

PITCH, LEFT, TOP = 60, 40, 60
COLUMNS, ROWS = 10, 8
LATTICE = Lattice.even(LEFT, TOP, PITCH, PITCH, COLUMNS, ROWS)


def page(lacking: int = 0) -> Picture:
    """Raised cells in a blue frame, above the edge of a window that leaves so many pixels out."""
    picture = np.full((620, 720, 3), 255, np.uint8)
    right, bottom = LEFT + COLUMNS * PITCH, TOP + ROWS * PITCH
    picture[TOP - 8 : bottom + 8, LEFT - 8 : right + 8] = 183, 122, 51
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = LEFT + column * PITCH, TOP + row * PITCH
            picture[y : y + PITCH, x : x + PITCH] = 255
            picture[y + 2 : y + PITCH, x + 2 : x + PITCH] = 200
            picture[y + 2 : y + PITCH - 2, x + 2 : x + PITCH - 2] = 225
    if lacking:
        picture[bottom - lacking : bottom] = 251, 226, 211
        picture[bottom:] = 122, 95, 58
    return picture


@pytest.mark.parametrize(("lacking", "side"), [(0, ""), (3, "bottom"), (4, "bottom")])
def test_a_frame_is_missing_where_the_window_ends_before_the_last_line_does(
    lacking: int, side: str
) -> None:
    assert side_without_frame(page(lacking), LATTICE) == side


@pytest.mark.parametrize(("turns", "side"), [(1, "right"), (3, "left")])
def test_it_may_be_missing_at_another_side(turns: int, side: str) -> None:
    picture = np.ascontiguousarray(np.rot90(page(4), turns))
    height, width = page().shape[:2]
    xs, ys = np.array(LATTICE.xs), np.array(LATTICE.ys)
    turned = Lattice(tuple(ys), tuple((width - xs)[::-1]))
    other = Lattice(tuple((height - ys)[::-1]), tuple(xs))
    assert side_without_frame(picture, turned if turns == 1 else other) == side


def test_cells_that_are_all_seen_have_no_frame_missing_if_another_window_begins_there() -> None:
    picture = page(4)
    bottom = TOP + ROWS * PITCH
    picture[bottom - 4 : bottom] = page()[bottom - 4 : bottom]
    assert not side_without_frame(picture, LATTICE)


def test_cells_that_lack_no_more_than_the_gap_between_them_have_no_frame_missing() -> None:
    picture = page(4)
    bottom = TOP + ROWS * PITCH
    picture[bottom - 4 : bottom - 2] = page()[bottom - 4 : bottom - 2]
    assert not side_without_frame(picture, LATTICE)


@pytest.mark.parametrize("lacking", [0, 4])
def test_a_new_game_that_may_go_on_is_not_clicked(lacking: int) -> None:
    picture = page(lacking)
    games = [one for one in seen_in(picture, possible) if is_new_game(picture, one)]
    assert bool(games) == (lacking == 0)
