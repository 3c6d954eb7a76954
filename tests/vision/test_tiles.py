"""Tiles are cut out to the pixel, and equal ones are kept once."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.tiles import boxes_of, cut_tiles, different, tiles_at


def noise(seed: int, height: int, width: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def chequered(size: int, columns: int, rows: int) -> np.ndarray:
    """Two tiles of noise in turns."""
    two = noise(1, size, size), noise(2, size, size)
    lines = [np.hstack([two[(x + y) % 2] for x in range(columns)]) for y in range(rows)]
    return np.vstack(lines)


@pytest.mark.parametrize(("pitch", "size"), [(20, 20), (26, 16), (33, 16), (12, 16)])
def test_equal_tiles_are_kept_once(pitch: int, size: int) -> None:
    picture = chequered(pitch, 7, 5)
    tiles = cut_tiles(picture, Lattice.even(0, 0, pitch, pitch, 7, 5), size)
    assert len(tiles.pixels) == 2
    assert tiles.of.reshape(5, 7)[:2, :2].tolist() in ([[0, 1], [1, 0]], [[1, 0], [0, 1]])
    for cell in (0, 1):
        alone = scaled(picture[:pitch, cell * pitch : (cell + 1) * pitch], size, size)
        assert (tiles.pixels[tiles.of[cell]] == alone.ravel()).all()


def assert_each_is_scaled_alone(picture: np.ndarray, lattice: Lattice, size: int) -> None:
    tiles = cut_tiles(picture, lattice, size)
    for cell, (left, top, right, bottom) in enumerate(boxes_of(lattice).tolist()):
        alone = scaled(picture[top:bottom, max(0, left) : right], size, size)
        assert (tiles.pixels[tiles.of[cell]] == alone.ravel()).all()


def test_cells_of_unequal_size_are_each_scaled_alone() -> None:
    picture = noise(3, 200, 300)
    xs, ys = (3.0, 33.0, 63.0, 92.0, 121.0, 150.0), (5.0, 36.0, 66.0, 96.0)
    assert_each_is_scaled_alone(picture, Lattice(xs, ys), 16)


def test_cells_whose_sizes_take_turns_are_cut_out_to_the_pixel() -> None:
    picture = noise(8, 150, 250)
    xs = (2.0, 22.0, 43.0, 63.0, 84.0, 104.0, 124.0, 145.0)
    assert_each_is_scaled_alone(picture, Lattice(xs, tuple(y + 1 for y in xs[:5])), 20)


def test_cells_that_reach_beyond_the_picture_have_what_is_in_it() -> None:
    picture = noise(9, 100, 100)
    assert_each_is_scaled_alone(picture, Lattice.even(-5, 10, 21, 21, 5, 4), 16)


def test_many_tiles_are_scaled_as_each_alone() -> None:
    picture = noise(4, 31 * 20, 31 * 20)
    boxes = boxes_of(Lattice.even(0, 0, 31, 31, 20, 20))
    tiles = tiles_at(picture, boxes, 16)
    for cell in range(0, 400, 7):
        left, top, right, bottom = boxes[cell]
        alone = scaled(picture[top:bottom, left:right], 16, 16)
        assert (tiles.pixels[tiles.of[cell]] == alone.ravel()).all()


def test_what_lies_outside_the_picture_is_left_out() -> None:
    picture = noise(5, 40, 40)
    tiles = tiles_at(picture, np.array([[-4, -2, 20, 20], [20, 20, 45, 44]]), 16)
    assert (tiles.pixels[0] == scaled(picture[:20, :20], 16, 16).ravel()).all()
    assert (tiles.pixels[1] == scaled(picture[20:, 20:], 16, 16).ravel()).all()


def test_cells_between_pixels_are_cut_out_with_their_neighbours() -> None:
    picture = noise(6, 105, 105)
    tiles = cut_tiles(picture, Lattice.even(0, 0, 26.25, 26.25, 4, 4), 16)
    together = scaled(picture, 64, 64).reshape(4, 16, 4, 48).swapaxes(1, 2).reshape(16, -1)
    assert (tiles.pixels[tiles.of] == together).all()


@pytest.mark.parametrize("length", [24, 27, 1323])
def test_the_first_of_equal_tiles_stands_for_all(length: int) -> None:
    few = np.random.default_rng(7).integers(0, 256, (5, length), dtype=np.uint8)
    tiles = few[[3, 1, 3, 0, 1, 4, 4, 2, 3]]
    firsts, of = different(tiles)
    assert (tiles[firsts][of] == tiles).all()
    assert sorted(firsts.tolist()) == [0, 1, 3, 5, 7]


@pytest.mark.parametrize(("number", "odd"), [(3, 1), (5000, 1), (5000, 4000), (5000, 4999)])
def test_different_tiles_are_never_taken_for_equal(number: int, odd: int) -> None:
    """One tile differs only where both differences cancel in any sum with odd factors."""
    tiles = np.zeros((number, 48), np.uint8)
    tiles[odd, [7, 15]] = 128
    firsts, of = different(tiles)
    assert (tiles[firsts][of] == tiles).all()
