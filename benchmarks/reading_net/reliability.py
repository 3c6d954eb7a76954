"""How often the nets are right where they say how sure they are: a reliability table.

Usage: python -m benchmarks.reading_net.reliability [--count 500] [--space 2]
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.looks.labelled import Labelled
from benchmarks.looks.scene import scene
from solver_bot.board import SYMBOLS, UNREADABLE
from solver_bot.vision.boards.nets import OUTSIDE, look

BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999, 1.0)
BEYOND = 3

Judged = tuple[np.ndarray, np.ndarray, np.ndarray]
"""For every cell: the probability of the likeliest state, that state, and the true one."""


def judged(one: Labelled) -> Judged | None:
    """What the nets say on the true lattice, and the lines beyond it."""
    if one.lattice is None or one.board is None or one.cut:
        return None
    seen = look(one.picture, one.lattice.grown(BEYOND))
    if seen is None:
        return None
    codes = np.frombuffer(one.board.cells, np.uint8).reshape(one.board.height, one.board.width)
    truth = np.pad(codes, BEYOND, constant_values=OUTSIDE)
    asked = seen.inside & (truth != UNREADABLE)
    return np.exp(seen.likely.max(-1))[asked], seen.likely.argmax(-1)[asked], truth[asked]


def reliability(sure: np.ndarray, right: np.ndarray) -> str:
    """A row for each band of probabilities, as a table in Markdown."""
    lines = ["| said to be right, % | cells | wrong | were right, % |", "|---|---|---|---|"]
    for low, high in pairwise(BINS):
        some = (sure > low) & (sure <= high)
        if some.any():
            said, was = 100 * float(sure[some].mean()), 100 * float(right[some].mean())
            count, wrong = int(some.sum()), int((~right[some]).sum())
            lines.append(f"| {said:.6g} | {count} | {wrong} | {was:.6g} |")
    return "\n".join(lines)


def confusions(seen: np.ndarray, truth: np.ndarray, sure: np.ndarray) -> Table:
    """The commonest errors above a probability of 0.98."""
    table = Table("true", "read as", "cells")
    names = f"{SYMBOLS} "
    wrong = (seen != truth) & (sure > 0.98)
    pairs, counts = np.unique(np.stack([truth[wrong], seen[wrong]]), axis=1, return_counts=True)
    for place in np.argsort(-counts)[:20]:
        true, read = pairs[:, place]
        table.add_row(names[true], names[read], str(counts[place]))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--space", type=int, default=2)
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    every = [one for one in (judged(scene(seed, space=chosen.space)) for seed in seeds) if one]
    sure, seen, truth = (np.concatenate([one[k] for one in every]) for k in range(3))
    print(reliability(sure, seen == truth))
    Console().print(confusions(seen, truth, sure))


if __name__ == "__main__":
    main()
