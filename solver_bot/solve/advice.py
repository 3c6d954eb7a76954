"""What to do on a board: what is certain, and where nothing is, the best guess."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver_bot.board import POSSIBLE_MINES, SHOWN_MINES, UNOPENED, Board, Outcome
from solver_bot.solve.certain import Certain, certain
from solver_bot.solve.guess import USUAL, Budget, Guess, guess_from
from solver_bot.solve.odds import Contradiction
from solver_bot.solve.scan import Scan, scan


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known about a board.

    Attributes:
        outcome: how the game stands; where it has ended there is nothing to advise.
        scan: what single numbers prove.
        safe: cells that are certainly no mines, ascending.
        mines: covered cells that certainly are mines, ascending.
        guess: the best cell to open, only where the game goes on and no cell is safe.
        odds: every covered cell's probability of being a mine, as far as it is known.
        contradiction: numbers that can't all be right; empty where only the mine total can't be;
            None where the board is possible. Nothing is claimed of an impossible board.

    """

    outcome: Outcome
    scan: Scan
    safe: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    guess: Guess | None = None
    odds: tuple[float | None, ...] = ()
    contradiction: tuple[int, ...] | None = None


def advise(board: Board, scan_only: bool = False, budget: Budget = USUAL) -> Advice:
    """Everything that is known about a board; with ``scan_only`` what the scan loop finds.

    ``budget`` is what the best guess may cost, where one is needed.
    """
    if board.outcome() is not Outcome.PLAYING:
        return Advice(board.outcome(), Scan(), odds=(None,) * len(board.cells))
    found = scan(board)
    broken = [problem for problem in board.status() if not problem.kind.by_player]
    if found.contradictions or broken or not _fits_the_total(board, found):
        return _impossible(board, found, found.contradictions)
    try:
        known = certain(board, scan_only)
    except Contradiction as error:
        return _impossible(board, found, error.cells)
    return _concluded(board, found, known, budget)


def first_cell(width: int, height: int, opens_area: bool) -> int:
    """The best cell to open first, in reading order.

    Where the first click opens an area it is worth most a few cells from a corner; where it is
    merely no mine, in the corner, which has the best chance to be empty. (Measured by others: see
    the win rates by first cell of PSEQ-D256 and of D. Hill's solver.)
    """
    inset = 3 if opens_area else 0
    return min(inset, (height - 1) // 2) * width + min(inset, (width - 1) // 2)


def _fits_the_total(board: Board, found: Scan) -> bool:
    """Whether the mines that are proved are no more than the total, and leave places for it."""
    if board.mines is None:
        return True
    proved = board.count(SHOWN_MINES) + len(found.mines)
    places = board.count(SHOWN_MINES | POSSIBLE_MINES) - len(found.safe)
    if board.mines == places and not board.has_unreadable and not found.safe:
        return board.can_be_all_mines()
    return proved <= board.mines <= places


def _impossible(board: Board, found: Scan, cells: tuple[int, ...]) -> Advice:
    nothing = (None,) * len(board.cells)
    return Advice(Outcome.PLAYING, replace(found, safe={}, mines={}), (), (), None, nothing, cells)


def _concluded(board: Board, found: Scan, known: Certain, budget: Budget) -> Advice:
    """What is known, with a guess where one is needed; a game without a safe cell left is won."""
    advice = Advice(Outcome.PLAYING, found, known.safe, known.mines, odds=known.by_cell)
    if known.safe:
        return advice
    if len(known.mines) == board.count(UNOPENED) and not board.has_unreadable:
        return replace(advice, outcome=Outcome.WON)
    return replace(advice, guess=guess_from(board, known, budget))
