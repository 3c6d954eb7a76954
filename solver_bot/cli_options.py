"""What the commands share: exit codes, the options that narrow the screen, how a failure ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from solver_bot.levels import Level, LevelError, named_level

if TYPE_CHECKING:
    from solver_bot.desktop.screen import Region, Screen
    from solver_bot.solve.cache import Cache
    from solver_bot.solve.ready import Ready
    from solver_bot.vision.skin import Skin

DONE, WRONG_CERTAIN, WRONG_USE, NO_BOARD, BAD_BOARD, STOPPED, NO_SCREEN = range(7)
"""Exit codes. A cell called safe that was a mine is a defect that must not be overlooked."""


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


def as_level(_context: click.Context, _option: click.Parameter, value: str | None) -> Level | None:
    """The level that is named, in the one way there is."""
    try:
        return None if value is None else named_level(value)
    except LevelError as error:
        raise click.BadParameter(f"{error}.") from None


MONITOR = click.option("--monitor", type=click.IntRange(min=1), help="Look on this monitor only.")
REGION = click.option(
    "--region",
    metavar="LEFT,TOP,WIDTH,HEIGHT",
    callback=_four_numbers,
    help="Look in this part of the desktop only, in mouse points.",
)
SKIN = click.option(
    "--skin",
    "skin_name",
    metavar="NAME",
    help="Look only for boards of this skin (see: solver-bot skins).",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def fail(code: int, sentence: str) -> NoReturn:
    """Say why on standard error, and end with this exit code."""
    click.echo(sentence, err=True)
    sys.exit(code)


def known_skins(name: str | None) -> Sequence[Skin]:
    """The skin of that name, or all of them, those learned last; a wrong name is wrong use."""
    from solver_bot.vision.learned import learned_skins
    from solver_bot.vision.skin import shipped_skins

    learned, problems = learned_skins()
    for problem in problems:
        click.echo(problem, err=True)
    every = (*shipped_skins(), *learned)
    chosen = [skin for skin in every if name in {None, skin.name}]
    if not chosen:
        names = ", ".join(skin.name for skin in every)
        raise click.UsageError(f"There is no skin {name!r}; there are {names}.")
    return chosen


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
        fail(NO_SCREEN, str(error))


T = TypeVar("T")


def _named(ask: Callable[[], T]) -> T:
    """What a part of the desktop that the player named gives; if it isn't there, wrong use."""
    from solver_bot.desktop.screen import ScreenError

    try:
        return ask()
    except ScreenError as error:
        raise click.UsageError(str(error)) from None


def solver(*parts: str, load: bool = False) -> Ready:
    """The compiled half of the solver: from the first call on it is compiled beside all else.

    ``parts`` are those of ``solver_bot.solve.compiling``; without one, what advice takes. With
    ``load`` they are loaded too where they are compiled already. A command waits with ``wait_for``
    where it can do no more without them. What still compiles when the command ends, ends with it.
    """
    from solver_bot.solve.ready import ADVICE, Ready

    wanted = parts or ADVICE
    command = click.get_current_context().find_root()
    known: Ready | None = command.meta.get(__name__)
    if known and known.offers(*wanted):
        return known
    ready = command.meta[__name__] = Ready(wanted, load)
    command.call_on_close(ready.close)
    if ready.compiles:
        click.echo(_why_compiled(ready.cache), err=True)
    return ready


def _why_compiled(cache: Cache) -> str:
    if cache.lasting:
        return "The solver is compiled now, this once; it takes half a minute."
    return (
        f"The solver is compiled now, which takes half a minute, and again the next time: it can't "
        f"be kept ({cache.problem})."
    )


WORD_EVERY = 5.0
"""Seconds from one line on how far the compiling is to the next, where no line can be redrawn."""


def wait_for(ready: Ready, *parts: str, check: Callable[[], object] = lambda: None) -> None:
    """Wait for these parts of the solver, or all, and show how far they are.

    ``check`` is called all the while and may end it.
    """
    if ready.has(*parts):
        return
    if not ready.compiles:
        ready.wait(*parts, check=check)
        return
    with _shown(ready) as show:

        def both() -> None:
            check()
            show()

        ready.wait(*parts, check=both)


@contextmanager
def _shown(ready: Ready) -> Iterator[Callable[[], object]]:
    """What shows how far it is: in a line that is redrawn, or in a line now and then."""
    if not sys.stderr.isatty():
        yield now_and_then(lambda: click.echo(ready.progress(), err=True))
        return
    from rich.console import Console

    with Console(stderr=True).status(ready.progress()) as status:
        yield lambda: status.update(ready.progress())


def now_and_then(say: Callable[[], object]) -> Callable[[], None]:
    """A call that speaks every ``WORD_EVERY`` seconds, however often it is made."""
    last = time.monotonic()

    def check() -> None:
        nonlocal last
        if time.monotonic() - last > WORD_EVERY:
            last = time.monotonic()
            say()

    return check
