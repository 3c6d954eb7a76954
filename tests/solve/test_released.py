"""What loading the solver has used is given back, and the solver works on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from solver_bot.board import Board
from solver_bot.solve.engine import compiled
from solver_bot.solve.odds import odds
from solver_bot.solve.released import give_back


def resident() -> int:
    """How much of LLVM's machine code is in memory, in kB."""
    found, counts = 0, False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if "-" in line.split()[0]:
            counts = "libllvmlite" in line and "r-xp" in line
        elif counts and line.startswith("Rss:"):
            found += int(line.split()[1])
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
def test_llvm_leaves_the_memory_and_the_solver_stays() -> None:
    compiled()
    board = Board.covered(4, 4, 3)
    before = odds(board)
    used = resident()
    assert used
    give_back()
    assert resident() < used / 4
    assert odds(board) == before
