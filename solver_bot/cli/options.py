"""What the commands share: options, levels, the skins, the screen, and how a command fails."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from solver_bot.cli.exit_codes import NO_SCREEN
from solver_bot.game.levels import Level, LevelError, named_level

if TYPE_CHECKING:
    from solver_bot.desktop.backends import OpenDesktop
    from solver_bot.desktop.region import Region
    from solver_bot.vision.reader import SkinChoice
    from solver_bot.vision.skin import Skin


def _four_numbers(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[int, int, int, int] | None:
    """Parse LEFT,TOP,WIDTH,HEIGHT."""
    if value is None:
        return None
    with suppress(ValueError):
        left, top, width, height = map(int, value.split(","))
        if min(width, height) >= 1:
            return left, top, width, height
    raise click.BadParameter(
        f"{value!r} is not LEFT,TOP,WIDTH,HEIGHT in whole numbers, such as 0,0,800,600."
    )


def as_level(_context: click.Context, _option: click.Parameter, value: str | None) -> Level | None:
    """Parse a level in the syntax that all commands share."""
    try:
        return None if value is None else named_level(value)
    except LevelError as error:
        raise click.BadParameter(f"{error}.") from None


MONITOR = click.option("--monitor", type=click.IntRange(min=1), help="Look on this monitor only.")
REGION = click.option(
    "--region",
    metavar="LEFT,TOP,WIDTH,HEIGHT",
    callback=_four_numbers,
    help="Look in this part of the desktop only, given in mouse coordinates.",
)
BACKEND = click.option(
    "--backend",
    type=click.Choice(["wlroots", "kwin", "portal", "x11", "xwayland"]),
    help="The way to see and use the desktop (see: solver-bot desktop).",
)
SKIN = click.option(
    "--skin",
    "skin_name",
    metavar="NAME",
    help="Look only for boards of this skin (see: solver-bot skins).",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

MINES = click.option("--mines", type=click.IntRange(min=0), help="The mine total of the board.")
START = click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    help="What the first click promises: no mine (safe), an empty area (zero), or nothing (none).",
)
GAMES = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many games to play.",
)


def fail(code: int, sentence: str) -> NoReturn:
    """Print a sentence on standard error and end with this exit code."""
    click.echo(sentence, err=True)
    sys.exit(code)


def known_skins(name: str | None) -> Sequence[Skin]:
    """The skin of that name, or without a name all skins, shipped ones before learned ones.

    Raises:
        UsageError: there is no skin of that name.

    """
    from solver_bot.vision.learned import learned_skins
    from solver_bot.vision.skin_files import shipped_skins

    learned, problems = learned_skins()
    for problem in problems:
        click.echo(problem, err=True)
    every = (*shipped_skins(), *learned)
    chosen = [skin for skin in every if name in {None, skin.name}]
    if not chosen:
        names = ", ".join(skin.name for skin in every)
        raise click.UsageError(f"There is no skin {name!r}. The skins are: {names}.")
    return chosen


def chosen_skins(name: str | None) -> SkinChoice:
    """The skin of that name only; without a name all skins, and unknown skins too."""
    from solver_bot.vision.reader import SkinChoice

    return SkinChoice.of(known_skins(name), unknown=name is None)


def skins_in_use(name: str | None) -> SkinChoice:
    """The same, loaded once for each command."""
    known = click.get_current_context().find_root().meta.setdefault(__name__, {})
    if name not in known:
        known[name] = chosen_skins(name)
    skins: SkinChoice = known[name]
    return skins


@contextmanager
def screen_part(
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None = None,
    plays: bool = False,
    asks: bool = True,
) -> Iterator[tuple[OpenDesktop, Region]]:
    """The desktop and the part of it to look at. What can't be seen in this way is printed.

    With ``plays`` the mouse is wanted too. Without ``asks`` no permission is asked for.

    Raises:
        UsageError: ``monitor`` and ``region`` are both given, or the named part does not exist.
        SystemExit: there is no screen or no permission to capture it.

    """
    from solver_bot.desktop.backends import Wish, open_desktop
    from solver_bot.desktop.region import Region, ScreenError

    if monitor and region:
        raise click.UsageError("Use --monitor or --region, not both.")
    try:
        desktop = open_desktop(backend, Wish(plays, asks, lambda said: click.echo(said, err=True)))
        with desktop.screen as screen:
            if desktop.note:
                click.echo(desktop.note, err=True)
            wanted = screen.desktop
            if monitor:
                wanted = _named(lambda: screen.monitor(monitor))
            if region:
                wanted = Region(*region)
                _named(lambda: screen.grab(wanted))
            yield desktop, wanted
    except ScreenError as error:
        fail(NO_SCREEN, str(error))


T = TypeVar("T")


def _named(ask: Callable[[], T]) -> T:
    """The result of ``ask``, which looks at a part of the desktop that the player named.

    Raises:
        UsageError: that part does not exist.

    """
    from solver_bot.desktop.region import ScreenError

    try:
        return ask()
    except ScreenError as error:
        raise click.UsageError(str(error)) from None
