"""The command ``practice``: the package's own Minesweeper, in a window or in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from solver_bot.cli.exit_codes import NO_SCREEN
from solver_bot.cli.options import as_level, fail
from solver_bot.cli.waiting import solver, wait_for
from solver_bot.game.levels import SYNTAX, Level
from solver_bot.practice.choice import MOST_SIDE

if TYPE_CHECKING:
    from solver_bot.game.engine import Rules
    from solver_bot.game.layout import GameId
    from solver_bot.game.match import FairPlay

TEXT_GAME = "Or play without a window: solver-bot practice --terminal"
LEVEL = click.option(
    "--level",
    callback=as_level,
    metavar="LEVEL",
    help=f"The first board's size and mines: {SYNTAX}.",
)
START = click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    default="safe",
    show_default=True,
    help="What the first click promises: no mine (safe), an empty area (zero), or nothing (none).",
)


@click.command(short_help="Play Minesweeper yourself, in a window or a terminal.")
@click.option("--terminal", is_flag=True, help="Play with typed commands instead of a window.")
@LEVEL
@click.option("--game", "game_name", metavar="ID", help="The first game's ID, such as 30x16n99s#7.")
@click.option("--seconds", type=click.IntRange(1, 99999), help="The time limit of games.")
@START
@click.option("--lives", type=click.IntRange(1, 9), default=1, help="How many mines end a game.")
@click.option("--no-guess", is_flag=True, help="Play only boards that need no guess.")
@click.option(
    "--kind", is_flag=True, help="When nothing is certain, any guess that may be safe is safe."
)
@click.option(
    "--assist", is_flag=True, help="When nothing is certain, the game opens a safe cell for you."
)
@click.option("--scale", type=click.FloatRange(0.5, 4), help="The factor for text and cell sizes.")
@click.option("--tied", is_flag=True, hidden=True, help="End when standard input does.")
def practice(
    terminal: bool,
    level: Level | None,
    game_name: str | None,
    seconds: int | None,
    start: str,
    lives: int,
    no_guess: bool,
    kind: bool,
    assist: bool,
    scale: float | None,
    tied: bool,
) -> None:
    """Play Minesweeper yourself, in a window or, with --terminal, in this terminal.

    Hints come with a proof and flags are checked. With --kind or --assist an unlucky guess need not
    end a game.
    """
    from solver_bot.board import StartRule
    from solver_bot.game.engine import Rules
    from solver_bot.game.match import FairPlay

    game_id = _game_id(level, game_name, StartRule(start))
    rules = Rules(seconds=seconds, lives=lives)
    fair = FairPlay(assist=assist, kind=kind, no_guess=no_guess)
    if terminal:
        _text_game(game_id, StartRule(start), rules, fair)
    else:
        _window(game_id, StartRule(start), rules, fair, scale, tied)


def _game_id(level: Level | None, name: str | None, start: Any) -> GameId | None:
    from random import SystemRandom

    from solver_bot.game.layout import GameError, GameId, parse_game_id

    if level and name:
        raise click.UsageError("Use --level or --game, not both.")
    if level:
        seed = SystemRandom().randrange(1_000_000)
        return GameId(level.width, level.height, level.mines, start, seed)
    try:
        return parse_game_id(name) if name else None
    except GameError as error:
        raise click.UsageError(f"{error}.") from None


def refuse_larger(board: GameId | Level | None, most: int) -> None:
    if board and max(board.width, board.height) > most:
        raise click.UsageError(f"A board has at most {most} rows and {most} columns here.")


def _text_game(game_id: GameId | None, start: Any, rules: Rules, fair: FairPlay) -> None:
    from solver_bot.game.terminal import GOODBYE, MOST_SIDE, Terminal, TerminalOptions, play
    from solver_bot.solve.compiling import PARTS

    refuse_larger(game_id, MOST_SIDE)
    person = sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            # An unsupported character becomes a ? or the like, not an error.
            stream.reconfigure(errors="replace")
    terminal = Terminal(TerminalOptions(start, rules, fair), person)
    wait_for(solver(*PARTS, load=True), *PARTS)
    try:
        play(sys.stdin, sys.stdout, terminal, person, game_id)
    except KeyboardInterrupt:
        click.echo(f"\n{GOODBYE}")


def _window(
    game_id: GameId | None,
    start: Any,
    rules: Rules,
    fair: FairPlay,
    scale: float | None,
    tied: bool,
) -> None:
    refuse_larger(game_id, MOST_SIDE)
    try:
        import tkinter

        from solver_bot.practice.window import Plan, show
    except ImportError:
        fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk).")
    from solver_bot.desktop.screen import missing_display
    from solver_bot.practice.best_times import best_times_file
    from solver_bot.vision.skin_files import named_skin

    if problem := missing_display():
        fail(NO_SCREEN, f"{problem} {TEXT_GAME}")
    stop = _end_of_input() if tied else lambda: False
    load_solver()
    best_times = None if tied else best_times_file()  # a game of the demo is not the user's
    plan = Plan(game_id, start, rules, fair, scale, best_times)
    try:
        with suppress(KeyboardInterrupt):
            show(plan, named_skin("classic"), stop)
    except tkinter.TclError as error:
        fail(NO_SCREEN, f"The window can't be opened: {error}. {TEXT_GAME}")


def load_solver(check: Callable[[], object] = lambda: None) -> None:
    """Load the parts of the solver that games use, and compile them first if needed.

    ``check`` is called during the wait and may end it with an exception.
    """
    from solver_bot.game.match import warm_up
    from solver_bot.solve.compiling import LAYOUTS, ODDS

    wait_for(solver(ODDS, LAYOUTS, load=True), ODDS, LAYOUTS, check=check)
    warm_up()


def _end_of_input() -> Callable[[], bool]:
    """A function that tells whether standard input has ended.

    It ends when the process that started this one does.
    """
    reader = Thread(target=sys.stdin.read, daemon=True)
    reader.start()
    return lambda: not reader.is_alive()
