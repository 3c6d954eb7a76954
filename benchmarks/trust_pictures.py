"""Reads damaged samples as ``annotate`` does, advises on them, and counts wrong certain cells.

"The same advice" has at least the cells that the numbers of the true board prove.

``--known`` reads pictures as ``play`` and ``watch`` do, in known skins only, which is much faster.
``--drawn`` reads damaged boards in drawn styles, which are in no skin, instead of samples.

Every picture is made from the seed and its number, so ``--first NUMBER --count 1 --keep FOLDER``
repeats a finding and also writes its picture.

Usage: python -m benchmarks.trust_pictures [--count 20000] [--known | --drawn]
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import cv2
from joblib import Parallel, delayed
from rich.console import Console
from rich.table import Table

from solver_bot.solve.guess import warm_up
from solver_bot.vision.picture import save_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.fuzz.damage import DAMAGES, Damaged, drawn, numbered
from tests.fuzz.verdict import Finding, Verdict, judged

STEP = 40
Row = tuple[int, str, tuple[str, ...], str, tuple[str, ...], float]


def judge(wanted: argparse.Namespace, numbers: range) -> list[Row]:
    """The verdicts on some pictures, and the seconds of one core that each took."""
    cv2.setNumThreads(1)  # every core has a process of its own
    make = drawn if wanted.drawn else numbered
    rows = []
    for number in numbers:
        it = make(wanted.seed, number)
        began = time.process_time()
        finding = _judged(it, not wanted.known)
        seconds = round(time.process_time() - began, 3)
        rows.append((number, it.name, it.done, str(finding.verdict), finding.wrong, seconds))
        if wanted.keep:
            save_picture(wanted.keep / f"{number}.png", it.picture)
    return rows


def _judged(it: Damaged, any_skin: bool) -> Finding:
    try:
        return judged(it, shipped_skins(), any_skin)
    except Exception as error:  # any error is a finding
        return Finding(Verdict.WRONG, (f"{type(error).__name__}: {error}",))


def runs(wanted: argparse.Namespace) -> Iterator[list[Row]]:
    """The verdicts on all pictures in order, some at a time."""
    end = wanted.first + wanted.count
    chunks = [range(n, min(n + STEP, end)) for n in range(wanted.first, end, STEP)]
    parallel = Parallel(n_jobs=wanted.jobs, return_as="generator")
    yield from parallel(delayed(judge)(wanted, chunk) for chunk in chunks)


def table(rows: list[Row]) -> Table:
    """The number of each verdict, by the first damage."""
    found = Table("First damage", "Pictures", *(str(verdict) for verdict in Verdict))
    for name in (*DAMAGES, ""):
        verdicts = Counter(row[3] for row in rows if name in ("", *row[2][:1]))
        counts = [str(verdicts[str(verdict)]) for verdict in Verdict]
        found.add_row(name or "all", str(verdicts.total()), *counts)
    return found


def main() -> None:
    """Judge and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=20_000, help="how many pictures")
    parser.add_argument("--first", type=int, default=0, help="the first picture's number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--known", action="store_true", help="in known skins only")
    parser.add_argument("--drawn", action="store_true", help="boards in drawn styles")
    parser.add_argument("--keep", type=Path, help="write the pictures into this folder")
    parser.add_argument("--save", type=Path, help="write every verdict into this file, a line each")
    wanted = parser.parse_args()
    if wanted.keep:
        wanted.keep.mkdir(parents=True, exist_ok=True)
    warm_up()
    console = Console(width=110)
    rows: list[Row] = []
    began = time.monotonic()
    for some in runs(wanted):
        rows += some
        if wanted.save:
            with wanted.save.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in some)
        for number, name, done, verdict, wrong, _ in some:
            if verdict == str(Verdict.WRONG):
                console.print(f"{number} {name} ({', '.join(done)}): {'; '.join(wrong[:4])}")
    console.print(table(rows))
    seconds = sorted(row[-1] for row in rows)
    console.print(
        f"{len(rows)} pictures in {time.monotonic() - began:.0f} s; a picture and its advice took "
        f"{median(seconds):.2f} s of one core (median), {seconds[-1]:.1f} s at most"
    )


if __name__ == "__main__":
    main()
