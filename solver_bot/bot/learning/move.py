"""Clicks on a board, and what was known of it before them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from solver_bot.board import COVERED
from solver_bot.bot.decision import finishes, may_finish
from solver_bot.solve.odds import Contradiction, TooWide, odds
from solver_bot.vision.arrays import Codes, Mask, board_of

Certain = tuple[Mask, Mask]
"""The certainly safe cells and the certain mines."""
_HALF = 0.5
"""The share of covered cells above which no guess is taken to win. Of 697 guesses on seeded boards
of 6×6 to 16×16 cells that ended their game above it, one won."""


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Clicks on a board in an unknown skin. Codes and masks have the shape (rows, columns).

    Attributes:
        before: what its cells showed before the clicks.
        clicked: the cells that were clicked, none if the board was only looked at.
        certain: returns what was certain before the clicks. The first call takes a while.
        total: the number of mines; None if it is not known.

    """

    before: Codes
    clicked: Mask
    certain: Callable[[], Certain] = field(repr=False)
    total: int | None = None

    @classmethod
    def on(cls, before: Codes, clicked: Mask, total: int | None = None) -> Move:
        """Clicks on a board whose numbers tell what is certain."""
        return cls(before, clicked, cache(lambda: certain_on(before, total)), total)

    @property
    def is_proved(self) -> bool:
        """Whether all clicked cells were proved safe before they were clicked."""
        return bool(self.certain()[0][self.clicked].all())

    @property
    def is_guess(self) -> bool:
        """Whether a cell was clicked that was not proved safe."""
        return not self.is_proved

    @property
    def may_have_won(self) -> bool:
        """Whether the clicks were proved safe, and may have left nothing but mines."""
        return self.is_proved and self.may_have_finished

    @property
    def may_have_finished(self) -> bool:
        """Whether the clicks, if none hit a mine, may have left nothing but mines."""
        if self.is_guess and (self.before >= COVERED).mean() > _HALF:
            return False
        cells = np.flatnonzero(self.clicked).tolist()
        return bool(cells) and may_finish(board_of(self.before, self.total), cells)

    def finishes(self, seen: Codes) -> bool:
        """Whether the clicks opened all remaining safe cells.

        Cells that are ``seen`` to be open need no proof, for example one that was guessed.
        """
        opened = (self.before >= COVERED) & (seen < COVERED)
        board = board_of(np.where(opened, seen, self.before), self.total)
        return finishes(board, np.flatnonzero(self.clicked).tolist())


def certain_on(codes: Codes, total: int | None) -> Certain:
    """What is certain on a board; nothing if it contradicts itself or is too wide to count."""
    safe, mines = np.zeros(codes.shape, np.bool_), np.zeros(codes.shape, np.bool_)
    try:
        known = odds(board_of(codes, total))
    except (Contradiction, TooWide):
        return safe, mines
    safe.flat[list(known.safe)] = True
    mines.flat[list(known.mines)] = True
    return safe, mines
