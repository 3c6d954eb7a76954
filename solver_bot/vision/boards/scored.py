"""The kinds of a board's cells, how likely each of their states is, and what a board may show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Kinds, board_of
from solver_bot.vision.boards import oddity

Sides = tuple[bool, bool, bool, bool]
"""Left, top, right, bottom."""
CLOSED: Sides = (False, False, False, False)
"""No side beyond which the board may go on."""

IMPOSSIBLE = -20.0
"""The score of a state that is excluded."""
_AT_ONCE = 256
"""Changes whose oddity is asked for together."""
_MAY_BE_A_MINE = np.isin(
    np.arange(UNREADABLE + 1), (COVERED, FLAG, QUESTION, MINE, EXPLODED, UNREADABLE)
)
"""By code."""


@dataclass(frozen=True, slots=True)
class Option:
    """Another state that a kind may have.

    Attributes:
        kind: its number.
        code: the state.
        price: how much less likely it is than the likeliest state, as a logarithm.

    """

    kind: int
    code: int
    price: float


@dataclass(frozen=True, slots=True, eq=False)
class ScoredBoard:
    """The kinds of a board, how likely each of their states is, and what the board may show."""

    kinds: Kinds
    scores: Floats
    possible: Possible
    cut: Sides

    def oddity(self, codes: Codes) -> float:
        """The price of what only few boards show."""
        return oddity.price(_with_unread_lines(codes[self.kinds], self.cut))

    def oddities(self, best: Codes, changes: Sequence[Option]) -> Iterator[float]:
        """The same of the states with each of these changes alone."""
        for start in range(0, len(changes), _AT_ONCE):
            some = changes[start : start + _AT_ONCE]
            codes = np.repeat(best[None], len(some), 0)
            codes[np.arange(len(some)), [one.kind for one in some]] = [one.code for one in some]
            cells = codes[:, self.kinds]
            yield from oddity.prices(_with_unread_lines(cells, self.cut)).tolist()

    def allows(self, codes: Codes) -> bool:
        """Whether a real board can show these states of kinds. A board without a mine is none."""
        cells = codes[self.kinds]
        if not _MAY_BE_A_MINE[cells].any():
            return False
        whole = _with_unread_lines(cells, self.cut)
        return self.possible(board_of(whole))


def _with_unread_lines(codes: Codes, cut: Sides) -> Codes:
    """The codes, shape (..., rows, columns), with a line of unread cells beyond each such side."""
    left, top, right, bottom = map(int, cut)
    around = ((0, 0),) * (codes.ndim - 2)
    around = (*around, (top, bottom), (left, right))
    return np.pad(codes, around, constant_values=UNREADABLE) if any(cut) else codes
