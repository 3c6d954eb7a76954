"""What few boards show, and what it costs.

A price is how much less likely a board is for showing something, as a logarithm. Programs differ,
and so do players, so nothing of this is excluded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask

EACH, MOST = 3.0, 15.0
"""The price of a cell that few boards show, and of all such cells together at most."""
HABIT = 6.0
"""The most that all cells explained by one habit cost together: a program that leaves cells beside
empty ones covered does so all over the board."""
CROWDED, MOST_MINES = 5.0, 0.4
"""The price of flags and mines that are more than this share of all cells."""
SPARSE, LEAST_CLOSED = 3.0, 0.08
"""The price of a board on which some cells are closed, but fewer than this share. Easy levels have
mines on a tenth of all cells and more."""
_AN_AREA, _FEW_LEFT = 10, 0.1
"""The fewest empty cells that show how a program opens areas, and the largest share of those that
may be misread."""
_SMALL_AREA = 4
"""The fewest empty cells among which a single one may be misread."""
_FEW_MINES = 2
"""A program that shows this many mines shows all that are not flagged."""
CORNERS = 3.0
"""The price of all empty cells together with covered cells at their corners alone: some programs
open only neighbours at the sides."""
_SHOWS_A_MINE = np.isin(np.arange(UNREADABLE + 1), (MINE, EXPLODED))

Counts = NDArray[np.uint8]


def price(cells: Codes) -> float:
    """The price of a board, by the codes of its cells, shape (rows, columns).

    An unreadable cell may show anything, so it makes no other cell odd. Few boards show
        an empty cell beside a covered or flagged one, as left by a program that opens no areas,
            or opens them only across the sides of cells;
        some of the mines without the others;
        more than one mine that exploded;
        more flags and mines than a game has, or fewer cells than it has mines.
    Other flags without a reason have no price: the nets see whole boards, and weigh such flags.
    """
    return float(prices(cells[None])[0])


def left_by_area(cells: Codes) -> Mask:
    """The few empty cells with a covered one beside them, where areas otherwise open whole.

    Of 856 positions in play 9 have one or two such cells, and none of 350 in programs. More often
    something in the colour of open cells hides a number. Of 77 positions with four to nine empty
    cells none has a single one: a faint 1 was taken for it, and a cell beside it was a mine.
    """
    empty, covered = cells == EMPTY, cells == COVERED
    left = empty & (beside(covered) > 0)
    shown = int(empty.sum())
    most = _FEW_LEFT * shown if shown >= _AN_AREA else int(shown >= _SMALL_AREA)
    return left if left.sum() <= most else np.zeros_like(left)


def prices(boards: Codes) -> Floats:
    """The prices of several boards of one size: shape (n, rows, columns) to (n)."""
    empty, flags, mines = boards == EMPTY, boards == FLAG, _SHOWS_A_MINE[boards]
    covered, unread = boards == COVERED, boards == UNREADABLE
    numbers = (boards < COVERED) & ~empty
    sides, around = _beside(covered | flags)
    left = empty & (sides > 0)
    corners = CORNERS * (empty & (around > 0) & ~left).any((1, 2))
    habits = np.minimum(HABIT, EACH * left.sum((1, 2)) + corners)
    missing = numbers & (boards > _beside(mines | flags | unread)[1])
    missing &= (mines.sum((1, 2)) >= _FEW_MINES)[:, None, None]
    exploded = np.maximum(0, (boards == EXPLODED).sum((1, 2)) - 1)
    crowd = CROWDED * ((mines | flags).mean((1, 2)) > MOST_MINES)
    closed = (boards >= COVERED).mean((1, 2))
    sparse = SPARSE * ((closed > 0) & (closed < LEAST_CLOSED))
    total = habits + EACH * (missing.sum((1, 2)) + exploded) + crowd + sparse
    return np.asarray(np.minimum(MOST, total), np.float32)


def beside(cells: Mask) -> Counts:
    """How many of each cell's neighbours are among these, shape (rows, columns)."""
    return np.asarray(_beside(cells[None])[1][0])


def at_sides(cells: Mask) -> Counts:
    """How many of the neighbours at each cell's sides are among these, shape (rows, columns)."""
    return np.asarray(_beside(cells[None])[0][0])


def _beside(cells: Mask) -> tuple[Counts, Counts]:
    """How many of each cell's neighbours at its sides are among these, and of all neighbours."""
    count, rows, columns = cells.shape
    padded = np.zeros((count, rows + 2, columns + 2), np.uint8)
    padded[:, 1:-1, 1:-1] = cells
    beside = padded[:, :, :-2] + padded[:, :, 2:]
    across = beside + padded[:, :, 1:-1]
    sides = beside[:, 1:-1] + padded[:, :-2, 1:-1] + padded[:, 2:, 1:-1]
    return sides, across[:, :-2] + across[:, 2:] + beside[:, 1:-1]
