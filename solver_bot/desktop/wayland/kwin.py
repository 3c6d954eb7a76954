"""The desktop of KWin, which is KDE's compositor, where it was authorised."""

from __future__ import annotations

from solver_bot.desktop.faces import lost
from solver_bot.desktop.mouse import MouseError
from solver_bot.desktop.region import Region
from solver_bot.desktop.virtual_mouse import VirtualMouse
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.wayland.fake_input import FakeInputDriver, can_make_input
from solver_bot.desktop.wayland.kwin_screen import KwinScreen
from solver_bot.desktop.wayland.layered import sentry

NOT_ALLOWED = (
    "KDE does not let this program use the mouse: run solver-bot desktop --authorise once, "
    "which says what it writes."
)

__all__ = ["KwinScreen", "can_make_input", "kwin_mouse"]


def kwin_mouse(connection: Connection, desktop: Region) -> VirtualMouse:
    """The mouse of KWin.

    Raises:
        MouseError: KWin does not let this program make input, or it has gone.

    """
    if not can_make_input(connection):
        raise MouseError(NOT_ALLOWED)
    try:
        driver = FakeInputDriver(connection)
        watch = sentry(connection, driver.seat, desktop, driver.nudge)
        return VirtualMouse(driver, watch, desktop)
    except WaylandError as error:
        raise MouseError(lost(error)) from error
