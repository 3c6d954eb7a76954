"""The lines between cells: where two like cells meet without one, something is in front of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice

_NEAR = 0.12
"""The share of a cell on either side of an edge in which its line is looked for."""
_PLACES = (0.35, 0.5, 0.65)
"""Where along a cell's side it is looked for."""
_SEEN, _MISSING = 6.0, 0.35
"""Grey levels that a line usually differs by, to be one; and the share of that that is none."""
_NOTHING = 2.0
"""Grey levels below which there is nothing at all between two cells."""


def behind_something(picture: Picture, lattice: Lattice, codes: Codes) -> Mask:
    """The covered or empty cells that meet one like them without the usual line between the two.

    Where empty cells have lines, covered ones have some too: a few without are a window.
    ``codes`` and the result have the shape (rows, columns).
    """
    found = np.zeros(codes.shape, bool)
    turned = picture.swapaxes(0, 1)
    for seen, xs, ys, shown, hidden in (
        (picture, lattice.xs, lattice.ys, codes, found),
        (turned, lattice.ys, lattice.xs, codes.T, found.T),
    ):
        lines = _contrast(seen, xs, ys)
        lined = False
        for state in (EMPTY, COVERED):
            both = (shown[:, :-1] == state) & (shown[:, 1:] == state)
            usual = float(np.median(lines[both])) if both.any() else 0.0
            least = _MISSING * usual if usual >= _SEEN else _NOTHING * lined
            lined = usual >= _SEEN
            missing = both & (lines < least)
            hidden[:, :-1] |= missing
            hidden[:, 1:] |= missing
    return found


def _contrast(picture: Picture, xs: tuple[float, ...], ys: tuple[float, ...]) -> Floats:
    """How much the picture changes across each upright line between two cells, in grey levels."""
    edges, tops = np.array(xs), np.array(ys)
    near = max(2, round(_NEAR * float(np.diff(edges).mean())))
    across = _inside(edges[1:-1, None] + np.arange(-near, near + 1), picture.shape[1])
    down = _inside(tops[:-1, None] + np.diff(tops)[:, None] * _PLACES, picture.shape[0])
    pixels = picture[down[:, :, None, None], across].astype(np.float32)
    return np.asarray(np.ptp(pixels.mean(axis=1), axis=2).max(axis=2), np.float32)


def _inside(places: NDArray[np.float64], size: int) -> NDArray[np.int64]:
    return np.clip(np.rint(places).astype(np.int64), 0, size - 1)
