"""An estimate of the chance to win from a position, based on its exact odds.

The estimate has two inputs: ``traits`` describe the position as a whole, ``patterns`` locally.

The estimate is a logistic regression over both inputs, corrected by one layer of hidden units.
``benchmarks/value.py`` fitted it to positions of this solver's own games. Its values can be
compared between the cells of one position, but they are not proved chances. Patterns whose weights
are added are n-tuple networks (S. Lucas, "Learning to play Othello with n-tuple systems", 2008).

Only ``solver_bot.solve.compiled.lookahead`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .analysis import FULL, Analysis, analyse
from .counting import MOST_WORDS
from .jit import Bytes, Codes, Floats, Ints, compiled, inner, lean
from .patterns import read_kinds, read_patterns
from .traits import TRAITS, read_traits

LEAK = 0.01
"""The slope of a hidden unit below zero."""


class Weights(NamedTuple):
    """The weights of the estimate.

    Attributes:
        traits: (traits,) the weight of each of ``TRAITS``.
        patterns: (``PATTERNS``,) the weight of each pattern.
        scale: (2, traits) the mean and the standard deviation of each input of the hidden units.
            The inputs are the traits, with the sum of the pattern weights in place of the last
            trait, which is always one.
        hidden: (units, traits + 2) for each hidden unit a weight for each input, its bias, and the
            weight of its output.

    """

    traits: Floats
    patterns: NDArray[np.float32]
    scale: Floats
    hidden: Floats


def load_weights(path: Path) -> Weights:
    """Load weights from an ``.npz`` file."""
    with np.load(path) as known:
        return Weights(*(known[name] for name in Weights._fields))


SPARSE, DENSE = (
    load_weights(Path(__file__).with_name(f"weights-{name}.npz")) for name in ("sparse", "dense")
)
DENSE_FROM = 0.18
"""The mines per cell from which on ``DENSE`` is used. ``DENSE`` was fitted to expert games. It wins
less often on easier levels than ``SPARSE``, which was fitted to all levels, with traits only."""


def weights_for(cells: int, mines: int) -> Weights:
    """The weights for a board with this number of cells and mines."""
    return DENSE if mines >= DENSE_FROM * cells else SPARSE


class Desk(NamedTuple):
    """Scratch memory.

    Attributes:
        traits: (traits,) the traits of a position.
        cells: (height * width,) the odds of each cell.
        kinds: ((height + 2) * (width + 2),) the kind of each cell, with a rim of one cell.

    """

    traits: Floats
    cells: Floats
    kinds: Bytes


@lean
def _correction(weights: Weights, traits: Floats, pieces: float) -> float:
    """What the hidden units add to the estimate. ``pieces`` is the sum of the pattern weights."""
    total = 0.0
    last = traits.size - 1
    for unit in weights.hidden:
        height = unit[last + 1]
        for i in range(last + 1):
            value = pieces if i == last else traits[i]
            height += unit[i] * (value - weights.scale[0, i]) / weights.scale[1, i]
        total += unit[last + 2] * max(height, LEAK * height)
    return total


@lean
def _height(by: Weights, patterns: Ints, traits: Floats) -> float:
    """The estimate before it is turned into a chance."""
    pieces = 0.0
    for pattern in patterns:
        pieces += by.patterns[pattern]
    height = pieces
    for i in range(traits.size):
        height += by.traits[i] * traits[i]
    return height + _correction(by, traits, pieces)


@inner
def estimate(
    found: Analysis, width: int, mines: int, empty: bool, by: Weights, desk: Desk
) -> float:
    """The estimated chance to win from a position. ``empty`` is as in ``read_traits``."""
    if found.layouts * 2.0**found.bits < 1.5:
        return 1.0
    read_traits(found, width, mines, empty, desk.traits, desk.cells)
    read_kinds(found, width, desk.cells, desk.kinds)
    height = _height(by, read_patterns(desk.kinds, width), desk.traits)
    return 1.0 / (1.0 + math.exp(-height))


@inner
def new_desk(width: int, height: int) -> Desk:
    """Scratch memory for boards of this size."""
    return Desk(
        np.empty(len(TRAITS)),
        np.empty(width * height),
        np.zeros((width + 2) * (height + 2), np.int8),
    )


@compiled
def read_position(codes: Codes, width: int, mines: int, empty: bool) -> tuple[Floats, Ints]:
    """The ``TRAITS`` of a possible position, and the pattern of each of its windows.

    ``empty`` says that the cell just opened is empty. Its neighbours are not open yet.
    """
    found = analyse(codes, width, mines, FULL, MOST_WORDS)
    desk = new_desk(width, codes.size // width)
    read_traits(found, width, mines, empty, desk.traits, desk.cells)
    read_kinds(found, width, desk.cells, desk.kinds)
    return desk.traits, read_patterns(desk.kinds, width)
