"""Times what the looks before clicks take: games with and without them, in turns, in one run.

A look waits until the X server answers, which draws for the program meanwhile. Without it the next
click waits as long. So the time of a whole game tells what looks cost, and a share of the time of
clicks does not. Leaving looks out is not safe: this is for measuring alone.

Usage: python -m benchmarks.guarded [--games N] [--rounds N] [--program NAME]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from benchmarks.play import Row, measure
from solver_bot.bot.click_guard import ClickGuard, Place
from solver_bot.solve.guess import warm_up
from tests.real.desktop import PROGRAMS, Desktop, Level, Program, on_desktop

LEVELS = {"xdemineur": "medium", "kmines": "Medium", "gnome-mines": "medium"}
WITH, WITHOUT = "with", "without"
_FEWEST_CLICKS = 20
"""Clicks of a game at least that is compared: a lost one may end with its first click."""


@contextmanager
def no_looks() -> Iterator[None]:
    """Click without looking at the board before each click."""
    with patch.object(ClickGuard, "look", lambda *_: Place.SAME):
        yield


def in_turns(
    desktop: Desktop, program: Program, level: Level, games: int, rounds: int
) -> dict[str, list[float]]:
    """Milliseconds a click of every game, with and without looks."""
    times: dict[str, list[float]] = {WITH: [], WITHOUT: []}
    for _ in range(rounds):
        for way in times:
            with no_looks() if way == WITHOUT else nullcontext():
                times[way] += _by_click(measure(desktop, program, level, games))
    return times


def _by_click(row: Row) -> list[float]:
    return [
        1000 * game.seconds / game.clicks for game in row.games if game.clicks >= _FEWEST_CLICKS
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=6, help="games of each turn")
    parser.add_argument("--rounds", type=int, default=4, help="turns of each way")
    parser.add_argument("--program", choices=list(LEVELS), help="this program only")
    wanted = parser.parse_args()
    console = Console(width=100)
    table = Table("Program", "Games", "With, ms a click", "Without", "Ratio", title="Looks")
    warm_up()
    with tempfile.TemporaryDirectory(prefix="solver-bot-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder))
        try:
            with on_desktop(desktop):
                for name in [wanted.program] if wanted.program else LEVELS:
                    program = PROGRAMS[name]
                    level = next(one for one in program.levels if one.name == LEVELS[name])
                    times = in_turns(desktop, program, level, wanted.games, wanted.rounds)
                    ours, bare = (statistics.median(times[way]) for way in (WITH, WITHOUT))
                    games = " + ".join(str(len(times[way])) for way in (WITH, WITHOUT))
                    table.add_row(name, games, f"{ours:.2f}", f"{bare:.2f}", f"{ours / bare:.2f}")
        finally:
            desktop.close()
    console.print(table)


if __name__ == "__main__":
    main()
