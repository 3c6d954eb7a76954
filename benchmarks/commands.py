"""Measures what commands take as whole processes: processor time, memory, and a folder of pictures.

The caches are full and nothing is asked of a screen, but for ``play``, which plays KMines on a
virtual screen and needs what tests/real needs. A folder is read by as many processes as there are
cores, and by one on one core, in turns.

Usage: python -m benchmarks.commands [--runs N] [--pictures N] [--without-play]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.real.desktop import KMINES, Desktop, on_desktop, start_game

HERE = Path(__file__).resolve().parents[1]
SAMPLES = HERE / "samples"
SAMPLE = SAMPLES / "kmines-hard-late.png"
OURS = "-m", "solver_bot"
MIB = 1024
"""Kibibytes, in which the system tells the memory of processes."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a process and those that it waited for took.

    Attributes:
        processor: seconds of all of them together.
        seconds: from its start to its end.
        memory: the most that the largest one held, in MiB.
        out: what it wrote to standard output.

    """

    processor: float
    seconds: float
    memory: float
    out: bytes


def used_by(*words: str, cores: set[int] | None = None, **variables: str) -> Use:
    """Run Python with these words to its end, on these cores alone if they are given."""
    with tempfile.TemporaryFile() as out, _on(cores or os.sched_getaffinity(0)):
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *words],
            env=os.environ | {"PYTHONPATH": str(HERE)} | variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.DEVNULL,
        )
        _, _, use = os.wait4(process.pid, 0)
        took = time.perf_counter() - began
        process.returncode = 0  # it was waited for, and the rest of Popen shall not do it again
        out.seek(0)
        return Use(use.ru_utime + use.ru_stime, took, use.ru_maxrss / MIB, out.read())


@contextmanager
def _on(cores: set[int]) -> Iterator[None]:
    """Let processes that are started inside have these cores alone."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_cores)


def one_picture(runs: int, folder: Path) -> Table:
    """Processor time and memory of commands on one picture, medians."""
    table = Table("command", "processor time, s", "memory, MiB")
    commands = {
        "read": (*OURS, "read", str(SAMPLE)),
        "annotate": (*OURS, "annotate", str(SAMPLE), "-o", str(folder / "marked.png")),
        "python -c 'import cv2'": ("-c", "import cv2"),
    }
    for name, words in commands.items():
        uses = [used_by(*words) for _ in range(runs + 1)][1:]
        processor = statistics.median(one.processor for one in uses)
        table.add_row(name, f"{processor:.2f}", f"{max(one.memory for one in uses):.0f}")
    return table


def filled(folder: Path, pictures: int) -> Sequence[str]:
    """A folder with the samples again and again, under so many names."""
    folder.mkdir()
    samples = sorted(SAMPLES.glob("*.png"))
    for number in range(pictures):
        os.link(samples[number % len(samples)], folder / f"{number:05}.png")
    return [str(path) for path in sorted(folder.iterdir())]


def many_pictures(pictures: int, folder: Path) -> Table:
    """A folder read on all cores and on one, and a tenth of it for comparison."""
    cores = os.sched_getaffinity(0)
    table = Table("pictures", "cores", "s", "memory of the largest process, MiB")
    out = {}
    for count in (pictures // 10, pictures):
        paths = filled(folder / str(count), count)
        for some in (cores, {min(cores)}):
            use = used_by(*OURS, "read", *paths, cores=some)
            out[count, len(some)] = use.out
            table.add_row(str(count), str(len(some)), f"{use.seconds:.1f}", f"{use.memory:.0f}")
        shutil.rmtree(folder / str(count))
        assert out[count, len(cores)] == out[count, 1], "the order differs"
    return table


def memory_of_play(folder: Path) -> float:
    """The most memory of ``play`` in a game of KMines, in MiB."""
    with closing(Desktop(folder)) as desktop, on_desktop(desktop):
        game = start_game(desktop, KMINES, KMINES.level("Hard"))
        try:
            words = (*OURS, "play", "--json", "--max-seconds", "60")
            return used_by(*words, DISPLAY=desktop.display).memory
        finally:
            game.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--pictures", type=int, default=1000)
    parser.add_argument("--without-play", action="store_true")
    asked = parser.parse_args()
    console = Console(width=100)
    with tempfile.TemporaryDirectory(dir=HERE) as place:
        console.print(one_picture(asked.runs, Path(place)))
        console.print(many_pictures(asked.pictures, Path(place)))
    if not asked.without_play:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            console.print(f"play: {memory_of_play(Path(place)):.0f} MiB at most")


if __name__ == "__main__":
    main()
