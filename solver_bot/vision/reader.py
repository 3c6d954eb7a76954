"""The only door from pictures to boards: finds, reads and follows boards in a choice of skins.

What reads boards in any look is imported when it is needed. Most pictures show boards in known
skins alone, and their reading takes less time than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from solver_bot.board import Board, Possible
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.known import is_clear, known_boards
from solver_bot.vision.lattice import Lattice, in_reading_order
from solver_bot.vision.locate import Candidates
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track


@dataclass(frozen=True, slots=True)
class SkinChoice:
    """The skins in which boards are searched.

    Attributes:
        shipped: skins that come with the program.
        learned: skins that were learned.
        unknown: whether boards in unknown skins are searched too.

    """

    shipped: tuple[Skin, ...] = ()
    learned: tuple[Skin, ...] = ()
    unknown: bool = False

    @classmethod
    def of(cls, skins: Iterable[Skin], unknown: bool = False) -> SkinChoice:
        """The choice of these skins, shipped and learned ones."""
        every = tuple(skins)
        shipped = tuple(skin for skin in every if not skin.learned)
        learned = tuple(skin for skin in every if skin.learned)
        return cls(shipped, learned, unknown)

    @property
    def any_look(self) -> bool:
        """Whether nets read boards where there is none in a shipped skin."""
        return self.unknown or bool(self.learned)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the skins."""
        return tuple(skin.name for skin in (*self.shipped, *self.learned))

    def shipped_as(self, name: str) -> Skin | None:
        """The shipped skin of that name; None if there is none."""
        return next((skin for skin in self.shipped if skin.name == name), None)

    def without_shipped(self) -> SkinChoice:
        """The same choice without shipped skins."""
        return replace(self, shipped=())


class Follower(Protocol):
    """Follows one board through successive pictures and reads what has changed.

    Attributes:
        lattice: where the cells are in the pictures.
        skin: the board's skin.
        codes: the cell codes, shape (rows, columns).
        certainty: the certainty of each code, of the same shape, 0 to 1.

    """

    lattice: Lattice
    skin: Skin
    codes: Codes
    certainty: Floats

    def look(self, picture: Picture) -> bool:
        """Read a new picture. Returns whether any cell has changed."""

    def board(self, mines: int | None) -> Board:
        """The board as last seen."""


def read_picture(picture: Picture, skins: SkinChoice, possible: Possible) -> list[Extraction]:
    """Every board in a picture in the chosen skins, in reading order.

    Known skins are tried first. Nets look wherever there is no board in one. ``possible`` says
    whether a real game can show a board.
    """
    if not skins.any_look:
        return read(picture, skins.shipped)
    candidates = Candidates(picture)
    known = known_boards(picture, skins.shipped, candidates)
    if known and all(map(is_clear, known)):
        return in_reading_order(known)
    from solver_bot.vision.any_look import named, read_beside

    found = read_beside(picture, known, skins.shipped, skins.learned, possible, candidates)
    return found if skins.unknown else [named(one, skins.learned[0]) for one in found]


def follow(found: Extraction, lattice: Lattice, skins: SkinChoice, possible: Possible) -> Follower:
    """A follower for a board that was found. ``lattice`` places its cells in later pictures."""
    # A board of covered cells may have been read with a grey copy of the skin: take the original,
    # which has the same name.
    skin = skins.shipped_as(found.skin.name)
    if skin:
        return Track(lattice, skin)
    from solver_bot.vision.looks.follow import LearningTrack

    anew = partial(read_picture, skins=SkinChoice(unknown=True), possible=possible)
    return LearningTrack(found, lattice, anew, possible)
