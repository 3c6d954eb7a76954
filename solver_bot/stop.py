"""How the player says stop: Esc in the terminal, Ctrl-C, or a signal that ends programs."""

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
_SAID: dict[int, str] = {
    signal.SIGINT: "Ctrl-C was pressed.",
    signal.SIGTERM: "The program was told to end.",
}
if hasattr(signal, "SIGHUP"):
    _SAID[signal.SIGHUP] = "The terminal was closed."


class Stop:
    """Whether the player wants to stop, and how that was said."""

    reason: str | None = None

    def ask(self, reason: str) -> None:
        """Stop at the next move."""
        self.reason = self.reason or reason


@contextmanager
def stop_keys() -> Iterator[Stop]:
    """Listen for Esc in the terminal, Ctrl-C and SIGTERM; a second Ctrl-C ends at once."""
    stop = Stop()

    def told(number: int, _frame: FrameType | None) -> None:
        if stop.reason and number == signal.SIGINT:
            raise KeyboardInterrupt
        stop.ask(_SAID[number])

    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, told) for number in _SAID} if main else {}
    try:
        with _escape(stop):
            yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
