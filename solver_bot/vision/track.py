"""Follows a board with a known place and skin. Only tiles with changed pixels are read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, Board
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.recognise import References, recognise, references_for
from solver_bot.vision.skin import Skin

SURELY = 0.75
"""The least certainty of a tile that is neither half faded nor cut out a pixel beside its place.

Measured on all skins: a tile that is fading between two states is taken for a third state with a
certainty of at most 0.62.
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the cells are in whole pixels: the rows' edges and the columns' left edges."""

    tops: tuple[int, ...]
    lefts: tuple[int, ...]
    right: int

    @classmethod
    def of(cls, lattice: Lattice) -> _Place:
        lefts = tuple(round(x) for x in lattice.xs)
        return cls(tuple(round(y) for y in lattice.ys), lefts[:-1], lefts[-1])


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
        self._place = _Place.of(lattice)
        # Edges that are not whole pixels were computed from other lines, not measured.
        self._inexact = any(edge != round(edge) for edge in (*lattice.xs, *lattice.ys))
        self._last: Picture | None = None

    def look(self, picture: Picture) -> bool:
        """Read the changes since the last picture. Returns whether any pixel has changed."""
        changed = list(self._changed(picture))
        if changed:
            self._read(picture, changed)
        self._last = picture
        return bool(changed)

    def forget(self) -> None:
        """Make the next look read every tile."""
        self._last = None

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""
        return Board(self.lattice.columns, self.lattice.rows, self.codes.tobytes(), mines)

    def _changed(self, picture: Picture) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Every row with changed tiles, and the columns of these tiles."""
        tops, lefts, right = self._place.tops, self._place.lefts, self._place.right
        every = np.arange(len(lefts))
        columns = np.array(lefts) - lefts[0]
        for row in range(len(tops) - 1):
            if self._last is None:
                yield row, every
                continue
            band = slice(tops[row], tops[row + 1]), slice(lefts[0], right)
            before, now = self._last[band], picture[band]
            if not np.array_equal(before, now):
                differs = (before != now).any(axis=(0, 2))
                yield row, np.flatnonzero(np.logical_or.reduceat(differs, columns))

    def _read(self, picture: Picture, changed: list[tuple[int, NDArray[np.intp]]]) -> None:
        references = references_for(
            self.skin.look, min(self.lattice.cell_width, self.lattice.cell_height)
        )
        tiles = [self._tiles(picture, row, columns, references) for row, columns in changed]
        codes, certainty = recognise(np.concatenate(tiles), references)
        places = [(row, column) for row, columns in changed for column in columns.tolist()]
        unsure = np.flatnonzero(certainty < SURELY).tolist() if self._inexact else []
        for index in unsure:
            codes[index], certainty[index] = self._beside(picture, *places[index], references)
        start = 0
        for row, columns in changed:
            self.codes[row, columns] = codes[start : start + len(columns)]
            self.certainty[row, columns] = certainty[start : start + len(columns)]
            start += len(columns)

    def _beside(
        self, picture: Picture, row: int, column: int, references: References
    ) -> tuple[int, float]:
        """The tile's best reading up to one pixel to each side, as its edges may be inexact."""
        size = references.size
        height, width = picture.shape[:2]
        top, bottom = self._place.tops[row], self._place.tops[row + 1]
        left, right = self._edges[column], self._edges[column + 1]
        tiles = [
            scaled(picture[top + y : bottom + y, left + x : right + x], size, size)
            for x, y in product((-1, 0, 1), repeat=2)
            if left + x >= 0 and top + y >= 0 and right + x <= width and bottom + y <= height
        ]
        pixels = np.stack(tiles).reshape(len(tiles), -1).astype(np.float32)
        codes, certainty = recognise(pixels, references)
        best = int(certainty.argmax())
        return int(codes[best]), float(certainty[best])

    @property
    def _edges(self) -> tuple[int, ...]:
        return (*self._place.lefts, self._place.right)

    def _tiles(
        self, picture: Picture, row: int, columns: NDArray[np.intp], references: References
    ) -> Floats:
        """The tiles of these columns, each cut out at its own edges rather than as one strip."""
        size = references.size
        tops, lefts = self._place.tops, self._edges
        strip = picture[tops[row] : tops[row + 1]]
        tiles = [scaled(strip[:, lefts[c] : lefts[c + 1]], size, size) for c in columns]
        return np.stack(tiles).reshape(len(tiles), -1).astype(np.float32)
