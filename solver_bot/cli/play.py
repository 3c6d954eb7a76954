"""The command ``play``: the bot plays the open game with the mouse."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver_bot.cli.exit_codes import BAD_BOARD, NO_BOARD, NO_SCREEN, WRONG_USE
from solver_bot.cli.options import (
    BACKEND,
    GAMES,
    JSON,
    MINES,
    MONITOR,
    REGION,
    SKIN,
    START,
    chosen_skins,
    fail,
    screen_part,
)
from solver_bot.cli.session import report
from solver_bot.cli.waiting import now_and_then, solver
from solver_bot.live.stop import stop_keys

if TYPE_CHECKING:
    from solver_bot.bot import Area, Event, Session, Wishes
    from solver_bot.desktop.backends import OpenDesktop
    from solver_bot.desktop.faces import MouseFace
    from solver_bot.desktop.screen import Region, View
    from solver_bot.live.shown import Shown
    from solver_bot.solve.ready import Ready
    from solver_bot.vision.reader import SkinChoice


@click.command()
@GAMES
@click.option("--dry-run", is_flag=True, help="Print the first decision and click nothing.")
@click.option("--flags", is_flag=True, help="Also put flags on certain mines.")
@click.option("--show", is_flag=True, help="Mark on the game what is about to be clicked.")
@click.option("--no-guess", is_flag=True, help="Stop a game when only a guess is left.")
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    default=0,
    metavar="MS",
    help="Pause after every click, in milliseconds.",
)
@MINES
@START
@click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after so many seconds.",
)
@click.option(
    "--record",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Save every decision with its picture and board in this folder.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Add every game to this file as it ends, one JSON object a line.",
)
@MONITOR
@REGION
@BACKEND
@SKIN
@JSON
def play(
    games: int,
    dry_run: bool,
    flags: bool,
    show: bool,
    no_guess: bool,
    delay: int,
    mines: int | None,
    start: str | None,
    max_seconds: float | None,
    folder: Path | None,
    results: Path | None,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Play the Minesweeper window on the screen with the mouse.

    To stop the bot, press Esc in this terminal or Ctrl-C, move the mouse, or push it into a corner
    of the screen. The bot stops within one move. Some desktops don't let it watch the mouse: the
    command `solver-bot desktop` says so.
    """
    from solver_bot.board import StartRule
    from solver_bot.bot import Wishes

    wishes = Wishes(
        games=1 if dry_run else games,
        dry_run=dry_run,
        flags=flags,
        no_guess=no_guess,
        delay=delay / 1000,
        mines=mines,
        start=StartRule(start) if start else None,
        max_seconds=max_seconds,
        pointed_out=region is not None,
    )
    skins = chosen_skins(skin_name)
    with _results(results) as add:
        session = played(skins, wishes, monitor, region, folder, add, show, backend)
    report(session, as_json, dry_run)


def played(
    skins: SkinChoice,
    wishes: Wishes,
    monitor: int | None = None,
    region: tuple[int, int, int, int] | None = None,
    folder: Path | None = None,
    listen: Callable[[Event], object] = lambda _: None,
    show: bool = False,
    backend: str | None = None,
    asks: bool = True,
) -> Session:
    """Play on the desktop. Errors are printed after the live table is closed.

    Without ``asks`` the desktop is seen in a way that needs no permission. Where what may be a new
    game is not surely one, a player at a terminal is asked.
    """
    from solver_bot.board import BoardError
    from solver_bot.bot import Bot, NoBoard
    from solver_bot.live.hands import desktop_hands
    from solver_bot.live.table import display

    places: list[Region] = []
    try:
        with ExitStack() as stack:
            desktop, wanted = stack.enter_context(
                screen_part(monitor, region, backend, not wishes.dry_run)
            )
            mouse = None if wishes.dry_run else _mouse(desktop)
            listeners = [stack.enter_context(_recording(folder))] if folder else []
            stop = stack.enter_context(stop_keys())
            ready = solver(load=True)
            listeners.append(stack.enter_context(display(wishes.games, ready.progress)))
            listeners.append(listen)
            hands = desktop_hands(
                desktop.screen, wanted, mouse, stop, _saying(ready), desktop.windows
            )
            if show:
                shown = stack.enter_context(_shown(desktop, wanted))
                hands = shown.hands(hands)
                listeners.append(shown.note)
            bot = Bot(hands, skins, wishes, _all_of(listeners))
            try:
                return bot.play()
            except NoBoard as error:
                places += _places(desktop.screen.view(wanted), error.maybe)
                raise
    except NoBoard as error:
        if not _is_person() or not places:
            fail(BAD_BOARD if error.unreadable else NO_BOARD, f"{error}{_named(places)}")
        place = _pointed_out(str(error), places)
        there = place.left, place.top, place.width, place.height
        wishes = replace(wishes, pointed_out=True)
        return played(skins, wishes, None, there, folder, listen, show, backend, asks)
    except BoardError as error:
        raise click.UsageError(f"--mines does not fit the board: {error}.") from None


def _places(view: View, maybe: Sequence[Area]) -> list[Region]:
    """The regions of the desktop that may be new games."""
    from solver_bot.live.eyes import region_of

    return [region_of(view, area) for area in maybe]


def _option(region: Region) -> str:
    return f"--region {region.left},{region.top},{region.width},{region.height}"


def _named(places: Sequence[Region]) -> str:
    """A sentence that says which regions of the desktop may be new games, if any."""
    if not places:
        return ""
    what = "Its place is" if len(places) == 1 else "Their places are"
    return f" {what} {', '.join(map(_option, places))}."


def _is_person() -> bool:
    """Whether somebody reads what is printed and can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _pointed_out(error: str, places: Sequence[Region]) -> Region:
    """The region that the player says is the game. The command ends if it is none of them."""
    click.echo(error, err=True)
    if len(places) == 1:
        question = f"Is the game at {_option(places[0])}, and may the bot click there?"
        number = int(click.confirm(question, err=True))
    else:
        for number, place in enumerate(places, 1):
            click.echo(f"{number}: {_option(place)}", err=True)
        which = click.IntRange(0, len(places))
        number = click.prompt("Which one is the game? 0 is none", type=which, default=0, err=True)
    if not number:
        raise SystemExit(NO_BOARD)
    return places[number - 1]


@contextmanager
def _shown(desktop: OpenDesktop, region: Region) -> Iterator[Shown]:
    from solver_bot.live.shown import showing

    def say(sentence: str) -> None:
        click.echo(sentence, err=True)

    with showing(desktop.screen.view(region), say, desktop.overlays) as shown:
        yield shown


def _saying(ready: Ready) -> Callable[[], bool]:
    """A function that tells whether the solver is ready.

    If standard error is no terminal, it also prints the progress that the live table would show.
    """
    if sys.stderr.isatty():
        return ready.has
    say = now_and_then(lambda: click.echo(ready.progress(), err=True))

    def ask() -> bool:
        if not ready.has():
            say()
        return ready.has()

    return ask


def _all_of(listeners: Sequence[Callable[[Event], object]]) -> Callable[[Event], None]:
    def tell(event: Event) -> None:
        for listener in listeners:
            listener(event)

    return tell


@contextmanager
def _recording(folder: Path) -> Iterator[Callable[[Event], object]]:
    from solver_bot.live.recording import Recorder, RecordError

    try:
        with Recorder(folder) as recorder:
            yield recorder.note
    except RecordError as error:
        fail(WRONG_USE, str(error))


@contextmanager
def _results(path: Path | None) -> Iterator[Callable[[Event], object]]:
    """Add every game to the file as soon as it ends, so that no result is lost in a crash."""
    from solver_bot.live.results import ResultsError, adding

    if path is None:
        yield lambda _: None
        return
    try:
        with adding(path) as add:
            yield add
    except ResultsError as error:
        fail(WRONG_USE, str(error))


def _mouse(desktop: OpenDesktop) -> MouseFace:
    from solver_bot.desktop.mouse import MouseError

    try:
        return desktop.mouse()
    except MouseError as error:
        fail(NO_SCREEN, str(error))
