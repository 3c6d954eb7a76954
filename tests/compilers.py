"""The processes that compile the solver, as the system lists them."""

from __future__ import annotations

from pathlib import Path


def compilers(parent: int) -> int:
    """The number of processes that compile for the process ``parent``."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            above = (process / "stat").read_text(errors="replace").rsplit(")")[-1].split()[1]
        except OSError:
            continue  # the process has ended meanwhile
        found += b"solver_bot.solve.compiling" in words and int(above) == parent
    return found
