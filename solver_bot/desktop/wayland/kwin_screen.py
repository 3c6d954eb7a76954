"""Pictures of KWin's monitors, by its D-Bus interface ScreenShot2.

KWin writes a picture into a pipe: lines of four bytes a pixel, blue, green, red and opacity.
"""

from __future__ import annotations

import os
import select
import time
from contextlib import suppress
from fcntl import fcntl
from typing import Any

import cv2
import numpy as np
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from solver_bot.desktop.faces import ScreenFace, gone
from solver_bot.desktop.region import Picture, Region, ScreenError, around
from solver_bot.desktop.wayland.connection import PATIENCE, Connection, WaylandError

SERVICE = "org.kde.KWin.ScreenShot2"
_ADDRESS = DBusAddress("/org/kde/KWin/ScreenShot2", SERVICE, SERVICE)
_OPTIONS = {"include-cursor": ("b", False), "native-resolution": ("b", True)}
_SET_PIPE_SIZE = 1031
_PIPE_SIZE = 1 << 20
NOT_ALLOWED = (
    "KDE does not let this program see the screen: run solver-bot desktop --authorise once, "
    "which says what it writes."
)


class KwinScreen(ScreenFace):
    """The monitors of KWin.

    Raises:
        ScreenError: KWin does not let this program capture them, or there is no KWin.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._bus: DBusConnection | None = None
        outputs = connection.outputs
        if not outputs:
            raise ScreenError("There is no monitor: switch one on and start solver-bot again.")
        self._monitors = tuple(one.region for one in outputs)
        self.desktop = around(self._monitors)
        self._bus = _session_bus()
        try:
            self.grab(Region(self.desktop.left, self.desktop.top, 1, 1))
        except BaseException:
            self._bus.close()
            raise

    def close(self) -> None:
        """End both connections."""
        if self._bus:
            with suppress(Exception):
                self._bus.close()
        self._connection.close()

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, from left to right."""
        return self._monitors

    def grab(self, region: Region | None = None) -> Picture:
        """Capture ``region``, or the whole desktop."""
        wanted = self.on_desktop(region)
        try:
            self._connection.handle()
            self._connection.check()
            return self._captured(wanted)
        except (WaylandError, OSError, EOFError, ScreenError) as error:
            # KWin ends a capture that a monitor has gone from, before it says that this has gone.
            if change := self._change():
                raise ScreenError(gone(change)) from error
            if isinstance(error, ScreenError):
                raise
            raise ScreenError(gone(error)) from error

    def _change(self) -> str | None:
        """What has become of the monitors, as KWin tells it now."""
        with suppress(WaylandError):
            self._connection.roundtrip()
        return self._connection.change()

    def _captured(self, region: Region) -> Picture:
        assert self._bus is not None
        ours, theirs = os.pipe()
        try:
            with suppress(OSError):
                fcntl(ours, _SET_PIPE_SIZE, _PIPE_SIZE)
            place = region.left, region.top, region.width, region.height
            body = (*place, _OPTIONS, theirs)
            request = new_method_call(_ADDRESS, "CaptureArea", "iiuua{sv}h", body)
            try:
                reply = self._bus.send_and_get_reply(request, timeout=PATIENCE)
            finally:
                os.close(theirs)
            if reply.header.message_type is MessageType.error:
                raise ScreenError(_refusal(reply))
            told = {name: value for name, (_, value) in reply.body[0].items()}
            return _picture(ours, told["width"], told["height"], told["stride"])
        finally:
            os.close(ours)


def _session_bus() -> DBusConnection:
    try:
        return open_dbus_connection(bus="SESSION", enable_fds=True)
    except Exception as error:  # jeepney raises many kinds of errors
        raise ScreenError(
            "The message bus of this session cannot be reached: set DBUS_SESSION_BUS_ADDRESS."
        ) from error


def _refusal(reply: Any) -> str:
    name = str(reply.header.fields.get(4, ""))
    detail = " ".join(map(str, reply.body))
    if "NoAuthorized" in name or "NotAuthorized" in name:  # KWin misspells it
        return NOT_ALLOWED
    if "ServiceUnknown" in name or "UnknownMethod" in name:
        return "There is no KWin with the interface ScreenShot2 on this desktop."
    return gone(detail or name)


def _picture(pipe: int, width: int, height: int, stride: int) -> Picture:
    """Read a picture from a pipe.

    Raises:
        OSError: it ends early, or nothing comes in time.

    """
    memory = memoryview(bytearray(stride * height))
    end, filled = time.monotonic() + PATIENCE, 0
    while filled < len(memory):
        if not select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError("the compositor does not answer")
        if not (count := os.readv(pipe, [memory[filled:]])):
            raise OSError("the compositor has gone")
        filled += count
    lines = np.frombuffer(memory, np.uint8).reshape(height, stride)
    pixels = lines[:, : 4 * width].reshape(height, width, 4)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
