"""Which cells an advice marks, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver_bot.board import FLAG, Board, Outcome
from solver_bot.solve.advice import Advice
from solver_bot.solve.explain import proof
from solver_bot.vision.arrays import Picture
from solver_bot.vision.captions import numbered, with_legend
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import (
    CellMark,
    certain_marks,
    draw_marks,
    guess_mark,
    link_proofs,
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
    every = easiest_first(advice, (*advice.safe, *mines))
    if not every:
        return [guess_mark(advice.guess.cell, advice.guess.odds)] if advice.guess else []
    cell = every[0]
    safe = (cell,) if cell in advice.safe else ()
    return list(certain_marks(board, safe, () if safe else (cell,)))


def easiest_first(advice: Advice, cells: Iterable[int]) -> list[int]:
    """Cells in the order in which they are easy to see: one number, then several; then the rest.

    A safe cell comes before a mine.
    """
    alone = {**advice.scan.safe, **advice.scan.mines}
    safe, certain = set(advice.safe), {*advice.safe, *advice.mines}
    return sorted(cells, key=lambda c: (c not in certain, c not in alone, c not in safe, c))


@dataclass(frozen=True, slots=True)
class Advised:
    """A board in a picture, and the advice for it."""

    board: Board
    lattice: Lattice
    advice: Advice


def annotated(
    picture: Picture, boards: Sequence[Advised], odds: bool = False, proofs: bool = False
) -> Picture:
    """A copy of the picture with the marks of all boards, numbers at their edges, and a legend.

    The copy is larger than the picture. Without any mark it is just a copy.

    Args:
        picture: where the boards are, shape (height, width, 3), BGR.
        boards: the boards and their advice.
        odds: also write the odds of cells about which nothing is certain.
        proofs: also link each certain cell to the numbers that prove it.

    """
    marks = [marks_of(one.board, one.advice, odds) for one in boards]
    marked = picture.copy()
    if not any(marks):
        return marked
    for one, chosen in zip(boards, marks, strict=True):
        if proofs and chosen:
            certain = (*one.advice.safe, *one.advice.mines)
            found = {cell: proof(one.board, one.advice, cell) for cell in certain}
            marked = link_proofs(marked, one.lattice, found, one.advice.mines)
        marked = draw_marks(marked, one.lattice, chosen)
    some = [one.lattice for one, chosen in zip(boards, marks, strict=True) if chosen]
    marked, _ = numbered(marked, some)
    return with_legend(marked, {mark.form for chosen in marks for mark in chosen})
