"""The compiled half of drawing a random layout: how many mines each class of cells has.

Only ``solver_bot.solve.random_layout`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

import math

import numpy as np

from .analysis import end_by_total, ways_to_fill
from .counting import CONTRADICTION, FITS, UNSCALED, Layers, forward
from .frontier import FAR, FIRST_GROUP, MINED, REST, SETTLED, read_frontier
from .jit import Codes, Floats, Ints, compiled, inner
from .ordering import schedule
from .states import EDGE, FEWEST, LOW, START


@inner
def _pick(weights: Floats, chance: float) -> int:
    """An index drawn with a probability in proportion to its weight; ``chance`` is in [0, 1)."""
    total = 0.0
    for weight in weights:
        total += weight
    picked = 0
    passed = 0.0
    for i in range(weights.size):
        if weights[i] > 0.0:
            picked = i
            passed += weights[i]
            if passed > chance * total:
                break
    return picked


@inner
def _ways_in(
    layers: Layers, layer: int, ways: Floats, goal: int, mines: int
) -> tuple[Ints, Floats]:
    """The last steps that reach the state ``goal`` with ``mines`` mines placed.

    Returns (steps, 2) the state before the step and the mines that it places, and (steps,) weights.
    """
    begin = layers.first[layer]
    end = layers.first[layer + 1]
    states = layers.states
    edges = states[end, EDGE] - states[begin, EDGE]
    steps = np.empty((edges, 2), np.int64)
    weights = np.zeros(edges)
    found = 0
    for state in range(begin, end):
        filling = states[state, FEWEST]
        for i in range(states[state, EDGE], states[state + 1, EDGE]):
            place = states[state, START] + mines - filling - states[state, LOW]
            if (
                layers.target[i] == goal
                and states[state, START] <= place < states[state + 1, START]
            ):
                steps[found, 0] = state
                steps[found, 1] = filling
                weights[found] = ways[filling] * layers.values[place]
                found += 1
            filling += 1
    return steps[:found], weights[:found]


@inner
def _walk_back(
    layers: Layers, order: Ints, sizes: Ints, ways: Floats, mines: int, chances: Floats, into: Ints
) -> None:
    """Write into ``into`` how many mines each group has, ``mines`` in all."""
    state = layers.first[order.size]
    for layer in range(order.size - 1, -1, -1):
        group = order[layer]
        steps, weights = _ways_in(layers, layer, ways[sizes[group]], state, mines)
        step = _pick(weights, chances[layer])
        state = steps[step, 0]
        mines -= steps[step, 1]
        into[FIRST_GROUP + group] = steps[step, 1]


@compiled
def draw(
    cells: Codes, width: int, mines: int, most_words: int, chances: Floats
) -> tuple[int, Ints, Ints]:
    """How many mines each class of cells has in a layout drawn at random.

    Args:
        cells: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total.
        most_words: the most memory to use, in words of eight bytes.
        chances: (height * width + 1,) random numbers in [0, 1).

    Returns:
        ``FITS``, ``CONTRADICTION`` or ``TOO_WIDE``; the class of each cell; mines in each class.

    """
    none = np.empty(0, np.int64)
    possible, parts = read_frontier(cells, width)
    if not possible:
        return CONTRADICTION, none, none
    scaled = cells.size > UNSCALED
    ways = ways_to_fill(scaled)
    order = schedule(parts, True)
    layers = forward(parts, order, ways, scaled, most_words)
    if layers.status != FITS:
        return layers.status, none, none
    last = layers.first[order.size]
    low = layers.states[last, LOW]
    left = mines - parts.totals[SETTLED] - low
    ends = layers.values[layers.states[last, START] : layers.states[last + 1, START]].copy()
    weights = ends.copy()
    odds, _ = end_by_total(ends, left, parts.totals[REST], 2 * low, scaled)
    if math.isnan(odds):
        return CONTRADICTION, none, none
    placed = _pick(weights * ends, chances[order.size])
    into = np.zeros(FIRST_GROUP + order.size, np.int64)
    for cell in range(cells.size):
        into[MINED] += parts.classes[cell] == MINED
    into[FAR] = left - placed
    _walk_back(layers, order, parts.sizes, ways, low + placed, chances, into)
    return FITS, parts.classes, into
