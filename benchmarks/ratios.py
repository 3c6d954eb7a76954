"""The ratios of one short run, for every change: what takes how many times as long as what.

Absolute times differ between machines and with what else runs on them; ratios of one run differ
less. The full benchmarks measure better. A row whose program or library is missing says so.

Usage: python -m benchmarks.ratios [--runs N]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.read import SAMPLES, desktop_pair, known_pairs, milliseconds, times_faster

SAMPLE = SAMPLES / "kmines-easy-early.png"
POSITIONS = 40
"""How many of the 200 expert positions are asked about."""
PASS, CV2 = "python -c pass", "python -c 'import cv2'"

Row = tuple[str, str, float]
"""What is measured, what it is set beside, and the ratio of the two."""


def reading(runs: int) -> Iterator[Row]:
    """How many times longer the plain way takes."""
    name, desktop = desktop_pair("desktop-busy")
    yield name, "the plain way", times_faster(milliseconds(desktop, runs))
    for name, pair in known_pairs().items():
        yield name, "the plain way", times_faster(milliseconds(pair, runs))


def counting(runs: int) -> Iterator[Row]:
    """How many times longer ms-toollib takes, in two of its ways.

    Raises:
        ImportError: it is not installed.

    """
    from benchmarks.peers import ENUM, ONBOARD, OURS, in_turns, load, warm_up

    positions = load("expert200")
    warm_up(positions[-5:])
    times = in_turns(positions[:POSITIONS], 1, runs)
    ours = statistics.median(times[OURS].calls)
    for name in (ONBOARD, ENUM):
        yield "exact odds", f"ms-toollib, {name}", statistics.median(times[name].calls) / ours


def commands(runs: int) -> Iterator[Row]:
    """How many times as long whole commands take as Python alone, and as it takes with OpenCV."""
    with tempfile.TemporaryDirectory() as folder:
        words = {
            PASS: ["-c", "pass"],
            CV2: ["-c", "import cv2"],
            "read": ["-m", "solver_bot", "read", str(SAMPLE)],
            "annotate": ["-m", "solver_bot", "annotate", str(SAMPLE), "-d", folder],
        }
        seconds: dict[str, list[float]] = {name: [] for name in words}
        for turn in range(runs + 1):
            for name, given in words.items():
                took = processor_seconds(given)
                if turn:  # the first may still write bytecode
                    seconds[name].append(took)
    for name in ("read", "annotate"):
        for other in (PASS, CV2):
            pairs = zip(seconds[name], seconds[other], strict=True)
            yield f"{name}, a whole process", other, statistics.median(a / b for a, b in pairs)


def processor_seconds(words: Sequence[str]) -> float:
    """The processor time of a Python process with these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    place = Path(__file__).resolve().parents[1]
    subprocess.run([sys.executable, *words], cwd=place, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def add_rows(table: Table, measure: Callable[[int], Iterator[Row]], runs: int) -> None:
    """Add what is measured to the table, or why it is not."""
    try:
        for what, beside, ratio in measure(runs):
            table.add_row(what, beside, f"{ratio:.1f}")
    except (ImportError, OSError, subprocess.SubprocessError) as error:
        table.add_row(measure.__name__, f"left out: {error}", "")


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    console = Console(width=100)
    faster = Table("", "Takes longer", "Times as long", title="Where more is better")
    for measure in (reading, counting):
        add_rows(faster, measure, runs)
    slower = Table("", "Beside", "Times as long", title="Processor time; where less is better")
    add_rows(slower, commands, runs)
    console.print(faster)
    console.print(slower)


if __name__ == "__main__":
    main()
