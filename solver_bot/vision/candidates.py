"""Finds where boards may be: flat faces of one size that repeat at one pitch in both directions.

This needs no skin. A face is a flat region enclosed by edges. Every covered cell has one, and so do
most open cells. Faces of one size are put on a lattice by the distances between neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.vision.arrays import Mask, Picture, Points

SMALLEST_FACE, LARGEST_FACE = 5, 240
SMALLEST_CELL = 8
FEWEST_FACES = 4
UNEVEN = 0.18
"""How far a line may be, in cells, from its place on a lattice of equal cells."""
STRETCH = 1.65
"""The greatest ratio of a cell's longer side to its shorter one."""
DENSE = 0.15
"""The least share of cells with a face of one size for a lattice to be tried."""
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


def _faces(picture: Picture, edge: int) -> Points:
    """Bounding boxes of flat regions enclosed by edges: rows of (left, top, width, height)."""
    if min(picture.shape[:2]) < SMALLEST_CELL:
        return np.empty((0, 4))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    across = cv2.absdiff(grey[:-1, 1:], grey[:-1, :-1])
    down = cv2.absdiff(grey[1:, :-1], grey[:-1, :-1])
    aslant = cv2.absdiff(grey[1:, 1:], grey[:-1, :-1])
    steps = cv2.max(cv2.max(across, down), aslant)
    flat = cv2.threshold(steps, edge, 255, cv2.THRESH_BINARY_INV)[1]
    flat = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, family = cv2.findContours(flat, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    holes = [] if family is None else (family[0, :, 3] >= 0).tolist()
    boxes = np.array(
        [cv2.boundingRect(o) for o, hole in zip(outlines, holes, strict=True) if not hole],
        dtype=np.float64,
    ).reshape(-1, 4)
    short, long = boxes[:, 2:].min(axis=1), boxes[:, 2:].max(axis=1)
    wanted = (short >= SMALLEST_FACE) & (long <= LARGEST_FACE) & (long <= 2 * short)
    return np.asarray(boxes[wanted])


def candidates_in(picture: Picture, edge: int) -> Iterator[Candidate]:
    """Groups of faces of about one size that repeat in both directions.

    ``edge`` is the least difference between neighbouring pixels at an edge, in grey levels.
    """
    faces = _faces(picture, edge)
    for width, height in _commonest_sizes(faces):
        alike = (abs(faces[:, 2:] - (width, height)) <= 1).all(axis=1)
        middles = faces[alike, :2] + faces[alike, 2:] / 2
        for _ in range(_MOST_PITCHES):
            across, down = _pitch(middles, width, 0), _pitch(middles, height, 1)
            if not across or not down or not _is_plausible(across, down):
                break
            pitch = np.array((across, down))
            chosen = _aligned(middles, pitch)
            for patch in _patches(middles[chosen], pitch):
                yield Candidate(patch, (across, down), (width, height))
            middles = middles[~chosen]


def _is_plausible(across: float, down: float) -> bool:
    short, long = sorted((across, down))
    return short >= SMALLEST_CELL and long <= STRETCH * short


def _commonest_sizes(faces: Points) -> Iterator[tuple[int, int]]:
    """Widths and heights that many faces share, to a pixel; those of the largest area first."""
    counts = np.zeros((LARGEST_FACE + 2, LARGEST_FACE + 2))
    np.add.at(counts, tuple(faces[:, 2:].astype(int).T), 1)
    alike = cv2.boxFilter(counts, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    sides = np.arange(len(counts))
    area = alike * (counts > 0) * np.outer(sides, sides)
    area[alike < FEWEST_FACES] = 0
    for _ in range(_MOST_SIZES):
        width, height = divmod(int(area.argmax()), len(counts))
        if not area[width, height]:
            return
        yield width, height
        area[width - 1 : width + 2, height - 1 : height + 2] = 0


def _pitch(middles: Points, size: int, axis: int) -> float | None:
    """The distance of which most gaps between neighbours along an axis are whole multiples.

    None if there are no gaps to measure.
    """
    lanes = np.rint(middles[:, 1 - axis] / 2)
    order = np.lexsort((middles[:, axis], lanes))
    steps = np.diff(middles[order, axis])[np.diff(lanes[order]) == 0]
    gaps, counts = np.unique(steps[(steps > size) & (steps < 12 * size)], return_counts=True)
    if not len(gaps):
        return None
    tries = np.arange(size, 1.8 * size + 4, 0.1)[:, None]
    times = np.rint(gaps / tries)
    fits = (abs(gaps - times * tries) < 0.8) * counts
    by_chance = 1.6 / tries[:, 0] * counts.sum()
    best = int((fits.sum(axis=1) - by_chance).argmax())
    total = fits[best] @ times[best]
    return float(fits[best] @ gaps / total) if total else None


def _aligned(middles: Points, pitch: Points) -> Mask:
    """A mask of the points on the lattice that most of them share, up to ``UNEVEN``."""
    apart = (middles[:, None] - middles[None, :: max(1, len(middles) // 48)]) % pitch
    off = np.minimum(apart, pitch - apart)
    near = np.asarray((off <= np.maximum(1.5, UNEVEN * pitch)).all(axis=2))
    return np.asarray(near[:, int(near.sum(axis=0).argmax())])


def _patches(middles: Points, pitch: Points) -> Iterator[Points]:
    """The points of each dense patch. Patches are separated by several cells without a point."""
    index = np.rint((middles - middles.min(axis=0)) / pitch).astype(np.int64)
    cells = np.zeros(index.max(axis=0)[::-1] + 1, dtype=np.uint8)
    cells[index[:, 1], index[:, 0]] = 1
    joined = cv2.morphologyEx(np.pad(cells, 4), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    label = labels[index[:, 1] + 4, index[:, 0] + 4]
    for name, (_, _, width, height, _) in enumerate(stats):
        patch = middles[label == name]
        if min(width, height) > 1 and len(patch) >= max(FEWEST_FACES, DENSE * width * height):
            yield patch
