"""Writes pictures that show no Minesweeper.

Usage: python -m benchmarks.looks.nothing FOLDER [--count N] [--seed S]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.looks.labelled import save_labelled
from benchmarks.looks.nothing.picture import nothing


def main() -> None:
    parser = argparse.ArgumentParser(description="Write pictures that show no Minesweeper.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100, help="how many (100)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first (0)")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(wanted.seed, wanted.seed + wanted.count):
        save_labelled(wanted.folder, nothing(seed))


if __name__ == "__main__":
    main()
