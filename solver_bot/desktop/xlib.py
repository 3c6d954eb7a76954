"""Workarounds for python3-xlib, the X library that pyautogui installs."""

from __future__ import annotations

import io
import os
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

_BLIND = 0.005
"""Seconds that an X server gets where it can't be asked whether it is done."""


class XServer:
    """The X server that DISPLAY names, to wait for. It may be out of reach."""

    def __init__(self) -> None:
        try:
            with quiet_xlib():
                from Xlib.display import Display

                self._display: Any = Display()
        except Exception:  # python3-xlib raises many kinds of errors
            self._display = None

    def close(self) -> None:
        """End the connection."""
        if self._display:
            self._display.close()
        self._display = None

    def wait(self) -> None:
        """Wait until the server has handled all that has reached it."""
        try:
            if self._display:
                self._display.sync()
                return
        except Exception:  # it has gone
            self._display = None
        time.sleep(_BLIND)


@contextmanager
def quiet_xlib() -> Iterator[None]:
    """In this block, python3-xlib can be imported or open a display without printing or warning.

    It does not fail for want of an authority file either.
    """
    with warnings.catch_warnings(), _with_authority(), _silence():
        warnings.simplefilter("ignore")
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
