"""Whether a board that nothing but the nets has seen may be reported."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS, UNREADABLE
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes
from solver_bot.vision.boards.answer import Answer, has_numbers

_TOGETHER = 0.5
"""The least share of numbers that touch another open cell or a flag."""
_BESIDE_EMPTY = 0.5
"""The largest share of flags beside an empty cell."""
_MOST_UNREAD = 0.75
"""The largest share of unread cells. Beyond it some of what is read is wrong."""
_SOME_UNREAD, _AROUND, _SOME_NUMBERS = 0.15, 12, 0.2
"""The share of unread cells from which empty cells must end at numbers; the fewest cells around
empty ones that tell something; and the least share of these that are numbers. Of 21 generated
boards with more than a quarter unread one had 4 %, and 178 wrong cells. The others had no wrong
cell, and 24 % and more. A board of KMines with 19 % unread had 17 %, and earth and grass
exchanged."""
_MOST_OF_PART = 0.25
"""The largest share of unread cells of a board that goes on at three or four sides, or has no empty
cell. Text with two cells in five unread was taken for such a part of a board, and a puzzle with
clues, half of its cells unread, for a board without an empty cell. Of 49 boards in play without
any, the nets left at most 18 % unread."""
_SIDES_OF_PART, _HALF = 3, 0.5
_SURE_OF_FEW, _MOST_OF_FEW = 0.99, 0.1
"""How sure what is read of a game with few numbers must be, and its largest share of unread cells:
a puzzle with clues and 30 % unread cells was taken for one."""
_FEWEST_LINES = 5
"""Hardly any board has fewer lines, so one that has must be surer."""
_OPENED_ALONE, _SURE_WITHOUT_EMPTY = 6, 0.9955
"""The most numbers of a board without an empty cell, and how sure a board with more must be: a
player who opens cells one by one soon meets an empty one. Of 49 boards in play without any 47 had
at most six numbers. A matrix of ones and zeros was 99.2 % sure, and a puzzle with clues
99.5 %."""
_POINTER = 4
"""The most cells that a pointer hides. Lit dots of a display were read as one 1 and 18 unread
cells."""
_UNUSUAL = " on a board with few numbers or lines, or with numbers apart"
_CLEAR, _CLEAR_OF_HALF, _SURE_OF_TORN, _SURE_OF_FAINT = 4.5, 5.0, 0.975, 0.995
"""The least evidence, without what is in front of a board, for its cells to be clearly seen; the
same where more than half of the board is unread; and how sure such boards and others must be, if
much is unread. A sudoku of 4 x 4 cells was taken for a board at 88 %, and parts of wide cells for
whole ones at 96.3 %. A text of numbers and # in letters of several widths, in which cells are
hardly seen, was taken for one at 99.3 %. A dungeon drawn with characters had evidence 4.9, with
60 % unread."""


def is_sure(answer: Answer) -> bool:
    """Whether a board may be reported that nothing but the nets has seen."""
    return not against(answer)


def against(answer: Answer) -> str:
    """Why a board that nothing but the nets has seen may not be reported; empty if it may.

    A new game may not: without a number any uniform grid looks like one. A table may have few
    numbers, or numbers that lie apart, so such a board must be surer.
    """
    if not has_numbers(answer.codes, 1):
        return "no number is open"
    if reason := _against_numbers(answer) or _against_unread(answer):
        return reason
    return "" if flags_stand_apart(answer.codes) else "most flags stand beside empty cells"


def _is_usual(codes: Codes) -> bool:
    enough = has_numbers(codes) and min(codes.shape) >= _FEWEST_LINES
    return enough and lies_together(codes)


def _against_numbers(answer: Answer) -> str:
    """Why a board with these numbers must be surer; empty if it is sure enough."""
    codes = answer.codes
    if not _is_usual(codes) and answer.confidence < _SURE_OF_FEW:
        return f"what its cells show must be {_SURE_OF_FEW:.1%} sure{_UNUSUAL}"
    alone = not (codes == EMPTY).any() and has_numbers(codes, _OPENED_ALONE + 1)
    if alone and answer.confidence < _SURE_WITHOUT_EMPTY:
        return f"what its cells show must be {_SURE_WITHOUT_EMPTY:.2%} sure without an empty cell"
    return ""


def _against_unread(answer: Answer) -> str:
    """Why too much of a board is unread; empty if it is not."""
    codes, usual = answer.codes, _is_usual(answer.codes)
    hidden, opened = int((codes == UNREADABLE).sum()), int((codes < COVERED).sum())
    if not has_numbers(codes) and hidden > max(_POINTER, opened):
        return "more cells are unread than open on a board with fewer than three numbers"
    unread = float((codes == UNREADABLE).mean())
    clear = _CLEAR_OF_HALF if unread > _HALF else _CLEAR
    least = _SURE_OF_TORN if answer.clear >= clear else _SURE_OF_FAINT
    if unread > _MOST_OF_PART and answer.confidence < least:
        return f"what its cells show must be {least:.1%} sure on a board of which much is unread"
    if unread > _SOME_UNREAD and not ends_at_numbers(codes):
        return "empty cells end at numbers, and hardly any cell around them is read as one"
    most, which = (_MOST_UNREAD, "") if usual else (_MOST_OF_FEW, _UNUSUAL)
    if len(answer.cut) >= _SIDES_OF_PART or not (codes == EMPTY).any():
        most = min(most, _MOST_OF_PART)
        which = which or " on a board that goes on at three sides, or without an empty cell"
    return f"at most {most:.0%} of its cells may be unread{which}" if unread > most else ""


def flags_stand_apart(codes: Codes) -> bool:
    """Whether most flags are beside no empty cell. Shape (rows, columns).

    An empty cell opens all cells around it, so flags beside it show that covered cells were taken
    for empty ones. A single flag may be a mistake of the player's.
    """
    flags = codes == FLAG
    beside_empty = with_around(codes == EMPTY)
    return int(flags.sum()) < 2 or bool(beside_empty[flags].mean() <= _BESIDE_EMPTY)


def ends_at_numbers(codes: Codes) -> bool:
    """Whether enough cells around empty ones are read as numbers. Shape (rows, columns).

    On a board all are. Where nearly none is read as one, covered cells were taken for empty ones.
    """
    empty = codes == EMPTY
    around = with_around(empty) & ~empty
    numbers = around & np.isin(codes, tuple(NUMBERS))
    return int(around.sum()) < _AROUND or bool(numbers.sum() >= _SOME_NUMBERS * around.sum())


def lies_together(codes: Codes) -> bool:
    """Whether most numbers touch another open cell or a flag, as in a game. (rows, columns)."""
    numbers = np.isin(codes, tuple(NUMBERS - {0}))
    open_cells = np.isin(codes, (*NUMBERS, FLAG)).astype(np.uint8)
    near = np.ones((3, 3), np.uint8)
    near[1, 1] = 0
    touching = cv2.dilate(open_cells, near, borderValue=0) > 0
    return bool(touching[numbers].mean() >= _TOGETHER) if numbers.any() else False
