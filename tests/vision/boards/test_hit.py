"""At most one mine is hit, so the one that is drawn otherwise than all others is that one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, EXPLODED, MINE, WRONG_FLAG
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.hit import told_by_mines
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.tables import PLACE, noisy, table

MINES = [(1, 1), (4, 6), (7, 2), (8, 9), (10, 5), (11, 0)]
RED, WHITE, GREY = (60, 60, 220), (255, 255, 255), (130, 130, 130)


def lost(red: int) -> Picture:
    """A table with mines, so many of them on red."""
    picture = table()
    for number, (row, column) in enumerate(MINES):
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        picture[top + 1 : top + 24, left + 1 : left + 30] = RED if number < red else WHITE
        cv2.circle(picture, (left + 15, top + 12), 7, GREY, -1)
    return noisy(picture)


def likely(mine: float = 0.6, hit: float = 0.39) -> Floats:
    """What is seen: covered cells, and in those of ``MINES`` a mine that may have been hit."""
    chances = np.full((PLACE.rows, PLACE.columns, len(CODES)), 1e-6)
    chances[..., COVERED] = 1
    for cell in MINES:
        chances[cell] = 1e-6
        chances[(*cell, MINE)], chances[(*cell, EXPLODED)] = mine, hit
        chances[(*cell, WRONG_FLAG)] = max(1e-6, 1 - mine - hit)
    return np.asarray(np.log(chances), np.float32)


def test_a_mine_drawn_unlike_all_others_is_the_one_that_was_hit() -> None:
    told = told_by_mines(cut_patches(lost(1), PLACE), likely())
    read = told.argmax(-1)
    assert [int(read[cell]) for cell in MINES] == [EXPLODED, *[MINE] * 5]
    assert np.allclose(np.exp(told[MINES[0]][EXPLODED]), 0.99)


@pytest.mark.parametrize("red", [0, 2, 3])
def test_where_not_one_mine_is_unlike_the_others_nothing_is_told(red: int) -> None:
    assert (told_by_mines(cut_patches(lost(red), PLACE), likely()) == likely()).all()


def test_a_mine_that_lies_a_pixel_to_one_side_is_drawn_like_the_others() -> None:
    picture = lost(0)
    row, column = MINES[2]
    left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
    picture[top + 1 : top + 24, left + 2 : left + 30] = picture[
        top + 1 : top + 24, left + 1 : left + 29
    ]
    assert (told_by_mines(cut_patches(picture, PLACE), likely()) == likely()).all()


def test_what_may_be_a_crossed_flag_is_not_taken_for_the_mine_that_was_hit() -> None:
    seen = likely(0.5, 0.4)
    assert (told_by_mines(cut_patches(lost(1), PLACE), seen) == seen).all()
