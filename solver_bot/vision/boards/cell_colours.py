"""The colours of a board's cells, and whether the cells of a new game can differ like that."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, RIM, cut_patches

_ALIKE, EQUAL, _NEARLY_ALL = 20.0, 2.0, 0.9
"""Grey levels by which any ninth of a cell of a new game may differ from the usual one, the same
for equal cells, and the share of cells that must fit. Of 108 generated new games one had 19.3 and
the others less. Coloured tiles had 30 and more, small jewels on white cells 63."""
_AROUND = RIM + CELL // 8
"""Values of a patch that are left out on each side of a cell's face."""
_LIT, _OF_ONE_LIGHT, _EVENLY = 80.0, 24.0, 6.5
"""Grey levels by which nearly all cells may differ where light falls from one side: from the usual
one, one line of colours, and the mean of cells on opposite sides. Lit games had up to 56, 17 and
5.6; tiles of several colours are off that mean by 7.8 and more, and a palette is off any line by
49."""
_OPPOSITE = (1, 1), (1, -1), (0, 2), (2, 0)
"""Steps from a cell to one of two cells on opposite sides of it."""


def colours(picture: Picture, lattice: Lattice) -> Floats:
    """The mean colours of nine parts of every cell's face, shape (rows, columns, 27).

    The line around a face is left out: it falls on the next cell where the lattice is a pixel off.
    """
    patches, index = cut_patches(picture, lattice)
    inner = patches[:, _AROUND:-_AROUND, _AROUND:-_AROUND, :3]
    parts = [cv2.resize(one, (3, 3), interpolation=cv2.INTER_AREA).ravel() for one in inner]
    return np.asarray(np.array(parts, np.float32)[index])


def is_of_one_colour(cells: Floats) -> bool:
    """Whether cells of these colours, shape (rows, columns, n), have one colour, lit or not."""
    return are_alike(cells) or are_lit(cells)


def are_alike(cells: Floats, most: float = _ALIKE) -> bool:
    """Whether cells of these colours, shape (rows, columns, n), can be those of a new game.

    Nearly all have about one colour, up to ``most`` grey levels, or two on a checkerboard.
    """
    return _nearly_all(_off_usual(cells)) <= most


def are_lit(cells: Floats) -> bool:
    """Whether cells of these colours, shape (rows, columns, n), may be equal but for the light.

    Light makes cells brighter or darker along one line of colours, and does so evenly from cell to
    cell.
    """
    off = _off_usual(cells)
    if _nearly_all(off) > _LIT or _nearly_all(_unevenness(cells)) > _EVENLY:
        return False
    off = off.reshape(-1, off.shape[-1])
    line = np.linalg.svd(off, full_matrices=False)[2][0]
    return _nearly_all(off - np.outer(off @ line, line)) <= _OF_ONE_LIGHT


def _nearly_all(off: Floats) -> float:
    """By how much nearly all cells are off at most, in any value of the last axis."""
    return float(np.nanquantile(np.abs(off).max(-1), _NEARLY_ALL))


def _off_usual(cells: Floats) -> Floats:
    """By how much the colours of every cell differ from the usual ones of its half of the board.

    The halves are those of a checkerboard.
    """
    off = cells.copy()
    for parity in (0, 1):
        chosen = np.indices(cells.shape[:2]).sum(0) % 2 == parity
        off[chosen] -= np.median(cells[chosen], 0)
    return off


def _unevenness(cells: Floats) -> Floats:
    """How far the colours of every cell are from the mean of two cells on opposite sides of it.

    NaN where there are none. Cells of the other colour of a checkerboard do not count.
    """
    rows, columns = cells.shape[:2]
    around = np.pad(cells, ((2, 2), (2, 2), (0, 0)), constant_values=np.nan)

    def moved(down: int, right: int) -> Floats:
        return np.asarray(around[2 + down : 2 + down + rows, 2 + right : 2 + right + columns])

    between = [(moved(*step) + moved(*np.negative(step))) / 2 for step in _OPPOSITE]
    known = ~np.isnan(between)
    mean = np.where(known, between, 0).sum(0) / np.maximum(known.sum(0), 1)
    somewhere: Mask = np.asarray(known.any((0, -1)))
    return np.where(somewhere[..., None], cells - mean, np.nan)
