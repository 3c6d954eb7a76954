"""The fixtures of the practice window; where there is no tkinter, its tests are left out."""

from __future__ import annotations

import os
from importlib.util import find_spec

if find_spec("_tkinter") or os.environ.get("SOLVER_BOT_REQUIRE_ALL") == "1":
    from tests.practice.table import desktop, open_table, screen

    __all__ = ["desktop", "open_table", "screen"]
else:
    collect_ignore = ["test_board.py", "test_demo.py", "test_window.py"]
