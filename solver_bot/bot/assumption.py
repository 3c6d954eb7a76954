"""What to guess if nothing is certain without a cell that can only be read in part.

A number that is only probably a 2 proves nothing. But a guess may rest on it, if its odds count
that the number may be another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from typing import NamedTuple

from solver_bot.board import Board
from solver_bot.bot.decision import ASSUMED, Action, Decision
from solver_bot.solve.odds import Contradiction


class Probable(NamedTuple):
    """The number that an unread cell probably shows, and how likely that is."""

    number: int
    share: float


Think = Callable[[Board], Decision]


def assuming(board: Board, probable: Mapping[int, Probable], think: Think) -> Decision | None:
    """A guess on the board with the numbers that some of its unread cells probably show.

    ``think`` decides on such a board. The odds of the guess are the most that they can be. A cell
    that would be certainly safe with these numbers is only a guess. Numbers that do not make the
    guess better, or that contradict the rest, are left out one by one, the least likely first. None
    if no guess can be made with them.
    """
    assumed, best = dict(probable), _guess(board, probable, think)
    for cell in sorted(probable, key=lambda one: probable[one].share):
        fewer = {one: shown for one, shown in assumed.items() if one != cell}
        other = _guess(board, fewer, think)
        if best is None or (other is not None and (other.odds or 0) <= (best.odds or 0)):
            assumed, best = fewer, other
    return best


def is_better(one: Decision, other: Decision) -> bool:
    """Whether one guess is less likely a mine than another. Unknown odds count as ``ASSUMED``."""
    own, its = (ASSUMED if guess.odds is None else guess.odds for guess in (one, other))
    return own < its


def _guess(board: Board, probable: Mapping[int, Probable], think: Think) -> Decision | None:
    """The guess on the board with these numbers; None if there is none."""
    if not probable:
        return None
    cells = bytearray(board.cells)
    for cell, (number, _) in probable.items():
        cells[cell] = number
    try:
        decision = think(replace(board, cells=bytes(cells)))
    except Contradiction:
        return None
    share = prod(one.share for one in probable.values())
    if decision.action is Action.OPEN:
        odds = 0.0
    elif decision.action is Action.GUESS and decision.odds is not None:
        odds = decision.odds
    else:
        return None
    assumed = tuple((cell, one.number) for cell, one in probable.items())
    return Decision(
        Action.GUESS,
        decision.cells[:1],
        1 - share * (1 - odds),
        assumed=assumed,
        odds_if_assumed=odds,
    )
