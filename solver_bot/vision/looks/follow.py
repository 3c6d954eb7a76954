"""Follows a board in an unknown skin: reads it anew whenever it has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from solver_bot.board import UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Codes, Floats, Picture, board_of, codes_of
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.drawing import tiles_with_middles
from solver_bot.vision.looks.looks import Looks, fits, seen_looks

Read = Callable[[Picture], Sequence[Extraction]]
"""Finds the boards in a picture, whatever their skin."""


class LearningTrack:
    """A board that is looked at again and again, as by ``Track`` in known skins.

    The looks of cells are remembered once they were read. So a new game is recognised too, although
    there is nothing to read in it.

    Attributes:
        lattice: where the cells are in the pictures.
        skin: what the board's skin is called.
        codes: what the cells showed at the last look; all unreadable if that is not clear.
        certainty: how surely that was read, of the same shape.

    """

    def __init__(self, found: Extraction, lattice: Lattice, read: Read, possible: Possible) -> None:
        self.lattice = lattice
        self.skin = found.skin
        self.codes: Codes = np.full((lattice.rows, lattice.columns), UNREADABLE, np.uint8)
        self.certainty: Floats = np.ones(self.codes.shape, np.float32)
        self._find = read
        self._possible = possible
        self._looks = Looks.none()
        self._last: Picture | None = None

    def look(self, picture: Picture) -> bool:
        """Read the board if the picture has changed. Returns whether it has."""
        if self._last is not None and np.array_equal(self._last, picture):
            return False
        self._last = picture
        self.codes = self._read(picture)
        return True

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""
        return board_of(self.codes, mines)

    def _read(self, picture: Picture) -> Codes:
        shape = self.lattice.rows, self.lattice.columns
        for found in self._find(picture):
            if (found.board.height, found.board.width) == shape and not found.cut:
                codes = codes_of(found.board).copy()
                seen = seen_looks(picture, found.lattice, codes)
                self._looks = self._looks.grown(seen.tiles, seen.codes)
                return codes
        tiles = tiles_with_middles(picture, self.lattice)
        codes = self._looks.recognise(tiles).reshape(shape)
        if (codes == UNREADABLE).any() or not fits(codes, self._possible):
            return np.full(shape, UNREADABLE, np.uint8)
        return codes
