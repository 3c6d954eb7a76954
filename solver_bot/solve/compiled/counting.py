"""The layouts of a frontier, counted.

A constraint is *open* from the first of its groups that is placed to the last. A *state* is what
the open constraints still need. It holds, for each number of mines placed so far, in how many ways
it is reached. ``states`` keeps them.

Why doubles are enough
    Every value is a count times a power of two. Values are never negative, and they are only added
    and multiplied. Nothing cancels, so rounding is the only error of the odds. A value of zero
    means "impossible" as long as no value underflows. No value can underflow on boards of up to
    ``UNSCALED`` cells. On larger boards, every layer is scaled back into the range of a double, and
    a value that would underflow is set to ``FLOOR``: still possible, but too unlikely to show in
    any odds.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .frontier import CONSTRAINTS, Frontier
from .jit import Floats, Ints, inlined, inner, lean
from .states import (
    EDGE,
    FEWEST,
    HIGH,
    KEY,
    LOW,
    START,
    is_full,
    lay_out,
    more_floats,
    reach,
    with_room,
)

FITS, CONTRADICTION, TOO_WIDE = 0, 1, 2
"""The status of a board: a layout fits, no layout fits, or counting takes too much memory."""

UNSCALED = 500
"""The most cells of a board whose values never leave the range of a double. Counts reach 2**500 at
most, and tilts fall to 2**-1000 at least."""
CEILING = 2.0**400
"""The greatest value of a layer that is not scaled down; its inverse is the least not scaled up."""
FLOOR = 2.0**-450
"""The least value that stays possible on a scaled board."""
KEY_BITS = 62
"""The bits of a state's key."""
MOST_WORDS = 1 << 25
"""The most words of 8 bytes for one board: 256 MiB, twice that while arrays grow. Filling them all
takes about a second."""
CHOOSE = np.array([[float(math.comb(n, k)) for k in range(9)] for n in range(9)])
"""(9, 9) binomial coefficients: ``CHOOSE[n, k]`` ways to put k mines on n cells."""


class Play(NamedTuple):
    """The constraints while groups are placed.

    Attributes:
        shift: (constraints,) the bit of a state's key where the need of an open constraint begins;
            -1 if the constraint was never open.
        left: (constraints,) how many groups of each constraint are not placed yet.
        room: (constraints,) how many cells these groups have.
        slots: (8, 3) shift, mask and room of each constraint of the group being placed.

    """

    shift: Ints
    left: Ints
    room: Ints
    slots: Ints


class Step(NamedTuple):
    """A group being placed: its size, its degree and how it changes a state's key.

    ``fresh`` is added for the constraints that open. ``take`` is subtracted for each mine placed.
    """

    size: int
    degree: int
    fresh: int
    take: int


class Layers(NamedTuple):
    """All states of the count. Layer i holds the states after i groups and begins at ``first[i]``.

    Attributes:
        status: ``FITS``, ``CONTRADICTION`` or ``TOO_WIDE``.
        first: (groups + 2,) the first state of each layer.
        states: (states + 1, 6) one row for each state, with these columns. ``KEY``: what the open
            constraints need. ``LOW`` and ``HIGH``: the fewest and the most mines placed so far.
            ``FEWEST``: the fewest mines that the next group can take. ``START``: where the state's
            values begin, one for each number of mines from ``LOW`` on. ``EDGE``: where its targets
            begin, one for each number of mines in the next group from ``FEWEST`` on. Values and
            targets end where those of the next row begin.
        target: the state of the next layer that each step reaches.
        values: in how many ways a state is reached with each number of mines.
        bits: the power of two by which the values of the last layer must be multiplied.

    """

    status: int
    first: Ints
    states: Ints
    target: Ints
    values: Floats
    bits: int


@inner
def _mask(need: int) -> int:
    """A mask of the bits that hold any need up to this one. A need of 8 is never open."""
    return 1 if need < 2 else 3 if need < 4 else 7


@inner
def _open_slot(used: int, mask: int) -> int:
    """The lowest shift at which the mask meets no used bit of the key."""
    shift = 0
    while (used >> shift) & mask != 0:
        shift += 1
    return shift


@inlined
def _before_play(parts: Frontier) -> Play:
    count = parts.totals[CONSTRAINTS]
    shift = np.full(count, -1, np.int64)
    slots = np.zeros((8, 3), np.int64)
    return Play(shift, parts.members[:count].copy(), parts.room[:count].copy(), slots)


@lean
def _bring_in(parts: Frontier, group: int, play: Play, used: int) -> tuple[Step, int]:
    """Open the group's constraints and fill in ``play.slots``.

    Returns the step, and the bits of the key in use; -1 for the bits if there are not enough.
    """
    fresh = 0
    take = 0
    for i in range(parts.degree[group]):
        constraint = parts.touches[group, i]
        need = parts.need[constraint]
        mask = _mask(need)
        if play.shift[constraint] < 0:
            shift = _open_slot(used, mask)
            if shift + 3 > KEY_BITS:
                return Step(0, 0, 0, 0), -1
            play.shift[constraint] = shift
            used |= mask << shift
            fresh += need << shift
        play.room[constraint] -= parts.sizes[group]
        take += 1 << play.shift[constraint]
        play.slots[i, 0] = play.shift[constraint]
        play.slots[i, 1] = mask
        play.slots[i, 2] = play.room[constraint]
    return Step(parts.sizes[group], parts.degree[group], fresh, take), used


@lean
def _send_out(parts: Frontier, group: int, play: Play, used: int) -> int:
    """Close the constraints whose last group this was. Returns the bits of the key still in use."""
    for i in range(parts.degree[group]):
        constraint = parts.touches[group, i]
        play.left[constraint] -= 1
        if play.left[constraint] == 0:
            used &= ~(play.slots[i, 1] << play.slots[i, 0])
    return used


@lean
def _fillings(key: int, slots: Ints, degree: int, size: int) -> tuple[int, int]:
    """The fewest and the most mines that a group can take without breaking its constraints."""
    least = 0
    most = size
    for i in range(degree):
        need = (key >> slots[i, 0]) & slots[i, 1]
        most = min(most, need)
        least = max(least, need - slots[i, 2])
    return least, most


@lean
def _spread(
    first: Ints, states: Ints, target: Ints, values: Floats, layer: int, ways: Floats, group: int
) -> None:
    """Add the values of a layer to those of the next layer, which begin as zero.

    ``ways[group]`` holds in how many ways a group of that size takes each number of mines.
    """
    for state in range(first[layer], first[layer + 1]):
        start = states[state, START]
        size = states[state + 1, START] - start
        mines = states[state, FEWEST]
        for i in range(states[state, EDGE], states[state + 1, EDGE]):
            goal = target[i]
            to = states[goal, START] + states[state, LOW] + mines - states[goal, LOW]
            way = ways[group, mines]
            for m in range(size):
                values[to + m] += way * values[start + m]
            mines += 1


@lean
def _rescale(values: Floats) -> int:
    """Scale the values so that the greatest is in range, and lift positive ones to ``FLOOR``.

    Returns the power of two by which the values were divided.
    """
    greatest = 0.0
    for i in range(values.size):
        greatest = max(greatest, values[i])
    bits = 0
    if greatest > CEILING:
        bits = 400
    elif 0.0 < greatest < 1.0 / CEILING:
        bits = -400
    factor = 2.0**-bits
    for i in range(values.size):
        if values[i] > 0.0:
            values[i] = max(values[i] * factor, FLOOR)
    return bits


@lean
def _discover(
    play: Play,
    step: Step,
    state: int,
    there: int,
    end: int,
    states: Ints,
    target: Ints,
    table: Ints,
    most_words: int,
) -> tuple[int, int]:
    """Go on making the layer that begins at state ``there``, from ``state`` of the layer before.

    It stops at the first state for which there may not be room in the arrays.

    Returns that state, ``there`` if all are done, and the end of the new layer so far; -1 if it
    takes too much memory.
    """
    edges = states[state, EDGE]
    while state < there:
        if 6 * end + edges > most_words:
            return there, -1
        if is_full(there, end, edges, states, target, table):
            break
        key = states[state, KEY] + step.fresh
        least, most = _fillings(key, play.slots, step.degree, step.size)
        states[state, FEWEST] = least
        for mines in range(least, most + 1):
            low = states[state, LOW] + mines
            high = states[state, HIGH] + mines
            goal = reach(states, table, there, end, key - mines * step.take, low, high)
            end = max(end, goal + 1)
            target[edges] = goal
            edges += 1
        state += 1
        states[state, EDGE] = edges
    return state, end


@inner
def forward(parts: Frontier, order: Ints, ways: Floats, scaled: bool, most_words: int) -> Layers:
    """Count the ways to reach every state.

    ``ways[n, k]`` is the number of ways to put k mines on a group of n cells.
    """
    play = _before_play(parts)
    first = np.zeros(order.size + 2, np.int64)
    first[1] = 1
    states = np.zeros((256, 6), np.int64)
    states[1, START] = 1
    target = np.empty(512, np.int64)
    values = np.empty(1024)
    values[0] = 1.0
    table = np.zeros(64, np.int64)
    used = 0
    bits = 0
    status = FITS
    for layer in range(order.size):
        group = order[layer]
        step, used = _bring_in(parts, group, play, used)
        if used < 0:
            status = TOO_WIDE
            break
        there = first[layer + 1]
        state, end = first[layer], there
        while state < there:
            state, end = _discover(play, step, state, there, end, states, target, table, most_words)
            if state < there:
                edges = states[state, EDGE]
                states, target, table = with_room(there, end, edges, states, target, table)
        lay_out(states, there, end)
        begin = states[there, START]
        stop = states[max(end, there), START]
        if end <= there or stop + 6 * end > most_words:
            status = CONTRADICTION if end == there else TOO_WIDE
            break
        first[layer + 2] = end
        if stop > values.size:
            values = more_floats(values, begin, min(2 * stop, most_words))
        for i in range(begin, stop):
            values[i] = 0.0
        _spread(first, states, target, values, layer, ways, step.size)
        if scaled:
            bits += _rescale(values[begin:stop])
        used = _send_out(parts, group, play, used)
    return Layers(status, first, states, target, values, bits)


@lean
def _weigh(
    layers: Layers,
    layer: int,
    ways: Floats,
    size_of_group: int,
    onward: Floats,
    weights: Floats,
    group: int,
) -> None:
    """Replace the values of a layer: ways to reach each state become ways to go on from it.

    The products of both are added to ``weights[group]``, by the number of mines in the group.
    ``onward`` is scratch memory.
    """
    states = layers.states
    for state in range(layers.first[layer], layers.first[layer + 1]):
        start = states[state, START]
        size = states[state + 1, START] - start
        for m in range(size):
            onward[m] = 0.0
        mines = states[state, FEWEST]
        for i in range(states[state, EDGE], states[state + 1, EDGE]):
            goal = layers.target[i]
            to = states[goal, START] + states[state, LOW] + mines - states[goal, LOW]
            total = 0.0
            for m in range(size):
                way = ways[size_of_group, mines] * layers.values[to + m]
                onward[m] += way
                total += layers.values[start + m] * way
            weights[group, mines] += total
            mines += 1
        for m in range(size):
            layers.values[start + m] = onward[m]


@inner
def backward(
    parts: Frontier, order: Ints, layers: Layers, ways: Floats, scaled: bool
) -> tuple[Floats, int]:
    """Weigh every way to fill each group.

    The values of the last layer must be the weights of its ends. Afterwards the value of the first
    state is the number of layouts, divided by a power of two.

    Returns (groups, 9) the weights of 0, 1, … mines in each group, each row on its own scale, and
    that power of two.
    """
    weights = np.zeros((order.size, 9))
    states = layers.states
    bits = 0
    widest = 1
    for state in range(layers.first[order.size + 1]):
        widest = max(widest, states[state + 1, START] - states[state, START])
    onward = np.empty(widest)
    for layer in range(order.size - 1, -1, -1):
        group = order[layer]
        _weigh(layers, layer, ways, parts.sizes[group], onward, weights, group)
        if scaled:
            begin = states[layers.first[layer], START]
            end = states[layers.first[layer + 1], START]
            bits += _rescale(layers.values[begin:end])
    return weights, bits
