"""Grids of plain cells are seen in any colours, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.plain_grids import plain_grids


def patchwork(columns: int, rows: int, shades: int = 200, cell: int = 30, gap: int = 0) -> Picture:
    """A patchwork in so many shades of any colours in a picture of 600 x 500, at (40, 50)."""
    rng = np.random.default_rng(1)
    colours = rng.integers(40, 255, (shades, 3))
    picture = np.full((500, 600, 3), 30, np.uint8)
    for row in range(rows):
        for column in range(columns):
            left, top = 40 + cell * column, 50 + cell * row
            colour = colours[rng.integers(shades)]
            picture[top : top + cell - gap, left : left + cell - gap] = colour
    return picture


@pytest.mark.parametrize("gap", [0, 2])
def test_a_patchwork_of_random_colours_is_a_grid(gap: int) -> None:
    (grid,) = plain_grids(patchwork(16, 12, gap=gap))
    assert (grid.columns, grid.rows) == (16, 12)
    assert np.allclose((grid.left, grid.top, grid.right, grid.bottom), (40, 50, 520, 410), atol=2)


def test_colours_of_one_brightness_are_told_apart() -> None:
    picture = patchwork(16, 12)
    grey = picture.mean(-1, keepdims=True)
    even = np.where(grey > 35, picture * (120 / grey), picture).clip(0, 255).astype(np.uint8)
    (grid,) = plain_grids(even)
    assert (grid.columns, grid.rows) == (16, 12)


def test_a_patchwork_whose_neighbours_are_often_equal_is_no_grid() -> None:
    assert plain_grids(patchwork(16, 12, shades=2)) == []


@pytest.mark.parametrize("size", [(16, 4), (4, 12)])
def test_fewer_than_five_lines_are_no_grid(size: tuple[int, int]) -> None:
    assert plain_grids(patchwork(*size)) == []


def test_noise_and_a_plain_picture_have_no_grid() -> None:
    rng = np.random.default_rng(2)
    assert plain_grids(rng.integers(0, 255, (300, 300, 3)).astype(np.uint8)) == []
    assert plain_grids(np.full((300, 300, 3), 90, np.uint8)) == []
