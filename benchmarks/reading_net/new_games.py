"""What tells a new game from another grid: the weights of `vision.boards.new_games.Signs`.

The grids are those that the nets see as covered cells of one colour, in generated new games and in
pictures of other things. A logistic regression says how likely each is the new game. Every picture
is scored with the weights of the others.

Usage: python -m benchmarks.reading_net.new_games --games 3010000 1200 --nothing 1410000 2400
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass

import numpy as np
import torch
from joblib import Parallel, delayed

from benchmarks.looks.labelled import Labelled
from benchmarks.looks.measure import is_seen_whole
from benchmarks.looks.nothing import nothing
from benchmarks.looks.scene import scene
from solver_bot.board import COVERED, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.cell_colours import colours, is_of_one_colour
from solver_bot.vision.boards.new_games import Signs, is_at_edge, signs
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice

SPACE = 2
DECAY = 1.0
"""The price of the squared weights of normed signs."""
PARTS = 5
UNREAD = 0.1
"""The largest share of unread cells of the grids that are looked at."""
LEAST = (0.0, 1.0, 2.0, 2.5, 3.0, 3.5, 4.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of covered cells, the picture it is in, and whether it is the new game there."""

    picture: int
    signs: Signs
    new: bool


def grids_in(labelled: Labelled, number: int) -> Iterator[Grid]:
    """What the nets see as a grid of covered cells that neither side cuts off."""
    for answer in seen_in(labelled.picture, possible):
        if answer.cut or not _is_covered(answer.codes):
            continue
        cells = colours(labelled.picture, answer.lattice)
        if is_of_one_colour(cells) and not is_at_edge(labelled.picture, answer.lattice):
            new = _is_at(answer.lattice, labelled.lattice)
            yield Grid(number, signs(answer, cells), new)


def _is_covered(codes: Codes) -> bool:
    unread = codes == UNREADABLE
    return bool((unread | (codes == COVERED)).all() and unread.mean() <= UNREAD)


def _is_at(one: Lattice, other: Lattice | None) -> bool:
    if other is None or (one.columns, one.rows) != (other.columns, other.rows):
        return False
    off = (
        abs(one.left - other.left) / other.cell_width,
        abs(one.top - other.top) / other.cell_height,
    )
    return max(off) < 0.5


def games(seeds: Sequence[int]) -> tuple[int, list[Grid]]:
    """How many of these new games are seen whole, and the grids in all of them."""
    pictures = [(seed, scene(seed, "new", SPACE)) for seed in seeds]
    whole = [(seed, one) for seed, one in pictures if is_seen_whole(one)]
    return len(whole), [grid for seed, one in whole for grid in grids_in(one, seed)]


def others(seeds: Sequence[int]) -> tuple[int, list[Grid]]:
    """How many of these pictures look like no new game, and the grids in them."""
    pictures = [(seed, nothing(seed)) for seed in seeds]
    unlike = [(seed, one) for seed, one in pictures if "like" not in one.facts]
    return len(unlike), [grid for seed, one in unlike for grid in grids_in(one, seed)]


def fitted(values: Floats, new: Mask) -> tuple[Floats, float]:
    """The weights of a logistic regression, and its bias."""
    middle, spread = values.mean(0), values.std(0)
    normed = torch.tensor((values - middle) / spread)
    truth = torch.tensor(new.astype(float))
    weights = torch.zeros(values.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        odds = normed @ weights[:-1] + weights[-1]
        off = torch.nn.functional.binary_cross_entropy_with_logits(odds, truth, reduction="sum")
        total = off + DECAY * (weights[:-1] ** 2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    found = weights.detach().numpy()
    each = found[:-1] / spread
    return each, float(found[-1] - each @ middle)


def scored(values: Floats, new: Mask, parts: Sequence[int]) -> Floats:
    """The odds of every grid, with the weights that fit the grids of the other parts."""
    odds = np.zeros(len(values), np.float32)
    for part in range(PARTS):
        here = np.array(parts) == part
        weights, bias = fitted(values[~here], new[~here])
        odds[here] = values[here] @ weights + bias
    return odds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs=2, required=True, metavar=("SEED", "COUNT"))
    parser.add_argument("--nothing", type=int, nargs=2, required=True, metavar=("SEED", "COUNT"))
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    work = [(games, seeds) for seeds in _pieces(*chosen.games)]
    work += [(others, seeds) for seeds in _pieces(*chosen.nothing)]
    found = Parallel(chosen.jobs)(delayed(what)(seeds) for what, seeds in work)
    whole = sum(count for (what, _), (count, _) in zip(work, found, strict=True) if what is games)
    unlike = sum(count for (what, _), (count, _) in zip(work, found, strict=True) if what is others)
    grids = [grid for _, some in found for grid in some]
    values = np.array([astuple(grid.signs) for grid in grids], float)
    new = np.array([grid.new for grid in grids])
    weights, bias = fitted(values, new)
    print("weights", ", ".join(f"{one:.2f}" for one in weights), "and", f"{bias:.2f}")
    odds = scored(values, new, [grid.picture // 10 % PARTS for grid in grids])
    print(f"| least | of {whole} new games | other grids in these and in {unlike} pictures |")
    print("|---|---|---|")
    for least in LEAST:
        taken = odds >= least
        print(f"| {least} | {(taken & new).sum() / whole:.1%} | {(taken & ~new).sum()} |")


def _pieces(first: int, count: int, size: int = 25) -> list[range]:
    return [range(at, min(at + size, first + count)) for at in range(first, first + count, size)]


if __name__ == "__main__":
    main()
