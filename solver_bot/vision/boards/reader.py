"""Boards in known skins and in any look, as one list.

A known skin is evidence like any other: where its templates fit nearly every cell it settles a
place, and where they don't, the reading of which more cells are sure is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver_bot.board import UNREADABLE, Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.answer import Answer, Possible, add, findings, has_numbers
from solver_bot.vision.extract import Extraction, going_on, read
from solver_bot.vision.frame import SIDES
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.kinds import sort_tiles
from solver_bot.vision.unseen.model import seen_skin

_FITS = 0.9
"""The least mean certainty of a board's cells for a known skin to settle its place."""


def read_all(picture: Picture, skins: Sequence[Skin], possible: Possible) -> list[Extraction]:
    """Every board in a picture, in reading order, in known skins and in any other look.

    New games are left out: without a number any uniform grid looks like one.
    """
    known = read(picture, skins)
    settled = [one for one in known if _is_settled(one)]
    found: list[Answer] = []
    for finding in findings(picture, possible, [one.lattice for one in settled]):
        answer = finding.answer
        if answer and has_numbers(answer.codes):
            add(answer, found)
    others = [_extraction(picture, answer) for answer in found]
    kept = list(settled)
    for one in sorted([*known, *others], key=_read_cells, reverse=True):
        if not any(one is k or k.lattice.overlaps(one.lattice) for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: (one.lattice.top, one.lattice.left))


def _is_settled(one: Extraction) -> bool:
    return not one.cut and not one.board.count({UNREADABLE}) and one.confidence >= _FITS


def _read_cells(one: Extraction) -> float:
    """How many cells are read, less for a side that may go on."""
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
