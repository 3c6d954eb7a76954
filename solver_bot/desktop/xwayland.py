"""X11 programs on a Wayland desktop: their windows can be seen and clicked on, and nothing else.

The X server of a Wayland desktop (XWayland) shows black where its screen is captured as a whole,
but each of its windows can be captured by itself. The picture of the desktop is put together from
these. What is not a window of an X11 program is black in it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from solver_bot.desktop.faces import ScreenFace, gone
from solver_bot.desktop.region import Picture, Region, ScreenError
from solver_bot.desktop.screen import unreachable_display, xwayland_monitors
from solver_bot.desktop.windows import TopLevel, Windows
from solver_bot.desktop.xlib import quiet_xlib

NOTE = (
    "Only windows of X11 programs can be seen and clicked on here. "
    "The command solver-bot desktop says what the others need."
)
_ALL_PLANES = 0xFFFFFFFF


class XWaylandScreen(ScreenFace):
    """The windows of X11 programs on a Wayland desktop.

    Attributes:
        windows: where they are, and which of them has the keyboard.

    Raises:
        ScreenError: there is no X server, or it is not one of a Wayland desktop.

    """

    def __init__(self) -> None:
        found = xwayland_monitors()
        if not found:
            raise ScreenError("This X server does not belong to a Wayland desktop.")
        self.desktop, *monitors = found
        self._monitors = tuple(monitors) or found
        self._display = _open()
        self.windows = Windows(self._display)

    def close(self) -> None:
        """Close the connection."""
        with suppress(Exception):
            self._display.close()

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, number 1 first."""
        return self._monitors

    def grab(self, region: Region | None = None) -> Picture:
        """Capture the windows in ``region``, or on the whole desktop, on black."""
        wanted = self.on_desktop(region)
        shown = self.windows.seen()
        if shown is None:
            raise ScreenError(gone("the X server does not answer"))
        picture: Picture = np.zeros((wanted.height, wanted.width, 3), np.uint8)
        for window in reversed(shown):
            self._add(window, wanted, picture)
        return picture

    def _add(self, window: TopLevel, wanted: Region, picture: Picture) -> None:
        """Add what a window shows in the wanted region."""
        from Xlib import X
        from Xlib.error import ConnectionClosedError, XError

        there = window.region
        left, top = max(there.left, wanted.left), max(there.top, wanted.top)
        right, bottom = min(there.right, wanted.right), min(there.bottom, wanted.bottom)
        if left >= right or top >= bottom:
            return
        width, height = right - left, bottom - top
        drawn = self._display.create_resource_object("window", window.id)
        try:
            image = drawn.get_image(
                left - there.left, top - there.top, width, height, X.ZPixmap, _ALL_PLANES
            )
        except XError:  # the window has just gone or is not drawn yet
            return
        except (ConnectionClosedError, OSError) as error:
            raise ScreenError(gone(error)) from error
        pixels = np.frombuffer(image.data, np.uint8).reshape(height, -1, 4)[:, :width, :3]
        x, y = left - wanted.left, top - wanted.top
        picture[y : y + height, x : x + width] = pixels


def _open() -> Any:
    try:
        with quiet_xlib():
            from Xlib.display import Display

            return Display()
    except Exception as error:  # python3-xlib raises many kinds of errors
        raise ScreenError(unreachable_display()) from error
