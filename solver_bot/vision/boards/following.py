"""Reads a board whose place is known once more, with what is known of it as further evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.inference import infer, with_unread_lines
from solver_bot.vision.boards.kinds import Prototypes, appearance, kinds_of
from solver_bot.vision.boards.nets import Memory, look
from solver_bot.vision.boards.reading import of_cells
from solver_bot.vision.extract import Extraction
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from solver_bot.vision.skin import Skin

_KNOWN = 12.0
"""How much likelier a state is if the tile looks like one of that state, as a logarithm."""
_STAYS = 3.0
"""How much likelier it is that an open cell shows what it showed."""
_BY_ITSELF = 6.0
"""How much less likely a number is where no click can have opened the cell."""
_AROUND = np.ones((3, 3), np.uint8)

Possible = Callable[[Board], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the cells of a board show.

    Attributes:
        codes: shape (rows, columns), ``UNREADABLE`` where in doubt.
        likely: the logarithm of each state's probability by the picture alone, shape
            (rows, columns, 16).
        prototypes: what is known of the look now.

    """

    codes: Codes
    likely: Floats
    prototypes: Prototypes


class Eye:
    """Looks at one board again and again. What it has looked at once costs little to see again.

    Attributes:
        lattice: where the cells are in the pictures.

    """

    def __init__(self, lattice: Lattice, cut: tuple[str, ...], possible: Possible) -> None:
        self.lattice = lattice
        self._sides = tuple(side in cut for side in SIDES)
        self._possible = possible
        self._memory = Memory()

    def see(
        self,
        picture: Picture,
        known: Prototypes,
        before: Codes | None = None,
        clicked: Mask | None = None,
    ) -> Seen:
        """What the cells show.

        Args:
            picture: the picture.
            known: tiles whose state is known.
            before: what the cells showed, if they were read already.
            clicked: the cells that were clicked since. Nothing else can have opened a cell.

        """
        rows, columns = self.lattice.rows, self.lattice.columns
        seen = look(picture, self.lattice.grown(1), self._memory)
        if seen is None:
            nothing = np.full((rows, columns), UNREADABLE, np.uint8)
            return Seen(nothing, np.zeros((rows, columns, UNREADABLE + 1), np.float32), known)
        likely = of_cells(seen.likely[1:-1, 1:-1])
        tiles = appearance(cut_patches(picture, self.lattice))
        evidence = likely.copy()
        states = known.recognised(tiles).reshape(rows, columns)
        _add(evidence, states, states != UNREADABLE, _KNOWN)
        if before is not None:
            _add(evidence, before, before < COVERED, _STAYS)
            if clicked is not None:
                shut = (before >= COVERED) & ~_opened(evidence, clicked)
                evidence[shut, :COVERED] -= _BY_ITSELF
        evidence -= np.logaddexp.reduce(evidence, -1, keepdims=True)
        found = infer(evidence, kinds_of(tiles), self._is_possible)
        known = known.grown(tiles, found.codes) if found.possible else known
        return Seen(found.codes, likely, known)

    def _is_possible(self, codes: Codes) -> bool:
        left, top, right, bottom = self._sides
        return self._possible(with_unread_lines(codes, left, top, right, bottom))


def _add(evidence: Floats, states: Codes, where: Mask, weight: float) -> None:
    rows, columns = np.nonzero(where)
    evidence[rows, columns, states[where]] += weight


def _opened(evidence: Floats, clicked: Mask) -> Mask:
    """The cells that clicks can have opened: clicked ones, and those beside an empty one."""
    empty = (evidence.argmax(-1) == EMPTY).astype(np.uint8)
    return np.asarray(clicked | (cv2.dilate(empty, _AROUND) == 1))


class BoardTrack:
    """Follows one board in any look. See ``Follower`` in ``vision.reader``.

    Attributes:
        lattice: where the cells are in the pictures.
        skin: the board's skin.
        codes: the cell codes, shape (rows, columns).
        certainty: 1 where a cell is read, else 0, of the same shape.

    """

    def __init__(self, found: Extraction, lattice: Lattice, possible: Possible) -> None:
        self.lattice = lattice
        self.skin: Skin = found.skin
        board = found.board
        codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
        self.codes: Codes = codes.copy()
        self.certainty: Floats = (codes != UNREADABLE).astype(np.float32)
        self._eye = Eye(lattice, (), possible)
        self._known = Prototypes.none()
        self._last: Picture | None = None

    def look(self, picture: Picture) -> bool:
        """Read the board if it has changed. Returns whether any pixel of it has."""
        now = _cells_of(picture, self.lattice)
        if self._last is not None and np.array_equal(self._last, now):
            return False
        self._last = now
        seen = self._eye.see(picture, self._known)
        self.codes, self._known = seen.codes, seen.prototypes
        self.certainty = (self.codes != UNREADABLE).astype(np.float32)
        return True

    def forget(self) -> None:
        """Make the next look read the board again."""
        self._last = None

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""
        return Board(self.codes.shape[1], self.codes.shape[0], self.codes.tobytes(), mines)


def _cells_of(picture: Picture, lattice: Lattice) -> Picture:
    """A copy of the pixels of the cells."""
    left, top = max(0, round(lattice.left)), max(0, round(lattice.top))
    return picture[top : round(lattice.bottom), left : round(lattice.right)].copy()
