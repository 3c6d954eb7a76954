"""What is known of a skin so far: tiles whose state was settled, and how more are settled.

While a game is played there is more to go by than one picture: what was covered is known from
before the first click, what a click changes is open, and an empty cell has opened all around it. So
only what is drawn on new tiles has to be seen, and the rules check all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    MINE,
    QUESTION,
    UNOPENED,
    UNREADABLE,
    Possible,
)
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture, board_of
from solver_bot.vision.digits.shown import show_zeros
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.compare import NEARER, apart_from, middles
from solver_bot.vision.looks.drawing import (
    PLACE_ALIKE,
    WHOLE,
    are_plain,
    colour_apart,
    differs,
    drawing,
    inner,
    is_other_in_middle,
    locally_apart,
    plain_in_lines,
    tiles_with_middles,
)
from solver_bot.vision.looks.kinds import ALIKE

See = Callable[[Codes, Mask], Codes]
"""Gives the codes with what is seen of the unreadable cells of a mask."""

_FAINT, _OF_FAINT = 3.0, 0.25
"""The same for a faint number: so many grey levels, and a share of what stands out in it. In a look
in which a certain cell was a mine by it, a 1 stood out by 18, and a 3 differed from it by 9."""
_OTHER_COLOUR = 60.0
"""Grey levels by which a plain cell differs from all known empty ones if it is none."""
_SAME = 1.0
"""Grey levels that two tiles of the same number are apart without their rims."""
_HALF = 0.5
_LINED = 0.3
"""The share of an empty area's cells that have lines of their own around them, at least."""
_BORDERED = 0.75
"""The share of an empty area's border that must be read for it to be one."""
_AREA = 2
"""So many plain cells at least that touch and open together are an area."""
_REDRAWN = 2
"""Open cells that may look otherwise while a game goes on: the ones that were clicked last."""
_AROUND = np.ones((3, 3), np.uint8)
_SIDES = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Tiles whose state is known.

    Attributes:
        tiles: with their middles, each brought to the same size: see ``tiles_with_middles``.
        codes: what each shows, shape (tiles,).

    """

    tiles: Floats
    codes: Codes

    @classmethod
    def none(cls) -> Looks:
        """Nothing known yet."""
        return cls(np.empty((0, 2 * WHOLE), np.float32), np.empty(0, np.uint8))

    def grown(self, tiles: Floats, codes: Codes) -> Looks:
        """With more tiles; those that are known from one that is much alike are left out."""
        grown = self
        for tile, code in zip(tiles, codes, strict=True):
            if grown._known(tile[None], ALIKE / 2)[0] != code:
                grown = Looks(np.vstack([grown.tiles, tile]), np.append(grown.codes, code))
        return grown

    def recognise(self, tiles: Floats) -> Codes:
        """What each tile shows; unreadable where none like it is known, or two states are as near.

        Thin signs in faint colours differ by little, and shadows along a tile's rim by as much.
        """
        codes = self._known(tiles, ALIKE)
        unknown = codes == UNREADABLE
        codes[unknown] = self._same_number(tiles[unknown])
        return codes

    def has_other(self, tiles: Floats, codes: Codes) -> Mask:
        """Whether each tile differs from all known ones that show its code, and there are some.

        A program draws a number in one way, but maybe in several shades.
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

        Tiles of which no such one is known are left out. Infinite if all are.
        """
        known = np.isin(codes, self.codes)
        if not known.any():
            return float("inf")
        apart = apart_from(tiles[known], self.tiles)
        apart[codes[known][:, None] != self.codes] = np.inf
        return float(apart.min(1).mean())

    def without(self, codes: Iterable[int]) -> Looks:
        """Without the tiles that show one of these."""
        kept = ~np.isin(self.codes, list(codes))
        return Looks(self.tiles[kept], self.codes[kept])

    def _known(self, tiles: Floats, most: float) -> Codes:
        """What each tile shows, if it is no more than ``most`` from one that shows it."""
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
        numbers = _is_number(self.codes)
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
        return np.where(_is_number(self.codes) | zeros, faint, PLACE_ALIKE).astype(np.float32)


def _enlarged(tiles: Floats) -> Floats:
    return tiles[:, WHOLE:]


def seen_looks(picture: Picture, lattice: Lattice, codes: Codes) -> Looks:
    """What a board that was read shows: ``codes`` has one code for each cell."""
    tiles = tiles_with_middles(picture, lattice)
    looks = Looks.none()
    for code in np.unique(codes[codes != UNREADABLE]).tolist():
        some = np.unique(tiles[codes.ravel() == code], axis=0)
        for tile in some:
            looks = looks.grown(tile[None], np.array([code], np.uint8))
    return looks


def recognised(picture: Picture, lattice: Lattice, looks: Looks) -> Codes:
    """What the looks alone make of every cell: shape (rows, columns)."""
    tiles = tiles_with_middles(picture, lattice)
    return looks.recognise(tiles).reshape(lattice.rows, lattice.columns)


def tiles_at(picture: Picture, lattice: Lattice, cells: Mask) -> Floats:
    """The tiles of these cells, brought to the size at which looks are compared."""
    return tiles_with_middles(picture, lattice)[cells.ravel()]


def alike(picture: Picture, lattice: Lattice, cells: Mask) -> bool:
    """Whether at least half of these cells look the same, their rims apart."""
    tiles = tiles_at(picture, lattice, cells)
    if not len(tiles):
        return False
    middle = inner(tiles)
    return bool((apart_from(middle, middle) <= 2 * ALIKE).mean(axis=1).max() >= _HALF)


def read_on(
    picture: Picture,
    lattice: Lattice,
    looks: Looks,
    before: Codes,
    clicked: Mask,
    see: See,
    bare: bool = False,
    earlier: Mask | None = None,
) -> tuple[Codes, Looks]:
    """What the cells show, and what is known of the skin now: codes of shape (rows, columns).

    ``before`` is what they showed, and ``clicked`` which were clicked since; every new empty area
    has one of them in it. ``see`` is asked about cells whose look is new. What can't be settled is
    unreadable, and is not learnt. ``bare`` says that the program opens no numbers around empty
    cells: see ``are_bare``. ``earlier`` are unread cells that earlier clicks have opened. A printed
    zero may have opened nothing.
    """
    tiles = tiles_with_middles(picture, lattice)
    codes = recognised(picture, lattice, looks)
    bare = bare or are_bare(before) or not (before == EMPTY).any()
    if not bare:
        codes = _bordered(codes, before != EMPTY)
    unknown = codes == UNREADABLE
    if not unknown.any():
        return codes, looks
    codes = _same_within(inner, tiles, codes, looks, before, range(COVERED))
    # A program may draw a frame around the cell that was clicked last. It is not learnt.
    framed = np.where(_beside(clicked) & (codes == UNREADABLE), before, np.uint8(UNREADABLE))
    codes = _same_within(_middles, tiles, codes, looks, framed, range(COVERED))
    unknown &= (framed == UNREADABLE) | (codes != framed)
    opened = _plainly_opened(tiles, codes, before, clicked) & bare
    codes = np.where(opened, np.uint8(EMPTY), codes)
    # A plain message in front of the board is no empty cell.
    strange = colour_apart(tiles, looks.tiles[looks.codes == EMPTY]).reshape(codes.shape)
    redrawn = unknown & (before == EMPTY)
    redrawn &= redrawn.sum() <= _REDRAWN
    strange = (codes == UNREADABLE) & (strange > _OTHER_COLOUR) & ~redrawn
    shown = codes
    codes = _unopened(tiles, see(codes, unknown), looks, before, clicked)
    if bare and (codes[clicked] == UNREADABLE).any():
        opened |= _opened_within_numbers(tiles, shown, before, clicked)
        codes = np.where(opened, np.uint8(EMPTY), codes)
    codes[strange & (codes == EMPTY)] = UNREADABLE
    begun = clicked if earlier is None else clicked | earlier
    asked = unknown & ~redrawn & ~opened
    asked &= ~show_zeros(picture, lattice, asked & (codes == EMPTY) & begun)
    codes = _flooded(codes, asked, begun, before)
    new = unknown & (codes != UNREADABLE)
    return codes, looks.grown(tiles[new.ravel()], codes[new])


def _unopened(tiles: Floats, codes: Codes, looks: Looks, before: Codes, clicked: Mask) -> Codes:
    """The codes with cells that no click can have opened, and whose middles show what they did.

    Only their rims have changed: covered cells may throw shadows on those beside them, and lines
    between cells may belong to either.
    """
    opened = clicked | _beside(codes == EMPTY)
    unopened = np.where(opened, np.uint8(UNREADABLE), before)
    return _same_within(_middles, tiles, codes, looks, unopened, UNOPENED)


def _middles(tiles: Floats) -> Floats:
    return middles(tiles[:, :WHOLE])


def _same_within(
    inside: Callable[[Floats], Floats],
    tiles: Floats,
    codes: Codes,
    looks: Looks,
    before: Codes,
    states: Iterable[int],
) -> Codes:
    """The codes with cells that show what they did ``before`` inside, though not at their rims.

    Only those that were in one of these states are asked about.
    """
    codes = codes.copy()
    for state in states:
        asked = np.flatnonzero((codes == UNREADABLE) & (before == state))
        known = looks.tiles[looks.codes == state]
        if len(asked) and len(known):
            apart = apart_from(inside(tiles[asked]), inside(known)).min(axis=1)
            codes.flat[asked[apart <= ALIKE]] = state
    return codes


def _is_number(codes: Codes) -> Mask:
    return np.asarray((codes > EMPTY) & (codes < COVERED))


def _beside(cells: Mask) -> Mask:
    """These cells and all around them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _AROUND) == 1)


def _at_sides(cells: Mask) -> Mask:
    """These cells and those at their sides."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _SIDES) == 1)


def fits(codes: Codes, possible: Possible) -> bool:
    """Whether a real board can show this; flags are a player's opinion and count as covered."""
    plain = np.where(np.isin(codes, (FLAG, QUESTION)), np.uint8(COVERED), codes).astype(np.uint8)
    closed = np.isin(plain, (COVERED, MINE))
    if (_beside(plain == EMPTY) & closed).any():
        return False
    return possible(board_of(plain))


def _plainly_opened(tiles: Floats, codes: Codes, before: Codes, clicked: Mask) -> Mask:
    """Which cells are open and empty in a program that opens no numbers around empty cells.

    They are plain, and most have lines of their own around them, which a message in front of the
    board has not. Clicks have opened several that touch and look alike, and no others. Or the game
    went on after the clicks, and a cell that was left unread before looks like a clicked one. A
    single cell may be covered and lie beneath the pointer, or show a mine that has no sign.
    """
    asked = (codes == UNREADABLE) & np.isin(before, (COVERED, UNREADABLE))
    plain: Mask = asked & _are_bare(tiles, codes)
    lined = plain_in_lines(tiles).reshape(codes.shape)
    opening = plain & lined & clicked
    alone = np.asarray(plain & lined & (before == UNREADABLE) & ~clicked)
    if not opening.any() or np.isin(codes[clicked], [*UNOPENED]).any():
        alone[:] = False
    if alone.any():
        shown, opened = (inner(tiles[cells.ravel()]) for cells in (alone, opening))
        alone[alone] = (apart_from(shown, opened) <= ALIKE).any(1)
    changed = asked & (before == COVERED)
    areas = _areas_at(changed, clicked)
    whole = bool(areas) and np.array_equal(changed & plain, np.logical_or.reduce(areas))
    if whole and all(_is_empty_area(tiles, area & plain, lined) for area in areas):
        return np.asarray(alone | changed)
    return alone


def _opened_within_numbers(tiles: Floats, codes: Codes, before: Codes, clicked: Mask) -> Mask:
    """Which cells clicks have opened with numbers around them, though they look like covered ones.

    They are plain and alike, and no cell beside them is covered: an empty cell opens all around it.
    """
    changed = (codes == UNREADABLE) & (before == COVERED)
    plain = changed & _are_bare(tiles, codes)
    lined = plain_in_lines(tiles).reshape(codes.shape)
    found = np.zeros_like(plain)
    for area in _areas_at(changed, clicked):
        empty = area & plain
        within = not (_beside(empty) & (codes == COVERED)).any()
        if within and (empty & clicked).any() and _is_empty_area(tiles, empty, lined):
            found |= empty
    return found


def _areas_at(changed: Mask, clicked: Mask) -> list[Mask]:
    """The areas of changed cells that touch, with a clicked one among them."""
    _, patches = cv2.connectedComponents(changed.astype(np.uint8))
    return [patches == patch for patch in np.unique(patches[clicked & changed])]


def _is_empty_area(tiles: Floats, cells: Mask, lined: Mask) -> bool:
    """Whether some plain cells are several and alike, and enough have lines around them."""
    return bool(cells.sum() >= _AREA and _are_alike(tiles, cells) and lined[cells].mean() >= _LINED)


def _are_bare(tiles: Floats, codes: Codes) -> Mask:
    """Which cells show nothing, and no small sign in their middle."""
    bare = are_plain(tiles) & are_plain(tiles[:, WHOLE:])
    return np.asarray(bare.reshape(codes.shape))


def _are_alike(tiles: Floats, cells: Mask) -> bool:
    shown = inner(tiles[cells.ravel()])
    return bool(len(shown) and (apart_from(shown, shown[:1]) <= ALIKE).all())


def are_bare(codes: Codes) -> bool:
    """Whether empty cells have covered ones at their sides, so that they open nothing there."""
    return bool((_at_sides(codes == EMPTY) & (codes == COVERED)).any())


def _flooded(codes: Codes, unknown: Mask, clicked: Mask, before: Codes) -> Codes:
    """The codes without new empty areas that no click has opened, or that numbers don't border.

    Where nothing but numbers borders an area of covered cells all around, a click was handled late.
    """
    codes = codes.copy()
    for cells in _areas(codes, unknown):
        around = _is_number(codes)[_beside(cells) & ~cells]
        late = around.all() and (before == COVERED)[cells].all()
        if not (cells & (clicked | ~unknown)).any() and not late:
            codes[cells & unknown] = UNREADABLE
    return _bordered(codes, unknown)


def _bordered(codes: Codes, new: Mask) -> Codes:
    """The codes without empty areas with new cells in them that numbers don't border.

    Some programs open no cells across the corners of empty ones.
    """
    codes = codes.copy()
    for cells in _areas(codes, new):
        border = _at_sides(cells) & ~cells
        if border.any() and _is_number(codes)[border].mean() < _BORDERED:
            codes[cells & new] = UNREADABLE
    return codes


def _areas(codes: Codes, new: Mask) -> list[Mask]:
    """The areas of empty cells with new ones in them."""
    empty = (codes == EMPTY).astype(np.uint8)
    count, patches = cv2.connectedComponents(empty, connectivity=8)
    areas = [patches == patch for patch in range(1, count)]
    return [cells for cells in areas if (cells & new).any()]
