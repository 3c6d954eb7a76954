"""Grids of plain cells in any colours.

The nets do not recognise covered cells that are drawn in random colours. A grid of them is seen by
the edges between its colours: nearly every cell has a face, and all faces are of one size.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.boards.proposals import lattice_of
from solver_bot.vision.candidates import Candidate, faces_in, nearly_square
from solver_bot.vision.lattice import Lattice

_EDGE = 4
"""Levels of any colour between neighbouring pixels at an edge."""
_FILLED, _COMPLETE, _LINE_COMPLETE = 0.5, 0.8, 0.6
"""The least shares of a grid that faces cover, of its cells with a face, and of each outermost
line's cells with one. Neighbours of one colour have no edge between them."""
_FEWEST_LINES = 5


def plain_grids(picture: Picture) -> list[Lattice]:
    """The places of grids of plain cells, those that cover most of the picture first."""
    found: list[Lattice] = []
    for lattice in sorted(_grids(picture), key=_area, reverse=True):
        if not any(map(lattice.overlaps, found)):
            found.append(lattice)
    return found


def _grids(picture: Picture) -> Iterator[Lattice]:
    for candidate in nearly_square(faces_in(_edges_of_colours(picture), _EDGE)):
        lattice = lattice_of(candidate)
        if lattice is None or min(lattice.columns, lattice.rows) < _FEWEST_LINES:
            continue
        faces = _cells_with_faces(lattice, candidate)
        lines = faces[0], faces[-1], faces[:, 0], faces[:, -1]
        complete = faces.mean() >= _COMPLETE and min(map(np.mean, lines)) >= _LINE_COMPLETE
        if complete and candidate.filled >= _FILLED:
            yield lattice


def _edges_of_colours(picture: Picture) -> Picture:
    """White, with black pixels where any colour differs from that of the next pixel."""
    right = cv2.absdiff(picture[:, 1:], picture[:, :-1]).max(-1)
    down = cv2.absdiff(picture[1:], picture[:-1]).max(-1)
    flat = np.full(picture.shape, 255, np.uint8)
    flat[:, :-1][right > _EDGE] = 0
    flat[:-1][down > _EDGE] = 0
    return flat


def _cells_with_faces(lattice: Lattice, candidate: Candidate) -> Mask:
    """Which cells have the middle of a face: shape (rows, columns)."""
    x, y = candidate.middles.T
    columns, rows = np.searchsorted(lattice.xs, x) - 1, np.searchsorted(lattice.ys, y) - 1
    inside = (columns >= 0) & (rows >= 0) & (columns < lattice.columns) & (rows < lattice.rows)
    faces = np.zeros((lattice.rows, lattice.columns), np.bool_)
    faces[rows[inside], columns[inside]] = True
    return faces


def _area(lattice: Lattice) -> float:
    return (lattice.right - lattice.left) * (lattice.bottom - lattice.top)
