"""Whether signs lie across the lines of a lattice, as signs of a board hardly ever do."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY
from solver_bot.vision.arrays import Codes, Mask, Picture, Points
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import Numbering

_EDGE, _BLURRED_EDGE, _OF_STRONG = 24, 8, 0.5
"""The highest and lowest threshold for steps between pixels at a sign's outline, in grey levels;
between them, it is this share of the picture's strong steps."""
_FEWEST, _SHARE = 3, 0.3
"""The fewest signs across lines, and their least share of the signs within cells, for a lattice to
be wrong. Of 231 true lattices of generated boards one reached both: a lost game with signs that
reach into the next cells."""
_HIGH, _FULL = 0.3, 0.8
"""The least height of a sign, in cells, and that from which signs may reach a little beyond their
cells."""
_NARROW, _WIDE = 0.25, 1.2
"""The width of a sign, in heights of the board's signs."""
_AS_CLEAR, _CLEAR = 0.5, 0.75
"""The least contrast of a sign, as a share of the contrast that three in four marks within cells of
numbers do not exceed. Some of these may be texture too."""


def has_signs_across_lines(picture: Picture, lattice: Lattice, codes: Codes) -> bool:
    """Whether signs like those of its numbers lie across lines between columns or rows.

    Where two columns are taken for one, the signs of every second column may lie across lines.
    Marks that are much fainter than the numbers are no signs: the cells have a texture. ``codes``
    are what the cells show, shape (rows, columns).
    """
    boxes = _outlined(picture, lattice)
    if not len(boxes):
        return False
    cells, whole = _cells_of(boxes, lattice)
    numbers = (codes > EMPTY) & (codes < COVERED)
    signs = whole & numbers[cells] & (boxes[:, 3] >= _HIGH * lattice.cell_height)
    if signs.sum() < _FEWEST:
        return False
    high = float(np.median(boxes[signs, 3]))
    if high > _FULL * lattice.cell_height:
        return False
    width, height = boxes[:, 2], boxes[:, 3]
    alike = (np.abs(height - high) <= 1) & (width >= _NARROW * high) & (width <= _WIDE * high)
    across, within = boxes[alike & ~whole], boxes[alike & signs]
    if len(across) < max(_FEWEST, _SHARE * len(within)):
        return False
    least = _AS_CLEAR * np.quantile(_contrasts(picture, within), _CLEAR) if len(within) else 0.0
    clear = np.count_nonzero(_contrasts(picture, across) >= least)
    return bool(clear >= max(_FEWEST, _SHARE * len(within)))


def _contrasts(picture: Picture, boxes: Points) -> Points:
    """How much the pixels of each box differ, in the colour in which they do most: shape (n,).

    The lightest and darkest ones do not count, since they may be specks.
    """
    found = np.zeros(len(boxes))
    for number, (left, top, width, height) in enumerate(boxes.astype(int).tolist()):
        part = picture[top : top + height, left : left + width].reshape(-1, 3)
        found[number] = np.subtract(*np.percentile(part, (95, 5), axis=0)).max()
    return found


def _outlined(picture: Picture, lattice: Lattice) -> Points:
    """Boxes of what stands out and has its middle on the board: left, top, width, height."""
    left, top = max(0, int(lattice.left)), max(0, int(lattice.top))
    part = picture[top : int(lattice.bottom) + 1, left : int(lattice.right) + 1]
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    spans = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    edge = np.clip(_OF_STRONG * np.percentile(spans, 99), _BLURRED_EDGE, _EDGE)
    strong = (spans > edge).astype(np.uint8)
    boxes = cv2.connectedComponentsWithStats(strong, connectivity=8)[2][1:, :4].astype(np.float64)
    boxes[:, :2] += left, top
    x, y = (boxes[:, :2] + boxes[:, 2:] / 2).T
    inside = (x > lattice.left) & (x < lattice.right) & (y > lattice.top) & (y < lattice.bottom)
    return np.asarray(boxes[inside])


def _cells_of(boxes: Points, lattice: Lattice) -> tuple[tuple[Numbering, Numbering], Mask]:
    """The rows and columns in which the middles of boxes lie, and which lie wholly in one cell."""
    cells: list[Numbering] = []
    whole: Mask = np.ones(len(boxes), np.bool_)
    for axis, lines in enumerate((lattice.xs, lattice.ys)):
        edges = np.array(lines)
        first, size = boxes[:, axis], boxes[:, axis + 2]
        cell = np.searchsorted(edges, first + size / 2) - 1
        whole &= (first + 1 >= edges[cell]) & (first + size - 1 <= edges[cell + 1])
        cells.append(cell)
    return (cells[1], cells[0]), whole
