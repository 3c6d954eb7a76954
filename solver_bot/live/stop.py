"""How the player stops the bot: Esc in the terminal, Ctrl-C, or a signal that ends programs."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from solver_bot.solve.signals import put_off

ESCAPE = "\x1b"
_SAID: dict[int, str] = {
    signal.SIGINT: "Ctrl-C was pressed.",
    signal.SIGTERM: "The program was told to end.",
}
if hasattr(signal, "SIGHUP"):
    _SAID[signal.SIGHUP] = "The terminal was closed."


_READ_WITHIN, _MEANWHILE = 0.05, 0.0002
"""Seconds that are waited at most for a key to be read, and between two questions whether it is."""


class Asked(BaseException):
    """The player wants to stop during a computation. No ``except Exception`` catches it."""


class Stop:
    """Whether the player wants to stop, and by which key or signal."""

    reason: str | None = None
    _in_thought = _nudged = False

    def __init__(self) -> None:
        self.is_unread: Callable[[], bool] = lambda: False
        """Whether a key was pressed that another thread is about to read."""

    def heard(self) -> str | None:
        """The reason to stop, if any. A key that was just pressed is read first.

        While this thread is at work, the thread that reads keys may come to its turn much later.
        """
        end = time.monotonic() + _READ_WITHIN
        while not self.reason and self.is_unread() and time.monotonic() < end:
            time.sleep(_MEANWHILE)  # it is the turn of the thread that reads keys
        return self.reason

    def ask(self, reason: str) -> None:
        """Stop at the next move, or at once during a computation."""
        self.reason = self.reason or reason
        if self._in_thought and hasattr(signal, "pthread_kill"):
            self._nudged = True  # the computation may be over before the signal arrives
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def told(self, number: int, _frame: FrameType | None = None) -> None:
        """Handle a signal."""
        if put_off(lambda: self.told(number)):
            return
        if self._in_thought:
            self._in_thought = False
            self.reason = self.reason or _SAID[number]
            raise Asked(self.reason)
        if self._nudged:
            self._nudged = False
        elif self.reason and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.ask(_SAID[number])

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Inside, a wish to stop raises ``Asked`` at once. For long computations without effects.

        It works in the main thread only, because signals do.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._in_thought = True
        try:
            if self.reason:
                raise Asked(self.reason)
            yield
        finally:
            self._in_thought = False


@contextmanager
def stop_keys() -> Iterator[Stop]:
    """Listen for Esc in the terminal and for the signals that end programs.

    A second Ctrl-C ends the program. Hangups that are ignored, as by nohup, stay ignored.
    """
    stop = Stop()
    main = threading.current_thread() is threading.main_thread()
    heeded = [number for number in _SAID if not _is_ignored_hangup(number)] if main else []
    before = {number: signal.signal(number, stop.told) for number in heeded}
    try:
        with _escape(stop):
            yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_ignored_hangup(number: int) -> bool:
    hangup = getattr(signal, "SIGHUP", None)
    return number == hangup and signal.getsignal(number) is signal.SIG_IGN


@contextmanager
def _escape(stop: Stop) -> Iterator[None]:
    """Read the terminal key by key, if there is one."""
    try:
        import termios
        import tty

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, ValueError, OSError, AttributeError, termios.error):
        yield
        return
    done, over = os.pipe()
    stop.is_unread = lambda: bool(select.select([number], [], [], 0)[0])
    reader = threading.Thread(target=_read_keys, args=(number, stop, done), daemon=True)
    tty.setcbreak(number, termios.TCSANOW)  # TCSANOW keeps the keys that were typed before
    reader.start()
    try:
        yield
    finally:
        os.close(over)
        reader.join()
        os.close(done)
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_keys(number: int, stop: Stop, done: int) -> None:
    """Read keys until the other end of the pipe ``done`` is closed."""
    try:
        while done not in (ready := select.select([number, done], [], [])[0]):
            keys = os.read(number, 64).decode(errors="replace") if number in ready else ""
            if not keys:
                return
            if keys == ESCAPE:  # arrow keys send it too, followed by other characters
                stop.ask("Esc was pressed.")
    finally:
        stop.is_unread = lambda: False
