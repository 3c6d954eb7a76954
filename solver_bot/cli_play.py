"""The commands that live beside an open game: ``play`` and ``watch``.

Registered from ``cli``. Like there, what a command needs is loaded by the command.
"""

from __future__ import annotations

import json
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from solver_bot.bot import Area, Event, GameResult, Hands, Session
    from solver_bot.desktop.mouse import Mouse
    from solver_bot.desktop.screen import Region, Screen, View
    from solver_bot.vision.lattice import Picture
    from solver_bot.vision.skin import Skin

DONE, WRONG_USE, NO_BOARD, BAD_BOARD, STOPPED, NO_SCREEN = 0, 2, 3, 4, 5, 6
"""Exit codes, as in ``cli``."""

ESCAPE = "\x1b"
ALIGNED = 0.01
"""By what part of a pixel, at most, a picture may begin beside where it should."""
FRAME, TITLE = 12, 40
"""How thick, in points, a window's frame and title bar may be."""
LATE = 0.2
"""Seconds that the pointer may take to be where it was put, on a busy machine."""


def _four_numbers(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[int, int, int, int] | None:
    """LEFT,TOP,WIDTH,HEIGHT as numbers."""
    if value is None:
        return None
    with suppress(ValueError):
        left, top, width, height = map(int, value.split(","))
        if min(width, height) >= 1:
            return left, top, width, height
    raise click.BadParameter(f"{value!r} is not LEFT,TOP,WIDTH,HEIGHT, such as 0,0,800,600.")


MONITOR = click.option("--monitor", type=click.IntRange(min=1), help="Look on this monitor only.")
REGION = click.option(
    "--region",
    metavar="LEFT,TOP,WIDTH,HEIGHT",
    callback=_four_numbers,
    help="Look in this part of the desktop only, in mouse points.",
)
SKIN = click.option("--skin", "skin_name", metavar="NAME", help="Try this skin only.")
MINES = click.option("--mines", type=click.IntRange(min=0), help="The mine total of the board.")
START = click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    help="What the first click promises: no mine, an empty area, or nothing.",
)


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=1, help="How many games to play.")
@click.option("--dry-run", is_flag=True, help="Decide once, click nothing.")
@click.option("--flags", is_flag=True, help="Also flag what is certainly a mine.")
@click.option("--no-guess", is_flag=True, help="End a game where only a guess is left.")
@click.option(
    "--delay", type=click.IntRange(min=0), default=0, metavar="MS", help="Pause after every click."
)
@MINES
@START
@click.option(
    "--max-seconds", type=click.FloatRange(min=0, min_open=True), help="Stop after so long."
)
@click.option(
    "--record",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep every picture that is decided on, with its board and decision.",
)
@MONITOR
@REGION
@SKIN
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def play(
    games: int,
    dry_run: bool,
    flags: bool,
    no_guess: bool,
    delay: int,
    mines: int | None,
    start: str | None,
    max_seconds: float | None,
    folder: Path | None,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Play the Minesweeper window on the screen with the mouse.

    Esc in this terminal, Ctrl-C, moving the mouse or pushing it into a corner of the screen stops
    it within one move.
    """
    from solver_bot.board import StartRule
    from solver_bot.bot import Wishes

    wishes = Wishes(
        games=games,
        dry_run=dry_run,
        flags=flags,
        no_guess=no_guess,
        delay=delay / 1000,
        mines=mines,
        start=StartRule(start) if start else None,
        max_seconds=max_seconds,
    )
    skins = known_skins(skin_name)
    with ExitStack() as stack:
        screen, wanted = stack.enter_context(screen_part(monitor, region))
        mouse = None if dry_run else _mouse()
        recorder = stack.enter_context(_recording(folder)) if folder else None
        stop = stack.enter_context(stop_keys())
        show = stack.enter_context(_display(games))
        session = _session(
            desktop_hands(screen, wanted, mouse, stop), skins, wishes, [show, *_notes(recorder)]
        )
    if as_json:
        click.echo(json.dumps(session_facts(session)))
    else:
        click.echo(_summary(session))
    sys.exit(_exit_code(session))


@click.command()
@MINES
@MONITOR
@REGION
@SKIN
def watch(
    mines: int | None,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skin_name: str | None,
) -> None:
    """Advise beside an open game in a small window, and never touch the mouse.

    Close the window, or press Esc in it or in this terminal, to end it.
    """
    try:
        import tkinter
    except ImportError:
        _fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk).")
    from solver_bot.bot import Halted
    from solver_bot.watch import Watcher, show

    skins = known_skins(skin_name)
    with screen_part(monitor, region) as (screen, wanted), stop_keys() as stop:
        view = screen.view(wanted)
        watcher = Watcher(_halting(_capture(screen, view)), skins, mines)
        try:
            show(watcher, lambda *place: _area(view, *place), lambda: stop.reason is not None)
        except tkinter.TclError as error:
            _fail(NO_SCREEN, f"The window can't be opened: {error}.")
        except Halted as halted:
            _fail(STOPPED, str(halted))


def _area(view: View, left: int, top: int, width: int, height: int) -> Area:
    """Where a window is in the view's picture; with its title bar and frame, roughly."""
    from solver_bot.bot import Area

    x, y = view.pixel(left - FRAME, top - TITLE)
    right, bottom = view.pixel(left + width + FRAME, top + height + FRAME)
    return Area(max(0, x), max(0, y), max(0, right), max(0, bottom))


def _session(
    hands: Hands, skins: Sequence[Skin], wishes: Any, listeners: Sequence[Callable[[Event], object]]
) -> Session:
    from solver_bot.board import BoardError
    from solver_bot.bot import Bot, NoBoard

    def tell(event: Event) -> None:
        for listener in listeners:
            listener(event)

    _warm_up()
    try:
        return Bot(hands, skins, wishes, tell).play()
    except NoBoard as error:
        _fail(BAD_BOARD if error.unreadable else NO_BOARD, str(error))
    except BoardError as error:
        raise click.UsageError(f"--mines does not fit the board: {error}.") from None


def _warm_up() -> None:
    """Have everything loaded that the first decision needs, so that it is as fast as the rest."""
    from solver_bot.board import Board
    from solver_bot.solve.odds import odds

    odds(Board(4, 1, bytes([9, 1, 9, 9]), 2))


def _exit_code(session: Session) -> int:
    if session.impossible:
        return BAD_BOARD
    return STOPPED if session.halted else DONE


def session_facts(session: Session) -> dict[str, Any]:
    """What ``play --json`` prints."""
    return {
        "games": [_game_facts(game) for game in session.games],
        "won": session.won,
        "played": len(session.games),
    }


def _game_facts(game: GameResult) -> dict[str, Any]:
    reaction = game.reaction_ms
    return {
        "result": str(game.result),
        "reason": game.reason,
        "seconds": round(game.seconds, 4),
        "clicks": game.clicks,
        "guesses": game.guesses,
        "wrong_certain": game.wrong_certain,
        "reaction_ms": None if reaction is None else round(reaction, 3),
    }


def _summary(session: Session) -> str:
    played = len(session.games)
    seconds = sum(game.seconds for game in session.games)
    guesses = sum(game.guesses for game in session.games)
    clicks = sum(game.clicks for game in session.games)
    last = f" The last one: {session.games[-1].reason}" if session.games else ""
    games = "1 game" if played == 1 else f"{played} games"
    return f"{games}, {session.won} won, {clicks} clicks, {guesses} guesses, {seconds:.2f} s.{last}"


def _notes(recorder: Any) -> list[Callable[[Event], object]]:
    return [recorder.note] if recorder else []


@contextmanager
def _recording(folder: Path) -> Iterator[Any]:
    from solver_bot.record import Recorder, RecordError

    try:
        with Recorder(folder) as recorder:
            yield recorder
    except RecordError as error:
        _fail(WRONG_USE, str(error))


# The desktop


def known_skins(name: str | None) -> Sequence[Skin]:
    """The skin of that name, or all of them; a wrong name is wrong use."""
    from solver_bot.vision.skin import SkinError, named_skin, shipped_skins

    try:
        return (named_skin(name),) if name else shipped_skins()
    except SkinError as error:
        raise click.UsageError(f"{error}.") from None


@contextmanager
def screen_part(
    monitor: int | None, region: tuple[int, int, int, int] | None
) -> Iterator[tuple[Screen, Region]]:
    """The screen and the part of it to look at."""
    from solver_bot.desktop.screen import Region, Screen, ScreenError

    if monitor and region:
        raise click.UsageError("Use --monitor or --region, not both.")
    try:
        with Screen() as screen:
            wanted = screen.desktop
            if monitor:
                wanted = _named(lambda: screen.monitor(monitor))
            if region:
                wanted = Region(*region)
                _named(lambda: screen.grab(wanted))
            yield screen, wanted
    except ScreenError as error:
        _fail(NO_SCREEN, str(error))


T = TypeVar("T")


def _named(ask: Callable[[], T]) -> T:
    """What a part of the desktop that the player named gives; if it isn't there, wrong use."""
    from solver_bot.desktop.screen import ScreenError

    try:
        return ask()
    except ScreenError as error:
        raise click.UsageError(str(error)) from None


def _mouse() -> Mouse:
    from solver_bot.desktop.mouse import Mouse, MouseError

    try:
        return Mouse()
    except MouseError as error:
        _fail(NO_SCREEN, str(error))


def desktop_hands(screen: Screen, region: Region, mouse: Mouse | None, stop: Stop) -> Hands:
    """What a bot plays the real desktop with; without a mouse it touches nothing."""
    from solver_bot.bot import Hands

    view = screen.view(region)
    ours = False

    def halt() -> str | None:
        if stop.reason:
            return stop.reason
        if mouse and ours and _taken(mouse):
            return "The mouse was moved, so it is yours."
        return None

    def at(action: Callable[[int, int], object]) -> Callable[[float, float], None]:
        def act(x: float, y: float) -> None:
            nonlocal ours
            action(*view.point(x, y))
            ours = True

        return _halting(act)

    if mouse is None:
        return Hands(_capture(screen, view), _untouched, _untouched, _untouched, _untouched, halt)
    return Hands(
        capture=_halting(_capture(screen, view)),
        open=at(mouse.open),
        flag=at(mouse.flag),
        park=at(mouse.park),
        key=_halting(mouse.key),
        halt=_halting(halt),
    )


def _taken(mouse: Mouse) -> bool:
    """Whether the player has moved the pointer.

    While a window manager looks at a click, the server keeps later moves back and says that the
    pointer is where it was before. So it counts as moved only where it stays elsewhere.
    """
    import time

    end = time.monotonic() + LATE
    while mouse.moved():
        if time.monotonic() > end:
            return True
        time.sleep(0.001)
    return False


def _untouched(*_: object) -> None:
    """Do nothing."""


def _halting(action: Callable[..., Any]) -> Callable[..., Any]:
    """The same, with the desktop's errors as the bot's reason to halt."""
    from solver_bot.bot import Halted
    from solver_bot.desktop.mouse import MouseError, Stopped
    from solver_bot.desktop.screen import ScreenError

    def act(*arguments: Any) -> Any:
        try:
            return action(*arguments)
        except (MouseError, ScreenError, Stopped) as error:
            raise Halted(str(error)) from error

    return act


def _capture(screen: Screen, view: View) -> Callable[[Area | None], Picture]:
    """Pictures of areas given in pixels of the whole view."""
    from solver_bot.desktop.screen import Region

    def capture(area: Area | None) -> Picture:
        if area is None:
            return screen.grab(view.region)
        x, y = _aligned(area.left, view.across), _aligned(area.top, view.down)
        right, bottom = math.ceil(area.right / view.across), math.ceil(area.bottom / view.down)
        part = Region(view.region.left + x, view.region.top + y, right - x, bottom - y)
        left, top = round(x * view.across), round(y * view.down)
        picture = screen.grab(part)
        return picture[area.top - top : area.bottom - top, area.left - left : area.right - left]

    return capture


def _aligned(pixel: int, ratio: float) -> int:
    """The point, counted from the view's corner, at or before a pixel that begins on a pixel."""
    point = math.floor(pixel / ratio)
    while point > 0 and abs(point * ratio - round(point * ratio)) > ALIGNED:
        point -= 1
    return point


class Stop:
    """Whether the player wants to stop, and how that was said."""

    reason: str | None = None

    def ask(self, reason: str) -> None:
        """Stop at the next move."""
        self.reason = self.reason or reason


@contextmanager
def stop_keys() -> Iterator[Stop]:
    """Listen for Esc in the terminal and for Ctrl-C; a second Ctrl-C ends the program at once."""
    stop = Stop()

    def interrupted(_number: int, _frame: FrameType | None) -> None:
        if stop.reason:
            raise KeyboardInterrupt
        stop.ask("Ctrl-C was pressed.")

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, interrupted) if main else None
    try:
        with _escape(stop):
            yield stop
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _escape(stop: Stop) -> Iterator[None]:
    """Read the terminal key by key, where there is one."""
    try:
        import termios
        import tty

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, ValueError, OSError, AttributeError, termios.error):
        yield
        return
    done = threading.Event()
    reader = threading.Thread(target=_read_keys, args=(number, stop, done), daemon=True)
    tty.setcbreak(number)
    reader.start()
    try:
        yield
    finally:
        done.set()
        reader.join(1)
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_keys(number: int, stop: Stop, done: threading.Event) -> None:
    import os
    import select

    while not done.is_set():
        ready, _, _ = select.select([number], [], [], 0.1)
        if ready:
            keys = os.read(number, 64).decode(errors="replace")
            if not keys:
                return
            if keys == ESCAPE:  # arrow keys and the like begin with it, but go on
                stop.ask("Esc was pressed.")


def _fail(code: int, sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(code)


# What is shown while playing


@contextmanager
def _display(games: int) -> Iterator[Callable[[Event], object]]:
    """Say what happens on standard error: a live table in a terminal, lines elsewhere."""
    from rich.console import Console

    console = Console(stderr=True)
    board = Scoreboard(console, games)
    if not console.is_terminal:
        yield board.note
        return
    from rich.live import Live

    with Live(get_renderable=board.table, console=console, refresh_per_second=8):
        yield board.note


class Scoreboard:
    """Keeps count of what the bot tells, for the table; says aloud what must be heard."""

    def __init__(self, console: Console, games: int) -> None:
        self._console = console
        self._games = games
        self._began: float | None = None
        self._game = self._won = self._played = self._guesses = self._opened = 0

    def note(self, event: Event) -> None:
        """Take in one event."""
        from solver_bot.bot import Decided, Ended, Found, Said

        if isinstance(event, Found):
            self._say(_found_text(event))
        elif isinstance(event, Said):
            self._say(event.sentence)
        elif isinstance(event, Decided):
            self._decided(event)
        elif isinstance(event, Ended):
            self._played += 1
            self._won += event.result.result == "won"
            seconds = f"{event.result.seconds:.2f} s"
            self._say(f"Game {event.game}: {event.result.result}, {seconds}. {event.result.reason}")

    def _decided(self, event: Any) -> None:
        import time

        from solver_bot.bot import Kind
        from solver_bot.solve.explain import place_name

        self._began = self._began or time.monotonic()
        self._game = event.game
        decision = event.decision
        if decision.kind is Kind.OPEN:
            self._opened += len(decision.cells)
        if decision.kind is Kind.GUESS:
            self._guesses += 1
            share = "odds unknown" if decision.odds is None else f"{decision.odds:.1%} a mine"
            place = place_name(event.board, decision.cells[0])
            self._say(f"Game {event.game}: guess at {place}, {share}")

    def _say(self, sentence: str) -> None:
        self._console.print(sentence, highlight=False, markup=False)

    def table(self) -> Table:
        """The state of things."""
        import time

        from rich.table import Table

        table = Table("Game", "Won", "Win rate", "Guesses", "Cells a second")
        rate = f"{self._won / self._played:.0%}" if self._played else "-"
        passed = time.monotonic() - self._began if self._began else 0
        speed = f"{self._opened / passed:.0f}" if passed else "-"
        game = f"{self._game} of {self._games}"
        table.add_row(game, str(self._won), rate, str(self._guesses), speed)
        return table


def _found_text(event: Any) -> str:
    chosen = event.chosen
    board, place = chosen.board, chosen.lattice
    what = (
        f"{chosen.skin.name}, {board.width}x{board.height} cells at "
        f"{place.left:.0f},{place.top:.0f}"
    )
    if len(event.boards) == 1:
        return f"Found {what}."
    return (
        f"Found {len(event.boards)} boards. Taken: {what}, the largest that is not over. "
        "Choose another with --region or --skin."
    )


COMMANDS = (play, watch)
"""What ``cli`` adds to its own commands."""
