"""Opens the overlay that this display offers."""

from __future__ import annotations

import os
import sys

from solver_bot.desktop.overlay.face import Overlay, OverlayError
from solver_bot.desktop.screen import Region, is_wayland

ONLY_X11 = "Marks can be drawn over a game on X11 only."


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
    from solver_bot.desktop.overlay.x11 import check

    check(name)


def _display() -> str:
    name = os.environ.get("DISPLAY")
    if sys.platform in {"darwin", "win32"} or not name or is_wayland():
        raise OverlayError(ONLY_X11)
    return name
