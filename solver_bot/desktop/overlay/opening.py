"""Opens the overlay that this display offers: here that of X11."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

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
        without_marks: captures a region of the screen as it would look without the marks of other
            processes, as far as this display can tell them from the game.

    """

    open: OpenOverlay
    check: Callable[[], None]
    without_marks: Callable[[Region, Seen], Picture] = lambda region, seen: seen(region)


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


def _without_marks(region: Region, seen: Seen) -> Picture:
    name = os.environ.get("DISPLAY", "")
    if sys.platform in {"darwin", "win32"} or not name or is_wayland():
        return seen(region)
    from solver_bot.desktop.overlay.others import without_marks

    return without_marks(name, region, seen)


X11 = Overlays(lambda board, _view, _seen: open_overlay(board), check_overlay, _without_marks)
