"""A random layout that fits a board. All layouts that fit are equally likely.

The states of ``compiled.counting`` are walked backwards. The last state decides how many mines lie
off the frontier, and each state before it decides the mines of one group. A step is drawn
with a probability in proportion to the number of layouts that contain it, so no draw is rejected.

The first call of ``random_layout`` loads numba; the import of this module does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import numpy as np

from solver_bot.board import SHOWN_MINES, Board
from solver_bot.solve.engine import code_array, compiled
from solver_bot.solve.odds import TooWide
from solver_bot.solve.signals import uninterrupted


def random_layout(board: Board, dice: Random) -> frozenset[int] | None:
    """The mines of a random layout that fits the board, with shown mines; None if no layout fits.

    Cells count as they do for ``odds``. Only ``dice.random()`` is called, so a seed gives the same
    layout in every version of Python.

    Raises:
        ValueError: the mine total is not known.
        TooWide: counting the layouts would take too much memory.

    """
    counting = compiled().counting  # this loads numba
    from solver_bot.solve.compiled.random_layout import draw

    if board.mines is None:
        raise ValueError("a random layout needs a mine total")
    codes = code_array(board.cells)
    chances = np.array([dice.random() for _ in range(len(board.cells) + 1)])
    status, classes, mines = uninterrupted(
        draw, codes, board.width, board.mines, counting.MOST_WORDS, chances
    )
    if status == counting.TOO_WIDE:
        raise TooWide("too many numbers of this board depend on each other to draw a layout")
    if status == counting.CONTRADICTION:
        return None
    chosen = _spread(classes.tolist(), mines.tolist(), dice)
    return frozenset(board.where(SHOWN_MINES)).union(chosen)


def _spread(classes: list[int], mines: list[int], dice: Random) -> Iterator[int]:
    """Choose the mined cells of every class."""
    members = defaultdict(list)
    for cell, group in enumerate(classes):
        if mines[group]:
            members[group].append(cell)
    for group, cells in members.items():
        for place in range(mines[group]):
            other = place + int(dice.random() * (len(cells) - place))
            cells[place], cells[other] = cells[other], cells[place]
            yield cells[place]
