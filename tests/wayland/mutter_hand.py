"""A person at a headless mutter: eyes, mouse and keyboard, by mutter's own D-Bus interface.

The interface is private to GNOME. Nothing but tests uses it, to do what a person would.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from jeepney import DBusAddress, MatchRule, MessageType, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

from solver_bot.desktop.portal.stream import Stream
from solver_bot.desktop.region import Picture

REMOTE, CAST = "org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.ScreenCast"
LEFT, SHIFT = 0x110, 42


class Hand:
    """A person at the desktop of the session bus at ``address``."""

    def __init__(self, address: str) -> None:
        self._bus = open_dbus_connection(bus=address)
        remote = DBusAddress("/org/gnome/Mutter/RemoteDesktop", REMOTE, REMOTE)
        cast = DBusAddress("/org/gnome/Mutter/ScreenCast", CAST, CAST)
        (path,) = self._ask(new_method_call(remote, "CreateSession"))
        self._session = DBusAddress(path, REMOTE, f"{REMOTE}.Session")
        ((_, number),) = self._ask(Properties(self._session).get("SessionId"))
        options = {"remote-desktop-session-id": ("s", number)}
        (path,) = self._ask(new_method_call(cast, "CreateSession", "a{sv}", (options,)))
        casting = DBusAddress(path, CAST, f"{CAST}.Session")
        options = {"cursor-mode": ("u", 2)}
        (self._path,) = self._ask(
            new_method_call(casting, "RecordMonitor", "sa{sv}", ("", options))
        )
        rule = MatchRule(
            type="signal", path=self._path, interface=f"{CAST}.Stream", member="PipeWireStreamAdded"
        )
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        self._ask(new_method_call(bus, "AddMatch", "s", (rule.serialise(),)))
        with self._bus.filter(rule) as found:
            self._ask(new_method_call(self._session, "Start"))
            (node,) = self._bus.recv_until_filtered(found, timeout=10).body
        self.stream = Stream(node)
        # Programs get no first event of a new device.
        self.nudge(1, 1)
        self.press(SHIFT)

    def close(self) -> None:
        """Leave."""
        self.stream.close()
        self._bus.close()

    def look(self) -> Picture:
        """What is on the monitor."""
        self.stream.wait(lambda: self.stream.pictures > 0, 20)
        with self.stream.shot() as (pixels, _):
            return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)

    def look_again(self) -> Picture:
        """What is on the monitor, after the pointer was moved to and fro.

        On a busy machine mutter 43 keeps the picture of the last change back until the next one.
        """
        for step in 1, -1:
            self.nudge(step, step)
        return self.look()

    def move(self, x: float, y: float) -> None:
        """Move the pointer to a place."""
        self._tell("NotifyPointerMotionAbsolute", "sdd", self._path, float(x), float(y))

    def nudge(self, x: float, y: float) -> None:
        """Move the pointer by so much."""
        self._tell("NotifyPointerMotionRelative", "dd", float(x), float(y))

    def click(self, x: float, y: float, button: int = LEFT) -> None:
        """Click on a place."""
        self.move(x, y)
        for down in True, False:
            self._tell("NotifyPointerButton", "ib", button, down)

    def press(self, *codes: int) -> None:
        """Press keys together and release them, by their evdev codes."""
        for down, order in ((True, codes), (False, codes[::-1])):
            for code in order:
                self._tell("NotifyKeyboardKeycode", "ub", code, down)

    def _tell(self, name: str, signature: str, *values: Any) -> None:
        self._ask(new_method_call(self._session, name, signature, values))

    def _ask(self, message: Any) -> Any:
        reply = self._bus.send_and_get_reply(message, timeout=20)
        if reply.header.message_type is MessageType.error:
            raise RuntimeError(reply.body)
        return reply.body
