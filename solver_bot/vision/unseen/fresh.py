"""Grids of like cells: what a new game looks like in a skin nobody knows.

All its cells are covered, so there is nothing to read: any grid of like fields looks so. What is
found here is only worth a try where there is other evidence that it is a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED
from solver_bot.vision.arrays import Picture
from solver_bot.vision.candidates import candidates_in
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES
from solver_bot.vision.unseen.kinds import Kinds, Numbering, drawings, sort_tiles
from solver_bot.vision.unseen.place import board_at, cut_sides
from solver_bot.vision.unseen.repeat import lattice_of, patches

FEWEST_LINES, MOST_COLUMNS, MOST_ROWS = 4, 100, 60
_MOST_CANDIDATES = 12
_MOST_PATCHES = 6
_LIKE = 0.9
"""The share of cells that must be of the one or two looks that a covered cell has."""
_MOST_KINDS = 24
"""Kinds of tiles: where cells stand at fractions of a pixel, there are many that differ little."""
_RIM = 3
"""Pixels of a tile's rim that do not matter here."""
_ALIKE = 12.0
"""Grey levels that the middles of two cells of one look may be apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A grid of cells that look alike.

    Attributes:
        lattice: where its cells are.
        kinds: their tiles, sorted by likeness.
        pictured: whether they have no flat faces, but show the same picture.

    """

    lattice: Lattice
    kinds: Kinds
    pictured: bool = False


def grids(picture: Picture, taken: Sequence[Lattice] = (), pictured: bool = False) -> list[Grid]:
    """Every whole grid of like cells outside the places already taken, in reading order.

    With ``pictured``, where there is none with flat faces, also those whose cells are pictures.
    """
    found: list[Grid] = []
    for edge in EDGES:
        for grid in _grids(picture, edge):
            places = [*taken, *(other.lattice for other in found)]
            if not any(map(grid.lattice.overlaps, places)):
                found.append(grid)
        if found:
            break
    for grid in _pictured(picture) if pictured and not found else ():
        if not any(map(grid.lattice.overlaps, [*taken, *(other.lattice for other in found)])):
            found.append(grid)
    return sorted(found, key=lambda grid: (grid.lattice.top, grid.lattice.left))


def _grids(picture: Picture, edge: int) -> Iterator[Grid]:
    candidates = sorted(candidates_in(picture, edge), key=lambda c: -c.area)
    for candidate in candidates[:_MOST_CANDIDATES]:
        place = board_at(picture, candidate)
        if place and _like_cells(place[1]) and _bare(picture, *place):
            yield Grid(*place)


def _pictured(picture: Picture) -> Iterator[Grid]:
    """Grids of cells that have no flat faces but show the same picture."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    for patch in patches(grey)[:_MOST_PATCHES]:
        lattice = lattice_of(grey, patch)
        if lattice is None or not lattice.is_inside(picture):
            continue
        kinds = sort_tiles(picture, lattice)
        if _like_cells(kinds) and not cut_sides(picture, lattice, kinds, _covered(kinds)):
            yield Grid(lattice, kinds, pictured=True)


def _covered(kinds: Kinds) -> NDArray[np.uint8]:
    return np.full(len(kinds.tiles), COVERED, np.uint8)


def _like_cells(kinds: Kinds) -> bool:
    """Whether nearly all cells are of one look, or of two that take turns."""
    rows, columns = kinds.of.shape
    if not (FEWEST_LINES <= columns <= MOST_COLUMNS and FEWEST_LINES <= rows <= MOST_ROWS):
        return False
    if len(kinds.tiles) > _MOST_KINDS or (kinds.of < 0).any():
        return False
    looks = _looks(kinds)[kinds.of]
    counts = np.sort(np.bincount(looks.ravel()))[::-1]
    if counts[0] >= _LIKE * looks.size:
        return True
    return bool(counts[:2].sum() >= _LIKE * looks.size and _take_turns(looks))


def _looks(kinds: Kinds) -> Numbering:
    """The look of every kind: kinds are of one where only their rims differ.

    They do where cells stand at fractions of a pixel, and a little all over on a background that
    shines through.
    """
    size = round(float(np.sqrt(kinds.tiles.shape[1] / 3)))
    tiles = kinds.tiles.reshape(-1, size, size, 3)[:, _RIM:-_RIM, _RIM:-_RIM]
    middles = tiles.reshape(len(tiles), -1)
    of = np.full(len(middles), -1)
    for first in np.argsort(-kinds.counts, kind="stable").tolist():
        if of[first] < 0:
            apart = np.sqrt(((middles - middles[first]) ** 2).mean(axis=1))
            of[(of < 0) & (apart <= _ALIKE)] = first
    return of


def _take_turns(of: Numbering) -> bool:
    """Whether neighbours in a row or column are of different looks, as on a checkerboard."""
    across, down = of[:, 1:] != of[:, :-1], of[1:] != of[:-1]
    return min(float(across.mean()), float(down.mean())) >= _LIKE


def _bare(picture: Picture, lattice: Lattice, kinds: Kinds) -> bool:
    """Whether nothing is drawn on the cells, and the grid's end is seen on every side."""
    common = kinds.counts >= (1 - _LIKE) * kinds.of.size
    drawn = drawings(picture, lattice, kinds)
    signs = [one is not None for one in drawn.glyphs]
    return not (common & signs).any() and not cut_sides(picture, lattice, kinds, _covered(kinds))
