"""Which cells an advice marks, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solver_bot.board import FLAG, Board, Outcome
from solver_bot.solve.advice import Advice
from solver_bot.vision.marks import (
    CellMark,
    certain_marks,
    guess_mark,
    odds_marks,
)
from solver_bot.vision.stamps import Form


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is marked.

    Attributes:
        hint: only the one certain cell that is easiest to see.
        odds: also the odds of cells about which nothing is certain.

    """

    hint: bool = False
    odds: bool = False

    def marks(self, board: Board, advice: Advice) -> list[CellMark]:
        """The marks of an advice."""
        if self.hint:
            return easiest_mark(board, advice)
        return marks_of(board, advice, self.odds)


def marks_of(board: Board, advice: Advice, with_odds: bool = False) -> list[CellMark]:
    """The marks of an advice; ``with_odds`` also on cells about which nothing is certain.

    A game that is over gets none.
    """
    if advice.outcome is not Outcome.PLAYING:
        return []
    marks = list(certain_marks(board, advice.safe, advice.mines))
    if advice.guess:
        marks.append(guess_mark(advice.guess.cell, advice.guess.odds))
    if with_odds:
        marks += odds_marks(board, advice.odds, {mark.cell for mark in marks})
    return marks


def without_flagged(marks: Iterable[CellMark]) -> Iterator[CellMark]:
    """The marks without those of mines that are flagged already: nothing is left to do there."""
    return (mark for mark in marks if mark.form is not Form.FLAGGED)


def easiest_mark(board: Board, advice: Advice) -> list[CellMark]:
    """The mark of the one certain cell that is easiest to see; the guess if nothing is certain.

    What one number proves is easier than what several prove together, and a safe cell is named
    before a mine. Mines that are flagged already are no hint.
    """
    if advice.outcome is not Outcome.PLAYING:
        return []
    mines = [cell for cell in advice.mines if board.cells[cell] != FLAG]
    alone = {**advice.scan.safe, **advice.scan.mines}
    every = sorted((*advice.safe, *mines), key=lambda c: (c not in alone, c not in advice.safe, c))
    if not every:
        return [guess_mark(advice.guess.cell, advice.guess.odds)] if advice.guess else []
    cell = every[0]
    safe = (cell,) if cell in advice.safe else ()
    return list(certain_marks(board, safe, () if safe else (cell,)))
