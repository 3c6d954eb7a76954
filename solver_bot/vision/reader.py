"""The door from pictures to boards: which boards count, how they are read, how they are followed.

A learned skin never reads a board alone. It names a board that was read by its shapes, and it fills
in what shapes and rules leave open. It never overrules them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.learned import template_tiles
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track
from solver_bot.vision.unseen.follow import ShapeTrack
from solver_bot.vision.unseen.fresh import grids
from solver_bot.vision.unseen.looks import Looks, fits, recognised
from solver_bot.vision.unseen.reader import read_any

Possible = Callable[[Board], bool]


_FITS = 0.5
"""The share of a board's cells that must look like a skin's for the board to be called its."""


@dataclass(frozen=True, slots=True)
class SkinChoice:
    """The skins in which boards are looked for.

    Attributes:
        shipped: skins that come with the program.
        learned: skins that were learned.
        unknown: whether boards in a skin that nobody knows count too.

    """

    shipped: tuple[Skin, ...] = ()
    learned: tuple[Skin, ...] = ()
    unknown: bool = False

    @classmethod
    def of(cls, skins: Iterable[Skin], unknown: bool = False) -> SkinChoice:
        """The choice of these skins."""
        every = tuple(skins)
        shipped = tuple(skin for skin in every if not skin.learned)
        learned = tuple(skin for skin in every if skin.learned)
        return cls(shipped, learned, unknown)

    @property
    def by_shape(self) -> bool:
        """Whether boards count that are read by their shapes."""
        return self.unknown or bool(self.learned)

    @property
    def names(self) -> tuple[str, ...]:
        """What the skins are called."""
        return tuple(skin.name for skin in (*self.shipped, *self.learned))

    def shipped_as(self, name: str) -> Skin | None:
        """The shipped skin of that name."""
        return next((skin for skin in self.shipped if skin.name == name), None)

    def without_shipped(self) -> SkinChoice:
        """The same, but for the skins that come with the program."""
        return replace(self, shipped=())


class Follower(Protocol):
    """Looks at one board again and again, and reads what changed.

    Attributes:
        lattice: where the cells are in the pictures.
        skin: the board's skin.
        codes: what the cells show, of the shape (rows, columns).
        certainty: how surely that was read, of the same shape, 0 to 1.

    """

    lattice: Lattice
    skin: Skin
    codes: Codes
    certainty: Floats

    def look(self, picture: Picture) -> bool:
        """Take in a new picture; whether any cell has changed."""

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""


def read_boards(picture: Picture, skins: SkinChoice, possible: Possible) -> list[Extraction]:
    """Every board in a picture that counts, in reading order."""
    if not skins.by_shape:
        return read(picture, skins.shipped)
    found = read_everything(picture, (*skins.shipped, *skins.learned), possible)
    return found if skins.unknown else [named(one, skins.learned[0]) for one in found]


def follow(found: Extraction, lattice: Lattice, skins: SkinChoice, possible: Possible) -> Follower:
    """What follows a board that was found; ``lattice`` is where its cells are in later pictures."""
    # By its name: a board of covered cells is grey, and so may be the skin it was read with.
    skin = skins.shipped_as(found.skin.name)
    return Track(lattice, skin) if skin else ShapeTrack(found, lattice, possible)


@lru_cache(maxsize=32)
def looks_of(skin: Skin) -> Looks:
    """A skin's templates as what is known of its tiles."""
    codes = np.array([t.code for t in skin.look.templates], np.uint8)
    return Looks(template_tiles(skin.look.templates), codes)


def read_everything(
    picture: Picture, skins: Sequence[Skin], possible: Possible
) -> list[Extraction]:
    """Every board in a picture in reading order: as ``read_any``, then with learned skins.

    ``skins`` may hold both kinds. Boards that learned skins only name, or complete, were read by
    their shapes; a new game of a learned skin is read too.
    """
    learned = [skin for skin in skins if skin.learned]
    found = read_any(picture, [skin for skin in skins if not skin.learned], possible)
    if not learned:
        return found
    found = [_named(picture, one, learned, possible) for one in found]
    found += fresh_boards(picture, learned, [one.lattice for one in found])
    return sorted(found, key=lambda e: (e.lattice.top, e.lattice.left))


def named(found: Extraction, skin: Skin) -> Extraction:
    """A board read by its shapes as one of this skin, as whoever looks at it says."""
    board = found.board
    if found.cut or found.skin.known:
        return found
    mines = skin.program.mines(board.width, board.height)
    return replace(found, board=Board(board.width, board.height, board.cells, mines), skin=skin)


def fresh_boards(
    picture: Picture, learned: Sequence[Skin], taken: Sequence[Lattice] = ()
) -> list[Extraction]:
    """New games of learned skins: grids of just their covered cells."""
    boards = []
    for grid in grids(picture, taken):
        lattice = grid.lattice
        for skin in learned:
            codes = recognised(picture, lattice, looks_of(skin))
            if (codes == COVERED).all():
                mines = skin.program.mines(lattice.columns, lattice.rows)
                board = Board.covered(lattice.columns, lattice.rows, mines)
                boards.append(Extraction(board, lattice, skin, 1.0))
                break
    return boards


def fitting(picture: Picture, found: Extraction, learned: Collection[Skin]) -> Skin | None:
    """The learned skin that a board is drawn in: the one that knows most of its cells.

    A skin that takes a single cell for something else than its shape says is none of them.
    """
    best, most = None, _FITS * len(found.board.cells)
    seen = np.frombuffer(found.board.cells, np.uint8)
    for skin in learned:
        codes = recognised(picture, found.lattice, looks_of(skin)).ravel()
        both = (codes != UNREADABLE) & (seen != UNREADABLE)
        agreed = int((codes == seen)[both].sum())
        if agreed == both.sum() and agreed >= most:
            best, most = skin, agreed
    return best


def _named(
    picture: Picture, found: Extraction, learned: Sequence[Skin], possible: Possible
) -> Extraction:
    """A board read by its shapes, named and completed by the learned skin that fits it."""
    if found.skin.known or found.cut:
        return found
    skin = fitting(picture, found, learned)
    if skin is None:
        return found
    found = named(found, skin)
    board = found.board
    cells = np.frombuffer(board.cells, np.uint8)
    codes = recognised(picture, found.lattice, looks_of(skin)).ravel()
    filled = np.where(cells == UNREADABLE, codes, cells).astype(np.uint8)
    if not fits(filled.reshape(board.height, board.width), possible):
        filled = cells
    whole = Board(board.width, board.height, filled.tobytes(), board.mines)
    return replace(found, board=whole)
