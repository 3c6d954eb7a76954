"""Numbers of virtual displays, taken so that no other server takes the same.

An X server that chooses its number by itself (``-displayfd``) makes no lock file. KWin and mutter
then take the number for free. KWin also replaces the server's socket by its own.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MOST = 1000
"""Numbers that are tried."""


@contextmanager
def display_number() -> Iterator[int]:
    """A free number. Its lock file names this process and goes with the block.

    Raises:
        RuntimeError: there is none.

    """
    number = next(filter(_is_taken_now, range(_MOST)), None)
    if number is None:
        raise RuntimeError("no display number is free")
    try:
        yield number
    finally:
        lock_file(number).unlink(missing_ok=True)


def lock_file(number: int) -> Path:
    """The file that keeps the number of a display."""
    return Path(f"/tmp/.X{number}-lock")  # where every X server has it


def _is_taken_now(number: int) -> bool:
    """Take a number if it is free. Returns whether it was.

    A lock file that was left behind stays: between a look at it and its end it may be a new one.
    """
    lock = lock_file(number)
    if lock.exists() or _answers(number):
        return False
    # The file comes into being with its content, so that nobody takes it for a stale one.
    with tempfile.NamedTemporaryFile("w", dir=lock.parent, prefix=".tX") as new:
        new.write(f"{os.getpid():10}\n")
        new.flush()
        Path(new.name).chmod(0o444)
        try:
            os.link(new.name, lock)
        except OSError:
            return False
    return True


def _answers(number: int) -> bool:
    """Whether a server listens, with or without a lock file."""
    for address in (f"/tmp/.X11-unix/X{number}", f"\0/tmp/.X11-unix/X{number}"):
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.connect(address)
            return True
    return False
