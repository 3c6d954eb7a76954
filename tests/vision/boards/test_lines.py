"""Lines between cells are followed to the pixel, however the toolkit distributes pixels."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.lines import at_pixels, continued, has_whole_pixels
from solver_bot.vision.lattice import Lattice

WIDER_FIRST = [23] * 14 + [22] * 16
EVERY_SECOND = [22, 23] * 15
EQUAL = [22] * 30


def lines(start: int, widths: list[int]) -> tuple[float, ...]:
    return tuple(float(x) for x in np.cumsum([start, *widths]))


def drawn(lattice: Lattice, seed: int = 5) -> Picture:
    """Raised and sunken cells at random, with dark lines between them."""
    picture = np.full((int(lattice.bottom) + 40, int(lattice.right) + 60, 3), 230, np.uint8)
    dice = np.random.default_rng(seed)
    for top, bottom in pairwise(map(int, lattice.ys)):
        for left, right in pairwise(map(int, lattice.xs)):
            raised = dice.random() < 0.5
            picture[top:bottom, left:right] = 120
            picture[top : bottom - 1, left : right - 1] = 190 if raised else 215
    return picture


def roughly(lattice: Lattice) -> Lattice:
    """Equal cells over the same area, as they are proposed."""
    return Lattice.even(
        lattice.left + 1.3,
        lattice.top - 0.8,
        lattice.cell_width,
        lattice.cell_height,
        lattice.columns,
        lattice.rows,
    )


@pytest.mark.parametrize("widths", [WIDER_FIRST, EVERY_SECOND, EQUAL])
def test_lines_are_where_the_picture_has_them(widths: list[int]) -> None:
    true = Lattice(lines(35, widths), lines(28, widths[::-1]))
    found = at_pixels(drawn(true), roughly(true))
    assert np.ptp(np.subtract(found.xs, true.xs)[1:-1]) < 1e-6
    assert np.ptp(np.subtract(found.ys, true.ys)[1:-1]) < 1e-6


@pytest.mark.parametrize("wide", [70, 120])
def test_lines_of_very_different_widths_stay_where_they_are(wide: int) -> None:
    """Beside the window of another game a grid of such lines was proposed, and `play` crashed."""
    uneven = Lattice(lines(35, [22] * 6 + [wide] * 2 + [22] * 6), lines(28, [22] * 12))
    assert at_pixels(drawn(uneven), uneven) == uneven


def test_a_lattice_goes_on_at_the_mean_distance_of_its_outermost_lines() -> None:
    """The last cell alone may be a pixel wider than the others are."""
    widths = [25, 25, 25, 25, 20, 20, 20, 21]
    place = continued(Lattice(lines(40, widths), (5.0, 15.5, 26.0)), (1, 0, 4, 1))
    assert place.xs[:2] == (15.0, 40.0)
    assert place.xs[-5:] == (221.0, 241.0, 261.0, 282.0, 302.0)
    assert place.ys == (5.0, 15.5, 26.0, 36.5)


def test_a_lattice_slightly_too_wide_becomes_one_of_whole_pixels() -> None:
    true = Lattice(lines(35, EQUAL), lines(28, EQUAL))
    wide = Lattice.even(35, 28, 22.03, 21.98, 30, 30)
    assert at_pixels(drawn(true), wide) == true


def test_a_picture_without_any_edges_changes_nothing() -> None:
    lattice = Lattice.even(10.2, 10.4, 22.4, 22.4, 9, 9)
    assert at_pixels(np.full((240, 240, 3), 99, np.uint8), lattice) == lattice


def test_cells_of_a_picture_that_was_stretched_stay_equal_to_a_pixel() -> None:
    true = Lattice(lines(35, EQUAL), lines(28, EQUAL))
    picture = drawn(true)
    height, width = picture.shape[:2]
    size = round(width * 1.13), round(height * 1.13)
    stretched = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    even = Lattice.even(35 * 1.13, 28 * 1.13, 22 * 1.13, 22 * 1.13, 30, 30)
    found = at_pixels(stretched, even)
    assert np.ptp(np.subtract(found.xs, even.xs)) <= 1
    assert np.ptp(np.subtract(found.ys, even.ys)) <= 1


def test_lines_are_at_whole_pixels_also_if_all_are_beside_them_alike() -> None:
    assert has_whole_pixels((1.5, 24.5, 46.5))
    assert not has_whole_pixels((1.0, 23.5, 46.0))
