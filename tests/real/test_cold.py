"""The first start on a machine: nothing is compiled yet, and the commands do not wait for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from solver_bot.desktop.screen import Screen
from solver_bot.solve.cache import VARIABLE, Cache
from solver_bot.solve.compiling import LAYOUTS, ODDS, PARTS
from tests.compilers import compilers
from tests.real.conftest import Start
from tests.real.desktop import XDEMINEUR, Desktop, end_group, wait_until

LARGE = "; mines: 99\n" + "1" + 29 * "#" + "\n" + 16 * (30 * "#" + "\n")
"""A board with more cells than Python looks at without the compiled solver."""


@contextmanager
def running(cache: Path, *words: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """A running command whose only compiled functions are those in ``cache``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", *words],
        env=os.environ | {VARIABLE: str(cache)} | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            end_group(process)


def test_play_begins_while_the_solver_is_compiled(
    start: Start, screen: Screen, tmp_path: Path
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    before = screen.grab(game.region())
    with running(tmp_path, "play") as played:
        wait_until(lambda: not np.array_equal(screen.grab(game.region()), before), "a click")
        wait_until(lambda: compilers(played.pid), "the start of the compilers")
        played.terminate()
        _, said = played.communicate(timeout=60)
    assert played.returncode == 5
    assert "The solver is being compiled; this happens once" in said
    assert "Traceback" not in said
    wait_until(lambda: compilers(played.pid) == 0, "the end of the compilers")


def test_watch_shows_proved_cells_while_the_solver_is_compiled(
    start: Start, desktop: Desktop, tmp_path: Path
) -> None:
    start(XDEMINEUR, XDEMINEUR.level("small"))
    with running(tmp_path, "watch", "--beside") as watching:
        wait_until(lambda: any("advice" in t for t in desktop.windows().values()), "the window")
        wait_until(lambda: compilers(watching.pid), "the start of the compilers")


def test_the_practice_window_opens_before_all_of_the_solver_is_compiled(
    desktop: Desktop, tmp_path: Path
) -> None:
    """The parts that it waited for are there for the next command."""
    with running(tmp_path, "practice") as practising:
        wait_until(
            lambda: any("practice" in t for t in desktop.windows().values()), "the window", 120
        )
        assert compilers(practising.pid) > 0
        assert Cache(tmp_path).has(ODDS, LAYOUTS)
        assert not Cache(tmp_path).has(*PARTS)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_a_signal_ends_the_wait_for_the_compiler_at_once(
    number: signal.Signals, tmp_path: Path
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(LARGE, encoding="utf-8")
    with running(tmp_path / "cache", "solve", str(board)) as solving:
        wait_until(lambda: compilers(solving.pid) > 0, "the start of the compilers")
        asked = time.monotonic()
        solving.send_signal(number)
        _, said = solving.communicate(timeout=60)
        assert time.monotonic() - asked < 5  # a compiler takes half a minute
    assert solving.returncode == 5
    assert said.splitlines()[-1].startswith("Stopped")
    assert "Traceback" not in said
    assert compilers(solving.pid) == 0


def test_a_cache_that_cannot_be_written_is_reported_in_one_sentence(tmp_path: Path) -> None:
    """The board has safe cells, so only the odds need to be compiled."""
    file = tmp_path / "file"
    file.touch()
    board, temporary = tmp_path / "board.txt", tmp_path / "temporary"
    board.write_text(LARGE.replace("1", ".", 1), encoding="utf-8")
    temporary.mkdir()
    with running(file / "below", "solve", str(board), TMPDIR=str(temporary)) as solving:
        advice, said = solving.communicate(timeout=300)
    sentences = [line for line in said.splitlines() if "can't be saved" in line]
    assert sentences == [
        "The solver is being compiled, which takes half a minute. It can't be saved, so this "
        f"happens every time ({file}/below: Not a directory)."
    ]
    assert "Traceback" not in said
    assert advice
    assert solving.returncode == 0
    assert list(temporary.iterdir()) == []
