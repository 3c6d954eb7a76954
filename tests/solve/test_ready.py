"""The compiled half of the solver is prepared while other work goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from solver_bot.solve import ready
from solver_bot.solve.cache import Cache
from solver_bot.solve.compiling import END, LAYOUTS, LOOK_AHEAD, ODDS, PARTS
from solver_bot.solve.ready import Ready
from tests.compilers import compilers


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty cache for the compiling processes. This process has a cache of its own already."""
    found = Cache(tmp_path)
    monkeypatch.setattr(ready, "cache", lambda: found)
    return found


def test_with_a_complete_cache_the_parts_asked_for_are_loaded(empty: Cache) -> None:
    for part in PARTS:
        empty.note(part)
    solver = Ready((ODDS,))
    assert not solver.compiles
    solver.wait()
    assert solver.has(ODDS)
    assert solver.offers(ODDS)
    assert not solver.offers(END)
    assert solver.progress() == ""
    solver.close()


def test_compiled_parts_need_not_be_loaded_in_advance(empty: Cache) -> None:
    for part in PARTS:
        empty.note(part)
    solver = Ready(load=False)
    assert solver.has()
    assert "loads the solver" not in {thread.name for thread in threading.enumerate()}
    solver.close()


_COLLECTING = """
import gc, threading
from solver_bot.solve.ready import Ready
names = set()
gc.callbacks.append(lambda phase, info: names.add(threading.current_thread().name))
solver = Ready()
solver.wait()
solver.finish()
kept = [[] for _ in range(100_000)]
print(sorted(names))
"""


def test_garbage_is_collected_only_by_the_thread_that_asked_for_the_solver() -> None:
    """Tcl aborts if a window's objects are freed by another thread than the one that made them."""
    said = subprocess.run(
        [sys.executable, "-c", _COLLECTING], capture_output=True, text=True, check=False
    )
    assert said.stdout == "['MainThread']\n", said.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")
def test_closing_leaves_no_process_behind_and_records_nothing(empty: Cache) -> None:
    solver = Ready()
    assert solver.compiles
    end = time.monotonic() + 60
    while "of" not in solver.progress() and time.monotonic() < end:
        time.sleep(0.05)
    assert "functions" in solver.progress()
    assert compilers(os.getpid()) > 0
    solver.close()
    assert compilers(os.getpid()) == 0
    assert not empty.has(END)


def test_a_wait_ends_as_soon_as_its_check_says_so(empty: Cache) -> None:
    solver = Ready()

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.wait(check=stop)
    solver.close()


def test_parts_that_no_process_can_compile_are_compiled_here(
    empty: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    solver = Ready()
    solver.finish()
    assert solver.has()
    assert not empty.has(END)


def test_the_parts_are_named_in_one_place() -> None:
    assert set(PARTS) == {ODDS, LOOK_AHEAD, END, LAYOUTS}
    for lanes in (ready._SIDE_BY_SIDE, ready._ONE_BY_ONE):
        assert sorted(part for lane in lanes for part in lane) == sorted(PARTS)
