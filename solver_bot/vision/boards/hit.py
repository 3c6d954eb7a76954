"""Which mine was hit: the one that is drawn otherwise than all others, or shown alone."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.boards.likeness import odd_one
from solver_bot.vision.patches import Cut

_A_MINE = 0.98
"""How surely a compared cell shows a mine, hit or not. Crossed flags, which many programs draw as
crossed mines, are less surely mines."""
_NO_MINE = 0.02
"""The largest probability of another mine where a single one is shown."""
_LEFT = 0.9
"""How surely a cell must be closed to be left over where all others are open."""
_MOSTLY = 0.75
"""The least share of left-over cells that are likeliest mines."""
_ODD = 3.0
"""How much likelier, as a logarithm, the odd one of the left-over cells was hit: on 25 generated
boards that are all open, 5 of the 6 mines that were hit and marked were the odd one, and no other
cell was."""
_FEWEST = 4
"""The fewest mines that show how a program draws one."""
_NEVER = -20.0
_CLOSED = (COVERED, FLAG, QUESTION, MINE, EXPLODED)
_MINES = (MINE, EXPLODED)


def told_by_mines(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where shown mines tell which one was hit.

    One look may draw any mine as others draw a mine that was hit, so what a single mine looks like
    tells little. At most one mine is hit, though, and a program that marks it draws all others in
    one way, or in two on a checkerboard. Where some cells are still covered, the only mine that is
    shown was hit. Where all cells but mines are open, a cell that is hardly known for a mine counts
    too.

    Args:
        cut: the board's tiles.
        likely: the logarithms, shape (rows, columns, 16).

    """
    either = np.logaddexp(likely[..., MINE], likely[..., EXPLODED])
    mines = np.asarray(either >= np.log(_A_MINE))
    if (only := _only_one(mines, either)) and (likely.argmax(-1) == COVERED).any():
        return _with_hit(likely, mines, only)
    if mines.sum() >= _FEWEST and (hit := odd_one(cut, mines)):
        return _with_hit(likely, mines, hit)
    left = _left_over(likely)
    if left.sum() >= _FEWEST and (hit := odd_one(cut, left)):
        told = _with_hit(likely, left, hit)
        told[hit][EXPLODED] += _ODD
        told[hit] -= np.logaddexp.reduce(told[hit])
        return told
    return likely


def _with_hit(likely: Floats, mines: Mask, hit: tuple[int, int]) -> Floats:
    """The logarithms, where none of the ``mines`` but ``hit`` can have been hit."""
    either = np.logaddexp(likely[..., MINE], likely[..., EXPLODED])
    told = likely.copy()
    told[mines, MINE], told[mines, EXPLODED] = either[mines], _NEVER
    told[hit][MINE], told[hit][EXPLODED] = _NEVER, either[hit]
    return told


def _only_one(mines: Mask, either: Floats) -> tuple[int, int] | None:
    """The only mine that is shown; None if there is none, or if others may be."""
    if mines.sum() != 1 or (either >= np.log(_NO_MINE)).sum() != 1:
        return None
    row, column = np.argwhere(mines)[0].tolist()
    return row, column


def _left_over(likely: Floats) -> Mask:
    """The closed cells, if they are mostly mines; none if other cells may be closed."""
    closed = np.logaddexp.reduce(likely[..., _CLOSED], -1)
    left = np.asarray(closed >= np.log(_LEFT))
    best = likely.argmax(-1)
    opened = (best < COVERED) | (best == UNREADABLE)
    mined = np.isin(best, _MINES)[left]
    if not (left | opened).all() or not mined.size or mined.mean() < _MOSTLY:
        return np.zeros_like(left)
    return left
