"""Patches show a cell in their middle, and a rim of its neighbours, at one size."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, RIM, SIDE, cut_patches


def _chequered(pitch: int, columns: int, rows: int) -> np.ndarray:
    y, x = np.mgrid[: rows * pitch, : columns * pitch] // pitch
    return np.repeat((((x + y) % 2) * 255).astype(np.uint8)[..., None], 3, 2)


@pytest.mark.parametrize("pitch", [8, 12, 24, 31, 48, 80])
def test_a_cell_fills_the_middle_of_its_patch(pitch: int) -> None:
    picture = _chequered(pitch, 5, 4)
    patches = cut_patches(picture, Lattice.even(0, 0, pitch, pitch, 5, 4))
    assert patches.shape == (4, 5, SIDE, SIDE, 3)
    inner = slice(RIM + 3, RIM + CELL - 3)
    for row in range(4):
        for column in range(5):
            middle = patches[row, column, inner, inner]
            assert (middle == (row + column) % 2 * 255).all()


def test_the_rim_shows_the_neighbours() -> None:
    patches = cut_patches(_chequered(24, 3, 3), Lattice.even(0, 0, 24, 24, 3, 3))
    assert (patches[1, 1, SIDE // 2, : RIM - 1] == 255).all()
    assert (patches[1, 1, SIDE // 2, RIM + 1 : -RIM - 1] == 0).all()


def test_beyond_the_picture_its_edge_goes_on() -> None:
    picture = np.full((48, 48, 3), 90, np.uint8)
    patches = cut_patches(picture, Lattice.even(-24, -24, 24, 24, 4, 4))
    assert (patches == 90).all()


def test_unequal_lines_are_followed() -> None:
    picture = np.zeros((20, 50, 3), np.uint8)
    picture[:, 20:] = 255
    patches = cut_patches(picture, Lattice((0, 20, 50), (0, 20)))
    inner = slice(RIM + 2, RIM + CELL - 2)
    assert (patches[0, 0, inner, inner] == 0).all()
    assert (patches[0, 1, inner, inner] == 255).all()
