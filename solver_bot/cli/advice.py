"""Advice for one board, in words. ``annotate`` and ``solve`` share it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from solver_bot.board import FLAG, Board, BoardError, Outcome, StartRule
from solver_bot.cli.exit_codes import BAD_BOARD
from solver_bot.cli.report import Report
from solver_bot.cli.waiting import solver, wait_for

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice


BRIEF, ALL = "brief", "all"
EXPLAIN = click.option(
    "--explain",
    type=click.Choice([BRIEF, ALL]),
    metavar="[all]",
    help="Say which numbers prove each mark, the easiest first; with all, every proof of each.",
)


class Explained(click.Command):
    """A command whose option ``--explain`` may be followed by ``all``, but need not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Complete ``--explain``, so that a file after it is not taken for its value."""
        given = list(args)
        for number, word in enumerate(given):
            if word == "--":
                break
            if word == "--explain":
                said = given[number + 1 : number + 2] == [ALL]
                given[number : number + 1 + said] = [f"--explain={ALL if said else BRIEF}"]
        return super().parse_args(ctx, given)


def advice_for(
    board: Board,
    which: str,
    report: Report,
    scan_only: bool = False,
    start: StartRule = StartRule.NONE,
) -> Advice:
    from solver_bot.solve.advice import advise
    from solver_bot.solve.explain import clashing, place_name

    if not scan_only:
        _wait_for_what_it_takes(board)
    advice = advise(board, scan_only, start=start)
    if advice.contradiction is not None:
        wrong = clashing(board, advice.contradiction)
        report.problem(BAD_BOARD, f"{which} contradicts itself: no layout of mines fits {wrong}.")
        return advice
    for cell in board.where({FLAG}):
        if cell in advice.safe:
            click.echo(f"{which} has a wrong flag at {place_name(board, cell)}.", err=True)
    return advice


def _wait_for_what_it_takes(board: Board) -> None:
    """Wait for all of the solver if a guess has to be found."""
    from solver_bot.solve.odds import Contradiction, TooWide, odds

    if board.outcome() is Outcome.PLAYING:
        with suppress(Contradiction, TooWide):
            if not odds(board).safe:
                wait_for(solver())


def summary(board: Board, advice: Advice) -> str:
    from solver_bot.solve.explain import lacking_total, place_name

    if advice.outcome is not Outcome.PLAYING:
        return f"the game is {advice.outcome}"
    if advice.contradiction is not None:
        return "no advice is possible"
    if advice.start is not StartRule.NONE:
        return "a new game: by the usual rule the first click is safe (if not: --start none)"
    if advice.guess is None:
        lacking = lacking_total(board, advice)
        return f"{_certainties(advice)}; {lacking}" if lacking else _certainties(advice)
    where = place_name(board, advice.guess.cell)
    guess = f"the best guess is {where}, a mine with {advice.guess.odds:.1%} odds"
    return f"{_certainties(advice)}; {guess}"


def _certainties(advice: Advice) -> str:
    """How many cells are certainly safe and how many are certainly mines."""
    safe, mines = len(advice.safe), len(advice.mines)
    if not safe and not mines:
        return "nothing is certain"
    safe_text = {0: "no cell is safe", 1: "1 cell is safe"}.get(safe, f"{safe} cells are safe")
    mines_text = {0: "", 1: ", 1 is a mine"}.get(mines, f", {mines} are mines")
    return f"{safe_text}{mines_text}"


def reasons(board: Board, advice: Advice, every: bool = True) -> dict[int, str]:
    """A sentence for each certain cell and for the guess, with one proof or with ``every`` one."""
    from solver_bot.solve.explain import guess_reason, reason

    certain = sorted([*advice.safe, *advice.mines])
    found = {cell: reason(board, advice, cell, brief=not every) for cell in certain}
    if advice.guess:
        found[advice.guess.cell] = guess_reason(board, advice.guess)
    return found


def explained(board: Board, advice: Advice, how: str) -> list[str]:
    """The sentences of ``--explain``: the easiest first, grouped; or one for each cell."""
    from solver_bot.solve.explain import group_reason, groups, guess_reason

    if how == ALL:
        return list(reasons(board, advice).values())
    said = [group_reason(board, advice, group) for group in groups(board, advice)]
    return [*said, guess_reason(board, advice.guess)] if advice.guess else said


def with_total(board: Board, mines: int | None) -> Board:
    """The board with this mine total, if one is given.

    Raises:
        UsageError: the board can't hold so many mines.

    """
    if mines is None:
        return board
    try:
        return replace(board, mines=mines)
    except BoardError as error:
        raise click.UsageError(f"--mines: {error}.") from None
