"""What is certain on a board: proved by counting layouts, or else by single numbers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from solver_bot.board import Board
from solver_bot.solve.odds import Contradiction, Odds, TooWide, odds
from solver_bot.solve.scan import scan


@dataclass(frozen=True, slots=True)
class Certain:
    """What is certain on a board.

    Attributes:
        safe: covered cells that are certainly safe, ascending.
        mines: covered cells that are certainly mines, ascending.
        by_cell: the probability that each cell is a mine; None where it is unknown.
        exact: the exact odds; None if only the scan loop was run.

    """

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    by_cell: tuple[float | None, ...]
    exact: Odds | None = None


def certain(board: Board, scan_only: bool = False) -> Certain:
    """What is certain on a board whose game goes on.

    The layouts are counted. With ``scan_only``, and on a board that is too wide to count, only the
    scan loop is run.

    Raises:
        Contradiction: no layout of mines fits the board.

    """
    if not scan_only:
        with suppress(TooWide):
            exact = odds(board)
            return Certain(exact.safe, exact.mines, exact.by_cell, exact)
    found = scan(board)
    if found.contradictions:
        raise Contradiction(board, found.contradictions)
    known = dict.fromkeys(found.safe, 0.0) | dict.fromkeys(found.mines, 1.0)
    by_cell = tuple(known.get(cell) for cell in range(len(board.cells)))
    return Certain(tuple(sorted(found.safe)), tuple(sorted(found.mines)), by_cell)
