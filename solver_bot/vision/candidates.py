"""Finds where boards may be: flat faces of one size that repeat at one pitch in both directions.

This needs no skin. A face is a flat region enclosed by edges. Every covered cell has one, and so do
most open cells. Faces of one size are put on a lattice by the distances between neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Mask, Picture, Points

SMALLEST_FACE, LARGEST_FACE = 5, 240
SMALLEST_CELL = 8
FEWEST_FACES = 4
UNEVEN = 0.18
"""How far a line may be, in cells, from its place on a lattice of equal cells."""
STRETCH, MOST_STRETCH = 1.65, 3.5
"""The greatest ratio of a cell's longer side to its shorter one: of cells that are nearly square,
and of any."""
_FACE_STRETCH, _MOST_FACE_STRETCH = 2, 4
"""The same of faces."""
DENSE = 0.15
"""The least share of cells with a face of one size for a lattice to be tried."""
_STRIP, _AROUND = 128, 2
"""Lines of pixels that are looked at together, so few that they stay in the processor's cache, and
those beside them on which it depends what is flat there."""
_FAR_APART = 2.0**20
"""Pixels between two lines of faces that are put one after the other."""
_MOST_SIZES = 10
_MOST_PITCHES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Faces that lie on one lattice.

    Attributes:
        middles: the faces' middles, shape (faces, 2).
        pitch: the distance between columns and between rows, in pixels.
        size: the faces' width and height, in pixels.

    """

    middles: Points
    pitch: tuple[float, float]
    size: tuple[int, int]

    @property
    def area(self) -> int:
        return len(self.middles) * self.size[0] * self.size[1]

    @property
    def filled(self) -> float:
        """The share of the cells' area that faces cover."""
        columns, rows = np.ptp(self.middles, axis=0) / self.pitch + 1
        return float(self.area / (columns * self.pitch[0] * rows * self.pitch[1]))


def faces_in(picture: Picture, edge: int) -> Points:
    """Bounding boxes of flat regions enclosed by edges: rows of (left, top, width, height).

    The last ones come first: those whose top line of pixels, and its beginning, come last.
    """
    if min(picture.shape[:2]) < SMALLEST_CELL:
        return np.empty((0, 4))
    regions = _regions(_flat(picture, edge))
    short, long = regions[:, 2:4].min(axis=1), regions[:, 2:4].max(axis=1)
    wanted = (short >= SMALLEST_FACE) & (long <= LARGEST_FACE)
    wanted &= long <= _MOST_FACE_STRETCH * short
    faces = regions[wanted]
    order = np.lexsort((faces[:, 4], faces[:, 1]))[::-1]
    return np.asarray(faces[order, :4], np.float64)


def _flat(picture: Picture, edge: int) -> Picture:
    """Where the picture is flat in squares of 3 x 3 pixels: 255, else 0."""
    height, width = picture.shape[:2]
    flat = np.empty((height - 1, width - 1), np.uint8)
    for top in range(0, height - 1, _STRIP):
        first, last = max(0, top - _AROUND), min(height - 1, top + _STRIP + _AROUND)
        level = _level(picture[first : last + 1], edge)
        opened = cv2.morphologyEx(level, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        flat[top : top + _STRIP] = opened[top - first : top - first + _STRIP]
    return flat


def _level(picture: Picture, edge: int) -> Picture:
    """Where a pixel differs little from those to its right, below it, and below to the right."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    here = grey[:-1, :-1]
    steps = cv2.absdiff(grey[:-1, 1:], here)
    for other in (grey[1:, :-1], grey[1:, 1:]):
        steps = cv2.max(steps, cv2.absdiff(other, here))
    return np.asarray(cv2.threshold(steps, edge, 255, cv2.THRESH_BINARY_INV)[1], np.uint8)


def _regions(flat: Picture) -> NDArray[np.int32]:
    """Connected regions: rows of left, top, width, height, and where the top line begins.

    Every region must be wider and higher than one pixel.
    """
    outlines, _ = cv2.findContoursLinkRuns(flat)
    if not len(outlines):
        return np.empty((0, 5), np.int32)
    ends = np.cumsum([len(outline) for outline in outlines])
    starts = np.concatenate(([0], ends[:-1]))
    xs, ys = np.ascontiguousarray(np.concatenate(outlines)[:, 0].T)
    outer = np.flatnonzero(_areas(xs, ys, starts, ends) > 0)
    left, right = np.minimum.reduceat(xs, starts), np.maximum.reduceat(xs, starts)
    # An outline begins with the beginning of its top line.
    first, top = xs[starts], ys[starts]
    bottom = np.maximum.reduceat(ys, starts)
    columns = (left, top, right - left + 1, bottom - top + 1, first)
    return np.stack(columns, axis=1)[outer].astype(np.int32, copy=False)


def _areas(
    xs: NDArray[np.int32],
    ys: NDArray[np.int32],
    starts: NDArray[np.intp],
    ends: NDArray[np.intp],
) -> NDArray[np.int64]:
    """Twice the area within every outline. That of a hole is negative, or 0."""
    across = np.empty_like(xs)
    np.subtract(xs[:-1] * ys[1:], xs[1:] * ys[:-1], out=across[:-1])
    last = ends - 1
    across[last] = xs[last] * ys[starts] - xs[starts] * ys[last]
    return np.add.reduceat(across, starts, dtype=np.int64)


def nearly_square(faces: Points) -> Iterator[Candidate]:
    """Groups of faces of about one size that repeat in both directions at like distances."""
    short, long = faces[:, 2:].min(axis=1), faces[:, 2:].max(axis=1)
    return _repeated(faces[long <= _FACE_STRETCH * short], (1.0, STRETCH))


def stretched(faces: Points) -> Iterator[Candidate]:
    """The same of cells that are much wider than high, or much higher than wide."""
    return _repeated(faces, (STRETCH, MOST_STRETCH))


def _repeated(faces: Points, ratios: tuple[float, float]) -> Iterator[Candidate]:
    """Groups of faces whose distances have a ratio within these limits."""
    for width, height in _commonest_sizes(faces):
        alike = (abs(faces[:, 2:] - (width, height)) <= 1).all(axis=1)
        middles = faces[alike, :2] + faces[alike, 2:] / 2
        for _ in range(_MOST_PITCHES):
            if len(middles) < FEWEST_FACES:
                break
            across = _pitch(middles, width, 0)
            down = _pitch(middles, height, 1) if across else None
            if not across or not down or not _is_plausible(across, down, ratios):
                break
            pitch = np.array((across, down))
            chosen = _aligned(middles, pitch)
            for patch in _patches(middles[chosen], pitch):
                yield Candidate(patch, (across, down), (width, height))
            middles = middles[~chosen]


def _is_plausible(across: float, down: float, ratios: tuple[float, float]) -> bool:
    short, long = sorted((across, down))
    return short >= SMALLEST_CELL and ratios[0] <= long / short <= ratios[1]


def _commonest_sizes(faces: Points) -> Iterator[tuple[int, int]]:
    """Widths and heights that many faces share, to a pixel; those of the largest area first."""
    across = LARGEST_FACE + 2
    sizes = faces[:, 2:].astype(np.intp) @ (across, 1)
    counts = np.bincount(sizes, minlength=across * across).reshape(across, across)
    widths, heights = np.divmod(np.flatnonzero(counts), across)
    near = [counts[widths + x, heights + y] for x in (-1, 0, 1) for y in (-1, 0, 1)]
    alike = np.sum(near, axis=0)
    area = np.where(alike < FEWEST_FACES, 0, alike * widths * heights)
    for _ in range(_MOST_SIZES if len(area) else 0):
        best = int(area.argmax())
        if not area[best]:
            return
        yield int(widths[best]), int(heights[best])
        area[(abs(widths - widths[best]) <= 1) & (abs(heights - heights[best]) <= 1)] = 0


def _pitch(middles: Points, size: int, axis: int) -> float | None:
    """The distance of which most gaps between neighbours along an axis are whole multiples.

    None if there are no gaps to measure.
    """
    lanes = np.rint(middles[:, 1 - axis] / 2)
    places = np.sort(lanes * _FAR_APART + middles[:, axis])
    steps = places[1:] - places[:-1]
    steps = steps[(steps > size) & (steps < 12 * size)]
    counts = np.bincount(np.rint(2 * steps).astype(np.intp))  # middles are at halves of pixels
    halves = counts.nonzero()[0]
    if not len(halves):
        return None
    gaps, counts = halves / 2, counts[halves]
    tries, by_chance = _tries(size)
    times = np.rint(gaps / tries)
    off = times * tries
    np.abs(np.subtract(gaps, off, out=off), out=off)
    fits = off < 0.8
    agreed = fits.astype(np.float32) @ counts.astype(np.float32)
    best = int((agreed - by_chance * counts.sum()).argmax())
    weights = fits[best] * counts
    total = weights @ times[best]
    return float(weights @ gaps / total) if total else None


@lru_cache(maxsize=LARGEST_FACE)
def _tries(size: int) -> tuple[Points, Points]:
    """Distances that are tried for faces of this size, and the share of gaps near them by chance.

    Shapes (tries, 1) and (tries,).
    """
    tries = np.arange(size, 1.8 * size + 4, 0.1)[:, None]
    return tries, 1.6 / tries[:, 0]


def _aligned(middles: Points, pitch: Points) -> Mask:
    """A mask of the points on the lattice that most of them share, up to ``UNEVEN``."""
    near: Mask = np.ones((len(middles), 1), np.bool_)
    for places, period in zip((middles % pitch).T, pitch, strict=True):
        apart = abs(places[:, None] - places[:: max(1, len(places) // 48)])
        near = near & (np.minimum(apart, period - apart) <= max(1.5, UNEVEN * period))
    return np.asarray(near[:, int(near.sum(axis=0).argmax())])


def _patches(middles: Points, pitch: Points) -> Iterator[Points]:
    """The points of each dense patch. Patches are separated by several cells without a point."""
    index = np.rint((middles - middles.min(axis=0)) / pitch).astype(np.int64)
    cells = np.zeros(index.max(axis=0)[::-1] + 9, dtype=np.uint8)
    cells[index[:, 1] + 4, index[:, 0] + 4] = 1
    joined = cv2.morphologyEx(cells, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    label = np.asarray(labels[index[:, 1] + 4, index[:, 0] + 4], np.intp)
    counts = np.bincount(label, minlength=len(stats))
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    enough = counts >= np.maximum(FEWEST_FACES, DENSE * width * height)
    for name in np.flatnonzero(enough & (np.minimum(width, height) > 1)):
        yield middles[label == name]
