"""Opens a picture in the system's viewer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

_FAILS_WITHIN = 1.0
"""Seconds after which a viewer that was started counts as open."""


def open_picture(path: Path) -> bool:
    """Open a picture. Returns False if there is no viewer, as far as that can be known.

    The viewer is independent of this process: it may stay open, and has no part in its output.
    """
    if sys.platform in {"darwin", "win32", "cygwin"}:
        return click.launch(str(path)) == 0
    try:
        viewer = subprocess.Popen(
            ["xdg-open", str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        return viewer.wait(_FAILS_WITHIN) == 0
    except subprocess.TimeoutExpired:
        viewer.returncode = 0  # nobody waits for it any more
        return True
