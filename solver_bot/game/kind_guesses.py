"""Kind guesses: if no cell is certainly safe, a guess that could be safe is safe."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from random import Random

from solver_bot.board import WRONG_FLAG, Board
from solver_bot.game.engine import Mover
from solver_bot.solve.odds import Contradiction, TooWide, odds
from solver_bot.solve.random_layout import random_layout


def kind_guesses(dice: Random) -> Mover:
    """A mover that makes guesses safe where it can, see ``kinder_layout``."""
    return partial(kinder_layout, dice=dice)


def kinder_layout(board: Board, cells: Collection[int], dice: Random) -> frozenset[int] | None:
    """Random mines that fit what the player sees and leave the cells about to be opened free.

    All layouts of that sort are equally likely. The next guess is therefore as likely to be safe as
    the odds of the board say.

    The result is None, so that the mines stay where they are, if no layout fits, if another cell is
    certainly safe and no guess was needed, or if the board is too wide to count.
    """
    try:
        if odds(board).safe:
            return None
        spared = bytearray(board.cells)
        for cell in cells:
            spared[cell] = WRONG_FLAG  # an open cell that says nothing
        return random_layout(replace(board, cells=bytes(spared)), dice)
    except (Contradiction, TooWide):
        return None
