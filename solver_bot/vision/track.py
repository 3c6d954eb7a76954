"""Follows a board with a known place and skin. Only tiles with changed pixels are read again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from solver_bot.board import COVERED, Board
from solver_bot.vision.arrays import Codes, Floats, Picture, board_of
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.recognise import Judged, References, judged, recognised, references_for
from solver_bot.vision.skin import Look, Skin
from solver_bot.vision.tiles import Boxes, Numbering, boxes_of, tiles_at

SURELY = 0.75
"""The least certainty of a tile that is neither half faded nor cut out a pixel beside its place.

Measured on all skins: a tile that is fading between two states is taken for a third state with a
certainty of at most 0.62.
"""

_AROUND = np.array([(x, y, x, y) for x, y in product((-1, 0, 1), repeat=2)])
"""From a box to those up to one pixel beside it."""
_FEW = 32
"""The most changed tiles that are looked up one by one among those seen before, and the most that
are looked at together beside their places."""
_AT_ONCE = 160_000
"""The most values of rows of cells that are compared at once before each row is."""


class Track:
    """Follows one board through successive pictures of the same place and size.

    Attributes:
        lattice: where the cells are in these pictures.
        skin: the board's skin.
        codes: the cell codes as last read, shape (rows, columns).
        certainty: the certainty of each code, of the same shape, 0 to 1.

    """

    def __init__(self, lattice: Lattice, skin: Skin) -> None:
        self.lattice = lattice
        self.skin = skin
        self.codes: Codes = np.full((lattice.rows, lattice.columns), COVERED, np.uint8)
        self.certainty: Floats = np.zeros(self.codes.shape, np.float32)
        self._boxes = boxes_of(lattice)
        columns = lattice.columns
        self._left, self._right = int(self._boxes[0, 0]), int(self._boxes[columns - 1, 2])
        self._starts = 3 * (self._boxes[:columns, 0] - self._left)
        self._heights: list[tuple[int, int]] = self._boxes[::columns, 1::2].tolist()
        values = 3 * (self._right - self._left) * max(bottom - top for top, bottom in self._heights)
        self._at_once = max(1, _AT_ONCE // values)
        self._memory: dict[tuple[int, bytes], tuple[int, float, float]] = {}
        # Edges that are not whole pixels were computed from other lines, not measured.
        self._inexact = not lattice.is_whole
        self._last: Picture | None = None

    def look(self, picture: Picture) -> bool:
        """Read the changes since the last picture. Returns whether any pixel has changed."""
        cells = self._changed(picture)
        if len(cells):
            self._read(picture, cells)
        self._last = picture
        return len(cells) > 0

    def forget(self) -> None:
        """Make the next look read every tile."""
        self._last = None

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""
        return board_of(self.codes, mines)

    def _changed(self, picture: Picture) -> Numbering:
        """The cells of which a pixel has changed, in reading order."""
        if self._last is None:
            return np.arange(len(self._boxes))
        cells = np.zeros(self.codes.shape, np.bool_)
        now, before = (one[:, self._left : self._right] for one in (picture, self._last))
        for row in self._changed_rows(now, before):
            lines = slice(*self._heights[row])
            differs = (now[lines] != before[lines]).any(axis=0).ravel()
            cells[row] = np.logical_or.reduceat(differs, self._starts)
        return np.flatnonzero(cells)

    def _changed_rows(self, now: Picture, before: Picture) -> Iterator[int]:
        """The rows of cells of which a pixel has changed, in pictures as wide as the board."""
        for first in range(0, len(self._heights), self._at_once):
            rows = self._heights[first : first + self._at_once]
            band = slice(rows[0][0], rows[-1][1])
            if len(rows) == 1 or _differ(now[band], before[band]):
                for row, (top, bottom) in enumerate(rows, first):
                    if _differ(now[top:bottom], before[top:bottom]):
                        yield row

    def _read(self, picture: Picture, cells: Numbering) -> None:
        look = self.skin.look
        references = references_for(look, self.lattice.pitch)
        boxes = self._boxes[cells]
        seen = (self._remembered if len(cells) <= _FEW else _seen)(picture, boxes, references)
        codes, certainty = recognised(seen, look)
        unsure = np.flatnonzero(certainty < SURELY) if self._inexact else ()
        for start in range(0, len(unsure), _FEW):
            some = unsure[start : start + _FEW]
            codes[some], certainty[some] = _beside(picture, boxes[some], look, references)
        self.codes.flat[cells] = codes
        self.certainty.flat[cells] = certainty

    def _remembered(self, picture: Picture, boxes: Boxes, references: References) -> Judged:
        """What is in these boxes. Tiles that were seen before are not compared again."""
        tiles = [
            (right - left, picture[top:bottom, left:right].tobytes())
            for left, top, right, bottom in boxes.tolist()
        ]
        if len(self._memory) > len(self._boxes):
            self._memory.clear()
        new = [index for index, tile in enumerate(tiles) if tile not in self._memory]
        if new:
            values = zip(*(p.tolist() for p in _seen(picture, boxes[new], references)), strict=True)
            self._memory.update(zip((tiles[index] for index in new), values, strict=True))
        codes, certainty, brighter = zip(*(self._memory[tile] for tile in tiles), strict=True)
        return Judged(
            np.array(codes, np.uint8),
            np.array(certainty, np.float32),
            np.array(brighter, np.float32),
        )


def _differ(now: Picture, before: Picture) -> bool:
    return bool(cv2.norm(now, before, cv2.NORM_INF))


def _seen(picture: Picture, boxes: Boxes, references: References) -> Judged:
    """What is in these boxes. Each is cut out at its own edges rather than with its neighbours."""
    tiles = tiles_at(picture, boxes, references.size)
    return judged(tiles.pixels, references).of(tiles.of)


def _beside(
    picture: Picture, boxes: Boxes, look: Look, references: References
) -> tuple[Codes, Floats]:
    """Tiles' best readings up to one pixel to each side, as their edges may be inexact."""
    height, width = picture.shape[:2]
    every = boxes[:, None] + _AROUND
    inside = (every >= 0).all(axis=2) & (every <= (width, height, width, height)).all(axis=2)
    seen = _seen(picture, every[inside], references)
    codes, certainty = np.empty(len(boxes), np.uint8), np.empty(len(boxes), np.float32)
    of = np.repeat(np.arange(len(boxes)), inside.sum(axis=1))
    for index in range(len(boxes)):
        read, surely = recognised(seen.of(np.flatnonzero(of == index)), look)
        best = surely.argmax()
        codes[index], certainty[index] = read[best], surely[best]
    return codes, certainty
