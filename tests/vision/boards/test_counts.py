"""What numbers tell of cells that are drawn alike: so many of them can't be mines."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import CODES, COVERED, EMPTY, FLAG, MINE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.counts import told_by_counts
from solver_bot.vision.patches import Cut, cut_patches
from tests.vision.boards.tables import PLACE, table

RIGHT = PLACE.columns - 3
"""The first column of numbers; all cells to its left are covered."""


def drawn(other: tuple[int, int] | None = None) -> Cut:
    """Discs on the left, one of which may be another sign, and plain cells on the right."""
    picture = table()
    for row in range(PLACE.rows):
        for column in range(RIGHT):
            left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
            if (row, column) == other:
                picture[top + 4 : top + 20, left + 6 : left + 12] = (60, 60, 220)
            else:
                cv2.circle(picture, (left + 15, top + 12), 7, (120, 20, 20), -1)
    return cut_patches(picture, PLACE)


def likely(numbers: list[int]) -> Floats:
    """Cells in doubt between covered ones, mines and flags, and numbers beside them."""
    chances = np.full((PLACE.rows, PLACE.columns, len(CODES)), 1e-6)
    chances[:, :RIGHT, [COVERED, MINE, FLAG]] = 0.5, 0.3, 0.2
    chances[:, RIGHT:, EMPTY] = 1
    for row, number in enumerate(numbers):
        chances[row, RIGHT] = 1e-6
        chances[row, RIGHT, number] = 1
    return np.asarray(np.log(chances), np.float32)


def covered(cut: Cut, seen: Floats) -> Floats:
    """How likely each cell on the left is covered."""
    return np.asarray(np.exp(told_by_counts(cut, seen)[:, :RIGHT, COVERED]))


def fewest(numbers: int = PLACE.rows) -> list[int]:
    """Ones in so many rows, and threes, which need all cells beside them, in the others."""
    return [1] * numbers + [3] * (PLACE.rows - numbers)


def test_cells_drawn_alike_of_which_numbers_have_too_many_are_covered() -> None:
    assert covered(drawn(), likely(fewest())).min() > 0.95


def test_numbers_that_need_all_such_cells_tell_nothing() -> None:
    seen = likely([2, *[3] * (PLACE.rows - 2), 2])
    assert np.allclose(covered(drawn(), seen), 0.5, atol=0.01)


def test_a_single_number_tells_nothing_since_it_may_be_misread() -> None:
    seen = likely([2, *[3] * (PLACE.rows - 2), 1])
    assert np.allclose(covered(drawn(), seen), 0.5, atol=0.01)


def test_a_cell_that_is_drawn_otherwise_keeps_its_doubt() -> None:
    chances = covered(drawn(other=(4, 5)), likely(fewest()))
    assert np.isclose(chances[4, 5], 0.5, atol=0.01)
    assert np.delete(chances.ravel(), 4 * RIGHT + 5).min() > 0.95


def test_a_cell_that_is_clearly_a_flag_stays_one() -> None:
    seen = likely(fewest())
    seen[3, 2, FLAG], seen[3, 2, COVERED] = np.log(0.9), np.log(0.05)
    told = told_by_counts(drawn(), seen)
    assert told[3, 2].argmax() == FLAG
