"""The ways to see and to use a desktop, and the choice between them by what the desktop offers.

x11       X11: mss and XTest; and Windows and macOS: mss and pyautogui
wlroots   Wayland compositors with wlr-screencopy: sway, Hyprland, labwc
kwin      KWin, the compositor of KDE, where it was authorised
portal    GNOME and KDE through their portals: the person permits it in a dialog
xwayland  X11 programs alone, on any Wayland desktop: Xlib and XTest
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ParamSpec, TypeAlias, TypeVar

from solver_bot.desktop.faces import MouseFace, ScreenFace
from solver_bot.desktop.mouse import Mouse, MouseError
from solver_bot.desktop.overlay.opening import (
    X11,
    Overlays,
    no_overlays,
    unmarked,
    xwayland_overlays,
)
from solver_bot.desktop.region import Region, ScreenError, ScreenRefusedError
from solver_bot.desktop.screen import NO_DISPLAY, Screen, is_wayland, missing_display
from solver_bot.desktop.windows import Windows, desktop_windows

if TYPE_CHECKING:
    from solver_bot.desktop.wayland.connection import Connection

INSTALL = "pip install 'solver-bot[wayland]'"
ANYWHERE = "moving the mouse"
NOWHERE = "nothing else"
OVER_WINDOWS = "moving the mouse over the game"

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OpenDesktop:
    """A desktop that can be seen.

    Attributes:
        backend: the name of the way in which it is seen and used.
        screen: its screen. On X11 it is seen without the marks of other solver-bots on games.
        mouse: opens its mouse; may raise ``MouseError``.
        windows: its windows; None if they can't be known.
        overlays: its marks over games.
        plays: whether there is a mouse.
        stops: how the player stops the bot, besides Esc and Ctrl-C in the terminal.
        note: what can't be seen or used in this way, as a sentence; empty if everything can.

    """

    backend: str
    screen: ScreenFace
    mouse: Callable[[], MouseFace]
    windows: Callable[[], Windows | None]
    overlays: Overlays
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


@dataclass(frozen=True, slots=True)
class Wish:
    """What a desktop is opened for.

    Attributes:
        plays: whether the mouse is wanted too.
        asks: whether the person may be asked for a permission.
        announce: is given a sentence before the person is asked in a dialog.

    """

    plays: bool = False
    asks: bool = True
    announce: Callable[[str], object] = lambda _: None


def _x11(_: Wish) -> OpenDesktop:
    screen = unmarked(Screen())
    return OpenDesktop("x11", screen, lambda: usual_mouse(screen.desktop), desktop_windows, X11)


def usual_mouse(desktop: Region) -> MouseFace:
    """The mouse of X11, Windows and macOS.

    Raises:
        MouseError: it can't be used.

    """
    if sys.platform in {"darwin", "win32"}:
        return Mouse()
    from solver_bot.desktop.xtest import opened_x11_mouse

    return opened_x11_mouse(desktop)


Opens: TypeAlias = Callable[[Wish], OpenDesktop]


def _wlroots(_: Wish) -> OpenDesktop:
    from solver_bot.desktop.wayland import wlroots

    def opened(connection: Connection) -> OpenDesktop:
        screen = wlroots.wlroots_screen(connection)
        plays = wlroots.can_play(connection)
        return _layered(
            "wlroots",
            connection,
            screen,
            lambda: wlroots.wlroots_mouse(connection, screen.desktop),
            "" if plays else "This compositor does not let programs use the mouse.",
        )

    return _on_wayland(wlroots.connected, opened)


def _kwin(_: Wish) -> OpenDesktop:
    from solver_bot.desktop.wayland import kwin, wlroots

    def opened(connection: Connection) -> OpenDesktop:
        screen = kwin.KwinScreen(connection)
        plays = kwin.can_make_input(connection)
        return _layered(
            "kwin",
            connection,
            screen,
            lambda: kwin.kwin_mouse(connection, screen.desktop),
            "" if plays else kwin.NOT_ALLOWED,
        )

    return _on_wayland(wlroots.connected, opened)


def _layered(
    name: str,
    connection: Connection,
    screen: ScreenFace,
    mouse: Callable[[], MouseFace],
    refused: str,
) -> OpenDesktop:
    """A desktop of a Wayland compositor. ``refused`` says why there is no mouse, if there is none.

    It does not tell which windows there are.
    """
    from solver_bot.desktop.wayland.layered import has_layers, layer_overlays

    stops = ANYWHERE if has_layers(connection) else NOWHERE
    overlays = layer_overlays(connection)
    return OpenDesktop(name, screen, mouse, lambda: None, overlays, not refused, stops, refused)


def _on_wayland(
    connected: Callable[[], Connection], opened: Callable[[Connection], OpenDesktop]
) -> OpenDesktop:
    """Open a desktop on a connection, which ends if that fails."""
    connection = connected()
    try:
        return opened(connection)
    except BaseException:
        connection.close()
        raise


def _portal(wish: Wish) -> OpenDesktop:
    from solver_bot.desktop.portal import desktop

    screen, session = desktop.permitted(wish.plays, wish.announce)
    return OpenDesktop(
        "portal",
        screen,
        lambda: desktop.portal_mouse(session),
        lambda: None,
        no_overlays(desktop.NO_MARKS),
        session.has_input,
        ANYWHERE if session.tells_pointer else NOWHERE,
    )


def _needing_extra(opened: Callable[P, T]) -> Callable[P, T]:
    """The same function for a backend that needs the packages of the extra ``wayland``."""

    def with_extra(*arguments: P.args, **more: P.kwargs) -> T:
        if sys.platform != "linux":
            raise ScreenError("There is no Wayland on this system.")
        try:
            return opened(*arguments, **more)
        except ImportError as error:
            raise ScreenError(
                f"Wayland cannot be used, because {error}: install it with {INSTALL}"
            ) from error

    return with_extra


def _xwayland(_: Wish) -> OpenDesktop:
    from solver_bot.desktop.xwayland import NOTE, XWaylandScreen

    if sys.platform != "linux":
        raise ScreenError("There is no XWayland on this system.")
    screen = XWaylandScreen()
    return OpenDesktop(
        "xwayland",
        screen,
        screen.mouse,
        lambda: screen.windows,
        xwayland_overlays(),
        stops=OVER_WINDOWS,
        note=NOTE,
    )


BACKENDS: Mapping[str, Opens] = {
    "wlroots": _needing_extra(_wlroots),
    "kwin": _needing_extra(_kwin),
    "portal": _needing_extra(_portal),
    "x11": _x11,
    "xwayland": _xwayland,
}
"""All backends, the one that sees and does most first."""


def open_desktop(backend: str | None = None, wish: Wish | None = None) -> OpenDesktop:
    """The desktop, by the backend of this name, or else by the first that works here.

    Raises:
        ScreenRefusedError: the person does not permit it.
        ScreenError: the desktop can't be seen in this way, or in any way.

    """
    wish = wish or Wish()
    if backend is not None:
        return BACKENDS[backend](wish)
    problems: list[ScreenError] = []
    for name in _candidates():
        if name in _PROBES and not wish.asks:
            continue
        try:
            return BACKENDS[name](wish)
        except ScreenRefusedError:
            raise
        except ScreenError as error:
            problems.append(error)
    raise problems[0]


def _candidates() -> Sequence[str]:
    """The backends to try. Where the environment names no Wayland compositor, X11 comes first."""
    if is_wayland() and sys.platform == "linux":
        return tuple(BACKENDS)
    return ("x11",) if missing_display() == NO_DISPLAY else ("x11", "xwayland")


def _portal_offer() -> Offer:
    """What the portals would allow if the person permitted it."""
    from solver_bot.desktop.portal import desktop

    reads, plays = desktop.offered()
    if not reads:
        raise ScreenError(desktop.NOT_OFFERED)
    return Offer("portal", True, plays, ANYWHERE if plays else "", desktop.ASKS)


_PROBES: Mapping[str, Callable[[], Offer]] = {"portal": _needing_extra(_portal_offer)}
"""How to tell what a backend offers that can't be opened without a question to the person."""


def offers() -> Iterator[Offer]:
    """What every backend can do here. Nothing is clicked, no key is pressed, nobody is asked."""
    for name in BACKENDS:
        try:
            found = _PROBES[name]() if name in _PROBES else BACKENDS[name](Wish(plays=True))
        except ScreenError as error:
            yield Offer(name, False, False, "", str(error))
            continue
        if isinstance(found, Offer):
            yield found
            continue
        with found.screen:
            yield _offer(found)


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
