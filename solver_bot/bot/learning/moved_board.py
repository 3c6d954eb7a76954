"""Where a board is after its program has moved or resized it.

A program may make room for a message above its board, or cells may grow with the first numbers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, SHOWN_MINES, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice

_SAME_SIZE = 2.0
"""The most pixels by which lines move differently if cells keep their size: the place of a board is
that inexact."""
_READ_AGAIN = 0.9
"""The least share of open cells that must show the same at the new place."""
_MINED = 0.8
"""How likely a cell shows a mine, of whatever kind, to count as one."""

Shift = tuple[int, int]
"""By how many pixels a board is moved, to the right and down."""


def seen_elsewhere(picture: Picture, place: Lattice, codes: Codes, clicked: Mask) -> Answer | None:
    """The board that was at ``place``, if it is seen at another place now; else None.

    It has as many cells, and its open cells show the same. If none was open, it overlaps the old
    place, and no clicked cell is covered: some cells are open now, or the clicked cells and others
    are mines and the rest is covered. If it ends within a cell of the old place, as rows grow with
    their first numbers, open cells that are not read are as before. ``codes`` are those before the
    clicks, shape (rows, columns).
    """
    for one in seen_in(picture, possible):
        same = (one.lattice.columns, one.lattice.rows) == (place.columns, place.rows)
        if not same or _is_at(one.lattice, place):
            continue
        known = _with_known(one, codes) if place.ends_like(one.lattice) else one
        if _is_it(known, place, codes, clicked):
            return known
    return None


def _with_known(one: Answer, codes: Codes) -> Answer:
    """The board with the codes that its open cells had, where they are not read."""
    known = (one.codes == UNREADABLE) & (codes < COVERED)
    return replace(one, codes=np.where(known, codes, one.codes))


def shift_to(place: Lattice, other: Lattice) -> Shift | None:
    """By how much a board at ``place`` was moved to the other; None if its size has changed."""
    across, down = np.subtract(other.xs, place.xs), np.subtract(other.ys, place.ys)
    if max(np.ptp(across), np.ptp(down)) > _SAME_SIZE:
        return None
    return round(float(across.mean())), round(float(down.mean()))


def _is_at(one: Lattice, place: Lattice) -> bool:
    return shift_to(place, one) == (0, 0)


def _is_it(one: Answer, place: Lattice, codes: Codes, clicked: Mask) -> bool:
    was_open = codes < COVERED
    if was_open.any():
        return _shows_the_same(one.codes[was_open], codes[was_open])
    if not one.lattice.overlaps(place) or (one.codes[clicked] == COVERED).any():
        return False
    return bool((one.codes < COVERED).any()) or _shows_mines_alone(one, clicked)


def _shows_mines_alone(one: Answer, clicked: Mask) -> bool:
    """Whether the clicked cells and others show mines, and all that show none are covered."""
    mined = np.exp(one.likely[..., [*SHOWN_MINES]]).sum(-1) > _MINED
    others = (mined & ~clicked).any() and (mined | (one.codes == COVERED)).all()
    return bool(clicked.any() and mined[clicked].all() and others)


def _shows_the_same(seen: Codes, known: Codes) -> bool:
    """Whether open cells show what they did, and none of them another number."""
    same = seen == known
    other = ~same & (seen != UNREADABLE)
    return not other.any() and bool(np.mean(same) >= _READ_AGAIN)
