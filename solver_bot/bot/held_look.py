"""For how long a look at a board holds for the clicks that follow it."""

from __future__ import annotations

from solver_bot.board import Board
from solver_bot.bot.decision import Action, Decision

HOLDS = 0.004
"""Seconds for which a look holds at most: nobody moves or covers a window in so short a time."""


class HeldLook:
    """The last look at a board of which cells are clicked one after the other.

    It holds as long as every click can have changed no cell but its own: see ``opens_alone``. Once
    another one was clicked, cells around it may open at any time, and a second click on one of
    these might open more.
    """

    def __init__(self, board: Board, decision: Decision, looked_at: float) -> None:
        self._around, self._mines = board.neighbours(), frozenset(decision.mines)
        self._flags = decision.action is Action.FLAG
        self._since = looked_at
        self._more_may_open = False

    def opens_alone(self, cell: int) -> bool:
        """Whether a click on it changes nothing else: it has a certain mine beside it.

        So does a flag.
        """
        return self._flags or not self._mines.isdisjoint(self._around[cell])

    def holds(self, now: float) -> bool:
        """Whether the board must still be as it was when it was looked at."""
        return not self._more_may_open and now - self._since <= HOLDS

    def looked(self, now: float) -> None:
        """Note a look that began ``now``."""
        self._since = now

    def clicked(self, cell: int) -> None:
        """Note a click."""
        self._more_may_open = self._more_may_open or not self.opens_alone(cell)
