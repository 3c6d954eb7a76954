"""The command ``demo``: the bot finds the practice window and plays it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from solver_bot.cli.exit_codes import STOPPED
from solver_bot.cli.options import GAMES, JSON, as_level, fail, screen_part
from solver_bot.cli.practice import load_solver, refuse_larger
from solver_bot.cli.waiting import solver
from solver_bot.game.levels import SYNTAX, Level
from solver_bot.live.stop import stop_keys
from solver_bot.practice.choice import MOST_SIDE

if TYPE_CHECKING:
    from solver_bot.vision.skin import Skin

PATIENCE = 90.0
"""Seconds that the window may take to open, including the solver's compilation, or to close."""
GLANCE = 2.0
"""Seconds for which the end of a game is shown before the next game, unless ``--delay`` is 0."""
PACES = ((100, 400), (300, 200), (10**6, 120))
"""The largest number of cells, and the pause after a click on such a board in milliseconds.

Pauses are shorter on larger boards, because these take more clicks.
"""


@click.command(short_help="Let the bot find the practice window and play it.")
@GAMES
@click.option(
    "--level",
    callback=as_level,
    metavar="LEVEL",
    default="beginner",
    show_default=True,
    help=f"The board's size and mines: {SYNTAX}.",
)
@click.option("--no-guess", is_flag=True, help="Play only boards that need no guess.")
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    metavar="MS",
    help="Pause after every click, in milliseconds, so that you can follow it.  "
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
def demo(
    games: int, level: Level, no_guess: bool, delay: int | None, stay: float, as_json: bool
) -> None:
    """Open the practice window and let the bot find it on the screen, read it and play it.

    The bot sees only pixels and moves the mouse, as with any other program. Press Esc in this
    terminal or Ctrl-C, or move the mouse, to stop it. The last board stays on the screen for some
    seconds. Esc, Ctrl-C or closing the window ends that early.
    """
    from solver_bot.board import StartRule
    from solver_bot.bot import Wishes
    from solver_bot.cli.play import played
    from solver_bot.cli.session import end, say
    from solver_bot.solve.compiling import END, LAYOUTS, LOOK_AHEAD, ODDS
    from solver_bot.vision.reader import SkinChoice
    from solver_bot.vision.skin_files import named_skin

    refuse_larger(level, MOST_SIDE)
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
    solver(ODDS, LAYOUTS, LOOK_AHEAD, END, load=True)  # the window needs the first two of these
    with stop_keys() as stop:
        load_solver(lambda: fail(STOPPED, stop.reason) if stop.reason else None)
    click.echo(f"Opening the practice window: {level.name}, {level.mines} mines ...", err=True)
    options = ["--level", level.name, *(["--no-guess"] if no_guess else [])]
    with _practice_window(options) as window:
        _wait_for_board(skins, window)
        session = played(SkinChoice.of(skins), wishes, asks=False)
        say(session, as_json)
        if not session.halted:
            _show_the_end(window, stay)
    click.echo("The practice window is closed.", err=True)
    end(session)


def _pace(level: Level) -> int:
    """The pause after a click, in milliseconds: long enough to watch a game, but not to bore."""
    return next(pace for most, pace in PACES if level.width * level.height <= most)


def _refuse_other_boards(skins: Sequence[Skin]) -> None:
    """End if another board in these skins is on the screen: the bot could play it by mistake."""
    if _has_boards(skins):
        fail(STOPPED, "A board of this look is on the screen already. Hide it, and try demo again.")


def _has_boards(skins: Sequence[Skin]) -> bool:
    from solver_bot.bot import boards

    with screen_part(None, None, asks=False) as (desktop, wanted):
        return bool(boards(desktop.screen.grab(wanted), skins))


@contextmanager
def _practice_window(options: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """The practice window in a process of its own, which ends with this one in any case.

    The window reads a pipe from this process, and closes when the pipe does.
    """
    command = [sys.executable, "-m", "solver_bot", "practice", "--tied", *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches only this process, which then closes the window
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
    while not _has_boards(skins):
        if window.poll() is not None:
            said = window.stderr.read().strip() if window.stderr else ""
            fail(window.returncode or STOPPED, said or "The practice window was closed.")
        if time.monotonic() > end:
            fail(STOPPED, "The practice window did not open, or something is in front of it.")
        time.sleep(0.1)  # only a look at the screen can tell that the window is drawn


def _show_the_end(window: subprocess.Popen[str], seconds: float) -> None:
    """Keep the window with the last board open for some seconds, or until the player ends it."""
    if not seconds:
        return
    click.echo(f"The window stays for {seconds:g} s; Esc or Ctrl-C closes it.", err=True)
    end = time.monotonic() + seconds
    with stop_keys() as stop:
        while not stop.reason and window.poll() is None and time.monotonic() < end:
            time.sleep(0.05)  # keys and window can't be waited for at once
