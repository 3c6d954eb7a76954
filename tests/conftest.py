"""Every test begins in surroundings of its own run, whatever they are outside."""

from __future__ import annotations

import atexit
import os
import tempfile
from pathlib import Path

from tests.surroundings import surroundings


def _move_in() -> None:
    home = tempfile.TemporaryDirectory(prefix="solver-bot-home-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    own = surroundings(Path(home.name))
    os.environ.clear()
    os.environ.update(own)


if "PYTEST_XDIST_WORKER" not in os.environ:  # else whoever started it has moved in already
    _move_in()
