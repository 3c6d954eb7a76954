"""Wide cells without their plain parts, so that the nets see signs in their own shape.

The nets see each cell as a square. Signs are as high as their cell allows, so in a cell twice as
wide as high a digit is squeezed to half its width.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import BEYOND

_WIDE, _FLANK = 1.6, 0.2
"""The width that a cell gets, in its heights, and the share of that width for each flank. The rest
is its middle; what was between these is left out."""
_PLAIN, _NEARLY_ALL = 8, 0.95
"""Grey levels by which a plain row of pixels varies at most, and the share of all rows that are
plain where cells are made narrower."""


class Narrowed(NamedTuple):
    """A picture with narrower cells, and where these are in it."""

    picture: Picture
    lattice: Lattice


def narrowed(picture: Picture, area: Lattice, board: Lattice) -> Narrowed | None:
    """The picture with the area's cells made narrower; None if the board's are not wide and plain.

    The area, which may reach beyond the picture, is the board with what is around it.
    """
    width = round(_WIDE * board.cell_height)
    if board.cell_width < width + 2 or not _are_plain(picture, board, width):
        return None
    xs = _whole(area.xs)
    before, after = max(0, -int(xs[0])), max(0, int(xs[-1]) - picture.shape[1])
    wide = cv2.copyMakeBorder(picture, 0, 0, before, after, cv2.BORDER_CONSTANT, value=BEYOND)
    kept = np.concatenate([_parts(*sides, width)[0] for sides in pairwise(xs.tolist())])
    edges = tuple(float(width * i) for i in range(area.columns + 1))
    return Narrowed(np.ascontiguousarray(wide[:, kept + before]), Lattice(edges, area.ys))


def _are_plain(picture: Picture, board: Lattice, width: int) -> bool:
    """Whether what would be left out shows nothing."""
    top, bottom = (
        int(np.clip(y, 0, picture.shape[0])) for y in _whole((board.ys[0], board.ys[-1]))
    )
    plain = []
    for left, right in pairwise(_whole(board.xs).tolist()):
        for strip in _parts(left, right, width)[1:]:
            columns = strip[(strip >= 0) & (strip < picture.shape[1])]
            rows = picture[top:bottom, columns]
            if rows.size:
                plain.append(np.ptp(rows, axis=1).max(-1) <= _PLAIN)
    return bool(plain and np.mean(plain) >= _NEARLY_ALL)


def _whole(lines: tuple[float, ...]) -> NDArray[np.intp]:
    return np.rint(lines).astype(np.intp)


def _parts(left: int, right: int, width: int) -> tuple[NDArray[np.intp], ...]:
    """A cell's columns of pixels: those that are kept, and both strips that are left out."""
    flank = round(_FLANK * width)
    middle = width - 2 * flank
    first = (left + right - middle) // 2
    kept = np.r_[left : left + flank, first : first + middle, right - flank : right]
    return kept, np.arange(left + flank, first), np.arange(first + middle, right - flank)
