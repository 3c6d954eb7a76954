"""Lattices on which a board may lie: cheap, too many, with their extents left open.

Three ways give them. Flat faces that repeat at one pitch are in the middles of cells, and so are
most signs of one height that repeat at one pitch. Where neither is seen, parts of the picture are
compared with themselves: they agree when moved by a cell, whatever is drawn on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Mask, Picture, Points
from solver_bot.vision.boards.combs import combs
from solver_bot.vision.boards.uneven import uneven_lattice
from solver_bot.vision.candidates import Candidate
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES, Candidates
from solver_bot.vision.patches import Numbering

SMALLEST = 8.0
"""Pixels of the smallest cell."""
_MOST = 12
"""Proposals of each way."""
_SIGN_EDGES = (60, 24)
"""Grey levels between neighbouring pixels at the outline of a sign, tried in turn."""
_COLOUR_EDGE = 40
"""Levels of any colour there: blue signs may be as dark as what they stand on."""
_ROUGH_EDGE = 30
"""Grey levels at the edge of a face that has a texture."""
_MOST_HEIGHTS = 4
_FEWEST_SIGNS = 5
_NEARLY_BEST = 0.97
"""The share of the best score from which a larger distance is preferred: every half of a distance
fits as well as the whole."""
_LARGEST = 110.0
"""Pixels up to which cells with small signs are looked for."""
_WIDEST = 4
"""The largest width of a sign, in heights of it."""
_LOWEST = 5
"""The least height, in pixels, of signs that are grouped by their height alone."""
_MOST_LIKE, _COLOUR_STEP = 8, 40
"""The most kinds of like signs that are looked at, and grey levels by which those of one kind
differ."""
_SCATTER = 0.12
"""How far signs may be off the middles of their cells, in cells."""
_FARTHEST = 400
"""The most lines between the first and the last sign of a picture."""
_SAME_PLACE, _SAME_PITCH = 0.12, 0.02
"""Shares of a cell by which two lattices may differ and still be one proposal."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A lattice on which a board may lie, and what it was found by."""

    way: str
    lattice: Lattice


def proposals(picture: Picture, candidates: Candidates | None = None) -> Iterator[list[Proposal]]:
    """Lattices in a picture, each once: those of one way after the other, the quickest first."""
    seen: list[Lattice] = []
    candidates = candidates or Candidates(picture)
    ways: tuple[tuple[str, Callable[[], Iterator[Lattice]]], ...] = (
        ("uneven faces", lambda: _uneven(candidates.faces_at(EDGES[0]))),
        ("faces", lambda: _of_faces(candidates.at(EDGES[0]))),
        ("signs", lambda: _of_signs(_outlined(picture, _SIGN_EDGES[0]))),
        ("like signs", lambda: _of_like_signs(picture, _outlined(picture, _SIGN_EDGES[0]))),
        ("faint faces", lambda: _of_faces(candidates.at(EDGES[1]))),
        ("faint signs", lambda: _of_signs(_outlined(picture, _SIGN_EDGES[1]))),
        ("rough faces", lambda: _of_faces(candidates.at(_ROUGH_EDGE))),
        ("stretched faces", lambda: _of_faces(candidates.stretched_at(EDGES[0]))),
        ("coloured signs", lambda: _of_signs(_outlined_in_colour(picture))),
        ("comb", lambda: combs(picture)),
        ("coloured comb", lambda: combs(picture, in_colours=True)),
    )
    for name, way in ways:
        new = []
        for lattice in way():
            small = min(lattice.cell_width, lattice.cell_height) < SMALLEST
            if not small and not any(_is_same(lattice, other) for other in seen):
                seen.append(lattice)
                new.append(Proposal(name, lattice))
        yield new


def _of_faces(candidates: Sequence[Candidate]) -> Iterator[Lattice]:
    for candidate in candidates[:_MOST]:
        if lattice := lattice_of(candidate):
            yield lattice


def _uneven(faces: Points) -> Iterator[Lattice]:
    if lattice := uneven_lattice(faces):
        yield lattice


def lattice_of(candidate: Candidate) -> Lattice | None:
    """The lattice of equal cells around faces; None where all lie in one line."""
    xs, ys = (_edges(candidate.middles[:, axis], candidate.pitch[axis]) for axis in (0, 1))
    return Lattice(xs, ys) if xs and ys else None


def _outlined(picture: Picture, edge: int) -> Points:
    """Boxes of small things that stand out from what is around them: left, top, width, height."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return _boxes(_spans(grey), edge)


def _outlined_in_colour(picture: Picture) -> Points:
    """The same of things that stand out in any colour."""
    return _boxes(_spans(picture).max(-1), _COLOUR_EDGE)


def _spans(picture: Picture) -> Picture:
    """By how much levels differ between each pixel and its neighbours."""
    return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)))


def _boxes(span: Picture, edge: int) -> Points:
    strong = cv2.threshold(span, edge, 255, cv2.THRESH_BINARY)[1]
    boxes = cv2.connectedComponentsWithStats(strong, connectivity=8)[2][1:, :4].astype(np.float64)
    width, height = boxes[:, 2], boxes[:, 3]
    small = (height >= 2) & (height <= 76) & (width >= 2) & (width <= _WIDEST * height)
    return np.asarray(boxes[small])


def _of_signs(boxes: Points) -> Iterator[Lattice]:
    """Lattices of signs of one height."""
    heights = np.bincount(boxes[boxes[:, 3] >= _LOWEST, 3].astype(int), minlength=80)
    alike = np.convolve(heights, (1, 1, 1), "same")
    for height in np.argsort(-alike * np.arange(len(alike)))[:_MOST_HEIGHTS].tolist():
        if alike[height] >= _FEWEST_SIGNS:
            yield from _through(boxes[np.abs(boxes[:, 3] - height) <= 1])


def _of_like_signs(picture: Picture, boxes: Points) -> Iterator[Lattice]:
    """Lattices of signs alike in size and in the colours of their halves: the same sign repeated.

    A cell may be written with several characters, such as brackets, which their halves tell apart.
    """
    if not len(boxes):
        return
    left, top, width, height = boxes.astype(int).T
    sums = np.asarray(cv2.integral(picture), np.int32)
    middle = left + width // 2
    halves = ((left, middle), (middle, left + width))
    colours = [_colours(sums, start, end, top, top + height) for start, end in halves]
    kinds = np.column_stack([width, height, *colours])
    found, of, counts = np.unique(kinds, axis=0, return_inverse=True, return_counts=True)
    for kind in np.argsort(-counts * found[:, 1])[:_MOST_LIKE].tolist():
        if counts[kind] >= _FEWEST_SIGNS:
            yield from _through(boxes[of.ravel() == kind])


def _colours(
    sums: NDArray[np.int32], left: Numbering, right: Numbering, top: Numbering, bottom: Numbering
) -> NDArray[np.int32]:
    """The mean colours of boxes, in steps, from the sums of a picture: shape (n, 3)."""
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    pixels = ((right - left) * (bottom - top))[:, None]
    return np.asarray(total // pixels // _COLOUR_STEP, np.int32)


def _through(signs: Points) -> Iterator[Lattice]:
    """Lattices through the middles of many of these boxes, with distances measured within lines."""
    sizes = np.median(signs[:, 2:], axis=0).tolist()
    middles = signs[:, :2] + signs[:, 2:] / 2
    for _ in range(2):
        if len(middles) < _FEWEST_SIGNS:
            return
        lanes = [np.rint(middles[:, axis] / 2) for axis in (1, 0)]
        pitches = [_pitch(middles[:, axis], lanes[axis], sizes[axis]) for axis in (0, 1)]
        if not pitches[0] or not pitches[1]:
            return
        across, down = pitches
        pitch = np.array([across, down])
        apart = (middles[:, None] - middles[None, :: max(1, len(middles) // 48)]) % pitch
        off = np.minimum(apart, pitch - apart)
        near = np.asarray((off <= np.maximum(1.5, _SCATTER * pitch)).all(2))
        chosen = near[:, int(near.sum(0).argmax())]
        for patch in _dense(middles[chosen], pitch):
            xs, ys = (_edges(patch[:, axis], float(pitch[axis])) for axis in (0, 1))
            if xs and ys:
                yield Lattice(xs, ys)
        middles = middles[~chosen]


def _dense(middles: Points, pitch: Floats) -> Iterator[Points]:
    """The points of each patch of the lattice in which points lie close together."""
    index = np.rint((middles - middles.min(0)) / pitch).astype(int)
    if (index.max(0) > _FARTHEST).any():
        index = np.minimum(index, _FARTHEST)
    cells = np.zeros(index.max(0)[::-1] + 1, np.uint8)
    cells[index[:, 1], index[:, 0]] = 1
    joined = cv2.dilate(np.pad(cells, 2), np.ones((4, 4), np.uint8))
    labels = cv2.connectedComponents(joined)[1][index[:, 1] + 2, index[:, 0] + 2]
    for name in np.unique(labels).tolist():
        part = middles[labels == name]
        if len(part) >= _FEWEST_SIGNS:
            yield part


def _pitch(places: Points, lanes: Points, size: float) -> float | None:
    """The largest distance of which most gaps between neighbours in a lane are whole multiples."""
    order = np.lexsort((places, lanes))
    steps = np.diff(places[order])[np.diff(lanes[order]) == 0]
    size = max(size, SMALLEST / 2)
    steps = steps[(steps > 0.9 * size) & (steps < 40 * size)]
    if len(steps) < 3:
        return None
    steps, counts = np.unique(steps, return_counts=True)
    tries = np.arange(max(SMALLEST, 1.05 * size), max(5.5 * size, _LARGEST) + 1, 0.1)[:, None]
    times = np.rint(steps / tries)
    slack = np.maximum(1.0, 0.06 * tries)
    near: Mask = np.abs(steps - times * tries) <= slack
    near &= times > 0
    chance = 2 * slack / tries
    by_chance, spread = chance * counts.sum(), np.sqrt(chance * (1 - chance)).clip(0.05)
    score = ((near @ counts)[:, None] - by_chance)[:, 0] / spread[:, 0]
    if score.max() <= 0:
        return None
    best = int(np.flatnonzero(score >= _NEARLY_BEST * score.max())[-1])
    fitting = near[best] * counts
    total = fitting @ times[best]
    if fitting.sum() < 0.5 * counts.sum() or not total:
        return None
    return float(fitting @ steps / total)


def _edges(middles: Points, pitch: float) -> tuple[float, ...] | None:
    """The edges of equal cells around these middles; None where all lie in one line."""
    start = float(np.median(middles % pitch))
    for _ in range(3):
        number = np.rint((middles - start) / pitch)
        if np.ptp(number) == 0:
            return None
        off = middles - start - number * pitch
        near = np.abs(off - np.median(off)) <= 0.15 * pitch
        if not near.any() or np.ptp(number[near]) == 0:
            return None
        pitch, start = map(float, np.polyfit(number[near], middles[near], 1))
    first, last = int(number.min()), int(number.max()) + 1
    return tuple(start + pitch * (i - 0.5) for i in range(first, last + 1))


def _is_same(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices overlap and have the same cells where they do."""
    if not one.overlaps(other):
        return False
    return _are_same_lines(one.xs, other.xs) and _are_same_lines(one.ys, other.ys)


def _are_same_lines(one: Sequence[float], other: Sequence[float]) -> bool:
    first, second = ((edges[-1] - edges[0]) / (len(edges) - 1) for edges in (one, other))
    if abs(first - second) > _SAME_PITCH * first:
        return False
    middle = (max(one[0], other[0]) + min(one[-1], other[-1])) / 2
    apart = ((middle - one[0]) / first - (middle - other[0]) / second) % 1
    return min(apart, 1 - apart) <= _SAME_PLACE
