"""Desktops of compositors with wlr-screencopy: sway, Hyprland, labwc and others."""

from __future__ import annotations

import os

from solver_bot.desktop.faces import lost
from solver_bot.desktop.mouse import MouseError
from solver_bot.desktop.region import Region, ScreenError
from solver_bot.desktop.virtual_mouse import VirtualMouse
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.wayland.input import WlrootsDriver
from solver_bot.desktop.wayland.layered import sentry
from solver_bot.desktop.wayland.protocols import KEYBOARDS, POINTERS, SCREENCOPY
from solver_bot.desktop.wayland.screen import WlrootsScreen


def connected() -> Connection:
    """A connection to the compositor of this session.

    Raises:
        ScreenError: there is none.

    """
    if not os.environ.get("WAYLAND_DISPLAY"):
        raise ScreenError("There is no Wayland compositor, because WAYLAND_DISPLAY is not set.")
    try:
        return Connection()
    except WaylandError as error:
        name = os.environ["WAYLAND_DISPLAY"]
        raise ScreenError(
            f"The Wayland compositor {name} cannot be reached, because {error}: set "
            "WAYLAND_DISPLAY and XDG_RUNTIME_DIR to those of your session."
        ) from error


def wlroots_screen(connection: Connection) -> WlrootsScreen:
    """The screen of a compositor.

    Raises:
        ScreenError: the compositor does not let programs capture it in this way.

    """
    if SCREENCOPY.name not in connection.offered:
        raise ScreenError(
            "This compositor does not offer wlr-screencopy, so it cannot be seen in this way. "
            "sway, Hyprland and labwc offer it, GNOME and KDE do not."
        )
    return WlrootsScreen(connection)


def can_play(connection: Connection) -> bool:
    """Whether the compositor lets programs make input."""
    return {POINTERS.name, KEYBOARDS.name} <= connection.offered.keys()


def wlroots_mouse(connection: Connection, desktop: Region) -> VirtualMouse:
    """The mouse of a compositor.

    Raises:
        MouseError: the compositor does not let programs make input, or it has gone.

    """
    if not can_play(connection):
        raise MouseError(
            "This compositor does not let programs use the mouse (wlr-virtual-pointer and "
            "virtual-keyboard): play on another one, or let watch advise you here."
        )
    try:
        driver = WlrootsDriver(connection, desktop)
        watch = sentry(connection, driver.seat, desktop, driver.nudge)
        return VirtualMouse(driver, watch, desktop)
    except WaylandError as error:
        raise MouseError(lost(error)) from error
