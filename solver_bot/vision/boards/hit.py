"""Which mine was hit: the one that is drawn otherwise than all others."""

from __future__ import annotations

import numpy as np

from solver_bot.board import EXPLODED, MINE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.likeness import odd_one
from solver_bot.vision.patches import Cut

_A_MINE = 0.98
"""How surely a cell shows a mine, hit or not, for it to be compared. Crossed flags, which many
programs draw as crossed mines, are less surely mines."""
_FEWEST = 4
"""So many mines show how a program draws one."""
_NEVER = -20.0


def told_by_mines(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where shown mines tell which one was hit.

    A look may draw any mine as others draw the one that was hit, so what a single mine looks like
    tells little. At most one mine is hit, though, and a program that marks it draws all others in
    one way, or in two on a checkerboard.

    Args:
        cut: the board's tiles.
        likely: the logarithms, shape (rows, columns, 16).

    """
    either = np.logaddexp(likely[..., MINE], likely[..., EXPLODED])
    mines = either >= np.log(_A_MINE)
    hit = odd_one(cut, mines) if mines.sum() >= _FEWEST else None
    if hit is None:
        return likely
    told = likely.copy()
    told[mines, MINE], told[mines, EXPLODED] = either[mines], _NEVER
    told[hit][MINE], told[hit][EXPLODED] = _NEVER, either[hit]
    return told
