"""Workarounds for python3-xlib, the X library that pyautogui installs."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path


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
