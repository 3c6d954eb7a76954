"""The commands with a game of our own: ``practice`` and ``demo``.

Registered from ``cli``. Like there, what a command needs is loaded by the command.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from solver_bot.cli_options import (
    JSON,
    NO_SCREEN,
    STOPPED,
    as_level,
    fail,
    screen_part,
    solver,
    wait_for,
)
from solver_bot.levels import SYNTAX, Level
from solver_bot.practice.choice import MOST_SIDE
from solver_bot.stop import stop_keys

if TYPE_CHECKING:
    from solver_bot.game.engine import Rules
    from solver_bot.game.layout import GameId
    from solver_bot.game.match import FairPlay
    from solver_bot.vision.skin import Skin

TEXT_GAME = "Or play without a window: solver-bot practice --terminal"
PATIENCE = 90.0
"""Seconds that the window may take to come up, where the solver is compiled anew, or to go."""
GLANCE = 2.0
"""Seconds for which the end of a game is shown before the next, where somebody may be watching."""
PACES = ((100, 400), (300, 200), (10**6, 120))
"""Cells of a board, at most, and the milliseconds after a click of ``demo`` on it.

A larger board takes more clicks.
"""
LEVEL = click.option(
    "--level", callback=as_level, metavar="LEVEL", help=f"Start with such a board: {SYNTAX}."
)
START = click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    default="safe",
    show_default=True,
    help="What the first click promises: no mine, an empty area, or nothing.",
)


@click.command(short_help="Play Minesweeper yourself, in a window or a terminal.")
@click.option("--terminal", is_flag=True, help="Play with typed commands instead of a window.")
@LEVEL
@click.option("--game", "game_name", metavar="ID", help="Start with this game: 30x16n99s#7.")
@click.option("--seconds", type=click.IntRange(1, 99999), help="The time limit of games.")
@START
@click.option("--lives", type=click.IntRange(1, 9), default=1, help="How many mines end a game.")
@click.option("--no-guess", is_flag=True, help="Boards that need no guess from the first click on.")
@click.option(
    "--kind", is_flag=True, help="When nothing is certain, a guess that could be safe is."
)
@click.option("--assist", is_flag=True, help="When nothing is certain, a safe cell is opened.")
@click.option("--scale", type=click.FloatRange(0.5, 4), help="Enlarge the window's text and cells.")
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
    """Play Minesweeper yourself: in a window, or with --terminal in this one.

    Hints are proved, flags are checked, and unlucky guesses need not end a game.
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


def _refuse_larger(board: GameId | Level | None, most: int) -> None:
    if board and max(board.width, board.height) > most:
        raise click.UsageError(f"A board has at most {most} rows and {most} columns here.")


def _text_game(game_id: GameId | None, start: Any, rules: Rules, fair: FairPlay) -> None:
    from solver_bot.game.terminal import GOODBYE, MOST_SIDE, Setup, Terminal, play
    from solver_bot.solve.compiling import PARTS

    _refuse_larger(game_id, MOST_SIDE)
    person = sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # what can't be read or written is a ? or the like
    terminal = Terminal(Setup(start, rules, fair), person)
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
    _refuse_larger(game_id, MOST_SIDE)
    try:
        import tkinter

        from solver_bot.practice.window import Plan, show
    except ImportError:
        fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk).")
    from solver_bot.desktop.screen import missing_display
    from solver_bot.vision.skin import named_skin

    if problem := missing_display():
        fail(NO_SCREEN, f"{problem} {TEXT_GAME}")
    stop = _end_of_input() if tied else lambda: False
    _load_solver()
    try:
        with suppress(KeyboardInterrupt):
            show(Plan(game_id, start, rules, fair, scale), named_skin("classic"), stop)
    except tkinter.TclError as error:
        fail(NO_SCREEN, f"The window can't be opened: {error}. {TEXT_GAME}")


def _load_solver(check: Callable[[], object] = lambda: None) -> None:
    """Load what games ask, and have it compiled if it never was; ``check`` may end the wait."""
    from solver_bot.game.match import warm_up
    from solver_bot.solve.compiling import PARTS

    wait_for(solver(*PARTS, load=True), *PARTS, check=check)
    warm_up()


def _end_of_input() -> Callable[[], bool]:
    """Whether standard input has ended, as it does when who started this process has."""
    reader = Thread(target=sys.stdin.read, daemon=True)
    reader.start()
    return lambda: not reader.is_alive()


@click.command(short_help="Let the bot find the practice window and play it.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--level",
    callback=as_level,
    metavar="LEVEL",
    default="beginner",
    show_default=True,
    help=f"Which board: {SYNTAX}.",
)
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    metavar="MS",
    help="Pause after every click, so that it can be followed.  "
    "[default: 400 on a beginner's board, 200 on an intermediate one, 120 on an expert one]",
)
@click.option(
    "--stay",
    type=click.FloatRange(min=0),
    default=5,
    show_default=True,
    metavar="SECONDS",
    help="How long the last board stays on the screen.",
)
@JSON
def demo(games: int, level: Level, delay: int | None, stay: float, as_json: bool) -> None:
    """Open the practice window and let the bot find it on the screen, read it and play it.

    It sees pixels and moves the mouse, as in any other program. Esc in this terminal, Ctrl-C or
    moving the mouse stop it. The last board stays for some seconds, or until Esc, Ctrl-C or the
    window is closed.
    """
    from solver_bot.board import StartRule
    from solver_bot.bot import Wishes
    from solver_bot.cli_play import end, played, say
    from solver_bot.vision.skin import named_skin

    _refuse_larger(level, MOST_SIDE)
    skins = (named_skin("classic"),)
    delay = _pace(level) if delay is None else delay
    wishes = Wishes(
        games=games,
        delay=delay / 1000,
        mines=level.mines,
        start=StartRule.SAFE,
        between=GLANCE if delay else 0.0,
    )
    _refuse_other_boards(skins)
    with stop_keys() as stop:
        _load_solver(lambda: fail(STOPPED, stop.reason) if stop.reason else None)
    click.echo(f"Opening the practice window: {level.name}, {level.mines} mines ...", err=True)
    with _practice_window(["--level", level.name]) as window:
        _wait_for_board(skins, window)
        session = played(skins, wishes)
        say(session, as_json)
        if not session.halted:
            _show_the_end(window, stay)
    click.echo("The practice window is closed.", err=True)
    end(session)


def _pace(level: Level) -> int:
    """Milliseconds after a click, so that a game can be followed and does not take too long."""
    return next(pace for most, pace in PACES if level.width * level.height <= most)


def _refuse_other_boards(skins: Sequence[Skin]) -> None:
    """Boards of this look that are there already could be taken for ours."""
    if _boards_seen(skins):
        fail(STOPPED, "A board of this look is on the screen already. Hide it, and try demo again.")


def _boards_seen(skins: Sequence[Skin]) -> bool:
    from solver_bot.bot import boards

    with screen_part(None, None) as (screen, wanted):
        return bool(boards(screen.grab(wanted), skins))


@contextmanager
def _practice_window(options: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """The practice window in a process of its own, which ends with this one whatever happens.

    It is tied to a pipe: when this process is gone, the pipe is, and so the window.
    """
    command = [sys.executable, "-m", "solver_bot", "practice", "--tied", *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the bot, which then closes the window
    ) as window:
        try:
            yield window
        finally:
            if window.stdin:
                window.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                window.wait(PATIENCE)
            window.kill()


def _wait_for_board(skins: Sequence[Skin], window: subprocess.Popen[str]) -> None:
    end = time.monotonic() + PATIENCE
    while not _boards_seen(skins):
        if window.poll() is not None:
            said = window.stderr.read().strip() if window.stderr else ""
            fail(window.returncode or STOPPED, said or "The practice window was closed.")
        if time.monotonic() > end:
            fail(STOPPED, "The practice window did not come up, or something is in front of it.")
        time.sleep(0.1)  # the window tells nobody that it is drawn: only a look at the screen does


def _show_the_end(window: subprocess.Popen[str], seconds: float) -> None:
    """Leave the window with the last board on the screen, until the player has seen enough."""
    if not seconds:
        return
    click.echo(f"The window stays for {seconds:g} s; Esc or Ctrl-C closes it.", err=True)
    end = time.monotonic() + seconds
    with stop_keys() as stop:
        while not stop.reason and window.poll() is None and time.monotonic() < end:
            time.sleep(0.05)  # a look at the keys and at the window, not at the game


COMMANDS = (practice, demo)
"""What ``cli`` adds to its own commands."""
