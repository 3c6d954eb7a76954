"""A part of a picture agrees with itself when it is moved by a cell, whatever is on the cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.combs import _agreement, combs
from solver_bot.vision.lattice import Lattice

NEAR = 0.25
"""Shares of a cell by which a lattice may be off."""
SIZES = [(33, 19), (15, 30), (40, 40), (109, 60)]


def digits(wide: int, high: int, noise: float = 0.0) -> tuple[Picture, Lattice]:
    """Digits on a board of 12 by 9 cells, without lines, in a picture twice as wide and high."""
    columns, rows = 12, 9
    true = Lattice.even(90, 70, wide, high, columns, rows)
    picture = np.full((2 * rows * high, 2 * columns * wide, 3), 40, np.uint8)
    rng = np.random.default_rng(3)
    for row, column in np.argwhere(rng.random((rows, columns)) < 0.7).tolist():
        x, y = round(true.xs[column] + 0.3 * wide), round(true.ys[row] + 0.75 * high)
        text, size = str(rng.integers(1, 9)), 0.05 * min(wide, high)
        thick = max(1, min(wide, high) // 20)
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_PLAIN, size, (220,) * 3, thick)
    worn = picture + rng.normal(0, noise, picture.shape)
    return np.clip(worn, 0, 255).astype(np.uint8), true


def is_near(edges: tuple[float, ...], true: tuple[float, ...]) -> bool:
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    width = (true[-1] - true[0]) / (len(true) - 1)
    off = (true[0] - edges[0]) / width % 1
    return abs(pitch - width) < 0.03 * width and min(off, 1 - off) < NEAR


def is_found(picture: Picture, true: Lattice, in_colours: bool = False) -> bool:
    found = combs(picture, in_colours)
    return any(is_near(one.xs, true.xs) and is_near(one.ys, true.ys) for one in found)


@pytest.mark.parametrize("size", SIZES)
def test_cells_of_any_shape_are_found(size: tuple[int, int]) -> None:
    assert is_found(*digits(*size))


@pytest.mark.parametrize("size", SIZES)
def test_cells_are_found_behind_noise(size: tuple[int, int]) -> None:
    assert is_found(*digits(*size, noise=10))


def test_few_sizes_of_cells_are_proposed() -> None:
    sizes = {(round(one.cell_width), round(one.cell_height)) for one in combs(digits(33, 19)[0])}
    assert 0 < len(sizes) <= 6


def test_a_picture_of_one_colour_has_none() -> None:
    assert not list(combs(np.full((300, 500, 3), 120, np.uint8)))


def test_a_picture_smaller_than_a_board_has_none() -> None:
    assert not list(combs(np.full((20, 30, 3), 120, np.uint8)))


@pytest.mark.parametrize("width", range(276, 284))
def test_a_part_agrees_with_itself_as_far_as_its_lines_moved_do(width: int) -> None:
    """Whatever the number of pixels: some lengths were transformed back with one pixel less."""
    part = np.random.default_rng(width).random((20, width), dtype=np.float32)
    lines = part - part.mean(1, keepdims=True)
    found = _agreement(part)
    for by in (0, 1, 30, 90):
        shared = width - by
        mean = float((lines[:, :shared] * lines[:, by:]).sum() / shared)
        assert found[by] == pytest.approx(mean / float((lines**2).sum() / width), abs=1e-4)


def test_equal_cells_are_proposed_before_several_of_them_together() -> None:
    """A picture of equal textured cells agrees with itself at every multiple of their size."""
    texture = np.random.default_rng(2).integers(60, 200, (18, 18, 3)).astype(np.uint8)
    picture = np.full((600, 800, 3), 40, np.uint8)
    picture[90:378, 120:660] = np.tile(texture, (16, 30, 1))
    first = next(combs(picture))
    assert (round(first.cell_width), round(first.cell_height)) == (18, 18)


@pytest.mark.parametrize("shape", [(30, 16), (9, 9)])
def test_cells_of_a_checkerboard_are_proposed(shape: tuple[int, int]) -> None:
    """Bevelled cells of two greys with a mark on each repeat every second cell along a line."""
    columns, rows = shape
    true = Lattice.even(40, 50, 24, 24, columns, rows)
    picture = np.full((rows * 24 + 120, columns * 24 + 90, 3), 170, np.uint8)
    for row, column in np.ndindex(rows, columns):
        x, y, shade = round(true.xs[column]), round(true.ys[row]), 14 * ((row + column) % 2)
        dark = 12 if shade else -12
        cv2.rectangle(picture, (x, y), (x + 23, y + 23), (165 + dark - shade,) * 3, -1)
        cv2.rectangle(picture, (x + 2, y + 2), (x + 20, y + 20), (178 - shade,) * 3, -1)
        cv2.line(picture, (x + 6, y + 12), (x + 17, y + 12), (135 - shade // 2,) * 3)
        cv2.line(picture, (x + 12, y + 6), (x + 12, y + 17), (135 - shade // 2,) * 3)
    sizes = {(round(one.cell_width), round(one.cell_height)) for one in combs(picture)}
    assert (24, 24) in sizes
    assert is_found(picture, true)


def test_lines_that_are_as_dark_as_what_they_divide_are_seen_in_colours() -> None:
    """A noisy magenta board with blue lines was found by nothing."""
    true = Lattice.even(90, 70, 40, 40, 12, 9)
    picture = np.full((720, 960, 3), 95, np.uint8)
    cv2.rectangle(picture, (90, 70), (570, 430), (150, 25, 210), -1)
    for x in true.xs:
        cv2.line(picture, (round(x), 70), (round(x), 430), (202, 81, 81), 2)
    for y in true.ys:
        cv2.line(picture, (90, round(y)), (570, round(y)), (202, 81, 81), 2)
    assert (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) == 95).all()
    worn = picture + np.random.default_rng(4).normal(0, 6, picture.shape)
    noisy = np.clip(worn, 0, 255).astype(np.uint8)
    assert not is_found(noisy, true)
    assert is_found(noisy, true, in_colours=True)
