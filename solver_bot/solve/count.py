"""The compiled half of the odds: numbers -> groups -> an order -> counts of layouts.

Only ``solver_bot.solve.odds`` calls in here, and importing this module loads numba.

The stages, each one function:

* ``frontier``  reads the cells: what single numbers settle, and groups and constraints of the rest
* ``schedule``  puts the groups in an order that keeps few constraints in play at a time
* ``forward``   places group after group; a *state* is what the constraints in play still need
* ``backward``  goes back through the same states and weighs every way to fill each group
* ``analyse``   the four in a row

A state carries one number for every count of mines placed so far: in how many ways it is reached.
All of them are counts, hence zero or at least one, and only ever added and multiplied. So a double
that is zero says "impossible" exactly, whatever was rounded on the way. Counts of boards with more
than ``UNSCALED`` possible mines would leave the range of a double; there every layer is scaled by
a power of two, and what would vanish is held at ``FLOOR`` instead, which is never zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numba  # type: ignore[import-untyped,unused-ignore]
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    UNREADABLE,
)

FITS, CONTRADICTION, TOO_WIDE = 0, 1, 2
"""What ``analyse`` says of a board."""

SILENT, SAFE, MINED, FAR, FIRST_GROUP = 0, 1, 2, 3, 4
"""Classes of cells: nothing is said, settled safe, settled mine, off the frontier, group 0, …"""

UNSCALED = 960
CEILING = 2.0**400
FLOOR = 2.0**-450
STEP = 2.0**-400
WIDE = 12.0
"""Bits of state from which it pays to look for a better order."""
MOST_VALUES = 1 << 25
"""Doubles one board may take (256 MiB) before it is given up."""

F = TypeVar("F", bound=Callable[..., object])
Ints = NDArray[np.int64]
Shorts = NDArray[np.int32]
Floats = NDArray[np.float64]


def compiled(function: F) -> F:
    """``numba.njit``, keeping the function's type."""
    wrapped: F = numba.njit(cache=True)(function)
    return wrapped


class Frontier(NamedTuple):
    """What is left to count. G groups, C constraints, both numbered in reading order.

    Attributes:
        classes: for every cell its class.
        sizes: (G,) cells in each group.
        degree: (G,) constraints each group stands under.
        touches: (G, 8) which ones.
        places: (G,) a cell of each group.
        members: (C,) groups under each constraint.
        groups: (C, 8) which ones.
        need: (C,) mines each constraint still asks for, at least 1.
        room: (C,) cells under each constraint, more than ``need``.
        settled: mines shown or proved by single numbers.
        far: possible mines off the frontier.
        broken: a number that can't be right, or -1.

    """

    classes: Ints
    sizes: Ints
    degree: Ints
    touches: Shorts
    places: Ints
    members: Ints
    groups: Shorts
    need: Ints
    room: Ints
    settled: int
    far: int
    broken: int


class Layers(NamedTuple):
    """Every state of the count: layer i holds those after i groups.

    Attributes:
        first: (G + 2,) the first state of each layer.
        low: (S,) the fewest mines placed so far.
        start: (S + 1,) where the state's values start; one for each count of mines from ``low`` up.
        fewest: (S,) the fewest mines the next group can take from here.
        edge: (S + 1,) where the state's targets start: one for each such count from ``fewest`` up.
        target: (E,) states of the next layer.
        values: (V,) the ways to get there.
        status: ``FITS``, ``CONTRADICTION`` or ``TOO_WIDE``.
        exponent: how often values were multiplied by ``STEP``.

    """

    first: Ints
    low: Shorts
    start: Ints
    fewest: Shorts
    edge: Ints
    target: Shorts
    values: Floats
    status: int
    exponent: int


CHOOSE = np.array([[float(math.comb(n, k)) for k in range(9)] for n in range(9)])

OUTSIDE, NUMBER, UNKNOWN, CLEAR, MARKED = 0, 1, 2, 3, 4


@compiled
def _settle(
    kinds: NDArray[np.int8],
    need: NDArray[np.int8],
    room: NDArray[np.int8],
    around: Ints,
    stack: Ints,
    top: int,
) -> int:
    """Apply the two rules of the scan loop from the numbers on the stack; a broken number or -1."""
    while top > 0:
        top -= 1
        number = stack[top]
        if room[number] == 0:
            continue
        mined = need[number] != 0
        for step in around:
            cell = number + step
            if kinds[cell] != UNKNOWN:
                continue
            kinds[cell] = MARKED if mined else CLEAR
            for other_step in around:
                other = cell + other_step
                if kinds[other] != NUMBER:
                    continue
                room[other] -= 1
                if mined:
                    need[other] -= 1
                if need[other] < 0 or need[other] > room[other]:
                    return int(other)
                if room[other] > 0 and (need[other] == 0 or need[other] == room[other]):
                    stack[top] = other
                    top += 1
    return -1


@compiled
def frontier(cells: NDArray[np.uint8], width: int) -> Frontier:
    """Groups and constraints of a board given as its (height * width,) cell codes."""
    size = cells.size
    height = size // width
    stride = width + 2
    padded = stride * (height + 2)
    kinds = np.zeros(padded, np.int8)
    need = np.zeros(padded, np.int8)
    room = np.zeros(padded, np.int8)
    around = np.array(
        [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1], np.int64
    )
    settled = 0
    unknown = 0
    place = stride + 1
    for row in range(height):
        for cell in range(row * width, row * width + width):
            code = cells[cell]
            if code <= 8:
                kinds[place] = NUMBER
                need[place] += code
            elif code in (COVERED, FLAG, QUESTION, UNREADABLE):
                kinds[place] = UNKNOWN
                unknown += 1
                for step in around:
                    room[place + step] += 1
            elif code in (MINE, EXPLODED):
                settled += 1
                for step in around:
                    need[place + step] -= 1
            place += 1
        place += 2

    classes = np.zeros(size, np.int64)
    stack = np.empty(9 * size, np.int64)
    top = 0
    broken = -1
    place = stride + 1
    for _ in range(height):
        for _ in range(width):
            if kinds[place] == NUMBER:
                if need[place] < 0 or need[place] > room[place]:
                    broken = place
                elif room[place] > 0 and (need[place] == 0 or need[place] == room[place]):
                    stack[top] = place
                    top += 1
            place += 1
        place += 2
    if broken < 0:
        broken = _settle(kinds, need, room, around, stack, top)

    identity = np.full(padded, -1, np.int32)
    latest = np.full(padded, -1, np.int32)
    most = unknown + 1
    sizes = np.empty(most, np.int64)
    degree = np.empty(most, np.int64)
    touches = np.empty((most, 8), np.int32)
    places = np.empty(most, np.int64)
    earlier = np.empty(most, np.int32)
    members = np.empty(size, np.int64)
    groups = np.empty((size, 8), np.int32)
    needs = np.empty(size, np.int64)
    rooms = np.empty(size, np.int64)
    under = np.empty(8, np.int32)
    n_groups = 0
    n_constraints = 0
    far = 0
    place = stride + 1
    for row in range(height):
        for cell in range(row * width, row * width + width):
            kind = kinds[place]
            if kind == CLEAR:
                classes[cell] = SAFE
            elif kind == MARKED:
                classes[cell] = MINED
                settled += 1
            elif kind == UNKNOWN:
                count = 0
                for step in around:
                    number = place + step
                    if kinds[number] == NUMBER:
                        if identity[number] < 0:
                            identity[number] = n_constraints
                            members[n_constraints] = 0
                            needs[n_constraints] = need[number]
                            rooms[n_constraints] = room[number]
                            n_constraints += 1
                        under[count] = identity[number]
                        count += 1
                if count == 0:
                    classes[cell] = FAR
                    far += 1
                else:
                    group = latest[under[0]]
                    while group >= 0:
                        if degree[group] == count:
                            same = True
                            for i in range(count):
                                if touches[group, i] != under[i]:
                                    same = False
                            if same:
                                break
                        group = earlier[group]
                    if group < 0:
                        group = n_groups
                        n_groups += 1
                        earlier[group] = latest[under[0]]
                        latest[under[0]] = group
                        sizes[group] = 0
                        degree[group] = count
                        places[group] = cell
                        for i in range(count):
                            constraint = under[i]
                            touches[group, i] = constraint
                            groups[constraint, members[constraint]] = group
                            members[constraint] += 1
                    sizes[group] += 1
                    classes[cell] = FIRST_GROUP + group
            if cells[cell] == UNREADABLE:
                classes[cell] = SILENT
            place += 1
        place += 2
    if broken >= 0:
        broken = (broken // stride - 1) * width + broken % stride - 1
    return Frontier(
        classes,
        sizes[:n_groups],
        degree[:n_groups],
        touches[:n_groups],
        places[:n_groups],
        members[:n_constraints],
        groups[:n_constraints],
        needs[:n_constraints],
        rooms[:n_constraints],
        settled,
        far,
        broken,
    )


@compiled
def _greedy(
    parts: Frontier, first: int, order: Ints, begin: int, listed: NDArray[np.int8], queue: Ints
) -> int:
    """Order the component of group ``first`` into ``order[begin:]``; where it ends.

    Always the group next that opens fewest constraints net of those it closes; among equals the
    one longest in sight. ``listed`` is 1 for every group of the component afterwards.
    """
    left = parts.members.copy()
    opened = np.zeros(left.size, np.int8)
    end = begin
    queue[0] = first
    listed[first] = 1
    waiting = 1
    while waiting > 0:
        best = 0
        best_score = 99
        for i in range(waiting):
            group = queue[i]
            score = 0
            for j in range(parts.degree[group]):
                constraint = parts.touches[group, j]
                if opened[constraint] == 0:
                    score += 1
                if left[constraint] == 1:
                    score -= 1
            if score < best_score:
                best = i
                best_score = score
        group = queue[best]
        waiting -= 1
        for i in range(best, waiting):
            queue[i] = queue[i + 1]
        order[end] = group
        end += 1
        for j in range(parts.degree[group]):
            constraint = parts.touches[group, j]
            left[constraint] -= 1
            if opened[constraint] == 0:
                opened[constraint] = 1
                for k in range(parts.members[constraint]):
                    other = parts.groups[constraint, k]
                    if listed[other] == 0:
                        listed[other] = 1
                        queue[waiting] = other
                        waiting += 1
    return end


@compiled
def _width(parts: Frontier, order: Ints, begin: int, end: int) -> float:
    """An estimate of the states the order needs, log2 of a sum of upper bounds."""
    placed = np.zeros(parts.need.size, np.int64)
    bits = np.zeros(parts.need.size)
    total = 0.0
    now = 0.0
    for i in range(begin, end):
        group = order[i]
        for j in range(parts.degree[group]):
            constraint = parts.touches[group, j]
            placed[constraint] += parts.sizes[group]
            need = parts.need[constraint]
            most = min(need, parts.room[constraint] - placed[constraint])
            least = max(0, need - placed[constraint])
            fresh = math.log2(most - least + 1.0)
            now += fresh - bits[constraint]
            bits[constraint] = fresh
        total += 2.0**now
    return math.log2(total)


@compiled
def schedule(parts: Frontier) -> Ints:
    """An order of the groups, component by component, that keeps few constraints in play."""
    n_groups = parts.sizes.size
    order = np.empty(n_groups, np.int64)
    trial = np.empty(n_groups, np.int64)
    listed = np.zeros(n_groups, np.int8)
    queue = np.empty(n_groups + 1, np.int64)
    begin = 0
    for first in range(n_groups):
        if listed[first] == 1:
            continue
        end = _greedy(parts, first, order, begin, listed, queue)
        if _width(parts, order, begin, end) > WIDE:
            _improve(parts, order, trial, begin, end, queue)
        begin = end
    return order


@compiled
def _improve(
    parts: Frontier, order: Ints, trial: Ints, begin: int, end: int, queue: Ints
) -> None:
    """Try the greedy order from every group of a wide component; keep the narrowest in order."""
    best = _width(parts, order, begin, end)
    for first in np.sort(order[begin:end]):
        listed = np.zeros(order.size, np.int8)
        _greedy(parts, first, trial, begin, listed, queue)
        width = _width(parts, trial, begin, end)
        if width < best:
            best = width
            order[begin:end] = trial[begin:end]


@compiled
def _grown(values: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    more = np.empty(2 * size, values.dtype)
    more[: values.size] = values
    return more


@compiled
def forward(parts: Frontier, order: Ints, scaled: bool) -> Layers:
    """Count the ways to reach every state, group after group."""
    n_groups = order.size
    first = np.zeros(n_groups + 2, np.int64)
    keys = np.zeros(256, np.int64)
    low = np.zeros(256, np.int32)
    high = np.zeros(256, np.int32)
    fewest = np.zeros(256, np.int32)
    start = np.zeros(257, np.int64)
    edge = np.zeros(257, np.int64)
    target = np.zeros(512, np.int32)
    values = np.zeros(1024, np.float64)
    table = np.zeros(64, np.int32)
    shift = np.full(parts.need.size, -1, np.int64)
    left = parts.members.copy()
    room = parts.room.copy()
    shifts = np.zeros(8, np.int64)
    masks = np.zeros(8, np.int64)
    rooms = np.zeros(8, np.int64)
    used = 0
    exponent = 0
    status = FITS
    values[0] = 1.0
    start[1] = 1
    first[1] = 1
    states = 1
    edges = 0
    for layer in range(n_groups):
        group = order[layer]
        size = parts.sizes[group]
        degree = parts.degree[group]
        take = 0
        fresh = 0
        for j in range(degree):
            constraint = parts.touches[group, j]
            need = parts.need[constraint]
            mask = 1 if need == 1 else 3 if need < 4 else 7
            if shift[constraint] < 0:
                at = 0
                while at < 60 and (used >> at) & mask != 0:
                    at += 1
                if at == 60:
                    status = TOO_WIDE
                    break
                used |= mask << at
                shift[constraint] = at
                fresh += need << at
            room[constraint] -= size
            take += 1 << shift[constraint]
            shifts[j] = shift[constraint]
            masks[j] = mask
            rooms[j] = room[constraint]
        if status != FITS:
            break
        here = first[layer]
        there = first[layer + 1]
        for state in range(here, there):
            key = keys[state] + fresh
            least = 0
            most = size
            for j in range(degree):
                need = (key >> shifts[j]) & masks[j]
                most = min(most, need)
                least = max(least, need - rooms[j])
            fewest[state] = least
            edge[state] = edges
            if edges + 9 > target.size:
                target = _grown(target, target.size)
            if states + 9 > low.size:
                more = 2 * low.size
                new_keys = np.empty(more, np.int64)
                new_keys[:states] = keys[:states]
                keys = new_keys
                low = _grown(low, low.size)
                high = _grown(high, high.size)
                fewest = _grown(fewest, fewest.size)
                new_start = np.empty(more + 1, np.int64)
                new_start[: start.size] = start
                start = new_start
                new_edge = np.empty(more + 1, np.int64)
                new_edge[: edge.size] = edge
                edge = new_edge
            if 2 * (states - there + 9) > table.size:
                table = np.zeros(4 * table.size, np.int32)
                for known in range(there, states):
                    at = ((keys[known] * -7046029254386353131) >> 32) & (table.size - 1)
                    while table[at] >= there:
                        at = (at + 1) & (table.size - 1)
                    table[at] = known
            for mines in range(least, most + 1):
                wanted = key - mines * take
                at = ((wanted * -7046029254386353131) >> 32) & (table.size - 1)
                while table[at] >= there and keys[table[at]] != wanted:
                    at = (at + 1) & (table.size - 1)
                goal = table[at]
                if goal < there:
                    goal = states
                    states += 1
                    table[at] = goal
                    keys[goal] = wanted
                    low[goal] = low[state] + mines
                    high[goal] = high[state] + mines
                else:
                    low[goal] = min(low[goal], low[state] + mines)
                    high[goal] = max(high[goal], high[state] + mines)
                target[edges] = goal
                edges += 1
        edge[there] = edges
        first[layer + 2] = states
        if states == there:
            status = CONTRADICTION
            break
        at = start[there]
        for state in range(there, states):
            start[state] = at
            at += high[state] - low[state] + 1
        start[states] = at
        if at > MOST_VALUES:
            status = TOO_WIDE
            break
        if at > values.size:
            new_values = np.empty(2 * at, np.float64)
            new_values[: start[there]] = values[: start[there]]
            values = new_values
        values[start[there] : at] = 0.0
        for state in range(here, there):
            mines = fewest[state]
            source = values[start[state] : start[state + 1]]
            for i in range(edge[state], edge[state + 1]):
                goal = target[i]
                to = start[goal] + low[state] + mines - low[goal]
                into = values[to : to + source.size]
                ways = CHOOSE[size, mines]
                for m in range(source.size):
                    into[m] += ways * source[m]
                mines += 1
        if scaled:
            exponent += _rescale(values[start[there] : at])
        for j in range(degree):
            constraint = parts.touches[group, j]
            left[constraint] -= 1
            if left[constraint] == 0:
                used &= ~(masks[j] << shifts[j])
    return Layers(first, low, start, fewest, edge, target, values, status, exponent)


@compiled
def _rescale(values: Floats) -> int:
    """Multiply by ``STEP`` if a value is above ``CEILING``, nothing possible below ``FLOOR``."""
    if values.max() <= CEILING:
        return 0
    for i in range(values.size):
        if values[i] > 0.0:
            values[i] = max(values[i] * STEP, FLOOR)
    return 1


@compiled
def _tail(far: int, left: int, low: int, size: int, scaled: bool) -> tuple[Floats, int]:
    """Ways to put the rest of ``left`` mines on ``far`` cells, if ``low``, … are used up already.

    Returns (size,) ways, all multiplied by ``STEP`` as often as the second value says.
    """
    ways = np.zeros(size)
    exponents = np.zeros(size, np.int64)
    value = 1.0
    exponent = 0
    for fewer in range(min(far // 2, left - low) + 1):
        for mines in (fewer, far - fewer):
            used = left - mines - low
            if 0 <= used < size:
                ways[used] = value
                exponents[used] = exponent
        if value < 2.0**53:
            value = float(int(value) * (far - fewer) // (fewer + 1))
        else:
            value = value * (far - fewer) / (fewer + 1)
        if scaled and value > CEILING:
            value *= STEP
            exponent += 1
    top = exponents.max()
    for used in range(size):
        if ways[used] > 0.0:
            for _ in range(top - exponents[used]):
                ways[used] = max(ways[used] * STEP, FLOOR)
    return ways, top


@compiled
def backward(parts: Frontier, order: Ints, layers: Layers, scaled: bool) -> tuple[Floats, int]:
    """Weigh every way to fill each group; the last layer's values must be the weights of its ends.

    Returns (G, 9) the layouts in which the group holds 0, 1, … mines, each row on a scale of its
    own, and how often values were multiplied by ``STEP``. The values become the ways to go on
    from a state: those of the very first state are all layouts.
    """
    weights = np.zeros((order.size, 9))
    exponent = 0
    values = layers.values
    start = layers.start
    low = layers.low
    widest = 1
    for state in range(layers.first[order.size + 1]):
        widest = max(widest, start[state + 1] - start[state])
    onward = np.zeros(widest)
    for layer in range(order.size - 1, -1, -1):
        group = order[layer]
        size = parts.sizes[group]
        for state in range(layers.first[layer], layers.first[layer + 1]):
            here = values[start[state] : start[state + 1]]
            for m in range(here.size):
                onward[m] = 0.0
            mines = layers.fewest[state]
            for i in range(layers.edge[state], layers.edge[state + 1]):
                goal = layers.target[i]
                at = start[goal] + low[state] + mines - low[goal]
                beyond = values[at : at + here.size]
                ways = CHOOSE[size, mines]
                total = 0.0
                for m in range(here.size):
                    way = ways * beyond[m]
                    onward[m] += way
                    total += here[m] * way
                weights[group, mines] += total
                mines += 1
            for m in range(here.size):
                here[m] = onward[m]
        if scaled:
            span = values[start[layers.first[layer]] : start[layers.first[layer + 1]]]
            exponent += _rescale(span)
    return weights, exponent


@compiled
def _odds(weights: Floats, size: int) -> float:
    """The odds of each cell of a group; 0.0 and 1.0 where, and only where, they are certain."""
    below = 0.0
    above = 0.0
    total = 0.0
    mean = 0.0
    for mines in range(size + 1):
        total += weights[mines]
        mean += mines * weights[mines]
        if mines > 0:
            above += weights[mines]
        if mines < size:
            below += weights[mines]
    if above == 0.0:
        return 0.0
    if below == 0.0:
        return 1.0
    return max(min(mean / (size * total), 1.0 - 2.0**-53), 2.0**-1000)


@compiled
def _no_odds(status: int, where: Ints) -> tuple[int, Ints, Floats, Ints, Ints, float, int]:
    none = np.empty(0, np.int64)
    return status, none, np.empty(0), where, none, 0.0, 0


@compiled
def analyse(
    cells: NDArray[np.uint8], width: int, mines: int, shallow: bool
) -> tuple[int, Ints, Floats, Ints, Ints, float, int]:
    """Everything about one board.

    Args:
        cells: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total, -1 where it is not known.
        shallow: stop after what single numbers say.

    Returns:
        The status; the class of every cell; the odds by class, nan where there are none; the safe
        cells and the mines; the number of layouts, a double that was multiplied by ``STEP`` as
        often as the last value says.

    """
    parts = frontier(cells, width)
    none = np.empty(0, np.int64)
    if parts.broken >= 0:
        return _no_odds(CONTRADICTION, none)
    if shallow:
        return _no_odds(FITS, none)
    scaled = cells.size > UNSCALED
    order = schedule(parts)
    layers = forward(parts, order, scaled)
    if layers.status != FITS:
        return _no_odds(layers.status, none)
    last = layers.first[order.size]
    low = layers.low[last]
    ends = layers.values[layers.start[last] : layers.start[last + 1]]
    odds = np.full(FIRST_GROUP + order.size, np.nan)
    odds[SAFE] = 0.0
    odds[MINED] = 1.0
    layouts = 0.0
    exponent = layers.exponent
    if mines < 0:
        layouts = ends.sum()
        weight = 1.0
        for m in range(ends.size):
            ends[m] = weight
            weight = max(weight * 0.25, FLOOR)
        weights, _ = backward(parts, order, layers, scaled)
    else:
        left = mines - parts.settled
        ways, tail_exponent = _tail(parts.far, left, low, ends.size, scaled)
        total = 0.0
        mean = 0.0
        some = False
        full = True
        for m in range(ends.size):
            weight = ends[m] * ways[m]
            total += weight
            mean += weight * (left - low - m)
            if weight > 0.0:
                some = some or left - low - m > 0
                full = full and left - low - m == parts.far
            ends[m] = ways[m]
        if total == 0.0:
            return _no_odds(CONTRADICTION, none)
        if parts.far > 0:
            odds[FAR] = mean / (parts.far * total)
            if not some:
                odds[FAR] = 0.0
            elif full:
                odds[FAR] = 1.0
            else:
                odds[FAR] = max(min(odds[FAR], 1.0 - 2.0**-53), 2.0**-1000)
        weights, back_exponent = backward(parts, order, layers, scaled)
        layouts = layers.values[0]
        exponent = tail_exponent + back_exponent
    for group in range(order.size):
        odds[FIRST_GROUP + group] = _odds(weights[group], parts.sizes[group])
    safe = np.empty(cells.size, np.int64)
    mined = np.empty(cells.size, np.int64)
    n_safe = 0
    n_mined = 0
    for cell in range(cells.size):
        chance = odds[parts.classes[cell]]
        if chance == 0.0:
            safe[n_safe] = cell
            n_safe += 1
        elif chance == 1.0:
            mined[n_mined] = cell
            n_mined += 1
    return FITS, parts.classes, odds, safe[:n_safe], mined[:n_mined], layouts, exponent
