"""The result of a session of ``play`` or ``demo``: in words, as JSON and as an exit code."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver_bot.cli.exit_codes import BAD_BOARD, DONE, STOPPED

if TYPE_CHECKING:
    from solver_bot.bot import Session

UNTOUCHED = "Nothing was clicked."


def report(session: Session, as_json: bool, dry_run: bool = False) -> NoReturn:
    """Print the session's result and end with its exit code."""
    say(session, as_json, dry_run)
    end(session)


def say(session: Session, as_json: bool, dry_run: bool = False) -> None:
    """Print the session's result, in words or as JSON."""
    if as_json:
        click.echo(json.dumps(session_facts(session)))
    else:
        click.echo(intention(session) if dry_run else summary(session))


def end(session: Session) -> NoReturn:
    """End with the session's exit code."""
    sys.exit(exit_code(session))


def exit_code(session: Session) -> int:
    if session.impossible:
        return BAD_BOARD
    return STOPPED if session.halted else DONE


def intention(session: Session) -> str:
    """What the bot would have done, for a dry run."""
    game = session.games[0]
    reason = game.reason.removeprefix("Dry run: ")
    stands = f"The game is {game.result}. " if game.result in {"won", "lost"} else ""
    end = "" if reason.endswith(UNTOUCHED) else f" {UNTOUCHED}"
    return f"{stands}{reason[:1].upper()}{reason[1:]}{end}"


def summary(session: Session) -> str:
    games = session.games
    ends = Counter(str(game.result) for game in games)
    clicks, guesses = sum(game.clicks for game in games), sum(game.guesses for game in games)
    seconds = sum(game.seconds for game in games)
    took = f"{_counted(clicks, 'click')}, {_counted(guesses, 'guess', 'guesses')}, {seconds:.2f} s."
    if len(games) == 1:
        halted = session.halted or ""
        more = "" if halted == games[0].reason else f" {halted}".rstrip()
        return f"1 game: {games[0].result}. {games[0].reason} {took}{more}"
    parts = [f"{count} {end}" for end, count in ends.most_common()]
    last = f" {session.halted}" if session.halted else ""
    return f"{len(games)} games: {', '.join(parts)}. {took}{last}"


def _counted(number: int, what: str, plural: str = "") -> str:
    return f"{number} {what if number == 1 else plural or what + 's'}"


def session_facts(session: Session) -> dict[str, Any]:
    """The output of ``--json``: every game, and why the session ended early, if it did."""
    from solver_bot.live.results import game_facts

    return {
        "games": [game_facts(game) for game in session.games],
        "won": session.won,
        "played": len(session.games),
        "stopped": session.halted,
    }
