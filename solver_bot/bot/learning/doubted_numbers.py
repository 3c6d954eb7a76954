"""Numbers that the nets see on a board during a game, but doubt."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Mask, board_of
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.looks.looks import fits

_SURE_AMONG_OTHERS = 0.97
"""How likely known numbers must be among what open cells show, by the median, to stand although
another sign is seen as the same number. Printed zeros were taken for 1s with 90 %."""


def without_rivals(codes: Codes, new: Mask, opinion: Opinion) -> Codes:
    """The codes with numbers that the nets doubt, if the rules refute all other numbers.

    A board that contradicts itself refutes every number, so the number itself must be possible.
    Before any empty cell was seen, the rules do not refute that a cell is empty: in some programs
    these open nothing around them, and show a zero.
    """
    numbers = (opinion.codes > EMPTY) & (opinion.codes < COVERED)
    asked = new & (codes == UNREADABLE) & numbers & opinion.sure
    told = codes.copy()
    while asked.any():
        cell = tuple(np.argwhere(asked)[0].tolist())
        alike = asked & opinion.seen_as(cell)
        own, rivals = opinion.codes[cell], opinion.rivals(cell)
        allowed = [n for n in (own, *rivals) if fits(_with(codes, alike, n), possible)]
        may_be_zero = EMPTY in rivals and not (codes == EMPTY).any()
        if rivals and allowed == [own] and not may_be_zero:
            told[alike] = own
        asked &= ~alike
    return told


def without_refuted_empties(codes: Codes, before: Codes) -> Codes:
    """The codes with newly empty cells unreadable, if the numbers contradict them.

    Some programs draw all covered cells paler once a game is over.
    """
    new = (codes == EMPTY) & (before != EMPTY)
    if not new.any() or possible(board_of(codes)):
        return codes
    left = np.where(new, np.uint8(UNREADABLE), codes)
    return left if possible(board_of(left)) else codes


def doubtful_known(codes: Codes, before: Codes, number: int, opinion: Opinion) -> Mask:
    """The cells read as this number ``before``, if the nets doubt them.

    Another sign is seen as this number, but programs draw it in one way. A printed 0 was taken for
    a 1 until a real 1 was open.
    """
    known: Mask = (codes == number) & (before == number)
    if known.any() and np.median(opinion.how_likely_open(codes)[known]) < _SURE_AMONG_OTHERS:
        return known
    return np.zeros_like(known)


def _with(codes: Codes, cells: Mask, number: int) -> Codes:
    """The codes with this number on these cells."""
    return np.where(cells, np.uint8(number), codes)
