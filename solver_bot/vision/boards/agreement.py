"""How surely the digits on a board count mines, and are not those of a table."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, FLAG, NUMBERS, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes
from solver_bot.vision.boards.oddity import beside

_OF_A_FLAG = 2.0
"""What a flag adds, as a logarithm: tables seldom have signs other than digits."""
_MAY_BE_MINES = (COVERED, QUESTION, UNREADABLE)


def agreement(codes: Codes) -> float:
    """How unlikely digits that count nothing would agree like these, as a logarithm.

    A digit from 0 to 8 agrees if it is at least the number of flags around it, and at most the
    number of flags and cells that may be mines. ``codes`` have shape (rows, columns), of a possible
    board.
    """
    numbers = np.isin(codes, tuple(NUMBERS))
    free = beside(np.isin(codes, _MAY_BE_MINES))[numbers]
    digits = len(NUMBERS)
    alone = float(np.log(digits / np.minimum(free + 1, digits)).sum())
    return alone + _OF_A_FLAG * int((codes == FLAG).sum())
