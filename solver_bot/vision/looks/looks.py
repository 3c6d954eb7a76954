"""What is known of a skin so far: tiles whose state is known.

While a game is played there is more to go by than one picture: what was covered is known from
before the first click, what a click changes is open, and an empty cell has opened all around it. So
only what is drawn on new tiles has to be seen, and the rules of the game check it all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    MINE,
    QUESTION,
    UNREADABLE,
    Possible,
)
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture, board_of
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.compare import NEARER, apart_from
from solver_bot.vision.looks.drawing import (
    PLACE_ALIKE,
    WHOLE,
    differs,
    drawing,
    inner,
    is_other_in_middle,
    locally_apart,
    tiles_with_middles,
)
from solver_bot.vision.looks.empty_areas import is_number
from solver_bot.vision.looks.kinds import ALIKE

_FAINT, _OF_FAINT = 3.0, 0.25
"""The most by which a faint number may differ at any place from a known one: these grey levels plus
this share of what stands out in the known one. In a look in which such a mistake hit a mine, a 1
stood out by 18, and a 3 differed from it by 9."""
_SAME = 1.0
"""The most grey levels that two tiles of the same number are apart, rims left out."""
_HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Tiles whose state is known.

    Attributes:
        tiles: the tiles, including their middles: see ``tiles_with_middles``.
        codes: what each shows, shape (tiles,).

    """

    tiles: Floats
    codes: Codes

    @classmethod
    def none(cls) -> Looks:
        """Nothing known yet."""
        return cls(np.empty((0, 2 * WHOLE), np.float32), np.empty(0, np.uint8))

    def grown(self, tiles: Floats, codes: Codes) -> Looks:
        """These looks and more tiles, without those that known tiles show already."""
        grown = self
        for tile, code in zip(tiles, codes, strict=True):
            if grown._known(tile[None], ALIKE / 2)[0] != code:
                grown = Looks(np.vstack([grown.tiles, tile]), np.append(grown.codes, code))
        return grown

    def recognise(self, tiles: Floats) -> Codes:
        """What each tile shows; unreadable if no tile like it is known, or two states are as near.

        Thin signs in faint colours differ as little as shadows along a tile's rim do.
        """
        codes = self._known(tiles, ALIKE)
        unknown = codes == UNREADABLE
        codes[unknown] = self._same_number(tiles[unknown])
        return codes

    def has_other(self, tiles: Floats, codes: Codes) -> Mask:
        """Whether each tile differs from all known ones with its code; False if there are none.

        A program draws a number in one way, but perhaps in several shades.
        """
        other = np.zeros(len(tiles), np.bool_)
        for code in np.unique(codes):
            known, asked = self.tiles[self.codes == code], np.flatnonzero(codes == code)
            if len(known):
                drawn = drawing(known)
                other[asked] = [differs(drawing(tile[None]), drawn) for tile in tiles[asked]]
        return other

    def apart(self, tiles: Floats, codes: Codes) -> float:
        """How far tiles are, on average, from the nearest known ones that show their codes.

        Tiles whose code no known tile shows are left out. Infinite if all are.
        """
        known = np.isin(codes, self.codes)
        if not known.any():
            return float("inf")
        apart = apart_from(tiles[known], self.tiles)
        apart[codes[known][:, None] != self.codes] = np.inf
        return float(apart.min(1).mean())

    def without(self, codes: Iterable[int]) -> Looks:
        """The looks without tiles that show one of these codes."""
        kept = ~np.isin(self.codes, list(codes))
        return Looks(self.tiles[kept], self.codes[kept])

    def _known(self, tiles: Floats, most: float) -> Codes:
        """What each tile shows, if a known tile is at most ``most`` away; else unreadable."""
        if not len(self.tiles):
            return np.full(len(tiles), UNREADABLE, np.uint8)
        apart = apart_from(tiles[:, :WHOLE], self.tiles[:, :WHOLE])
        nearest, least = apart.argmin(axis=1), apart.min(axis=1)
        codes = self.codes[nearest]
        other = np.where(self.codes == codes[:, None], np.inf, apart).min(axis=1)
        near = np.flatnonzero((least <= most) & (least < NEARER * other))
        most_local = self._most_local()[nearest[near]]
        whole, others = tiles[near, :WHOLE], self.tiles[nearest[near], :WHOLE]
        near = near[locally_apart(whole, others) <= most_local]
        known = np.full(len(tiles), UNREADABLE, np.uint8)
        known[near] = codes[near]
        own, other = tiles[:, WHOLE:], self.tiles[nearest, WHOLE:]
        asked = (known <= COVERED) & (((own - other) ** 2).mean(1) > _SAME**2)
        for cell in np.flatnonzero(asked).tolist():
            if is_other_in_middle(tiles[cell], self.tiles[nearest[cell]]):
                known[cell] = UNREADABLE
        return known

    def _same_number(self, tiles: Floats) -> Codes:
        """The number that each tile shows, if it is the same as one known number but for its rim.

        A line around the board may fall on the rims of the outermost cells.
        """
        numbers = is_number(self.codes)
        parts = (tiles, self.tiles[numbers])
        inside, middle = (
            apart_from(*(part(both) for both in parts)) for part in (inner, _enlarged)
        )
        same = (inside <= _SAME) & (middle <= _SAME)
        shown = np.where(same, self.codes[numbers], 0)
        most = shown.max(1, initial=0)
        one = (most > 0) & (~same | (shown == most[:, None])).all(1)
        return np.where(one, most, UNREADABLE).astype(np.uint8)

    def _most_local(self) -> Floats:
        """By how much a tile may differ at any place from each of the known ones."""
        drawn = drawing(self.tiles)
        stands_out = locally_apart(drawn, np.zeros_like(drawn))
        zeros = (self.codes == EMPTY) & (stands_out > PLACE_ALIKE)
        faint = np.minimum(_FAINT + _OF_FAINT * stands_out, PLACE_ALIKE)
        return np.where(is_number(self.codes) | zeros, faint, PLACE_ALIKE).astype(np.float32)


def _enlarged(tiles: Floats) -> Floats:
    return tiles[:, WHOLE:]


def seen_looks(picture: Picture, lattice: Lattice, codes: Codes) -> Looks:
    """The looks of a board that was read. ``codes`` has one code for each cell."""
    tiles = tiles_with_middles(picture, lattice)
    looks = Looks.none()
    for code in np.unique(codes[codes != UNREADABLE]).tolist():
        some = np.unique(tiles[codes.ravel() == code], axis=0)
        for tile in some:
            looks = looks.grown(tile[None], np.array([code], np.uint8))
    return looks


def recognised(picture: Picture, lattice: Lattice, looks: Looks) -> Codes:
    """What every cell shows by the looks alone: shape (rows, columns)."""
    tiles = tiles_with_middles(picture, lattice)
    return looks.recognise(tiles).reshape(lattice.rows, lattice.columns)


def tiles_at(picture: Picture, lattice: Lattice, cells: Mask) -> Floats:
    """The tiles of these cells, brought to the size at which looks are compared."""
    return tiles_with_middles(picture, lattice)[cells.ravel()]


def alike(picture: Picture, lattice: Lattice, cells: Mask) -> bool:
    """Whether at least half of these cells look the same, rims left out."""
    tiles = tiles_at(picture, lattice, cells)
    if not len(tiles):
        return False
    middle = inner(tiles)
    return bool((apart_from(middle, middle) <= 2 * ALIKE).mean(axis=1).max() >= _HALF)


def fits(codes: Codes, possible: Possible) -> bool:
    """Whether a real board can show this; flags are a player's opinion and count as covered."""
    plain = np.where(np.isin(codes, (FLAG, QUESTION)), np.uint8(COVERED), codes).astype(np.uint8)
    closed = np.isin(plain, (COVERED, MINE))
    if (with_around(plain == EMPTY) & closed).any():
        return False
    return possible(board_of(plain))
