"""Wakes a thread that waits for a connection, where another thread has read what it waits for."""

from __future__ import annotations

import socket
from contextlib import suppress


class Bell:
    """It can be waited for with ``select``, and is ready from a ring until it is hushed."""

    def __init__(self) -> None:
        self._out, self._in = socket.socketpair()
        self._out.setblocking(False)
        self._in.setblocking(False)

    def fileno(self) -> int:
        """The number that ``select`` waits for."""
        return self._in.fileno()

    def ring(self) -> None:
        """Wake whoever waits."""
        with suppress(OSError):  # it has been closed, or is ringing with all its might
            self._out.send(b"!")

    def hush(self) -> None:
        """Stop ringing."""
        with suppress(OSError):
            self._in.recv(4096)

    def close(self) -> None:
        """Nobody waits any more."""
        self._out.close()
        self._in.close()
