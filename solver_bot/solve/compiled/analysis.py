"""All that a board says: the mine total joined to the counts, the odds of every cell."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .counting import (
    CEILING,
    CHOOSE,
    CONTRADICTION,
    FITS,
    FLOOR,
    TOO_WIDE,
    UNSCALED,
    backward,
    forward,
)
from .frontier import (
    FAR,
    FIRST_GROUP,
    GROUPS,
    MINED,
    REST,
    SAFE,
    SETTLED,
    Frontier,
    read_frontier,
)
from .jit import Codes, Floats, Ints, compiled, inlined, inner, lean
from .ordering import schedule
from .states import LOW, START

ALONE, EASY, FULL = 0, 1, 2
"""How much effort ``analyse`` makes."""
TILT = 0.25
"""The weight of one more mine if the mine total is not known. It stands for a density of 0.2."""


class Analysis(NamedTuple):
    """The result of ``analyse``.

    Attributes:
        status: ``FITS``, ``CONTRADICTION`` or ``TOO_WIDE``. Only with ``FITS`` is the rest filled.
        classes: (cells,) the class of each cell.
        odds: (classes,) the odds of each class; nan if it has none.
        safe: covered cells that are certainly safe, ascending.
        mines: covered cells that are certainly mines, ascending.
        layouts: the number of layouts, divided by two to the power of ``bits``.
        bits: the power of two by which ``layouts`` must be multiplied.

    """

    status: int
    classes: Ints
    odds: Floats
    safe: Ints
    mines: Ints
    layouts: float
    bits: int


@inner
def _endings(rest: int, left: int, size: int) -> tuple[Floats, Ints]:
    """In how many ways ``rest`` cells can hold ``left``, ``left - 1``, … mines.

    Returns (size,) the counts, and (size,) the power of two by which to multiply each.
    """
    endings = np.zeros(size)
    bits = np.zeros(size, np.int64)
    value = 1.0
    taken = 0
    for fewer in range(min(rest // 2, left) + 1):
        for mines in (fewer, rest - fewer):
            if 0 <= left - mines < size:
                endings[left - mines] = value
                bits[left - mines] = taken
        if taken == 0 and value < 2.0**53 and value * rest < 2.0**63:
            value = float(int(value) * (rest - fewer) // (fewer + 1))
        else:
            value = value * (rest - fewer) / (fewer + 1)
        if rest > UNSCALED and value > CEILING:
            value /= CEILING
            taken += 400
    return endings, bits


@lean
def _level(ends: Floats, endings: Floats, bits: Ints) -> int:
    """Bring the endings to a common scale on which the likeliest one is near 1.

    Returns the power of two by which they were divided.
    """
    level = 0
    best = -math.inf
    for m in range(ends.size):
        if ends[m] > 0.0 and endings[m] > 0.0:
            height = math.log2(endings[m]) + bits[m]
            if height + math.log2(ends[m]) > best:
                best = height + math.log2(ends[m])
                level = int(height)
    for m in range(ends.size):
        if endings[m] > 0.0:
            value = math.ldexp(endings[m], bits[m] - level)
            endings[m] = min(max(value, FLOOR), CEILING)
    return level


@lean
def _open_odds(odds: float) -> float:
    """Odds that are not certain. They are kept apart from 0 and 1, to which they could round."""
    return float(min(max(odds, 2.0**-1000), 1.0 - 2.0**-53))


@lean
def _odds(weights: Floats, group: int, size: int) -> float:
    """The odds of a cell of a group; nan without layouts. They are 0 or 1 only if certain."""
    below = 0.0
    above = 0.0
    mean = 0.0
    for mines in range(size + 1):
        weight = weights[group, mines]
        mean += mines * weight
        above += weight if mines > 0 else 0.0
        below += weight if mines < size else 0.0
    if above == 0.0:
        return 0.0 if below > 0.0 else math.nan
    if below == 0.0:
        return 1.0
    return _open_odds(mean / (size * (weights[group, 0] + above)))


@lean
def _write_odds(parts: Frontier, weights: Floats, odds: Floats) -> None:
    """Write the odds of a cell of each group."""
    for group in range(weights.shape[0]):
        odds[FIRST_GROUP + group] = _odds(weights, group, parts.sizes[group])


@lean
def _rest_odds(ends: Floats, endings: Floats, left: int, rest: int) -> float:
    """The odds of a cell off the frontier; nan if no layout fits."""
    total = 0.0
    mean = 0.0
    some = False
    full = True
    for m in range(ends.size):
        weight = ends[m] * endings[m]
        if weight > 0.0:
            total += weight
            mean += weight * (left - m)
            some = some or left - m > 0
            full = full and left - m == rest
    if total == 0.0:
        return math.nan
    if not some:
        return 0.0
    if full:
        return 1.0
    return _open_odds(mean / (rest * total))


@lean
def _write_certain(classes: Ints, odds: Floats, safe: Ints, mined: Ints) -> tuple[int, int]:
    """Write the certain cells, ascending. Returns how many are safe, and how many are mines."""
    safes = 0
    mines = 0
    for cell in range(classes.size):
        chance = odds[classes[cell]]
        safe[safes] = cell  # without branches, which are hard to predict here
        safes += chance == 0.0
        mined[mines] = cell
        mines += chance == 1.0
    return safes, mines


@lean
def _end_by_density(ends: Floats) -> float:
    """Turn the values of the last layer into weights of its ends if the mine total is unknown.

    Each weight is 1, because the values are tilted already. Returns the number of layouts, still to
    be multiplied by a power of two.
    """
    layouts = 0.0
    for m in range(ends.size):
        layouts += ends[m] * TILT ** (ends.size - 1 - m)
        ends[m] = 1.0
    return layouts


@inlined
def end_by_total(
    ends: Floats, left: int, rest: int, tilt_bits: int, level: bool
) -> tuple[float, int]:
    """Turn the values of the last layer into weights of its ends if the mine total is known.

    At the ends ``left``, ``left - 1``, … mines lie on the ``rest`` cells off the frontier. With
    ``level`` the weights are brought to a common scale.

    Returns the odds of a cell off the frontier, nan if no layout fits, and the power of two by
    which the weights were divided.
    """
    endings, bits = _endings(rest, left, ends.size)
    taken = 0
    if level:
        for m in range(ends.size):
            bits[m] += tilt_bits + 2 * m
        taken = _level(ends, endings, bits)
    odds = _rest_odds(ends, endings, left, rest)
    for m in range(ends.size):
        ends[m] = endings[m]
    return odds, taken


@inner
def ways_to_fill(tilted: bool) -> Floats:
    """(9, 9) the ways to put k mines on n cells; if ``tilted``, times ``TILT`` for each mine."""
    ways = CHOOSE.copy()
    if tilted:
        for size in range(9):
            for mines in range(9):
                ways[size, mines] *= TILT**mines
    return ways


@inlined
def _nothing(status: int) -> Analysis:
    none = np.empty(0, np.int64)
    return Analysis(status, none, np.empty(0), none, none, 0.0, 0)


@compiled
def analyse(cells: Codes, width: int, mines: int, effort: int, most_words: int) -> Analysis:
    """Count the layouts of a board, and derive its odds and its certain cells.

    Args:
        cells: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total; -1 if it is not known.
        effort: ``ALONE`` applies single numbers only and returns nothing but the status. ``EASY``
            gives up with ``TOO_WIDE`` where a better order of the groups would be looked for.
            ``FULL`` does neither.
        most_words: the most memory to use, in words of eight bytes.

    """
    possible, parts = read_frontier(cells, width)
    if effort == ALONE or not possible:
        return _nothing(FITS if possible else CONTRADICTION)
    scaled = cells.size > UNSCALED
    ways = ways_to_fill(scaled or mines < 0)
    order = schedule(parts, effort == FULL)
    if order.size < parts.totals[GROUPS]:
        return _nothing(TOO_WIDE)
    layers = forward(parts, order, ways, scaled, most_words)
    if layers.status != FITS:
        return _nothing(layers.status)

    last = layers.first[order.size]
    low = layers.states[last, LOW]
    ends = layers.values[layers.states[last, START] : layers.states[last + 1, START]]
    odds = np.full(FIRST_GROUP + order.size, np.nan)
    odds[SAFE] = 0.0
    odds[MINED] = 1.0
    bits = layers.bits + 2 * (low + ends.size - 1)
    layouts = 0.0
    if mines < 0:
        layouts = _end_by_density(ends)
    else:
        left = mines - parts.totals[SETTLED] - low
        rest = parts.totals[REST]
        odds[FAR], bits = end_by_total(ends, left, rest, 2 * low, scaled)
        if math.isnan(odds[FAR]):
            return _nothing(CONTRADICTION)

    weights, taken = backward(parts, order, layers, ways, scaled)
    if mines >= 0:
        layouts = layers.values[0]
        bits += taken
    _write_odds(parts, weights, odds)
    safe = np.empty(cells.size, np.int64)
    mined = np.empty(cells.size, np.int64)
    safes, mineds = _write_certain(parts.classes, odds, safe, mined)
    return Analysis(FITS, parts.classes, odds, safe[:safes], mined[:mineds], layouts, bits)


@compiled
def answer(
    cells: Codes, width: int, mines: int, effort: int, most_words: int
) -> tuple[int, Ints, Floats, Ints, Ints, float, int]:
    """The fields of what ``analyse`` returns, as a plain tuple, which Python makes faster."""
    found = analyse(cells, width, mines, effort, most_words)
    return (
        found.status,
        found.classes,
        found.odds,
        found.safe,
        found.mines,
        found.layouts,
        found.bits,
    )
