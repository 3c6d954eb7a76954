"""Gives every test run its own environment, independent of the one outside."""

from __future__ import annotations

import atexit
import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings

from tests.surroundings import surroundings


def _move_in() -> None:
    home = tempfile.TemporaryDirectory(prefix="solver-bot-home-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    own = surroundings(Path(home.name))
    os.environ.clear()
    os.environ.update(own)


# A shell starts jobs in the background with Ctrl-C ignored, and every command inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and nohup ignores this one
if "PYTEST_XDIST_WORKER" not in os.environ:  # a worker inherits the environment of the run
    _move_in()
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as commands have it, which tests call in this process

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
