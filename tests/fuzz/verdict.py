"""Judges the advice for a damaged picture by what its true boards prove."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver_bot.board import FLAG, SHOWN_MINES, UNOPENED, WRONG_FLAG, Board
from solver_bot.solve.advice import advise
from solver_bot.solve.odds import Contradiction, odds, possible
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin import Skin
from tests.fuzz.damage import Damaged


class Verdict(enum.StrEnum):
    """How the advice for a damaged picture compares with the true boards."""

    SAME = "the same advice"
    REPORTED = "the damage was reported"
    LESS = "less than the numbers prove"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Certain:
    """The certainly safe cells and the certain mines of a true board."""

    safe: frozenset[int]
    mines: frozenset[int]
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one picture, and each wrongly certain cell in words."""

    verdict: Verdict
    wrong: tuple[str, ...] = ()


def certain(board: Board) -> Certain:
    """What the true board proves."""
    if board.count(SHOWN_MINES | {WRONG_FLAG}):
        mines = frozenset(board.where(SHOWN_MINES | {FLAG}))
        return Certain(frozenset(range(len(board.cells))) - mines, mines)
    try:
        exact = odds(board)
    except Contradiction:
        return Certain(frozenset(), frozenset(), possible=False)
    return Certain(frozenset(exact.safe), frozenset(exact.mines))


def judged(it: Damaged, skins: Sequence[Skin], any_skin: bool = True) -> Finding:
    """Read the picture, advise on it, and compare the advice with what the true boards prove.

    The picture is read as ``annotate`` does, or, without ``any_skin``, as ``play`` does.
    """
    truths = [certain(board) for board in it.boards]
    found = _found(it, skins) if any_skin else read(it.picture, skins)
    wrong: list[str] = []
    given = 0
    reported = len(found) < len(it.boards)
    for extraction in found:
        advice = advise(extraction.board)
        reported |= _reported(extraction) or advice.contradiction is not None
        given += len(advice.safe) + len(advice.mines)
        for word, cells in (("safe", advice.safe), ("mine", advice.mines)):
            wrong += _untrue(it, extraction, truths, word, cells)
    if any(not truth.possible for truth in truths):
        wrong = [] if reported else wrong
    if wrong:
        return Finding(Verdict.WRONG, tuple(wrong))
    known = sum(_to_give(board) for board in it.boards)
    if reported:
        return Finding(Verdict.REPORTED)
    return Finding(Verdict.SAME if given >= known else Verdict.LESS)


def _found(it: Damaged, skins: Sequence[Skin]) -> Sequence[Extraction]:
    return read_picture(it.picture, SkinChoice.of(skins, unknown=True), possible)


def _reported(extraction: Extraction) -> bool:
    return bool(extraction.cut) or extraction.board.has_unreadable


def _to_give(board: Board) -> int:
    """How many cells the numbers prove. The mine total is not used: a picture need not tell it."""
    return min(_given(board), _given(replace(board, mines=None)))


def _given(board: Board) -> int:
    advice = advise(board)
    return len(advice.safe) + len(advice.mines)


def _untrue(
    it: Damaged,
    extraction: Extraction,
    truths: Sequence[Certain],
    word: str,
    cells: Sequence[int],
) -> list[str]:
    """The cells, in words, that are not what they are called or lie outside the boards."""
    wrong = []
    for cell in cells:
        place = it.cell_at(*extraction.lattice.centre(cell))
        if place is None:
            wrong.append(f"{word} where there is no cell")
            continue
        truth = truths[place[0]]
        if place[1] not in (truth.safe if word == "safe" else truth.mines):
            code = it.boards[place[0]].cells[place[1]]
            seen = "open or shown" if code not in UNOPENED else "covered"
            wrong.append(f"{word} at cell {place[1]} of board {place[0]}, {seen}")
    return wrong
