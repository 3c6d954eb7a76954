"""Advice for one board, in words: what ``annotate`` and ``solve`` share."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from solver_bot.board import FLAG, Board, Outcome
from solver_bot.cli.options import BAD_BOARD
from solver_bot.cli.report import Report
from solver_bot.cli.waiting import solver, wait_for

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice


def advice_for(board: Board, which: str, report: Report, scan_only: bool = False) -> Advice:
    from solver_bot.solve.advice import advise
    from solver_bot.solve.explain import place_name

    if not scan_only:
        _wait_for_what_it_takes(board)
    advice = advise(board, scan_only)
    if advice.contradiction is not None:
        places = "; ".join(place_name(board, cell) for cell in advice.contradiction[:4])
        wrong = f"the numbers at {places}" if places else "the mine total"
        report.problem(BAD_BOARD, f"{which} contradicts itself: no placing of mines fits {wrong}.")
        return advice
    for cell in board.where({FLAG}):
        if cell in advice.safe:
            click.echo(f"{which} has a wrong flag at {place_name(board, cell)}.", err=True)
    return advice


def _wait_for_what_it_takes(board: Board) -> None:
    """Wait for the odds, and for the rest of the solver only where a guess has to be found."""
    from solver_bot.solve.compiling import ODDS
    from solver_bot.solve.odds import Contradiction, TooWide, odds

    if board.outcome() is not Outcome.PLAYING:
        return
    ready = solver()
    wait_for(ready, ODDS)
    with suppress(Contradiction, TooWide):
        if not odds(board).safe:
            wait_for(ready)


def summary(board: Board, advice: Advice) -> str:
    from solver_bot.solve.explain import place_name

    if advice.outcome is not Outcome.PLAYING:
        return f"the game is {advice.outcome}"
    if advice.contradiction is not None:
        return "nothing can be said"
    mines = "1 cell is a mine" if len(advice.mines) == 1 else f"{len(advice.mines)} are mines"
    if advice.safe:
        count = len(advice.safe)
        return f"{'1 cell is' if count == 1 else f'{count} cells are'} safe, {mines}"
    if advice.guess is None:
        return f"nothing is safe, {mines}"
    where = place_name(board, advice.guess.cell)
    return f"nothing is safe, {mines}; the best guess is {where}, a mine with {_odds(advice)}"


def _odds(advice: Advice) -> str:
    return f"{advice.guess.odds:.1%} odds" if advice.guess else ""


def reasons(board: Board, advice: Advice) -> dict[int, str]:
    from solver_bot.solve.explain import guess_reason, reason

    found = {cell: reason(board, advice, cell) for cell in sorted([*advice.safe, *advice.mines])}
    if advice.guess:
        found[advice.guess.cell] = guess_reason(board, advice.guess)
    return found
