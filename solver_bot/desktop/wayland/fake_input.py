"""A pointer and a keyboard of our own, by KWin's fake-input."""

from __future__ import annotations

import time
from typing import Any

from solver_bot.desktop.keys import BUTTONS, CODES
from solver_bot.desktop.mouse import Button
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.wayland.driver import GREETING, ConnectedDriver
from solver_bot.desktop.wayland.protocols import FAKE_INPUT

_LEAST_VERSION = 4
"""The first version that has keys."""


class FakeInputDriver(ConnectedDriver):
    """Makes input by fake-input, which KWin offers to authorised programs only.

    Raises:
        WaylandError: KWin does not offer it.

    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._input: Any = connection.bind(FAKE_INPUT)
        if not can_make_input(connection) or not self.seat:
            raise WaylandError("the compositor does not let programs make input")
        self._input.authenticate("solver-bot", "plays Minesweeper")
        self._watch_xwayland()
        self.nudge()
        connection.roundtrip()
        time.sleep(GREETING)  # until then KWin may give the first clicks to no program

    def move(self, x: int, y: int) -> None:
        """Move the pointer to the middle of a point of the desktop."""
        self.check_monitors()
        self._input.pointer_motion_absolute(x + 0.5, y + 0.5)

    def nudge(self) -> None:
        """Move the pointer by nothing."""
        self._input.pointer_motion(0.0, 0.0)

    def button(self, button: Button, down: bool) -> None:
        """Press or release a button of the mouse."""
        self._input.button(BUTTONS[button], int(down))

    def key(self, key: str, down: bool) -> None:
        """Press or release a key."""
        self._input.keyboard_key(CODES[key], int(down))


def can_make_input(connection: Connection) -> bool:
    """Whether KWin lets this program make input."""
    return connection.offered.get(FAKE_INPUT.name, 0) >= _LEAST_VERSION
