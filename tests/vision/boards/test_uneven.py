"""Lattices of columns of several widths, as toolkits lay out tables."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from solver_bot.vision.arrays import Points
from solver_bot.vision.boards.uneven import uneven_lattice

WIDE = [39, 34, 39, 39, 34, 34]


def faces(widths: list[int], heights: list[int], rim: int = 3) -> Points:
    """A face within each cell of a table at 20, 10."""
    xs, ys = 20 + np.cumsum([0, *widths]), 10 + np.cumsum([0, *heights])
    cells = product(zip(ys[:-1], heights, strict=True), zip(xs[:-1], widths, strict=True))
    boxes = [(x + rim, y + rim, w - 2 * rim, h - 2 * rim) for (y, h), (x, w) in cells]
    return np.array(boxes, float)


@pytest.mark.parametrize("turned", [False, True])
def test_columns_of_two_widths_make_a_lattice(turned: bool) -> None:
    lines = [30] * 5, WIDE
    lattice = uneven_lattice(faces(*(lines if turned else lines[::-1])))
    assert lattice is not None
    uneven = lattice.ys if turned else lattice.xs
    assert np.diff(uneven).tolist() == WIDE


def test_other_faces_around_a_board_are_no_part_of_it() -> None:
    buttons = np.array([[300.0, 12, 60, 20], [300, 40, 60, 20], [20, 200, 34, 20]])
    lattice = uneven_lattice(np.concatenate([faces(WIDE, [30] * 5), buttons]))
    assert lattice is not None
    assert (lattice.columns, lattice.rows) == (6, 5)


def test_equal_columns_are_proposed_elsewhere() -> None:
    assert uneven_lattice(faces([30] * 6, [30] * 5)) is None


def test_open_cells_with_wider_faces_make_no_column_wider() -> None:
    """A raised button has a smaller face than the flat cell that it hides."""
    boxes = faces([30] * 6, [30] * 5)
    opened = boxes[:, 0] > 100
    boxes[opened] += (-2, -2, 4, 4)
    assert uneven_lattice(boxes) is None


@pytest.mark.parametrize("widths", [[30, 30, 30, 30, 20], [20, 30, 30, 30, 30]])
def test_a_narrower_outermost_column_may_be_cut_off(widths: list[int]) -> None:
    assert uneven_lattice(faces(widths, [30] * 5)) is None


def test_a_wider_outermost_column_is_not_cut_off() -> None:
    lattice = uneven_lattice(faces([30, 30, 30, 30, 36], [30] * 5))
    assert lattice is not None
    assert lattice.columns == 5


def test_a_picture_without_faces_has_no_such_lattice() -> None:
    assert uneven_lattice(np.empty((0, 4))) is None
