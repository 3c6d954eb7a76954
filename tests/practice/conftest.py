"""The fixtures of the practice window. Its tests are skipped if tkinter is missing."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

if find_spec("_tkinter") or os.environ.get("SOLVER_BOT_REQUIRE_ALL") == "1":
    from tests.practice.table import open_table, solver
    from tests.real.conftest import desktop, screen

    __all__ = ["desktop", "open_table", "screen", "solver"]
else:
    needs_tkinter = ("board", "command", "demo", "ends", "menu", "play", "sizes")
    collect_ignore = [f"test_{name}.py" for name in needs_tkinter]


@pytest.fixture(autouse=True)
def no_pictures_left() -> Iterator[None]:
    """Delete the pictures of closed windows in this thread alone. Tk refuses it in another one."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()
