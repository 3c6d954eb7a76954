"""At most one mine is hit, so the one that is drawn otherwise than all others is that one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG
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


@pytest.mark.parametrize("right", [0.5, 1.3, -1.3])
def test_a_mine_that_lies_a_part_of_a_pixel_to_one_side_is_drawn_like_the_others(
    right: float,
) -> None:
    """It is where cells are no whole number of pixels wide."""
    picture = lost(0)
    row, column = MINES[2]
    left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
    cell = picture[top + 1 : top + 24, left + 1 : left + 30]
    move = np.array([[1, 0, right], [0, 1, 0]])
    cell[:] = cv2.warpAffine(cell, move, cell.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    assert (told_by_mines(cut_patches(picture, PLACE), likely()) == likely()).all()


def test_what_may_be_a_crossed_flag_is_not_taken_for_the_mine_that_was_hit() -> None:
    seen = likely(0.5, 0.4)
    assert (told_by_mines(cut_patches(lost(1), PLACE), seen) == seen).all()


def opened(hit: float, flag: float) -> Floats:
    """What is seen of a board that is all open but for mines, of which the first is in doubt."""
    seen = np.exp(likely(0.85, 0.02))
    seen[..., COVERED] = np.where(seen[..., COVERED] == 1, 1e-6, seen[..., COVERED])
    seen[..., 1] = np.where(seen[..., MINE] < 0.5, 1, 1e-6)
    for cell in MINES:
        seen[(*cell, FLAG)], seen[(*cell, WRONG_FLAG)] = 0.12, 1e-6
    seen[(*MINES[0], MINE)], seen[(*MINES[0], EXPLODED)] = 0.02, hit
    seen[(*MINES[0], FLAG)] = flag
    return np.asarray(np.log(seen), np.float32)


def test_where_all_is_open_the_odd_one_of_the_mines_was_hit_though_it_may_be_a_flag() -> None:
    told = told_by_mines(cut_patches(lost(1), PLACE), opened(0.75, 0.2))
    assert np.exp(told[MINES[0]][EXPLODED]) > 0.98
    assert all(told[cell].argmax() == MINE for cell in MINES[1:])


def test_what_is_surely_a_flag_was_not_hit_though_it_is_the_odd_one() -> None:
    told = told_by_mines(cut_patches(lost(1), PLACE), opened(0.001, 0.97))
    assert told[MINES[0]].argmax() == FLAG


def test_where_all_is_open_and_all_mines_are_alike_none_is_known_to_be_hit() -> None:
    seen = opened(0.75, 0.2)
    assert (told_by_mines(cut_patches(lost(0), PLACE), seen) == seen).all()


def single(chance: float) -> Floats:
    """What is seen: covered cells, a mine that may have been hit, and one that hardly is a mine."""
    seen = likely(0.6, 0.395)
    for cell in MINES[1:]:
        seen[cell] = np.log(1e-6)
        seen[(*cell, COVERED)], seen[(*cell, MINE)] = np.log(1 - chance), np.log(chance)
    return seen


def test_the_only_mine_that_is_shown_was_hit() -> None:
    told = told_by_mines(cut_patches(lost(0), PLACE), single(0.001))
    assert told[MINES[0]].argmax() == EXPLODED


def test_where_other_cells_may_be_mines_the_only_sure_one_need_not_have_been_hit() -> None:
    seen = single(0.1)
    assert (told_by_mines(cut_patches(lost(0), PLACE), seen) == seen).all()
