"""The ways to see and to use a desktop, and the choice between them by what the desktop offers.

x11       X11, and Windows and macOS: mss and pyautogui
wlroots   Wayland compositors with wlr-screencopy: sway, Hyprland, labwc
xwayland  X11 programs alone, on any Wayland desktop
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver_bot.desktop.faces import MouseFace, ScreenFace
from solver_bot.desktop.mouse import Mouse, MouseError
from solver_bot.desktop.region import ScreenError
from solver_bot.desktop.screen import NO_DISPLAY, Screen, is_wayland, missing_display
from solver_bot.desktop.windows import Windows, desktop_windows

INSTALL = "pip install 'solver-bot[wayland]'"
ANYWHERE = "moving the mouse"
NOWHERE = "nothing else"
OVER_WINDOWS = "moving the mouse over the game"


@dataclass(frozen=True, slots=True)
class OpenDesktop:
    """A desktop that can be seen.

    Attributes:
        backend: the name of the way in which it is seen and used.
        screen: its screen.
        mouse: opens its mouse; may raise ``MouseError``.
        windows: its windows; None if they can't be known.
        plays: whether there is a mouse.
        stops: how the player stops the bot, besides Esc and Ctrl-C in the terminal.
        note: what can't be seen or used in this way, as a sentence; empty if everything can.

    """

    backend: str
    screen: ScreenFace
    mouse: Callable[[], MouseFace]
    windows: Callable[[], Windows | None]
    plays: bool = True
    stops: str = ANYWHERE
    note: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Whether a backend works on this desktop.

    Attributes:
        backend: its name.
        reads: whether the screen can be captured.
        plays: whether the mouse and the keyboard can be used.
        stops: how the player stops the bot, besides Esc and Ctrl-C in the terminal.
        says: what can't be done and what to do about it; empty if everything works.

    """

    backend: str
    reads: bool
    plays: bool
    stops: str
    says: str


def _x11() -> OpenDesktop:
    return OpenDesktop("x11", Screen(), Mouse, desktop_windows)


def _wlroots() -> OpenDesktop:
    if sys.platform != "linux":
        raise ScreenError("There is no Wayland on this system.")
    try:
        from solver_bot.desktop.wayland import wlroots
    except ImportError as error:
        raise ScreenError(
            f"Wayland cannot be used, because {error}: install it with {INSTALL}"
        ) from error
    connection = wlroots.connected()
    try:
        screen = wlroots.wlroots_screen(connection)
        plays = wlroots.can_play(connection)
        return OpenDesktop(
            "wlroots",
            screen,
            lambda: wlroots.wlroots_mouse(connection, screen.desktop),
            lambda: None,
            plays,
            ANYWHERE if wlroots.can_watch(connection) else NOWHERE,
            "" if plays else "This compositor does not let programs use the mouse.",
        )
    except BaseException:
        connection.close()
        raise


def _xwayland() -> OpenDesktop:
    from solver_bot.desktop.xwayland import NOTE, XWaylandScreen

    if sys.platform != "linux":
        raise ScreenError("There is no XWayland on this system.")
    screen = XWaylandScreen()
    return OpenDesktop("xwayland", screen, Mouse, lambda: screen.windows, True, OVER_WINDOWS, NOTE)


BACKENDS: Mapping[str, Callable[[], OpenDesktop]] = {
    "wlroots": _wlroots,
    "x11": _x11,
    "xwayland": _xwayland,
}
"""All backends, the one that sees and does most first."""


def open_desktop(backend: str | None = None) -> OpenDesktop:
    """The desktop, by the backend of this name, or else by the first that works here.

    Raises:
        ScreenError: the desktop can't be seen in this way, or in any way.

    """
    if backend is not None:
        return BACKENDS[backend]()
    problems: list[ScreenError] = []
    for name in _candidates():
        try:
            return BACKENDS[name]()
        except ScreenError as error:
            problems.append(error)
    raise problems[0]


def _candidates() -> Sequence[str]:
    """The backends to try. Where the environment names no Wayland compositor, X11 comes first."""
    if is_wayland() and sys.platform == "linux":
        return tuple(BACKENDS)
    return ("x11",) if missing_display() == NO_DISPLAY else ("x11", "xwayland")


def offers() -> Iterator[Offer]:
    """What every backend can do here. Nothing is clicked and no key is pressed."""
    for name, opened in BACKENDS.items():
        try:
            desktop = opened()
        except ScreenError as error:
            yield Offer(name, False, False, "", str(error))
            continue
        with desktop.screen:
            yield _offer(desktop)


def _offer(desktop: OpenDesktop) -> Offer:
    """What a backend can do that has opened the desktop."""
    try:
        desktop.screen.grab()
        if desktop.plays:
            desktop.mouse()
    except ScreenError as error:
        return Offer(desktop.backend, False, False, "", str(error))
    except MouseError as error:
        return Offer(desktop.backend, True, False, "", str(error))
    stops = desktop.stops if desktop.plays else ""
    return Offer(desktop.backend, True, desktop.plays, stops, desktop.note)
