"""How much the evidence of cells that look the same counts: the power that fits best.

The nets judge every cell, and a kind's cells share what they can't tell, so n of them are worth
less than n independent ones.

Usage: python -m benchmarks.reading_net.calibrate --seed N --count N
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from joblib import Parallel, delayed

from benchmarks.looks.scene import FITTING, scene
from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.kinds import appearance, kinds_of
from solver_bot.vision.boards.nets import look
from solver_bot.vision.boards.reading import of_cells
from solver_bot.vision.patches import cut_patches

Kind = tuple[int, int, Floats]
"""The state, the number of cells, and the mean logarithm of the probability of every state."""
POWERS = (0.0, 0.25, 0.35, 0.5, 0.65, 0.75, 1.0)
TIMES = (0.7, 1.0, 1.4)
GROUPS = {
    "numbers": tuple(range(1, 9)),
    "blank": (EMPTY, COVERED),
    "marks": (10, 11, 12, 13, 14),
}
LOWEST = -12.0
BANDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 99)


def kinds_in(seed: int, space: int) -> list[Kind]:
    """The kinds of the board of this seed whose cells are all of one state."""
    one = scene(seed, space=space)
    if one.board is None or one.lattice is None:
        return []
    seen = look(one.picture, one.lattice.grown(1))
    if seen is None:
        return []
    likely = np.maximum(of_cells(seen.likely[1:-1, 1:-1]), LOWEST)
    kinds = kinds_of(appearance(cut_patches(one.picture, one.lattice))).ravel()
    truth = np.frombuffer(one.board.cells, np.uint8)
    found = []
    for kind in range(kinds.max() + 1):
        states = np.unique(truth[kinds == kind])
        if len(states) == 1 and states[0] != UNREADABLE:
            mean = likely.reshape(-1, likely.shape[-1])[kinds == kind].mean(0)
            found.append((int(states[0]), int((kinds == kind).sum()), mean))
    return found


def loss(kinds: list[Kind], power: float, times: float) -> tuple[float, float]:
    """The mean of minus the logarithm of the truth's probability, and the share of sure errors."""
    counts = np.array([count for _, count, _ in kinds])[:, None]
    scores = np.stack([mean for _, _, mean in kinds]) * counts**power * times
    scores -= np.logaddexp.reduce(scores, -1, keepdims=True)
    truth = np.array([state for state, _, _ in kinds])
    own = scores[np.arange(len(truth)), truth]
    wrong = (scores.argmax(-1) != truth) & (scores.max(-1) > np.log(0.999))
    return float(-np.maximum(own, -30).mean()), float(wrong.mean())


def lines(kinds: list[Kind]) -> Iterator[str]:
    for name, states in GROUPS.items():
        some = [kind for kind in kinds if kind[0] in states and kind[1] > 1]
        if not some:
            continue
        yield f"{name}: {len(some)} kinds of several cells"
        for times in TIMES:
            for power in POWERS:
                mean, wrong = loss(some, power, times)
                yield f"  times {times}, power {power}: loss {mean:.4f}, surely wrong {wrong:.3%}"


def reliability(kinds: list[Kind]) -> Iterator[str]:
    """For bands of the distance to the second likeliest state, how often the likeliest is wrong."""
    scores = np.stack([mean for _, _, mean in kinds])
    truth = np.array([state for state, _, _ in kinds])
    counts = np.array([count for _, count, _ in kinds])
    two = np.sort(scores, -1)[:, -2:]
    apart, wrong = two[:, 1] - two[:, 0], scores.argmax(-1) != truth
    yield "second state less likely by | kinds | wrong | cells | wrong"
    for low, high in pairwise(BANDS):
        some = (apart >= low) & (apart < high)
        cells = int(counts[some].sum())
        yield (
            f"  {low:g} - {high:g} | {int(some.sum())} | {int((some & wrong).sum())}"
            f" | {cells} | {int(counts[some & wrong].sum())}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--space", type=int, default=FITTING)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    found = Parallel(chosen.jobs)(delayed(kinds_in)(seed, chosen.space) for seed in seeds)
    kinds = [kind for one in found for kind in one]
    print("\n".join([*lines(kinds), *reliability(kinds)]))


if __name__ == "__main__":
    main()
