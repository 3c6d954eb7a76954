"""The command ``watch``: shows advice on the open game or beside it, without the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from solver_bot.board import StartRule
from solver_bot.cli.exit_codes import NO_SCREEN, STOPPED
from solver_bot.cli.options import (
    BACKEND,
    MINES,
    MONITOR,
    REGION,
    SKIN,
    START,
    chosen_skins,
    fail,
    screen_part,
)
from solver_bot.cli.waiting import solver
from solver_bot.live.stop import Stop, stop_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver_bot.bot import Area
    from solver_bot.desktop.backends import OpenDesktop
    from solver_bot.desktop.region import Region
    from solver_bot.live.watch import Watcher
    from solver_bot.marking import Wanted
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.reader import SkinChoice


BEGINS = "Marking the open game. Rest the pointer on a mark for its reason. Esc or Ctrl-C ends it."


@click.command(short_help="Advise on an open game, without touching the mouse.")
@click.option("--beside", is_flag=True, help="Advise in a window beside the game, not on it.")
@click.option("--hint", is_flag=True, help="Mark only the one certain cell that is easiest to see.")
@click.option("--odds", is_flag=True, help="Also mark the odds of cells that are not certain.")
@MINES
@START
@MONITOR
@REGION
@BACKEND
@SKIN
def watch(
    beside: bool,
    hint: bool,
    odds: bool,
    mines: int | None,
    start: str | None,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
) -> None:
    """Mark what is certain on the open game while you play, and never touch the mouse.

    A green ring is a safe cell, a red cross a mine, a violet square a wrong flag. An amber frame is
    the best guess and its odds of being a mine. Rest the pointer on a mark to see its reason, or
    press Ctrl+Alt+W for one reason after the other (on Wayland's layer-shell, the reason of the
    easiest mark is shown instead). Clicks go through the marks.

    Press Esc or Ctrl-C in this terminal to end it. Where marks can't be drawn on the game, and with
    --beside, the advice is in a small window beside it, which can also be closed.
    """
    if hint and odds:
        raise click.UsageError("Use --hint or --odds, not both.")
    from solver_bot.bot import Halted
    from solver_bot.marking import Wanted

    skins = chosen_skins(skin_name)
    with screen_part(monitor, region, backend) as (desktop, wanted), stop_keys() as stop:
        rules = Rules(mines, StartRule(start) if start else None)
        place = _Place(desktop, wanted, skins, rules, stop)
        try:
            if not beside and _advised_over(place, Wanted(hint, odds)):
                return
            _advise_beside(place, Wanted(hint, odds=not hint))
        except Halted as halted:
            fail(STOPPED, str(halted))


class Rules(NamedTuple):
    """What the player says about the game; None for what its program's skin says."""

    mines: int | None
    start: StartRule | None


class _Place:
    """Where to look, for what, and until when."""

    def __init__(
        self, desktop: OpenDesktop, wanted: Region, skins: SkinChoice, rules: Rules, stop: Stop
    ) -> None:
        self.screen, self.overlays, self.windows = desktop.screen, desktop.overlays, desktop.windows
        self.skins, self.rules, self.stop = skins, rules, stop
        self.view = self.screen.view(wanted)

    def is_over(self) -> bool:
        return self.stop.reason is not None

    def watcher(self, capture: Callable[[Area | None], Picture], wanted: Wanted) -> Watcher:
        """A watcher with these eyes, which marks the game that the player turns to."""
        from solver_bot.live.hands import captures, halting, shown_windows
        from solver_bot.live.turned import Turned
        from solver_bot.live.watch import Watcher

        _, _, width, height = self.view.box(self.view.region)
        shown = halting(captures(self.screen, self.view))
        return Watcher(
            halting(capture),
            self.skins,
            self.rules.mines,
            start=self.rules.start,
            ready=solver(load=True),
            wanted=wanted,
            turned=Turned(shown_windows(self.view, self.windows), shown, (width, height)),
        )


def _advised_over(place: _Place, wanted: Wanted) -> bool:
    """Advise on the game itself. Returns False, and says why, where that can't be done."""
    from solver_bot.desktop.overlay.face import OverlayError
    from solver_bot.live.eyes import Eyes
    from solver_bot.live.over_game import OverGame, follow

    try:
        place.overlays.check()
        click.echo(BEGINS, err=True)
        eyes = Eyes(place.screen, place.view, place.overlays)
        watcher = place.watcher(eyes.capture, wanted)
        over = OverGame(watcher, eyes, lambda sentence: click.echo(sentence, err=True))
        follow(over, eyes, place.is_over)
    except OverlayError as error:
        click.echo(f"{error} The advice is in a window beside the game.", err=True)
        return False
    return True


def _advise_beside(place: _Place, wanted: Wanted) -> None:
    """Advise in a window beside the game."""
    try:
        import tkinter
    except ImportError:
        fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk).")
    from solver_bot.live.hands import captures, place_beside_game, place_off, window_area
    from solver_bot.live.panel import Site, show

    view, desktop = place.view, place.screen.desktop
    site = Site(
        lambda *spot: window_area(view, *spot),
        lambda *spot: place_beside_game(desktop, view, *spot),
        lambda *spot: place_off(desktop, view, *spot),
    )
    watcher = place.watcher(captures(place.screen, view), wanted)
    try:
        show(watcher, site, place.is_over)
    except tkinter.TclError as error:
        fail(NO_SCREEN, f"The window can't be opened: {error}.")
