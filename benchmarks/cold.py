"""Measures how long commands take to start, with an empty and a full cache, and to stop.

A start is that of a whole process with an empty home folder. It is measured to the end of the
process if the command ends by itself, else to its first visible effect (``play``: the first open
cell; ``watch`` and ``practice``: the window; ``demo``: the first line about a game). ``--tree``
measures another checkout of this project in the same run, in turns.

A stop comes at a random moment of a cold start of ``play`` beside an open game. It is measured to
the end of the process.

Usage: python -m benchmarks.cold [--tree DIR] [--only COMMAND...] [--stops 50]
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from solver_bot.desktop.screen import Screen
from tests.real.desktop import KMINES, Desktop, Game, end_group, on_desktop, start_game

HERE = Path(__file__).resolve().parents[1]
SAMPLE = HERE / "samples" / "kmines-hard-late.png"
BOARD = (
    "; mines: 10\n#########\n#########\n##2112###\n##1..1###\n##1..1###\n##2112###\n"
    + "#########\n" * 3
)
PATIENCE = 180.0
LONGEST = 25.0
"""The latest moment of a stop, in seconds after a cold start: about when compilation ends."""
WAYS = ("Esc", "Ctrl-C", "SIGTERM", "corner")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a command runs: the checkout, the desktop, the folder of its home and cache."""

    tree: Path
    desktop: Desktop
    folder: Path

    def environment(self) -> dict[str, str]:
        """The variables of the process."""
        home = self.folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        return self.desktop.environment(home) | {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(self.tree),
            "NUMBA_CACHE_DIR": str(self.folder / "cache"),
        }


@contextmanager
def running(
    setting: Setting, *words: str, stdin: int = subprocess.DEVNULL, stderr: int = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    """A running command of solver-bot. At the end it is ended with all processes it started."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", *words],
        env=setting.environment(),
        cwd=setting.folder,
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        end_group(process)


@contextmanager
def at_latest(seconds: float, do: Callable[[], object]) -> Iterator[None]:
    """Call ``do`` if the work inside takes longer than ``seconds``."""
    timer = threading.Timer(seconds, do)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def until(ask: Callable[[], object]) -> None:
    """Wait until ``ask`` returns a true value."""
    end = time.perf_counter() + PATIENCE
    while not ask() and time.perf_counter() < end:
        time.sleep(0.01)


def to_its_end(*words: str) -> Callable[[Setting], float]:
    """The seconds that a whole process takes."""

    def measure(setting: Setting) -> float:
        began = time.perf_counter()
        with running(setting, *words) as process, at_latest(PATIENCE, process.kill):
            process.wait()  # with a timeout it would check only every 50 ms
        return time.perf_counter() - began

    return measure


def to_its_window(title: str, *words: str) -> Callable[[Setting], float]:
    """The seconds until a window is open."""

    def measure(setting: Setting) -> float:
        began = time.perf_counter()
        with running(setting, *words):
            until(lambda: any(title in name for name in setting.desktop.windows().values()))
            took = time.perf_counter() - began
        until(lambda: not any(title in name for name in setting.desktop.windows().values()))
        return took

    return measure


def to_a_line(word: str, *words: str) -> Callable[[Setting], float]:
    """The seconds until standard error has a line with this word."""

    def measure(setting: Setting) -> float:
        began = time.perf_counter()
        with running(setting, *words, stderr=subprocess.PIPE) as process:
            assert process.stderr
            for line in process.stderr:
                if word in line.decode():
                    break
            return time.perf_counter() - began

    return measure


@contextmanager
def kmines(desktop: Desktop) -> Iterator[Game]:
    """KMines with a new game of its hard level."""
    shutil.rmtree(desktop.folder / "kmines", ignore_errors=True)
    game = start_game(desktop, KMINES, KMINES.level("Hard"))
    try:
        yield game
    finally:
        game.close()


def to_the_first_cell(setting: Setting) -> float:
    """The seconds until ``play`` has changed the board."""
    with kmines(setting.desktop) as game, Screen() as screen:
        region = game.region()
        before = screen.grab(region)
        began = time.perf_counter()
        with running(setting, "play"):
            until(lambda: not np.array_equal(screen.grab(region), before))
            return time.perf_counter() - began


def to_advice(setting: Setting) -> float:
    """The seconds until ``watch`` shows its window."""
    with kmines(setting.desktop):
        return to_its_window("advice", "watch")(setting)


def starts(board: Path) -> dict[str, Callable[[Setting], float]]:
    """Every command, with a function that measures its start."""
    return {
        "read": to_its_end("read", str(SAMPLE)),
        "annotate": to_its_end("annotate", str(SAMPLE), "-o", "marked.png"),
        "annotate --scan-only": to_its_end("annotate", str(SAMPLE), "-o", "m.png", "--scan-only"),
        "solve": to_its_end("solve", str(board)),
        "simulate --games 100": to_its_end("simulate", "--games", "100"),
        "skins": to_its_end("skins"),
        "play, first cell": to_the_first_cell,
        "watch, window": to_advice,
        "practice, window": to_its_window("practice", "practice"),
        "demo, first game": to_a_line("Found", "demo", "--delay", "0"),
    }


def table_of_starts(
    trees: Sequence[Path], desktop: Desktop, folder: Path, only: Sequence[str]
) -> Table:
    """Cold and warm starts of all commands, or those in ``only``, in turns in every checkout."""
    table = Table(
        "command", *[f"{tree.name}, {how} s" for how in ("cold", "warm") for tree in trees]
    )
    board = folder / "board.txt"
    board.write_text(BOARD, encoding="utf-8")
    for name, measure in starts(board).items():
        if only and name.split()[0].rstrip(",") not in only:
            continue
        cold, warm = [], []
        for tree in trees:
            setting = Setting(tree, desktop, folder / f"{tree.name}-{name.split()[0]}")
            shutil.rmtree(setting.folder, ignore_errors=True)
            cold.append(measure(setting))
            to_its_end("practice", "--terminal")(setting)  # it needs every compiled function
            warm.append(min(measure(setting) for _ in range(3)))
            shutil.rmtree(setting.folder, ignore_errors=True)
        table.add_row(name, *[f"{seconds:.2f}" for seconds in (*cold, *warm)])
        Console(stderr=True).print(name, cold, warm)
    return table


def stopped(way: str, moment: float, setting: Setting) -> tuple[float, int] | None:
    """Start ``play`` cold and stop it ``moment`` seconds later.

    Returns the seconds that the stop took and the exit code, or None if ``play`` had ended before.
    """
    shutil.rmtree(setting.folder, ignore_errors=True)
    setting.desktop.park()
    ours, theirs = pty.openpty()
    with kmines(setting.desktop), running(setting, "play", "--games=99", stdin=theirs) as process:
        os.close(theirs)
        time.sleep(moment)
        over = process.poll() is not None
        asked = time.perf_counter()
        if way == "Esc":
            os.write(ours, b"\x1b")
        elif way == "corner":
            setting.desktop.run("xdotool", "mousemove", 0, 0)
        else:
            process.send_signal(signal.SIGTERM if way == "SIGTERM" else signal.SIGINT)
        with at_latest(PATIENCE, process.kill):
            process.wait()  # with a timeout it would check only every 50 ms
        took = time.perf_counter() - asked
    os.close(ours)
    return None if over else (took, process.returncode)


def table_of_stops(
    tree: Path, desktop: Desktop, folder: Path, times: int, longest: float, seed: int
) -> Table:
    """Stops at random moments of a cold start, by every way in turn."""
    dice = random.Random(seed)
    found: dict[str, list[tuple[float, int]]] = {way: [] for way in WAYS}
    for number in range(times):
        way = WAYS[number % len(WAYS)]
        moment = dice.uniform(0.5, longest)
        took = stopped(way, moment, Setting(tree, desktop, folder / "stops"))
        Console(stderr=True).print(way, f"after {moment:.1f} s:", took)
        if took:
            found[way].append(took)
    table = Table("way", "times", "median ms", "most ms", "exit codes")
    for way, results in found.items():
        if not results:
            continue
        waits = [1000 * seconds for seconds, _ in results]
        codes = sorted({code for _, code in results})
        row = statistics.median(waits), max(waits)
        table.add_row(way, str(len(waits)), *[f"{ms:.0f}" for ms in row], str(codes))
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tree", type=Path, help="another checkout, measured beside this one")
    parser.add_argument("--stops", type=int, default=50)
    parser.add_argument("--only", nargs="*", help="time these starts only; without any, none")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds to a stop, at most")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    trees = [tree.resolve() for tree in (wanted.tree, HERE) if tree]
    with tempfile.TemporaryDirectory(prefix="solver-bot-", ignore_cleanup_errors=True) as name:
        desktop = Desktop(Path(name))
        try:
            with on_desktop(desktop):
                if wanted.only is None or wanted.only:
                    only = wanted.only or ()
                    starts_of_all = table_of_starts(trees, desktop, Path(name), only)
                    Console(width=120).print(starts_of_all)
                if wanted.stops:
                    stops = table_of_stops(
                        HERE, desktop, Path(name), wanted.stops, wanted.longest, wanted.seed
                    )
                    Console(width=120).print(stops)
        finally:
            desktop.close()


if __name__ == "__main__":
    main()
