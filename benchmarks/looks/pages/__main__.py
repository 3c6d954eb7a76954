"""Writes labelled pictures of web pages: ``python -m benchmarks.looks.pages FOLDER``."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.looks.labelled import save_labelled
from benchmarks.looks.pages.designs import DESIGNS
from benchmarks.looks.pages.shots import plan, take


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where NAME.png and NAME.txt are written")
    parser.add_argument("--count", type=int, default=4 * len(DESIGNS), help="how many pictures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, metavar="NAME", default=[*DESIGNS])
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    designs = [DESIGNS[name] for name in options.designs]
    for number, one in enumerate(take(plan(designs, options.count, options.seed)), 1):
        save_labelled(options.folder, one)
        print(f"{number:4} {one.name}", flush=True)


if __name__ == "__main__":
    main()
