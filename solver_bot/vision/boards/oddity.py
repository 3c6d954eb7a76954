"""What few boards show, and what it costs.

A price is how much less likely a board is for showing something, as a logarithm. Programs differ,
and so do players, so nothing of this is excluded.
"""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask

EACH, MOST = 3.0, 15.0
"""The price of a cell that few boards show, and of all such cells together at most."""
HABIT = 6.0
"""The most that all cells cost together which one habit explains: a program that leaves cells
beside empty ones covered does so all over the board."""
CROWDED, MOST_MINES = 5.0, 0.4
"""The price of flags and mines that are more than this share of all cells."""
_FEW_MINES = 2
"""A program that shows so many mines shows all that are not flagged."""
CORNERS = 3.0
"""The price of all empty cells together that have covered cells at their corners alone: a program
opens the neighbours at the sides of an empty cell only."""
_SHOWS_A_MINE = np.isin(np.arange(UNREADABLE + 1), (MINE, EXPLODED))
_SIDES = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.float32)
_NEIGHBOURS = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.float32)


def price(cells: Codes) -> float:
    """The price of a board, by the codes of its cells, shape (rows, columns).

    An unreadable cell may show anything, so it makes no other cell odd. Few boards show
        an empty cell beside a covered one, as a program leaves it that opens no areas, or an area
            only across the sides of cells;
        some of the mines without the others;
        more than one mine that exploded;
        more flags and mines than a game has.
    Flags for no reason are not among these: the nets see whole boards, and weigh them.
    """
    empty, flags, mines = cells == EMPTY, cells == FLAG, _SHOWS_A_MINE[cells]
    numbers, unread = (cells < COVERED) & ~empty, cells == UNREADABLE
    covered = cells == COVERED
    left = empty & (_beside(covered, _SIDES) > 0)
    corners = CORNERS * bool((empty & (_beside(covered) > 0) & ~left).any())
    habits = min(HABIT, EACH * float(left.sum()) + corners)
    missing = np.zeros_like(left)
    if mines.sum() >= _FEW_MINES:
        missing = numbers & (cells > _beside(mines | flags | unread))
    exploded = max(0, int((cells == EXPLODED).sum()) - 1)
    crowd = CROWDED * bool((mines | flags).mean() > MOST_MINES)
    return min(MOST, habits + EACH * (float(missing.sum()) + exploded) + crowd)


def _beside(cells: Mask, near: Floats = _NEIGHBOURS) -> Floats:
    """How many of each cell's neighbours are among these."""
    values = cells.astype(np.float32)
    around = cv2.filter2D(values, -1, near, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(around, np.float32)
