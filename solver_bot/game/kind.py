"""Kind guesses: where nothing is certain, a guess that could be safe is safe."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from random import Random

from solver_bot.board import WRONG_FLAG, Board
from solver_bot.game.engine import Mover
from solver_bot.solve.odds import Contradiction, TooWide, odds
from solver_bot.solve.sample import random_layout


def kind_guesses(dice: Random) -> Mover:
    """A mover that is kind to guesses, see ``kinder_layout``."""
    return partial(kinder_layout, dice=dice)


def kinder_layout(board: Board, cells: Collection[int], dice: Random) -> frozenset[int] | None:
    """Mines that fit all the player sees and spare the cells about to be opened.

    Each such layout is equally likely, so the next guess is as likely to be good as the odds of
    the board say. None, and the mines stay where they are, where there is none; where some cell is
    certainly safe, so that there was no need to guess; and where the board is too wide to count.
    """
    try:
        if odds(board).safe:
            return None
        spared = bytearray(board.cells)
        for cell in cells:
            spared[cell] = WRONG_FLAG  # open, and it says nothing
        return random_layout(replace(board, cells=bytes(spared)), dice)
    except (Contradiction, TooWide):
        return None
