"""X11 programs on a Wayland desktop: their windows can be seen and clicked on, and nothing else.

The X server of a Wayland desktop (XWayland) shows black where its screen is captured as a whole,
but each of its windows can be captured by itself. The picture of the desktop is put together from
these. What is not a window of an X11 program is black in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver_bot.desktop.faces import MouseFace, ScreenFace, gone
from solver_bot.desktop.region import Picture, Region, ScreenError
from solver_bot.desktop.screen import unreachable_display, xwayland_monitors
from solver_bot.desktop.virtual_mouse import DriverError
from solver_bot.desktop.windows import TopLevel, Windows
from solver_bot.desktop.x_pictures import fetch, widen
from solver_bot.desktop.xlib import end_connection, open_display
from solver_bot.desktop.xtest import Server, xtest_mouse

NOTE = (
    "Only windows of X11 programs can be seen and clicked on here. "
    "The command solver-bot desktop says what the others need."
)
_TRIES = 3
"""Captures that are taken at most while windows change."""


class XWaylandScreen(ScreenFace):
    """The windows of X11 programs on a Wayland desktop.

    Attributes:
        windows: where they are, and which of them has the keyboard.

    Raises:
        ScreenError: there is no X server, or it is not one of a Wayland desktop.

    """

    def __init__(self) -> None:
        from Xlib import X

        found = xwayland_monitors()
        if not found:
            raise ScreenError("This X server does not belong to a Wayland desktop.")
        self.desktop, *monitors = found
        self._monitors = tuple(monitors) or found
        self._display = _open()
        self._server = Server(self._display)
        self.windows = Windows(self._display)
        self._shown: tuple[TopLevel, ...] | None = None
        self._display.screen().root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def close(self) -> None:
        """Close the connection."""
        end_connection(self._display)

    def mouse(self) -> MouseFace:
        """The mouse, on the same connection: a capture shows what a click before it has changed."""
        return xtest_mouse(self._server, self.desktop)

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, number 1 first."""
        return self._monitors

    def grab(self, region: Region | None = None) -> Picture:
        """Capture the windows in ``region``, or on the whole desktop, on black."""
        wanted = self.on_desktop(region)
        try:
            self._server.catch_up()  # else it would be captured before the program can draw
        except DriverError as error:
            raise ScreenError(gone(error)) from error
        for _ in range(_TRIES):
            windows = self._windows()
            picture: Picture = np.zeros((wanted.height, wanted.width, 3), np.uint8)
            for window in reversed(windows):
                self._add(window, wanted, picture)
            if not self._is_news():  # all events that came before the pixels are known by now
                break
        return picture

    def _windows(self) -> tuple[TopLevel, ...]:
        """The windows. They are asked for again only after one has been moved, opened or closed."""
        if self._is_news() or self._shown is None:
            self._shown = self.windows.seen()
        if self._shown is None:
            raise ScreenError(gone("the X server does not answer"))
        return self._shown

    def _is_news(self) -> bool:
        """Whether the server has told since the last question that windows have changed."""
        try:
            told = self._display.pending_events()
            for _ in range(told):
                self._display.next_event()
        except Exception as error:  # python3-xlib raises many kinds of errors
            raise ScreenError(gone(error)) from error
        if told:
            self._shown = None
        return bool(told)

    def _add(self, window: TopLevel, wanted: Region, picture: Picture) -> None:
        """Add what a window shows in the wanted region."""
        from Xlib.error import ConnectionClosedError, XError

        there = window.region
        if (part := there.common(wanted)) is None:
            return
        drawn = self._display.create_resource_object("window", window.id)
        inside = Region(part.left - there.left, part.top - there.top, part.width, part.height)
        try:
            pixels = fetch(drawn, inside)
        except XError:  # the window has just gone or is not drawn yet
            return
        except (ConnectionClosedError, OSError) as error:
            raise ScreenError(gone(error)) from error
        x, y = part.left - wanted.left, part.top - wanted.top
        picture[y : y + part.height, x : x + part.width] = pixels


def _open() -> Any:
    try:
        display = open_display()
    except Exception as error:  # python3-xlib raises many kinds of errors
        raise ScreenError(unreachable_display()) from error
    widen(display)
    return display
