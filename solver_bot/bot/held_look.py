"""For which clicks of a batch the last look at the board is enough."""

from __future__ import annotations

from solver_bot.board import FLAG, UNREADABLE, Board
from solver_bot.bot.decision import Action, Decision

HOLDS = 0.004
"""Seconds for which a look holds at most."""


class HeldLook:
    """The last look at a board while cells are clicked one after the other.

    A click may open further cells of the batch before their turn. A second click on an open cell
    does nothing, except beside flags: there it is a chord in some programs, which loses the game if
    a flag is wrong. So no look holds beside unproved flags or unreadable cells.
    """

    def __init__(self, board: Board, decision: Decision, looked_at: float) -> None:
        proved = frozenset(decision.mines)
        marked = frozenset(board.where({FLAG, UNREADABLE})) - proved
        around = board.neighbours()
        opens = decision.action is not Action.FLAG
        self._beside_marks = {
            cell for cell in decision.cells if opens and not marked.isdisjoint(around[cell])
        }
        self._since = looked_at

    def holds(self, cell: int, now: float) -> bool:
        """Whether ``cell`` can be clicked without another look."""
        return cell not in self._beside_marks and now - self._since <= HOLDS

    def looked(self, now: float) -> None:
        """Note a look that was answered ``now``. The screen was captured before that."""
        self._since = now
