"""Which flag was wrong: the one that the numbers refute, if it is drawn unlike others."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.likeness import ways_drawn
from solver_bot.vision.boards.oddity import beside
from solver_bot.vision.patches import Cut

_A_FLAG = 0.9
"""How surely a compared cell shows a flag, wrong or not."""
_FEWEST = 4
"""The fewest flags that show how a program draws one."""
_NEVER = -20.0


def told_by_flags(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where flags tell which one was wrong.

    Some programs give a wrong flag another colour and no cross once the game is lost. Where mines
    are shown, numbers with too many marks refute it: it is the only flag beside all of them. A
    program that does not mark the wrong flag draws it like the others. Few flags do not show how
    the program draws one, so whether it is marked stays open.

    Args:
        cut: the board's tiles.
        likely: the logarithms, shape (rows, columns, 16).

    """
    either = np.logaddexp(likely[..., FLAG], likely[..., WRONG_FLAG])
    flags = np.asarray(either >= np.log(_A_FLAG))
    best = likely.argmax(-1)
    mines = np.isin(best, (MINE, EXPLODED))
    if not flags.any() or not mines.any():
        return likely
    over = (best < COVERED) & (beside(flags | mines) > best)
    refuted = (beside(over) == over.sum())[flags]
    if not over.any() or refuted.sum() != 1:
        return likely
    row, column = np.argwhere(flags)[refuted][0].tolist()
    told = likely.copy()
    if flags.sum() < _FEWEST:
        told[row, column, [FLAG, WRONG_FLAG]] = either[row, column] + np.log(0.5)
        return told
    ways = ways_drawn(cut, flags)
    if np.bincount(ways)[ways][refuted].item() == 1:
        told[row, column, WRONG_FLAG], told[row, column, FLAG] = either[row, column], _NEVER
    return told
