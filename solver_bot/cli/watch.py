"""The command ``watch``: shows advice beside the open game, without the mouse."""

from __future__ import annotations

import click

from solver_bot.cli.exit_codes import NO_SCREEN, STOPPED
from solver_bot.cli.options import (
    BACKEND,
    MINES,
    MONITOR,
    REGION,
    SKIN,
    chosen_skins,
    fail,
    screen_part,
)
from solver_bot.cli.waiting import solver
from solver_bot.live.stop import stop_keys


@click.command(short_help="Advise beside an open game, without touching the mouse.")
@MINES
@MONITOR
@REGION
@BACKEND
@SKIN
def watch(
    mines: int | None,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
) -> None:
    """Show advice for an open game in a small window beside it, and never touch the mouse.

    To end it, close the window, or press Esc in it or in this terminal.
    """
    try:
        import tkinter
    except ImportError:
        fail(NO_SCREEN, "The window needs tkinter: install it (on Debian: python3-tk).")
    from solver_bot.bot import Halted
    from solver_bot.live.hands import captures, halting, place_beside_game, place_off, window_area
    from solver_bot.live.panel import Site, show
    from solver_bot.live.watch import Watcher

    skins = chosen_skins(skin_name)
    with screen_part(monitor, region, backend) as (desktop, wanted), stop_keys() as stop:
        screen = desktop.screen
        view = screen.view(wanted)
        site = Site(
            lambda *place: window_area(view, *place),
            lambda *wanted: place_beside_game(screen.desktop, view, *wanted),
            lambda *wanted: place_off(screen.desktop, view, *wanted),
        )
        watcher = Watcher(
            halting(captures(screen, view)),
            skins,
            mines,
            ready=solver(load=True),
        )
        try:
            show(watcher, site, lambda: stop.reason is not None)
        except tkinter.TclError as error:
            fail(NO_SCREEN, f"The window can't be opened: {error}.")
        except Halted as halted:
            fail(STOPPED, str(halted))
