"""The way in: the desktop that the person permits to see, and the sentences that say so."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing

from solver_bot.desktop.portal.libpipewire import library
from solver_bot.desktop.portal.mouse import NOT_ALLOWED, portal_mouse
from solver_bot.desktop.portal.requests import Portal, PortalError, RefusedError
from solver_bot.desktop.portal.screen import PortalScreen
from solver_bot.desktop.portal.session import Session, is_offered
from solver_bot.desktop.region import ScreenError, ScreenRefusedError

ASK_TO_SEE = (
    "Your desktop now asks in a dialog whether solver-bot may see the screen: choose the monitor "
    "with the game and press Share."
)
ASK_TO_PLAY = (
    "Your desktop now asks in a dialog whether solver-bot may see the screen and use the mouse: "
    'choose the monitor with the game, switch on "Allow remote interaction" if that is there, and '
    "press Share."
)
ASKS = "Your desktop asks in a dialog before it permits this."
NOT_OFFERED = (
    "This session has no portals for seeing the screen and using the mouse: on GNOME and KDE "
    "install xdg-desktop-portal and xdg-desktop-portal-gnome or -kde."
)
NO_PIPEWIRE = "libpipewire-0.3 is missing, through which the pictures come: install PipeWire."
NO_MARKS = "Marks can't be drawn over a game on this desktop."

__all__ = ["NOT_ALLOWED", "portal_mouse"]


def permitted(plays: bool, announce: Callable[[str], object]) -> tuple[PortalScreen, Session]:
    """The screen that the person permits to see. It closes the session.

    ``plays`` asks for the mouse too. ``announce`` is given a sentence before the dialog.

    Raises:
        ScreenRefusedError: the person does not permit it.
        ScreenError: there are no portals here, or no picture comes.

    """
    portal = _portal(plays)
    try:
        session = Session(portal, plays, lambda: announce(ASK_TO_PLAY if plays else ASK_TO_SEE))
    except RefusedError as error:
        raise ScreenRefusedError(
            f"The screen can't be seen, because {error}: start solver-bot again and permit it in "
            "the dialog. With --backend xwayland, X11 programs are seen without a dialog."
        ) from error
    except PortalError as error:
        raise ScreenError(f"The portals of this desktop can't be used, because {error}.") from error
    try:
        return PortalScreen(session), session
    except BaseException:
        session.close()
        raise


def offered() -> tuple[bool, bool]:
    """Whether the portals could let solver-bot see the screen, and use the mouse.

    Raises:
        ScreenError: something is missing.

    """
    with closing(_portal(False)) as portal:
        return True, is_offered(portal, True)


def _portal(plays: bool) -> Portal:
    """A connection to portals that can do this."""
    if not os.environ.get("WAYLAND_DISPLAY"):
        raise ScreenError("There is no Wayland compositor, because WAYLAND_DISPLAY is not set.")
    try:
        library()
    except OSError as error:
        raise ScreenError(NO_PIPEWIRE) from error
    try:
        portal = Portal()
    except PortalError as error:
        raise ScreenError(
            "The message bus of this session cannot be reached: set DBUS_SESSION_BUS_ADDRESS."
        ) from error
    if is_offered(portal, plays):
        return portal
    portal.close()
    raise ScreenError(NOT_OFFERED)
