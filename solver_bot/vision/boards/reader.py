"""Boards in any look, as two nets see them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from solver_bot.board import FLAG, NUMBERS, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.answer import (
    Answer,
    Possible,
    add,
    findings,
    has_numbers,
    in_reading_order,
)
from solver_bot.vision.extract import Extraction, going_on
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.unseen.kinds import sort_tiles
from solver_bot.vision.unseen.model import seen_skin

_TOGETHER = 0.5
"""The least share of numbers that touch another open cell or a flag."""
_SMALLEST = 14.0
"""Pixels of a cell: in smaller ones the nets took more for something else than in all others."""
_SURE, _MOST_UNREAD = 0.985, 0.5
"""The least mean probability of what is read, and the largest share of unread cells. Beyond them
some of what is read is wrong."""


def read_any_look(
    picture: Picture, possible: Possible, taken: Sequence[Lattice] = ()
) -> list[Extraction]:
    """The boards in a picture, in reading order, outside the places that are taken.

    New games are left out: without a number any uniform grid looks like one. So are boards whose
    numbers lie apart, because a table with a few numbers looks like that.
    """
    found: list[Answer] = []
    for finding in findings(picture, possible, taken):
        answer = finding.answer
        if answer and _is_sure(answer):
            add(answer, found)
    return [_extraction(picture, one) for one in in_reading_order(found)]


def _is_sure(answer: Answer) -> bool:
    small = min(answer.lattice.cell_width, answer.lattice.cell_height) < _SMALLEST
    unread = float((answer.codes == UNREADABLE).mean())
    if small or answer.confidence < _SURE or unread > _MOST_UNREAD:
        return False
    return has_numbers(answer.codes) and lies_together(answer.codes)


def better(one: Extraction, other: Extraction) -> bool:
    """Whether more cells are read of one board than of another, less for a side that may go on."""
    return _read_cells(one) > _read_cells(other)


def lies_together(codes: Codes) -> bool:
    """Whether most numbers touch another open cell or a flag, as in a game. Shape (rows, columns).

    A cell that could not be read counts as one that may be open.
    """
    numbers = np.isin(codes, tuple(NUMBERS - {0}))
    open_cells = np.isin(codes, (*NUMBERS, FLAG, UNREADABLE)).astype(np.uint8)
    near = np.ones((3, 3), np.uint8)
    near[1, 1] = 0
    touching = cv2.dilate(open_cells, near, borderValue=0) > 0
    return bool(touching[numbers].mean() >= _TOGETHER) if numbers.any() else False


def _read_cells(one: Extraction) -> int:
    return len(one.board.cells) - one.board.count({UNREADABLE}) - len(one.cut)


def _extraction(picture: Picture, answer: Answer) -> Extraction:
    kinds = sort_tiles(picture, answer.lattice)
    firsts = np.unique(kinds.of, return_index=True)[1]
    codes = answer.codes.ravel()[firsts].tobytes()
    skin = seen_skin(picture, answer.lattice, kinds, codes)
    rows, columns = answer.codes.shape
    board = Board(columns, rows, answer.codes.tobytes())
    whole = Extraction(board, answer.lattice, skin, answer.confidence)
    return going_on(whole, tuple(side for side in SIDES if side in answer.cut))
