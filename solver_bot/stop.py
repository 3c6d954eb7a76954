"""How the player says stop: Esc in the terminal, or Ctrl-C."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ESCAPE = "\x1b"


class Stop:
    """Whether the player wants to stop, and how that was said."""

    reason: str | None = None

    def ask(self, reason: str) -> None:
        """Stop at the next move."""
        self.reason = self.reason or reason


@contextmanager
def stop_keys() -> Iterator[Stop]:
    """Listen for Esc in the terminal and for Ctrl-C; a second Ctrl-C ends the program at once."""
    stop = Stop()

    def interrupted(_number: int, _frame: FrameType | None) -> None:
        if stop.reason:
            raise KeyboardInterrupt
        stop.ask("Ctrl-C was pressed.")

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, interrupted) if main else None
    try:
        with _escape(stop):
            yield stop
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _escape(stop: Stop) -> Iterator[None]:
    """Read the terminal key by key, where there is one."""
    try:
        import termios
        import tty

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, ValueError, OSError, AttributeError, termios.error):
        yield
        return
    done = threading.Event()
    reader = threading.Thread(target=_read_keys, args=(number, stop, done), daemon=True)
    tty.setcbreak(number)
    reader.start()
    try:
        yield
    finally:
        done.set()
        reader.join(1)
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_keys(number: int, stop: Stop, done: threading.Event) -> None:

    while not done.is_set():
        ready, _, _ = select.select([number], [], [], 0.1)
        if ready:
            keys = os.read(number, 64).decode(errors="replace")
            if not keys:
                return
            if keys == ESCAPE:  # arrow keys and the like begin with it, but go on
                stop.ask("Esc was pressed.")
