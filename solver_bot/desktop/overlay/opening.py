"""Opens the overlay that this display offers: here that of X11."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.face import Overlay, OverlayError
from solver_bot.desktop.region import Picture, Region, View
from solver_bot.desktop.screen import is_wayland

ONLY_X11 = "Marks can't be drawn over a game on this desktop."

Seen: TypeAlias = Callable[[Region], Picture]
"""Captures a region of the screen."""
OpenOverlay: TypeAlias = Callable[[Region, View, Seen], Overlay]
"""Opens an overlay over the window that a board is in: the board's place, the view in which the
overlay's pictures are, and a function that captures aligned parts of that view. May raise
``OverlayError``."""


@dataclass(frozen=True, slots=True)
class Overlays:
    """The marks that a display offers.

    Attributes:
        open: opens an overlay.
        check: checks that there can be one, or else raises ``OverlayError``.

    """

    open: OpenOverlay
    check: Callable[[], None]


def open_overlay(board: Region) -> Overlay:
    """An overlay over the window that a board is in. ``board`` is the board's place.

    Raises:
        OverlayError: the display offers none, or the board is in no window.

    """
    name = _display()
    from solver_bot.desktop.overlay.x11 import X11Overlay

    return X11Overlay(name, board)


def check_overlay() -> None:
    """Check that this display offers an overlay.

    Raises:
        OverlayError: it does not.

    """
    name = _display()
    from solver_bot.desktop.overlay.extensions import check

    check(name)


def _display() -> str:
    name = os.environ.get("DISPLAY")
    if sys.platform in {"darwin", "win32"} or not name or is_wayland():
        raise OverlayError(ONLY_X11)
    return name


def no_overlays(reason: str = ONLY_X11) -> Overlays:
    """The marks of a display that offers none, with the reason as a sentence."""

    def refuse(*_: object) -> NoReturn:
        raise OverlayError(reason)

    return Overlays(refuse, refuse)


def xwayland_overlays() -> Overlays:
    """The marks over X11 programs on a Wayland desktop: windows of its X server."""
    from solver_bot.desktop.overlay.extensions import check
    from solver_bot.desktop.overlay.x11 import X11Overlay

    name = os.environ.get("DISPLAY", "")
    return Overlays(
        lambda board, _view, _seen: X11Overlay(name, board, on_wayland=True), lambda: check(name)
    )


def unmarked(screen: ScreenFace) -> ScreenFace:
    """The same screen, captured without the marks of other processes where these can be told."""
    name = os.environ.get("DISPLAY", "")
    if sys.platform in {"darwin", "win32"} or not name or is_wayland():
        return screen
    from solver_bot.desktop.overlay.others import UnmarkedScreen

    return UnmarkedScreen(screen, name)


X11 = Overlays(lambda board, _view, _seen: open_overlay(board), check_overlay)
