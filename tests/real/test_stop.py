"""``play`` is stopped by Esc, by Ctrl-C, by SIGTERM and by the fail-safe corner."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import pytest

from solver_bot.desktop.screen import Screen
from tests.real.conftest import Start
from tests.real.desktop import PATIENCE, XDEMINEUR, Desktop, end_group, wait_until

CLOCK = 90
"""The height of the window's upper part, in pixels, in which a counter of seconds changes."""
BUTTONS = """
from Xlib import X, display
mask = display.Display().screen().root.query_pointer().mask
print(bool(mask & (X.Button1Mask | X.Button2Mask | X.Button3Mask)))
"""


@dataclass(frozen=True, slots=True)
class Playing:
    """A running ``play`` in its own terminal."""

    process: subprocess.Popen[bytes]
    terminal: int
    desktop: Desktop

    def press_escape(self) -> None:
        os.write(self.terminal, b"\x1b")

    def press_control_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def tell_to_end(self) -> None:
        self.process.terminate()

    def push_into_a_corner(self) -> None:
        """Push the pointer into a corner and hold it there, as a click might move it away."""

        def is_over() -> bool:
            self.desktop.run("xdotool", "mousemove", 0, 0)
            return self.process.poll() is not None

        wait_until(is_over, "the end")


@contextmanager
def playing(desktop: Desktop) -> Iterator[Playing]:
    """Start ``play`` with a pause after each click, so that it can be stopped in a game."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "play", "--games=99", "--delay=150", "--json"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Playing(process, ours, desktop)
    finally:
        end_group(process)
        os.close(ours)


@pytest.mark.parametrize(
    ("stop", "reasons"),
    [
        (Playing.press_escape, ("Esc was pressed.",)),
        (Playing.press_control_c, ("Ctrl-C was pressed.",)),
        (Playing.tell_to_end, ("The program was told to end.",)),
        # Between two clicks it counts as the player's hand, just before a click as the corner.
        (Playing.push_into_a_corner, ("The mouse was moved", "The pointer was pushed")),
    ],
    ids=["esc", "ctrl-c", "sigterm", "corner"],
)
def test_playing_is_stopped(
    stop: Callable[[Playing], None],
    reasons: tuple[str, ...],
    desktop: Desktop,
    screen: Screen,
    start: Start,
) -> None:
    region = start(XDEMINEUR, XDEMINEUR.level("big")).region()
    before = screen.grab(region)[CLOCK:]

    def changed() -> bool:
        return not np.array_equal(screen.grab(region)[CLOCK:], before)

    with playing(desktop) as played:
        wait_until(changed, "the first click")
        stop(played)
        output, _ = played.process.communicate(timeout=PATIENCE)
        after = screen.grab(region)[CLOCK:]
        assert played.process.returncode == 5
    facts = json.loads(output)
    assert facts["games"][-1]["result"] == "stopped"
    assert facts["games"][-1]["reason"].startswith(reasons)
    assert facts["games"][-1]["wrong_certain"] == 0
    assert not button_is_down(desktop)
    desktop.park()
    assert np.array_equal(screen.grab(region)[CLOCK:], after)


def button_is_down(desktop: Desktop) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", BUTTONS],
        env=desktop.environment() | {"XAUTHORITY": "/dev/null"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()[-1] == "True"
