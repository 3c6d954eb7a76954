"""What to guess where nothing is certain without a cell that can only be read in part.

A number that is probably a 2 proves nothing. But a guess is none the worse for it: its odds count
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
    """The number that an unread cell probably shows, and how likely it does."""

    number: int
    share: float


Think = Callable[[Board], Decision]


def assuming(board: Board, probable: Mapping[int, Probable], think: Think) -> Decision | None:
    """A guess on the board with the numbers that some of its unread cells probably show.

    ``think`` decides on such a board. The guess is a mine at most as likely as is said, and what
    would be certain with these numbers is a guess without them. Nothing is assumed that does not
    make the guess better, nor what contradicts the rest: the doubtful numbers are left out one by
    one, the least likely first. None if they help to none.
    """
    assumed, best = dict(probable), _guess(board, probable, think)
    for cell in sorted(probable, key=lambda one: probable[one].share):
        fewer = {one: shown for one, shown in assumed.items() if one != cell}
        other = _guess(board, fewer, think)
        if best is None or (other is not None and (other.odds or 0) <= (best.odds or 0)):
            assumed, best = fewer, other
    return best


def is_better(one: Decision, other: Decision) -> bool:
    """Whether one guess is less likely a mine than another one of known or unknown odds."""
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
