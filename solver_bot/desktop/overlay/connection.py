"""A connection to an X server for marks over a game."""

from __future__ import annotations

from typing import Any

from solver_bot.desktop.overlay.face import OverlayError
from solver_bot.desktop.x_pictures import widen
from solver_bot.desktop.xlib import open_display


def connect(name: str) -> Any:
    """Open a display. Errors about windows that have gone meanwhile are ignored.

    Raises:
        OverlayError: it can't be opened.

    """
    try:
        display = open_display(name)
    except Exception as error:  # python3-xlib raises many kinds of errors
        detail = " ".join(str(error).split()) or type(error).__name__
        raise OverlayError(f"No marks can be drawn over a game: {detail}.") from error
    widen(display)
    display.set_error_handler(lambda *_: None)
    return display
