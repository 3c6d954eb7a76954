"""How python3-xlib, which comes with pyautogui, has to be treated."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path


@contextmanager
def at_ease() -> Iterator[None]:
    """Import it, or have it open a display, so that it neither fails, nor prints, nor warns."""
    with warnings.catch_warnings(), _with_authority(), _silence():
        warnings.simplefilter("ignore")
        yield


def _silence() -> redirect_stdout[io.StringIO]:
    """Keep it from printing, on standard output, that it found no authority."""
    return redirect_stdout(io.StringIO())


@contextmanager
def _with_authority() -> Iterator[None]:
    """Have an X authority file: it fails without one, even where none is needed."""
    home = os.environ.get("HOME")
    if "XAUTHORITY" in os.environ or (home and Path(home, ".Xauthority").exists()):
        yield
        return
    os.environ["XAUTHORITY"] = os.devnull
    try:
        yield
    finally:
        del os.environ["XAUTHORITY"]
