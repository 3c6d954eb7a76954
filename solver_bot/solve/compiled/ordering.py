"""An order of the groups that keeps few constraints in play at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .frontier import CONSTRAINTS, GROUPS, Frontier
from .jit import Bytes, Floats, Ints, inner, lean

WIDE = 1024.0
"""The estimated states of a component above which a better order is looked for."""
STARTS = 256
"""The most orders to try for one component. Components of an expert board have fewer groups."""


@inner
def stable_order(keys: NDArray[Any]) -> Ints:
    """The indices that sort a few keys, the lowest first. Equal keys keep their order."""
    order = np.empty(keys.size, np.int64)
    for i in range(keys.size):
        place = i
        while place > 0 and keys[order[place - 1]] > keys[i]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i
    return order


@lean
def _take_best(parts: Frontier, left: Ints, queue: Ints, waiting: int) -> int:
    """Remove a group from the queue and return it: the one that adds the fewest open constraints.

    A group adds the constraints that it opens, less those that it closes. Of equal groups the first
    is taken, and the queue keeps its order.
    """
    best = 0
    best_growth = 99
    for i in range(waiting):
        group = queue[i]
        growth = 0
        for j in range(parts.degree[group]):
            constraint = parts.touches[group, j]
            growth += left[constraint] == parts.members[constraint]
            growth -= left[constraint] == 1
        if growth < best_growth:
            best = i
            best_growth = growth
    group = queue[best]
    for i in range(best + 1, waiting):
        queue[i - 1] = queue[i]
    return int(group)


class Desk(NamedTuple):
    """Scratch memory.

    Attributes:
        left: (constraints,) how many groups of each constraint are not in the order yet.
        queue: (groups,) the groups that touch one in the order.
        placed: (constraints,) how many cells of each constraint are in groups of the order.
        choices: (constraints,) how many needs each constraint may be left with.

    """

    left: Ints
    queue: Ints
    placed: Ints
    choices: Floats


@lean
def _greedy(parts: Frontier, first: int, order: Ints, begin: int, seen: Bytes, desk: Desk) -> int:
    """Write an order of the component of group ``first`` into ``order[begin:]``; return its end.

    The next group is always the one that leaves the fewest constraints open. Of equal groups, the
    one that has been in the queue longest comes first. The component's groups are marked in
    ``seen``.
    """
    left = desk.left
    queue = desk.queue
    for constraint in range(left.size):
        left[constraint] = parts.members[constraint]
    queue[0] = first
    seen[first] = 1
    waiting = 1
    end = begin
    while waiting > 0:
        group = _take_best(parts, left, queue, waiting)
        waiting -= 1
        order[end] = group
        end += 1
        for i in range(parts.degree[group]):
            constraint = parts.touches[group, i]
            left[constraint] -= 1
            for j in range(parts.members[constraint]):
                other = parts.groups[constraint, j]
                if seen[other] == 0:
                    seen[other] = 1
                    queue[waiting] = other
                    waiting += 1
    return end


@lean
def _width(parts: Frontier, order: Ints, begin: int, end: int, desk: Desk) -> float:
    """Estimate how many states an order takes, as if all needs were independent."""
    placed = desk.placed
    choices = desk.choices
    for constraint in range(placed.size):
        placed[constraint] = 0
        choices[constraint] = 1.0
    now = 1.0
    total = 0.0
    for i in range(begin, end):
        group = order[i]
        for j in range(parts.degree[group]):
            constraint = parts.touches[group, j]
            placed[constraint] += parts.sizes[group]
            need = parts.need[constraint]
            most = min(need, parts.room[constraint] - placed[constraint])
            least = max(0, need - placed[constraint])
            now /= choices[constraint]
            choices[constraint] = most - least + 1
            now *= choices[constraint]
        total += now
    return total


@inner
def schedule(parts: Frontier, patient: bool) -> Ints:
    """An order of the groups, component by component, that keeps few constraints open.

    A component with an estimate above ``WIDE`` is ordered again, beginning with other groups. Up to
    ``STARTS`` groups are tried, spaced evenly along the first order. The best order is kept. If not
    ``patient``, the order ends before such a component.
    """
    order = np.empty(parts.totals[GROUPS], np.int64)
    seen = np.zeros(order.size, np.int8)
    count = parts.totals[CONSTRAINTS]
    room = np.empty(2 * count + order.size, np.int64)
    desk = Desk(room[:count], room[2 * count :], room[count : 2 * count], np.empty(count))
    begin = 0
    for group in range(order.size):
        if seen[group] == 1:
            continue
        end = _greedy(parts, group, order, begin, seen, desk)
        best = _width(parts, order, begin, end, desk)
        if best > WIDE:
            if not patient:
                return order[:begin]
            trial = np.empty(order.size, np.int64)
            for first in order[begin : end : 1 + (end - begin - 1) // STARTS].copy():
                trial_seen = np.zeros(order.size, np.int8)
                _greedy(parts, first, trial, begin, trial_seen, desk)
                width = _width(parts, trial, begin, end, desk)
                if width < best:
                    best = width
                    for i in range(begin, end):
                        order[i] = trial[i]
        begin = end
    return order
