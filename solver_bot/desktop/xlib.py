"""Workarounds for python3-xlib, the X library that pyautogui installs."""

from __future__ import annotations

import io
import os
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

_ANY_HOST = 0xFFFF
"""The family of an authority entry that is for every host."""
_COOKIE = b"MIT-MAGIC-COOKIE-1"
_BLIND = 0.005
"""Seconds that an X server gets where it can't be asked whether it is done."""


class XServer:
    """The X server that DISPLAY names, to wait for. It may be out of reach."""

    def __init__(self) -> None:
        try:
            self._display: Any = open_display()
        except Exception:  # python3-xlib raises many kinds of errors
            self._display = None

    def close(self) -> None:
        """End the connection, whether or not the server is still there."""
        if self._display:
            end_connection(self._display)
        self._display = None

    def wait(self) -> None:
        """Wait until the server has handled all that has reached it."""
        try:
            if self._display:
                self._display.sync()
                return
        except Exception:  # it has gone
            self.close()
        time.sleep(_BLIND)  # without a connection the server can't be asked whether it is done


def open_display(name: str | None = None) -> Any:
    """Connect to an X server, by default to the one that DISPLAY names.

    python3-xlib leaves the socket open where the server refuses the connection.

    Raises:
        Exception: it can't be reached. python3-xlib raises many kinds of errors.

    """
    with quiet_xlib():
        from Xlib.display import Display

        try:
            return Display(name)
        except Exception as error:
            for frame, _ in traceback.walk_tb(error.__traceback__):
                owner = frame.f_locals.get("self")
                if connection := getattr(owner, "__dict__", {}).get("socket"):
                    connection.close()
            raise


def end_connection(display: Any) -> None:
    """Close a connection, whether or not the server is still there.

    python3-xlib leaves the socket open where the server has gone.
    """
    with suppress(Exception):  # python3-xlib raises many kinds of errors
        display.close()
    display.display.socket.close()


@contextmanager
def quiet_xlib() -> Iterator[None]:
    """In this block, python3-xlib can be imported or open a display without printing or warning.

    It does not fail for want of an authority file either, and it minds entries of that file which
    are for every display.
    """
    with warnings.catch_warnings(), _with_authority(), _silence():
        warnings.simplefilter("ignore")
        with _with_wildcards():
            yield


def _silence() -> redirect_stdout[io.StringIO]:
    """Suppress what python3-xlib prints on standard output if it finds no authority."""
    return redirect_stdout(io.StringIO())


@contextmanager
def _with_authority() -> Iterator[None]:
    """Provide an X authority file. Without one python3-xlib fails, even if none is needed."""
    home = os.environ.get("HOME")
    if "XAUTHORITY" in os.environ or (home and Path(home, ".Xauthority").exists()):
        yield
        return
    os.environ["XAUTHORITY"] = os.devnull
    try:
        yield
    finally:
        del os.environ["XAUTHORITY"]


@contextmanager
def _with_wildcards() -> Iterator[None]:
    """Make python3-xlib use entries for every display or every host, which mutter writes.

    python3-xlib takes only those that name the very display.
    """
    from Xlib.error import XNoAuthError
    from Xlib.xauth import Xauthority

    exactly = Xauthority.get_best_auth

    def best(entries: Any, family: int, address: str, number: int, types: Any = (_COOKIE,)) -> Any:
        try:
            return exactly(entries, family, address, number, types)
        except XNoAuthError:
            for kind, host, display, name, data in entries.entries:
                here = kind == _ANY_HOST or (kind, host) == (family, address.encode())
                if here and display in {b"", str(number).encode()} and name in types:
                    return name, data
            raise

    Xauthority.get_best_auth = best
    try:
        yield
    finally:
        Xauthority.get_best_auth = exactly
