"""Reads a board after each move of a game, by what is known of its skin."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    UNOPENED,
    UNREADABLE,
)
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.digits.shown import show_zeros
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.compare import apart_from, middles
from solver_bot.vision.looks.drawing import (
    WHOLE,
    colour_apart,
    inner,
    tiles_with_middles,
)
from solver_bot.vision.looks.empty_areas import (
    are_bare,
    bordered,
    empty_beside_empty,
    flooded,
    opened_within_numbers,
    plainly_opened,
)
from solver_bot.vision.looks.kinds import ALIKE
from solver_bot.vision.looks.looks import Looks, recognised

See = Callable[[Codes, Mask], Codes]
"""Gives the codes with what is seen in the unreadable cells of a mask."""

_OTHER_COLOUR = 60.0
"""A plain cell that differs by more grey levels from all known empty cells is not empty."""
_REDRAWN = 2
"""The most empty cells that a program may draw anew while a game goes on: those clicked last."""


def read_on(
    picture: Picture,
    lattice: Lattice,
    looks: Looks,
    before: Codes,
    clicked: Mask,
    see: See,
    bare: bool = False,
    earlier: Mask | None = None,
    changed: Mask | None = None,
) -> tuple[Codes, Looks]:
    """What the cells show, and what is known of the skin now: codes of shape (rows, columns).

    ``before`` is what the cells showed, and ``clicked`` which were clicked since. Every new empty
    area has a clicked cell in it. ``see`` is asked about cells whose look is new. What can't be
    settled is unreadable, and is not learnt. ``bare`` says that the program opens no numbers around
    empty cells: see ``are_bare``. ``earlier`` are unread cells that earlier clicks have opened. A
    printed zero may have opened nothing. ``changed`` cells are not covered, even if they look
    nearly so.
    """
    tiles = tiles_with_middles(picture, lattice)
    codes = recognised(picture, lattice, looks)
    if changed is not None:
        codes[changed & (codes == COVERED)] = UNREADABLE
    bare = bare or are_bare(before) or not (before == EMPTY).any()
    if not bare:
        codes = bordered(codes, before != EMPTY)
    unknown = codes == UNREADABLE
    if not unknown.any():
        return codes, looks
    codes = _same_within(inner, tiles, codes, looks, before, range(COVERED))
    # A program may draw a frame around the cell that was clicked last. It is not learnt.
    framed = np.where(with_around(clicked) & (codes == UNREADABLE), before, np.uint8(UNREADABLE))
    codes = _same_within(_middles, tiles, codes, looks, framed, range(COVERED))
    unknown &= (framed == UNREADABLE) | (codes != framed)
    earlier = np.zeros_like(clicked) if earlier is None else earlier
    opened = plainly_opened(tiles, codes, before, clicked, earlier) & bare
    codes = np.where(opened, np.uint8(EMPTY), codes)
    # A plain message in front of the board is no empty cell.
    strange = colour_apart(tiles, looks.tiles[looks.codes == EMPTY]).reshape(codes.shape)
    redrawn = unknown & (before == EMPTY)
    redrawn &= redrawn.sum() <= _REDRAWN
    strange = (codes == UNREADABLE) & (strange > _OTHER_COLOUR) & ~redrawn
    shown = codes
    codes = _unopened(tiles, see(codes, unknown), looks, before, clicked)
    if bare and (codes[clicked] == UNREADABLE).any():
        opened |= opened_within_numbers(tiles, shown, codes, before, clicked)
        codes = np.where(opened, np.uint8(EMPTY), codes)
    codes[strange & (codes == EMPTY)] = UNREADABLE
    otherwise = empty_beside_empty(tiles, codes, clicked & unknown)
    codes[otherwise] = EMPTY
    begun = clicked | earlier
    asked = unknown & ~redrawn & ~opened
    asked &= ~show_zeros(picture, lattice, asked & (codes == EMPTY) & begun)
    codes = flooded(codes, asked, begun, before)
    new = unknown & (codes != UNREADABLE) & ~otherwise
    return codes, looks.grown(tiles[new.ravel()], codes[new])


def _unopened(tiles: Floats, codes: Codes, looks: Looks, before: Codes, clicked: Mask) -> Codes:
    """The codes, with unread cells as before if no click can have opened them.

    Only the rims of these cells have changed: covered cells may throw shadows on those beside them,
    and lines between cells may belong to either.
    """
    opened = clicked | with_around(codes == EMPTY)
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
    """The codes, with unread cells as ``before`` if they look so inside, though not at their rims.

    Only cells that were in one of ``states`` are asked about.
    """
    codes = codes.copy()
    for state in states:
        asked = np.flatnonzero((codes == UNREADABLE) & (before == state))
        known = looks.tiles[looks.codes == state]
        if len(asked) and len(known):
            apart = apart_from(inside(tiles[asked]), inside(known)).min(axis=1)
            codes.flat[asked[apart <= ALIKE]] = state
    return codes
