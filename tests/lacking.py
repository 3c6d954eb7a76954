"""What a machine may lack: a test that needs it is left out, or fails where none may be."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import NoReturn

import pytest


def leave_out(reason: str) -> NoReturn:
    """Skip the running test, or fail it if ``SOLVER_BOT_REQUIRE_ALL`` lets none be skipped.

    A machine that lacks something can still run the other tests.
    """
    if os.environ.get("SOLVER_BOT_REQUIRE_ALL") == "1":
        pytest.fail(reason)
    pytest.skip(reason)  # the only way to leave a running test out


def need_modules(*names: str) -> None:
    """Leave the test out if one of these Python modules is not installed."""
    if missing := [name for name in names if find_spec(name) is None]:
        leave_out(f"not installed here: {', '.join(missing)}")


def need_tkinter() -> None:
    """Leave the test out if Tk is not installed, which is a package of its own on Debian."""
    if find_spec("_tkinter") is None:
        leave_out("not installed here: python3-tk")
