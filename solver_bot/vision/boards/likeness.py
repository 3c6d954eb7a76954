"""Which cells are drawn otherwise than nearly all others that show the same.

A program draws a state in one way. Where a few cells differ from all others that were read alike by
more than these differ from each other, they show something else: a flag among covered cells, or a
number of which a pointer hides a part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.patches import CELL, RIM, Cut

_EDGE, _BLOCK = 4, 3
"""Pixels at a cell's edge that are left out, since neighbours throw shadows there, and those of
which the mean colour is taken, across and down."""
_LEAST, _TIMES = 16.0, 2.5
"""Two drawings are alike if no block differs by more grey levels than the first, or than so many
times what nine cells in ten differ from the next one. On 345 generated boards 87 of 95 wrong cells
were drawn otherwise, and 179 of 63,000 right ones."""
_NEXT = 0.9
_FEWEST, _FEW, _MOST_OF_ALL = 6, 0.25, 0.6
"""How many cells of a state show how it is drawn, the largest share of those drawn otherwise, and
the least share of the usual ones. On a checkerboard there are two usual ones."""
_MOST = 1000
"""With more different cells of a state than this none is compared."""


def drawn_otherwise(cut: Cut, codes: Codes) -> Mask:
    """The cells that are drawn otherwise than nearly all others of their state.

    Drawings that others join step by step are alike, as where light falls from one side. ``codes``
    are those of the tiles of ``cut``, shape (rows, columns).
    """
    otherwise = np.zeros(codes.shape, np.bool_)
    drawings = _drawings(cut)
    for code in np.unique(codes[codes != UNREADABLE]).tolist():
        cells = codes == code
        if cells.sum() < _FEWEST:
            continue
        tiles, of, counts = np.unique(cut.of[cells], return_inverse=True, return_counts=True)
        if len(tiles) <= _MOST:
            otherwise[cells] = _unusual(drawings[tiles], counts)[of.ravel()]
    return otherwise


def _drawings(cut: Cut) -> Floats:
    """The mean colours of blocks within every different tile: shape (tiles, values)."""
    inner = slice(RIM + _EDGE, RIM + CELL - _EDGE)
    cells = cut.patches[:, inner, inner, :3].astype(np.float32)
    blocks = cells.shape[1] // _BLOCK
    cells = cells[:, : blocks * _BLOCK, : blocks * _BLOCK]
    parts = cells.reshape(len(cells), blocks, _BLOCK, blocks, _BLOCK, 3)
    return parts.mean((2, 4)).reshape(len(cells), -1)


def _unusual(drawings: Floats, counts: NDArray[np.intp]) -> Mask:
    """Which drawings few cells have, though nearly all others have one that is alike.

    ``counts`` has how many cells have each of the drawings, shape (n, values).
    """
    none = np.zeros(len(drawings), np.bool_)
    if np.ptp(drawings, axis=0).max() <= _LEAST:
        return none
    apart = np.array([np.abs(drawings - one).max(1) for one in drawings])
    to_next = np.where(counts > 1, 0, (apart + np.diag(np.full(len(apart), np.inf))).min(1))
    alike = max(_LEAST, _TIMES * float(np.quantile(np.repeat(to_next, counts), _NEXT)))
    group = _joined(apart <= alike)
    share = np.bincount(group, counts) / counts.sum()
    return np.asarray((share <= _FEW)[group]) if share.max() >= _MOST_OF_ALL else none


def _joined(alike: Mask) -> NDArray[np.intp]:
    """The number of the group of each drawing: those that are alike, step by step."""
    group = np.full(len(alike), -1)
    for first in range(len(alike)):
        if group[first] >= 0:
            continue
        new = np.zeros(len(alike), np.bool_)
        new[first] = True
        while new.any():
            group[new] = first
            new = alike[new].any(0) & (group < 0)
    return np.unique(group, return_inverse=True)[1]
