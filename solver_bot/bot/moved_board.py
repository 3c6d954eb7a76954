"""Where a board is after its program has moved it, for example to make room for a message."""

from __future__ import annotations

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice

_AS_WIDE = 0.01
"""By how much the width or height of all cells together may differ, as a share of it."""
_READ_AGAIN = 0.9
"""The least share of open cells that must show the same at the new place."""

Shift = tuple[int, int]
"""By how many pixels a board is moved, to the right and down."""


def moved_by(picture: Picture, place: Lattice, codes: Codes) -> Shift | None:
    """By how much the board that was at ``place`` is moved; None if it is not seen elsewhere.

    It has as many cells of the same size, and its open cells show the same. ``codes`` are those
    before, shape (rows, columns).
    """
    for one in seen_in(picture, possible):
        if _is_same_size(one.lattice, place) and _shows_the_same(one, codes):
            shift = round(one.lattice.left - place.left), round(one.lattice.top - place.top)
            if shift != (0, 0):
                return shift
    return None


def _is_same_size(one: Lattice, other: Lattice) -> bool:
    if (one.columns, one.rows) != (other.columns, other.rows):
        return False
    across = (one.right - one.left) / (other.right - other.left)
    down = (one.bottom - one.top) / (other.bottom - other.top)
    return bool(max(abs(across - 1), abs(down - 1)) < _AS_WIDE)


def _shows_the_same(one: Answer, codes: Codes) -> bool:
    """Whether the open cells show what they did, and none of them another number."""
    was_open = codes < COVERED
    seen, known = one.codes[was_open], codes[was_open]
    same = seen == known
    if not same.size or (~same & (seen != UNREADABLE)).any():
        return False
    return bool(same.mean() >= _READ_AGAIN)
