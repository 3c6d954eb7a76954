"""Lattices whose cells are parts or multiples of the cells of proposed ones.

What repeats every two cells, such as a checkerboard, is proposed with cells twice as wide, and the
characters of a terminal with cells a third as wide. How well the picture agrees with itself, moved
by such a distance, says which of these to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice

_FEWEST_CELLS, _MOST_LATTICES = 12, 8
"""Cells of a lattice from which on its multiples are looked at, and lattices, the largest first."""
_PARTS, _TIMES = (2, 3), (2, 3, 4)
_AS_WELL, _BETTER, _LEAST = 0.8, 0.08, 0.25
"""How much a picture must agree with itself at a distance: at a part of a cell, as a share of what
it does at the whole; at a multiple, how much more than that; and at least, of 1."""
_STRONGEST = 48.0
"""Grey levels of an edge beyond which it counts no more."""
_NARROWEST, _LARGEST = 8.0, 130.0
"""Pixels of a cell."""
_LONGEST = 3.5
"""The longer side of a cell in its shorter one."""

Factor = tuple[int, int]
"""By how much a distance is multiplied, and by how much it is divided."""


def multiples(picture: Picture, lattices: Sequence[Lattice]) -> Iterator[Lattice]:
    """Parts and multiples of lattices, at every place where they may begin."""
    large = [one for one in lattices if one.columns * one.rows >= _FEWEST_CELLS]
    large.sort(key=lambda one: -(one.right - one.left) * (one.bottom - one.top))
    edges = _edges_of(picture)
    for one in large[:_MOST_LATTICES]:
        part = _around(edges, one)
        across = _factors(part, one.cell_width)
        down = _factors(np.ascontiguousarray(part.T), one.cell_height)
        for wide, high in product(across, down):
            if (wide, high) != ((1, 1), (1, 1)) and _is_cell(one, wide, high):
                yield from _beginning_anywhere(one, wide, high)


def _edges_of(picture: Picture) -> Floats:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    span = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    return np.asarray(
        cv2.GaussianBlur(np.minimum(span, _STRONGEST).astype(np.float32), (0, 0), 0.8)
    )


def _around(edges: Floats, one: Lattice) -> Floats:
    """The part of a picture in which a lattice lies, and a cell more on every side."""
    height, width = edges.shape
    left, right = np.clip((one.left - one.cell_width, one.right + one.cell_width), 0, width)
    top, bottom = np.clip((one.top - one.cell_height, one.bottom + one.cell_height), 0, height)
    return edges[int(top) : int(bottom), int(left) : int(right)]


def _factors(part: Floats, pitch: float) -> list[Factor]:
    """By what a distance across may be multiplied: by 1, and where the part agrees with itself."""
    whole = _agreement(part, pitch)
    found = [(1, 1)]
    for parts in _PARTS:
        if _agreement(part, pitch / parts) >= max(_LEAST, _AS_WELL * whole):
            found.append((1, parts))
    for times in _TIMES:
        if _agreement(part, pitch * times) >= max(_LEAST, whole + _BETTER):
            found.append((times, 1))
    return found


def _agreement(part: Floats, distance: float) -> float:
    """How much a picture agrees with itself moved to the right: the correlation, at most 1."""
    moved, width = round(distance), part.shape[1]
    if moved < 1 or width < 2 * moved:
        return -1.0
    one, other = part[:, : width - moved], part[:, moved:]
    one, other = one - one.mean(), other - other.mean()
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / spread if spread else -1.0


def _is_cell(one: Lattice, wide: Factor, high: Factor) -> bool:
    """Whether cells of this size can be those of a board."""
    width, height = one.cell_width * wide[0] / wide[1], one.cell_height * high[0] / high[1]
    short, long = sorted((width, height))
    return short >= _NARROWEST and long <= min(_LARGEST, _LONGEST * short)


def _beginning_anywhere(one: Lattice, wide: Factor, high: Factor) -> Iterator[Lattice]:
    """Lattices with multiples of the cells, beginning at each of the cells that make one."""
    for right, below in product(range(wide[0]), range(high[0])):
        xs, ys = _lines(one.xs, wide, right), _lines(one.ys, high, below)
        if min(len(xs), len(ys)) > 2:
            yield Lattice(xs, ys)


def _lines(edges: Sequence[float], factor: Factor, first: int) -> tuple[float, ...]:
    """Edges of cells that are multiples of those between ``edges``, from the one numbered first."""
    times, parts = factor
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    start, step = edges[0] + first * pitch, pitch * times / parts
    count = int((edges[-1] - start) / step + 0.5)
    return tuple(start + step * number for number in range(count + 1))
