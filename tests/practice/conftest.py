"""The fixtures of the practice window. Its tests are skipped if tkinter is missing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.lacking import need_tkinter

if find_spec("_tkinter"):
    from tests.practice.table import open_table, solver
    from tests.real.conftest import desktop, screen

    __all__ = ["desktop", "open_table", "screen", "solver"]

NEEDS_TKINTER = [
    f"test_{name}" for name in ("board", "command", "demo", "ends", "menu", "play", "sizes")
]


class _LeftOut(pytest.Module):
    """A module that can't be imported without tkinter. The report says that it was left out."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        need_tkinter()
        return []


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Leave out the modules that need tkinter where it is missing."""
    if find_spec("_tkinter") or module_path.stem not in NEEDS_TKINTER:
        return None
    return _LeftOut.from_parent(parent, path=module_path)


@pytest.fixture(autouse=True)
def no_pictures_left() -> Iterator[None]:
    """Delete the pictures of closed windows in this thread alone. Tk refuses it in another one."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()
