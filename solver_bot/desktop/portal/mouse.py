"""A pointer and a keyboard of our own, by the portal RemoteDesktop, and a watch over the pointer.

The desktop tells with its pictures where the pointer is. Where the player's hand has moved it, it
is in a place to which solver-bot has not moved it.
"""

from __future__ import annotations

import math
import os

from solver_bot.desktop.faces import lost
from solver_bot.desktop.keys import BUTTONS, CODES
from solver_bot.desktop.mouse import Button, MouseError
from solver_bot.desktop.portal.requests import PortalError
from solver_bot.desktop.portal.session import Monitor, Session
from solver_bot.desktop.portal.stream import StreamError
from solver_bot.desktop.region import Region, around
from solver_bot.desktop.virtual_mouse import DriverError, VirtualMouse
from solver_bot.desktop.xlib import XServer

NOT_ALLOWED = (
    "The dialog did not allow solver-bot to use the mouse: start it again and switch on "
    '"Allow remote interaction".'
)
_ASTRAY = "the desktop does not move the pointer to where it is told"
_TRIES = 3
_SEEN = 1.0
"""Seconds within which the desktop tells where the pointer is."""
_DELIVERED = 0.1
"""The same while it is waited for in every click."""
_CORNER = 3
_AS_EXPECTED = 1.5
"""How far the pointer may be from where it was put, in points or pixels, whichever is larger."""


class PortalDriver:
    """Makes input on the monitors of a session.

    Whether the desktop counts places in a monitor's points or in its pixels is measured.

    Raises:
        PortalError: it makes no input, or the pointer does not go where it is told.

    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._units = {monitor.node: (1.0, 1.0) for monitor in session.monitors}
        self._at: tuple[Monitor, int, int] | None = None
        self._undelivered = False
        self._xwayland = XServer() if os.environ.get("DISPLAY") else None
        for monitor in session.monitors:
            self._units[monitor.node] = self._measured(monitor)
        session.wake = self._wake

    def move(self, x: int, y: int) -> None:
        """Move the pointer to the middle of a point of the desktop."""
        monitor = next((m for m in self._session.monitors if _holds(m.region, x, y)), None)
        if monitor is None:
            raise DriverError("the pointer would have to go where no monitor is")
        self._wait_for_delivery()
        self._at = monitor, x, y
        self._move(monitor, x, y, self._units[monitor.node])

    def nudge(self) -> None:
        """Do nothing: the desktop tells by itself where the pointer is."""

    def button(self, button: Button, down: bool) -> None:
        """Press or release a button of the mouse."""
        self._make("NotifyPointerButton", "iu", BUTTONS[button], int(down))

    def key(self, key: str, down: bool) -> None:
        """Press or release a key."""
        self._make("NotifyKeyboardKeycode", "iu", CODES[key], int(down))

    def send(self) -> None:
        """Do nothing: the portal has taken all that was made."""

    def finish(self) -> None:
        """Do nothing: the portal has taken all that was made."""

    def deliver(self) -> None:
        """See to it that X11 programs get what was made before the pointer moves on."""
        self._undelivered = self._xwayland is not None

    def _wait_for_delivery(self) -> None:
        """Wait until X11 programs have got the last click.

        XWayland gives queued clicks to no window once the pointer has left. When the desktop tells
        that the pointer has arrived, XWayland has been told before.
        """
        if not (self._undelivered and self._at and self._xwayland):
            return
        self._undelivered = False
        try:
            _arrives(*self._at, _DELIVERED)
        except StreamError as error:
            raise DriverError(str(error)) from error
        self._xwayland.wait()

    def _wake(self) -> None:
        """Move the pointer aside and back, which the desktop answers with a picture.

        It is not put where solver-bot has left it: a hand may have moved it since.
        """
        for step in -1.0, 1.0:
            self._make("NotifyPointerMotion", "dd", step, 0.0)

    def close(self) -> None:
        """End the connection to the X server."""
        if self._xwayland:
            self._xwayland.close()

    def _make(self, method: str, signature: str, *values: object) -> None:
        try:
            self._session.make(method, signature, *values)
        except PortalError as error:
            raise DriverError(str(error)) from error

    def _move(self, monitor: Monitor, x: int, y: int, units: tuple[float, float]) -> None:
        across, down = x + 0.5 - monitor.region.left, y + 0.5 - monitor.region.top
        place = across * units[0], down * units[1]
        self._make("NotifyPointerMotionAbsolute", "udd", monitor.node, *place)

    def _measured(self, monitor: Monitor) -> tuple[float, float]:
        """How many units of the desktop a point of a monitor has, across and down.

        The first move of a new pointer may be lost, so there are more.
        """
        region = monitor.region
        x, y = region.left + region.width * 2 // 5, region.top + region.height * 2 // 5
        for _ in range(_TRIES):
            for units in dict.fromkeys(((1.0, 1.0), pixels_a_point(monitor))):
                self._move(monitor, x, y, units)
                if _arrives(monitor, x, y, _SEEN):
                    return units
        raise PortalError(_ASTRAY)


class StreamSentry:
    """Notices the player's hand by the place of the pointer that comes with the pictures.

    On a busy machine the pictures are many moves late, but their order is that of the moves. So the
    pointer may be where it was last seen, or wherever solver-bot has put it since.
    """

    def __init__(self, session: Session) -> None:
        self._monitors = session.monitors
        self._corners = _corners(around([one.region for one in session.monitors]))
        self._ours: dict[int, list[tuple[int, int]]] = {one.node: [] for one in session.monitors}

    def expect(self, x: int, y: int, click: bool) -> None:
        """The pointer is about to be moved here by solver-bot, to click or to rest."""
        begins = not self._has_begun()
        for monitor in self._monitors:
            ours = self._ours[monitor.node]
            if begins and monitor.stream.pointer:
                ours.append(_point(monitor))  # the player may have left it anywhere
            if _holds(monitor.region, x, y) and ours[-1:] != [(x, y)]:
                ours.append((x, y))

    def arrived(self) -> None: ...

    def taken(self) -> bool:
        """Whether the player has moved the pointer."""
        return any(self._is_strange(one) for one in self._monitors)

    def in_corner(self) -> bool:
        """Whether the player has pushed the pointer into a corner of the desktop."""
        return any(
            self._is_strange(one) and any(_holds(c, *_point(one)) for c in self._corners)
            for one in self._monitors
        )

    def _has_begun(self) -> bool:
        return any(self._ours.values())

    def _is_strange(self, monitor: Monitor) -> bool:
        """Whether the pointer is on a monitor where solver-bot can't have put it."""
        pointer = monitor.stream.pointer
        if not self._has_begun() or pointer is None:
            return False
        ours = self._ours[monitor.node]
        seen = next((n for n, place in enumerate(ours) if _is_near(monitor, pointer, *place)), None)
        if seen is None:
            return True
        del ours[:seen]
        return False


def portal_mouse(session: Session) -> VirtualMouse:
    """The mouse of a session.

    Raises:
        MouseError: the person has not permitted it, or the desktop has gone.

    """
    if not session.has_input:
        raise MouseError(NOT_ALLOWED)
    try:
        driver = PortalDriver(session)
    except (PortalError, DriverError, StreamError) as error:
        raise MouseError(lost(error)) from error
    desktop = around([one.region for one in session.monitors])
    return VirtualMouse(driver, StreamSentry(session), desktop)


def pixels_a_point(monitor: Monitor) -> tuple[float, float]:
    """The scale of a monitor, across and down."""
    width, height = monitor.stream.size or (monitor.region.width, monitor.region.height)
    return width / monitor.region.width, height / monitor.region.height


def _arrives(monitor: Monitor, x: int, y: int, seconds: float) -> bool:
    """Whether the desktop tells in time that the pointer is at this point."""
    return monitor.stream.wait(lambda: _is_at(monitor, x, y), seconds)


def _is_at(monitor: Monitor, x: int, y: int) -> bool:
    pointer = monitor.stream.pointer
    return pointer is not None and _is_near(monitor, pointer, x, y)


def _is_near(monitor: Monitor, pointer: tuple[int, int], x: int, y: int) -> bool:
    """Whether a pixel is, as exactly as it is told, this point of the desktop."""
    near = max(_AS_EXPECTED, _AS_EXPECTED / min(pixels_a_point(monitor)))
    across, down = _place(monitor, pointer)
    return abs(across - x - 0.5) <= near and abs(down - y - 0.5) <= near


def _point(monitor: Monitor) -> tuple[int, int]:
    x, y = _place(monitor, monitor.stream.pointer or (0, 0))
    return math.floor(x), math.floor(y)


def _place(monitor: Monitor, pixel: tuple[int, int]) -> tuple[float, float]:
    """Where a pixel of a monitor is on the desktop, in points."""
    across, down = pixels_a_point(monitor)
    return monitor.region.left + pixel[0] / across, monitor.region.top + pixel[1] / down


def _corners(desktop: Region) -> tuple[Region, ...]:
    across = desktop.left, desktop.right - _CORNER
    down = desktop.top, desktop.bottom - _CORNER
    return tuple(Region(x, y, _CORNER, _CORNER) for x in across for y in down)


def _holds(region: Region, x: float, y: float) -> bool:
    return region.left <= x < region.right and region.top <= y < region.bottom
