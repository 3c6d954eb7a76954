"""Flat faces are found to the pixel, and lines of faces become lines of cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.candidates import faces_in
from solver_bot.vision.lattice import line_edges, median

Box = tuple[int, ...]


def outlined(picture: Picture, edge: int) -> list[Box]:
    """The boxes of all flat regions, by their contours, whatever their size."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.intp)
    here = grey[:-1, :-1]
    others = grey[:-1, 1:], grey[1:, :-1], grey[1:, 1:]
    flat = np.all([abs(other - here) <= edge for other in others], axis=0).astype(np.uint8)
    opened = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, family = cv2.findContours(opened, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = family[0, :, 3] < 0 if family is not None else ()
    return [
        tuple(cv2.boundingRect(contour))
        for contour, is_outer in zip(contours, outer, strict=True)
        if is_outer
    ]


def is_face(box: Box) -> bool:
    short, long = sorted(box[2:])
    return short >= 5 and long <= 240 and long <= 4 * short


def blocks(seed: int, size: int) -> Picture:
    """Blocks of few colours, so that regions of all forms arise."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 3, (300 // size, 500 // size, 1)) * np.array([60, 60, 60])
    return np.repeat(np.repeat(coarse, size, 0), size, 1).astype(np.uint8)


@pytest.mark.parametrize("size", [5, 9, 23, 40])
@pytest.mark.parametrize("seed", [1, 2])
def test_faces_are_the_regions_within_contours(seed: int, size: int) -> None:
    picture = blocks(seed, size)
    found = [tuple(map(int, face)) for face in faces_in(picture, 7)]
    assert found
    assert found == list(filter(is_face, outlined(picture, 7)))


@pytest.mark.parametrize("left", [*range(235, 250), *range(475, 490), *range(715, 730)])
def test_the_largest_faces_are_found_anywhere_in_a_wide_picture(left: int) -> None:
    picture = np.full((300, 1000, 3), 50, np.uint8)
    picture[20:261, left : left + 241] = 200
    found = [tuple(map(int, face)) for face in faces_in(picture, 7)]
    assert found == [(left, 20, 240, 240)]


def test_faces_are_found_alike_wherever_they_are_in_a_large_picture() -> None:
    picture = np.full((700, 60, 3), 50, np.uint8)
    for top in range(3, 680, 17):
        picture[top : top + 12, 20:32] = 200
    found = [tuple(map(int, face)) for face in faces_in(picture, 7)]
    assert sorted(found) == [(20, top, 11, 11) for top in range(3, 680, 17)]


def test_a_face_within_a_ring_is_found() -> None:
    picture = np.full((100, 100, 3), 50, np.uint8)
    picture[10:90, 10:90] = 100
    picture[20:80, 20:80] = 150
    picture[40:60, 40:60] = 200
    found = [tuple(map(int, face)) for face in faces_in(picture, 7)]
    assert sorted(found) == sorted(filter(is_face, outlined(picture, 7)))
    assert (40, 40, 19, 19) in found


def test_a_picture_of_one_colour_has_no_face_but_itself() -> None:
    assert faces_in(np.zeros((60, 70, 3), np.uint8), 7).tolist() == [[0, 0, 69, 59]]
    assert len(faces_in(np.zeros((600, 700, 3), np.uint8), 7)) == 0
    assert len(faces_in(np.zeros((7, 70, 3), np.uint8), 7)) == 0


def middles_of(widths: list[int]) -> np.ndarray:
    """The middles of faces that are four pixels smaller than their cells, on many lines."""
    edges = np.cumsum([100, *widths])
    return np.tile((edges[:-1] + edges[1:]) / 2, 6).astype(np.float64)


def test_lines_with_left_over_pixels_are_tried_first() -> None:
    widths = [38] * 8 + [37] * 8
    pitch = float(np.mean(widths))
    assert line_edges(middles_of(widths), pitch)[0] == tuple(np.cumsum([100.0, *widths]))


@pytest.mark.parametrize(
    "widths", [[26] * 12, [37] * 8 + [38] * 8, [20, 21, 20, 20, 21, 20, 20, 21, 20, 20, 21, 20]]
)
def test_other_lines_are_tried_as_equal_ones_first(widths: list[int]) -> None:
    first = line_edges(middles_of(widths), float(np.mean(widths)))[0]
    assert float(np.ptp(np.diff(first))) == pytest.approx(0)


@pytest.mark.parametrize("number", [1, 2, 7, 480])
def test_the_median_is_that_of_numpy(number: int) -> None:
    values = np.random.default_rng(number).normal(0, 9, number).astype(np.float32)
    assert median(values) == float(np.median(values))
