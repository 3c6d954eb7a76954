"""Of a lattice with cells too large or too small, those with the true cells are made."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.multiples import multiples
from solver_bot.vision.lattice import Lattice

WIDE, HIGH, COLUMNS, ROWS = 33, 19, 12, 10


def rows_of_digits() -> Picture:
    """Digits in every cell of a board, without lines between them."""
    picture = np.full((ROWS * HIGH + 40, COLUMNS * WIDE + 60, 3), 20, np.uint8)
    for row in range(ROWS):
        for column in range(COLUMNS):
            at = 30 + column * WIDE + 12, 20 + row * HIGH + 15
            text = str(1 + (3 * row + 2 * column) % 8)
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_PLAIN, 0.9, (200, 200, 200), 1)
    return picture


def lattice(times_wide: float, times_high: float) -> Lattice:
    wide, high = WIDE * times_wide, HIGH * times_high
    columns, rows = int(COLUMNS / times_wide), int(ROWS / times_high)
    return Lattice.even(30, 20, wide, high, columns, rows)


def is_true(one: Lattice) -> bool:
    size = abs(one.cell_width - WIDE) < 0.5 and abs(one.cell_height - HIGH) < 0.5
    return size and (one.left - 30) % WIDE < 1 and (one.top - 20) % HIGH < 1


@pytest.mark.parametrize("times", [(1 / 3, 1), (1 / 2, 1), (2, 1), (1, 2), (2, 2)])
def test_the_true_cells_are_parts_or_multiples_of_those_proposed(
    times: tuple[float, float],
) -> None:
    assert any(map(is_true, multiples(rows_of_digits(), [lattice(*times)])))


def test_nothing_is_made_of_a_lattice_on_a_plain_picture() -> None:
    plain = np.full((300, 500, 3), 120, np.uint8)
    assert not list(multiples(plain, [lattice(1, 1)]))


def test_nothing_is_made_of_a_lattice_with_few_cells() -> None:
    few = Lattice.even(30, 20, WIDE, HIGH, 3, 3)
    assert not list(multiples(rows_of_digits(), [few]))


def test_no_cell_is_smaller_than_a_person_can_read() -> None:
    small = Lattice.even(30, 20, 11, 10, 36, 20)
    made = multiples(rows_of_digits(), [small])
    assert all(min(one.cell_width, one.cell_height) >= 8 for one in made)
