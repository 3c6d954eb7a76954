"""Redraws covered cells of many colours in one colour, as nearly every program draws them."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture, Points
from solver_bot.vision.lattice import Lattice

_BEVEL, _STEP = 0.1, 70.0
"""The width of a bevel, in cells, and by how many grey levels it is lighter or darker."""


def drawn_alike(picture: Picture, place: Lattice, cells: Mask) -> Picture:
    """The picture with these cells, shape (rows, columns), as raised buttons of one colour.

    The colour is the median of the cells' own.
    """
    if not cells.any():
        return picture
    boxes = [_box(place, cell) for cell in np.flatnonzero(cells).tolist()]
    faces = [picture[rows, columns].mean((0, 1)) for rows, columns in boxes]
    face = np.median(faces, 0)
    drawn = picture.copy()
    for box in boxes:
        _press_out(drawn[box], face)
    return drawn


def _press_out(part: Picture, face: Floats | Points) -> None:
    """Draw a raised button over all of a part of a picture, in place."""
    bevel = max(1, round(_BEVEL * min(part.shape[:2])))
    part[:] = (face - _STEP).clip(0, 255)
    part[:-bevel, :-bevel] = (face + _STEP).clip(0, 255)
    part[bevel:-bevel, bevel:-bevel] = face


def _box(place: Lattice, cell: int) -> tuple[slice, slice]:
    left, top, right, bottom = (max(0, round(edge)) for edge in place.box(cell))
    return slice(top, bottom), slice(left, right)
