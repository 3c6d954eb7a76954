"""What to do on a board: the cells that are certain or, if none of them is safe, the best guess."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver_bot.board import POSSIBLE_MINES, SHOWN_MINES, UNOPENED, Board, Outcome, StartRule
from solver_bot.solve.certain import Certain, certain
from solver_bot.solve.guess import USUAL, Budget, Guess, guess_from
from solver_bot.solve.odds import Contradiction
from solver_bot.solve.scan import Scan, scan


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known about a board.

    Attributes:
        outcome: how the game stands. A game that has ended gets no advice.
        scan: what single numbers prove.
        safe: cells that are certainly safe, ascending.
        mines: covered cells that are certainly mines, ascending.
        guess: the best cell to open if the game goes on and no cell is safe, else None.
        odds: the probability that each cell is a mine, in reading order; None where it is unknown.
        contradiction: numbers that cannot all be right; empty if only the mine total is wrong;
            None if the board is possible. Nothing is called certain on an impossible board.
        start: what the program promises of the next click, if it is the first one. The mines are
            laid after it, so that a promise leaves nothing to advise on.

    """

    outcome: Outcome
    scan: Scan
    safe: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    guess: Guess | None = None
    odds: tuple[float | None, ...] = ()
    contradiction: tuple[int, ...] | None = None
    start: StartRule = StartRule.NONE


def advise(
    board: Board,
    scan_only: bool = False,
    budget: Budget = USUAL,
    start: StartRule = StartRule.NONE,
) -> Advice:
    """Everything that is known about a board.

    Args:
        board: what the player sees.
        scan_only: use the scan loop alone, not the exact odds.
        budget: what the best guess may cost, if one is needed.
        start: what the board's program promises of the first click.

    """
    unknown = (None,) * len(board.cells)
    if board.outcome() is not Outcome.PLAYING:
        return Advice(board.outcome(), Scan(), odds=unknown)
    if start is not StartRule.NONE and board.count(UNOPENED) == len(board.cells):
        return Advice(Outcome.PLAYING, Scan(), odds=unknown, start=start)
    found = scan(board)
    broken = [problem for problem in board.status() if not problem.rule.by_player]
    if found.contradictions or broken or not _fits_the_total(board, found):
        return _impossible(board, found, found.contradictions)
    try:
        known = certain(board, scan_only)
    except Contradiction as error:
        return _impossible(board, found, error.cells)
    return _concluded(board, found, known, budget)


def _fits_the_total(board: Board, found: Scan) -> bool:
    """Whether the mine total agrees with what the scan proved.

    The proved mines must not exceed the total, and enough cells must be left to hold it. If every
    cell that may hold a mine must hold one, the numbers must agree with that too.
    """
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
    """The advice for a possible board. A board on which every covered cell is a mine is won."""
    advice = Advice(Outcome.PLAYING, found, known.safe, known.mines, odds=known.by_cell)
    if known.safe:
        return advice
    if len(known.mines) == board.count(UNOPENED) and not board.has_unreadable:
        return replace(advice, outcome=Outcome.WON)
    return replace(advice, guess=guess_from(board, known, budget))
