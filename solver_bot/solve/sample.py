"""A layout drawn at random from all those that fit a board, each with the same chance.

The count of ``solver_bot.solve.counting`` is walked backwards: from the end, which says how many
mines lie off the frontier, group by group to the start, every way taken as often as there are
layouts that it belongs to. So nothing is tried and thrown away.

numba is loaded by the first call of ``random_layout``, not by the import of this module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import numpy as np

from solver_bot.board import SHOWN_MINES, Board
from solver_bot.solve.odds import TooWide, code_array
from solver_bot.solve.signals import whole


def random_layout(board: Board, dice: Random) -> frozenset[int] | None:
    """The mines of one layout that fits the board, shown mines included; None if no layout does.

    What counts as what is as for ``odds``. Only ``dice.random()`` is asked, so a seed gives the
    same layout in every version of Python.

    Raises:
        ValueError: the mine total is not known.
        TooWide: counting the layouts would take too much memory.

    """
    from solver_bot.solve import counting, draw  # they load numba

    if board.mines is None:
        raise ValueError("without a mine total not all layouts are equally likely")
    codes = code_array(board.cells)
    chances = np.array([dice.random() for _ in range(len(board.cells) + 1)])
    status, classes, mines = whole(
        draw.draw, codes, board.width, board.mines, counting.MOST_WORDS, chances
    )
    if status == counting.TOO_WIDE:
        raise TooWide("too many numbers of this board hang together to draw a layout")
    if status == counting.CONTRADICTION:
        return None
    chosen = _spread(classes.tolist(), mines.tolist(), dice)
    return frozenset(board.where(SHOWN_MINES)).union(chosen)


def _spread(classes: list[int], mines: list[int], dice: Random) -> Iterator[int]:
    """Choose the mined cells of every class."""
    members = defaultdict(list)
    for cell, kind in enumerate(classes):
        if mines[kind]:
            members[kind].append(cell)
    for kind, cells in members.items():
        for place in range(mines[kind]):
            other = place + int(dice.random() * (len(cells) - place))
            cells[place], cells[other] = cells[other], cells[place]
            yield cells[place]
