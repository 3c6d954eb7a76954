"""What loading the solver has used is given back, and the solver works on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver_bot.board import Board
from solver_bot.solve.engine import compiled
from solver_bot.solve.odds import odds
from solver_bot.solve.released import give_back

ROOT = Path(__file__).parents[2]


def resident() -> int:
    """How much of LLVM's machine code is in memory, in kB."""
    found, counts = 0, False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if "-" in line.split()[0]:
            counts = "libllvmlite" in line and "r-xp" in line
        elif counts and line.startswith("Rss:"):
            found += int(line.split()[1])
    return found


def give_back_once() -> None:
    """Print how much of LLVM is in memory before and after it is given back; the odds stay."""
    compiled()
    board = Board.covered(4, 4, 3)
    before = odds(board)
    used = resident()
    give_back()
    print(used, resident(), odds(board) == before)  # noqa: T201 - it is read by the test


@pytest.mark.skipif(sys.platform != "linux", reason="memory is given back on Linux alone")
def test_llvm_leaves_the_memory_and_the_solver_stays() -> None:
    """A process of its own: another test may have given it back before."""
    script = f"from {__name__} import give_back_once; give_back_once()"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    used, left, same = done.stdout.split()
    assert int(used) > 0
    assert int(left) < int(used) / 4
    assert same == "True"
