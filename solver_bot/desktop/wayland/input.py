"""A pointer and a keyboard of our own, by wlr-virtual-pointer and virtual-keyboard."""

from __future__ import annotations

import os
import time
from typing import Any

from solver_bot.desktop.keys import BUTTONS, CODES, MODIFIERS
from solver_bot.desktop.mouse import Button
from solver_bot.desktop.region import Region
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.wayland.driver import GREETING, ConnectedDriver
from solver_bot.desktop.wayland.protocols import KEYBOARDS, POINTERS

_KEYMAP = """xkb_keymap {
    xkb_keycodes { include "evdev+aliases(qwerty)" };
    xkb_types { include "complete" };
    xkb_compatibility { include "complete" };
    xkb_symbols { include "pc+us+inet(evdev)" };
};
"""
_XKB_V1 = 1
_POINTER, _KEYBOARD = 1, 2


class WlrootsDriver(ConnectedDriver):
    """Makes input by wlr-virtual-pointer and virtual-keyboard.

    Both devices are made at once and kept, because a program may lose the first event of a device
    that is new to it.

    Raises:
        WaylandError: the compositor does not let programs make input.

    """

    def __init__(self, connection: Connection, desktop: Region) -> None:
        super().__init__(connection)
        self._desktop = desktop
        pointers, keyboards = connection.bind(POINTERS), connection.bind(KEYBOARDS)
        if not (self.seat and pointers and keyboards):
            raise WaylandError("the compositor does not let programs make input")
        had = self._capabilities()
        self._pointer: Any = pointers.create_virtual_pointer(self.seat)
        self._keyboard: Any = keyboards.create_virtual_keyboard(self.seat)
        self._held = 0
        self._watch_xwayland()
        self._give_keymap()
        connection.wait(lambda: self._has(_POINTER | _KEYBOARD))
        if had & (_POINTER | _KEYBOARD) != _POINTER | _KEYBOARD:
            time.sleep(GREETING)  # programs do not say when they have met new devices

    def move(self, x: int, y: int) -> None:
        """Move the pointer to the middle of a point of the desktop.

        The compositor takes the place as a share of the desktop, which a new monitor makes larger.
        """
        self.check_monitors(alone=True)
        across, down = x - self._desktop.left, y - self._desktop.top
        self._pointer.motion_absolute(
            _now(), 2 * across + 1, 2 * down + 1, 2 * self._desktop.width, 2 * self._desktop.height
        )
        self._pointer.frame()

    def nudge(self) -> None:
        """Move the pointer by nothing."""
        self._pointer.motion(_now(), 0, 0)
        self._pointer.frame()

    def button(self, button: Button, down: bool) -> None:
        """Press or release a button of the mouse."""
        self._pointer.button(_now(), BUTTONS[button], int(down))
        self._pointer.frame()

    def key(self, key: str, down: bool) -> None:
        """Press or release a key."""
        self._keyboard.key(_now(), CODES[key], int(down))
        if modifier := MODIFIERS.get(key):
            self._held = self._held | modifier if down else self._held & ~modifier
            self._keyboard.modifiers(self._held, 0, 0, 0)

    def _capabilities(self) -> int:
        """Which kinds of devices the seat has, as ``wl_seat.capabilities``."""
        self._kinds: int | None = None

        def note(_: Any, kinds: int) -> None:
            self._kinds = kinds

        self.seat.dispatcher["capabilities"] = note
        self._connection.roundtrip()
        return self._kinds or 0

    def _has(self, kinds: int) -> bool:
        return (self._kinds or 0) & kinds == kinds

    def _give_keymap(self) -> None:
        text = _KEYMAP.encode() + b"\0"
        number = os.memfd_create("keymap", os.MFD_CLOEXEC)
        try:
            os.write(number, text)
            self._keyboard.keymap(_XKB_V1, number, len(text))
            self._connection.roundtrip()  # the file must stay open until it has been sent
        finally:
            os.close(number)


def _now() -> int:
    """The time of an event: milliseconds, from an arbitrary start."""
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
