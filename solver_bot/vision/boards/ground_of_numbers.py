"""Which cells stand on the ground of numbers, and which do not: empty and covered ones.

The nets tell numbers more surely than they tell covered cells from empty ones. Numbers stand on the
ground of empty cells in most programs, whatever that looks like: light may fall on it, and it may
be earth.
"""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, NUMBERS
from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.boards.oddity import at_sides, beside
from solver_bot.vision.patches import CELL, RIM, Cut, Numbering

_BLOCKS = 6
"""Parts of a cell across and down whose mean colours are compared, if they lie at its edges."""
_SURELY, _EITHER = -0.02, -0.1
"""The logarithm of the least probability of a number, and of a cell that is covered or empty."""
_FEW, _ENOUGH = 3, 6
"""The fewest numbers, and the fewest covered or empty cells, that must be seen."""
_NEARLY_ALL = 0.9
_SAME, _AS_OTHERS = 2.5, 1.5
"""Grounds of the same look differ on average by at most this many grey levels; or by this many
times what nearly all numbers differ from the next one's ground, if that is more."""
_OTHER, _FARTHER = 3.0, 2.0
"""Another ground differs by at least ``_FARTHER`` times as much plus ``_OTHER`` grey levels."""
_MOST_BETWEEN, _MOST_ODD = 0.2, 0.1
"""The largest share of cells whose ground fits neither side; and of numbers with too few covered
cells around them, and of empty cells with covered ones at their sides."""
_REFUTED = 0.5
"""The least share of numbers that would lack mines were the doubtful cells empty, for these to be
covered."""


def on_ground_of_numbers(cut: Cut, likely: Floats) -> tuple[Mask, Mask]:
    """Of all covered or empty cells those on the ground of numbers, and those on another ground.

    ``likely`` is the logarithm of each code's probability, shape (rows, columns, codes), for the
    tiles of ``cut``. Both masks are empty where the cells do not lie as such cells can.

    Where no cell is on the ground of numbers, each number may have a ground of its own. Then cells
    that look like nearly all are on another ground, if numbers would lack mines were they empty.
    """
    nowhere: Mask = np.zeros(cut.of.shape, np.bool_)
    shown = likely.argmax(-1)
    numbers = np.isin(shown, tuple(NUMBERS - {EMPTY})) & (likely.max(-1) > _SURELY)
    either = np.logaddexp(likely[..., EMPTY], likely[..., COVERED]) > _EITHER
    if numbers.sum() < _FEW or either.sum() < _ENOUGH:
        return nowhere, nowhere
    edges = colours_at_edges(cut)
    apart, own = _apart_from_numbers(edges, cut.of, numbers)
    least = max(_SAME, _AS_OTHERS * own)
    near, far = either & (apart <= least), either & (apart >= _FARTHER * least + _OTHER)
    if not far.any() or (near | far).sum() < (1 - _MOST_BETWEEN) * either.sum():
        return nowhere, nowhere
    if near.any():
        fits = _lie_apart(near, far) and _lacking(shown, numbers, ~near) <= _MOST_ODD
    else:
        off = np.abs(edges - np.median(edges[cut.of[far]], 0)).mean(1)[cut.of]
        alike = float(np.quantile(off[far], _NEARLY_ALL)) <= _SAME
        far &= off < _FARTHER * _SAME + _OTHER
        fits = alike and _lacking(shown, numbers, ~far) >= _REFUTED
    return (near, far) if fits else (nowhere, nowhere)


def _apart_from_numbers(edges: Floats, of: Numbering, numbers: Mask) -> tuple[Floats, float]:
    """How far each cell's edges are from the nearest number's, and how far nearly all numbers' are.

    In grey levels; the first has shape (rows, columns). A number is compared with the others.
    """
    names = np.unique(of[numbers])
    apart = np.stack([np.abs(edges - edges[one]).mean(1) for one in names.tolist()])
    others = apart[:, names] + np.where(np.eye(len(names), dtype=np.bool_), np.inf, 0)
    own = float(np.quantile(others.min(0), _NEARLY_ALL)) if len(names) > 1 else 0.0
    return np.asarray(apart.min(0)[of]), own


def colours_at_edges(cut: Cut) -> Floats:
    """The mean colours of the parts at the edges of every tile: shape (tiles, values)."""
    size = _BLOCKS, _BLOCKS
    faces = cut.patches[:, RIM : RIM + CELL, RIM : RIM + CELL, :3]
    parts = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in faces]
    at_edge: Mask = np.pad(np.zeros((_BLOCKS - 2,) * 2, np.bool_), 1, constant_values=True)
    return np.asarray(parts, np.float32)[:, at_edge].reshape(len(faces), -1)


def _lie_apart(empty: Mask, covered: Mask) -> bool:
    """Whether few empty cells have covered ones at their sides.

    Some programs open no cells across the corners of empty ones.
    """
    return int((empty & (at_sides(covered) > 0)).sum()) <= _MOST_ODD * int(empty.sum())


def _lacking(shown: Numbering, numbers: Mask, closed: Mask) -> float:
    """The share of numbers with too few cells around them that may be mines."""
    return float((shown > beside(closed & ~numbers))[numbers].mean())
