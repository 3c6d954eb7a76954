"""Patches show a cell in their middle, and a rim of its neighbours, at one size."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, CHANNELS, RIM, SIDE, cut_patches, cut_some


def _chequered(pitch: int, columns: int, rows: int) -> np.ndarray:
    y, x = np.mgrid[: rows * pitch, : columns * pitch] // pitch
    return np.repeat((((x + y) % 2) * 255).astype(np.uint8)[..., None], 3, 2)


def patch_of(picture: np.ndarray, lattice: Lattice, row: int, column: int) -> np.ndarray:
    patches, index = cut_patches(picture, lattice)
    return np.asarray(patches[index[row, column]])


@pytest.mark.parametrize("pitch", [8, 12, 24, 31, 48, 80])
def test_a_cell_fills_the_middle_of_its_patch(pitch: int) -> None:
    lattice = Lattice.even(0, 0, pitch, pitch, 5, 4)
    inner = slice(RIM + 3, RIM + CELL - 3)
    for row in range(4):
        for column in range(5):
            patch = patch_of(_chequered(pitch, 5, 4), lattice, row, column)
            assert patch.shape == (SIDE, SIDE, CHANNELS)
            assert (patch[inner, inner] == (row + column) % 2 * 255).all()


def test_the_rim_shows_the_neighbours() -> None:
    patch = patch_of(_chequered(24, 3, 3), Lattice.even(0, 0, 24, 24, 3, 3), 1, 1)
    assert (patch[SIDE // 2, : RIM - 1, :3] == 255).all()
    assert (patch[SIDE // 2, RIM + 1 : -RIM - 1, :3] == 0).all()


def test_the_middle_of_a_cell_is_magnified() -> None:
    picture = np.zeros((180, 180, 3), np.uint8)
    picture[84:96, 84:96] = 255
    patch = patch_of(picture, Lattice.even(60, 60, 60, 60, 1, 1), 0, 0)
    assert patch[..., 0].mean() / 255 == pytest.approx((12 / 60 * CELL / SIDE) ** 2, rel=0.2)
    assert patch[..., 3].mean() / 255 == pytest.approx((12 / 36) ** 2, rel=0.1)


def test_equal_cells_share_a_patch() -> None:
    picture = np.zeros((96, 120, 3), np.uint8)
    patches, index = cut_patches(picture, Lattice.even(24, 24, 24, 24, 3, 2))
    assert len(patches) == 1
    assert (index == 0).all()


def test_beyond_the_picture_is_grey() -> None:
    picture = np.full((48, 48, 3), 90, np.uint8)
    for lattice in (Lattice.even(-24, -24, 24, 24, 4, 4), Lattice((-24, 0, 24, 48), (-24, 0, 30))):
        patches, index = cut_patches(picture, lattice)
        beyond = patches[index[0, 0]]
        assert (beyond[RIM:-RIM, RIM:-RIM, :3] == 128).all()
        assert (patches[index[1, 1], RIM:-RIM, RIM:-RIM, :3] == 90).all()


def test_unequal_lines_are_followed() -> None:
    picture = np.zeros((20, 50, 3), np.uint8)
    picture[:, 20:] = 255
    lattice = Lattice((0, 20, 50), (0, 20))
    inner = slice(RIM + 2, RIM + CELL - 2)
    assert (patch_of(picture, lattice, 0, 0)[inner, inner] == 0).all()
    assert (patch_of(picture, lattice, 0, 1)[inner, inner] == 255).all()


@pytest.mark.parametrize("pitch", [11.5, 24, 50.25])
def test_cells_that_are_cut_alone_are_cut_as_among_others(pitch: float) -> None:
    y, x = np.mgrid[:300, :300]
    picture = np.stack([x * 255 // 300, y * 255 // 300, (x + y) * 255 // 600], -1).astype(np.uint8)
    lattice = Lattice.even(-4.25, 7.5, pitch, pitch, 6, 5)
    patches, index = cut_patches(picture, lattice)
    chosen = np.array([0, 7, 29])
    alone = cut_some(picture, lattice, chosen).astype(int)
    assert np.abs(alone - patches[index.ravel()[chosen]]).max() <= 1
