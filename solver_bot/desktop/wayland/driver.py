"""What the ways to make input on Wayland compositors share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from pywayland.protocol.wayland import WlSeat

from solver_bot.desktop.virtual_mouse import DriverError
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.xlib import XServer

GREETING = 0.3
"""Seconds that a desktop and its programs get to take notice of a new mouse or keyboard."""


class ConnectedDriver:
    """Sends what was made, and waits for it.

    Attributes:
        seat: the compositor's ``wl_seat``; None if it has none.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.seat: Any = connection.bind(WlSeat)

    def send(self) -> None:
        """Send what was made on its way, without waiting."""
        self._or_lost(self._connection.handle)

    def check_monitors(self, alone: bool = False) -> None:
        """See that a point of the desktop is where it was.

        Raises:
            DriverError: it may not be, because the monitors have changed.

        """
        self._or_lost(lambda: self._connection.check(alone))

    def finish(self) -> None:
        """Wait until the compositor has taken what was made."""
        self._or_lost(self._connection.roundtrip)

    def deliver(self) -> None:
        """Wait until X11 programs have got what was made. Others get everything in order.

        XWayland gives queued clicks to no window once the pointer has left, so it must have handled
        them before.
        """
        if self._xwayland:
            self.finish()
            self._xwayland.wait()

    _xwayland: XServer | None = None

    def _watch_xwayland(self) -> None:
        """Have ``deliver`` wait for X11 programs, if there can be any."""
        if os.environ.get("DISPLAY"):
            self._xwayland = XServer()
            self._connection.ends.callback(self._xwayland.close)

    @staticmethod
    def _or_lost(act: Callable[[], object]) -> None:
        try:
            act()
        except WaylandError as error:
            raise DriverError(str(error)) from error
