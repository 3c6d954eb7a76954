"""The layouts that fit a board, listed."""

from __future__ import annotations

import numpy as np

from .frontier import FIRST_GROUP, MINED, SAFE, SETTLED, SILENT, Frontier
from .jit import Bytes, Ints, inlined, lean
from .ordering import schedule, stable_order

_STEPS_A_LAYOUT = 1000
"""The most steps of the search for layouts, on average for each layout that may be found."""


@inlined
def ordered(parts: Frontier) -> Ints:
    """The covered cells that are not proved mines: by group, then off the frontier, then safe."""
    order = schedule(parts, True)
    rank = np.empty(FIRST_GROUP + order.size, np.int64)
    for klass in range(FIRST_GROUP):
        rank[klass] = order.size + FIRST_GROUP - klass
    for place in range(order.size):
        rank[FIRST_GROUP + order[place]] = place
    cells = np.empty(parts.classes.size, np.int64)
    count = 0
    for cell in range(cells.size):
        if parts.classes[cell] != SILENT and parts.classes[cell] != MINED:
            cells[count] = cell
            count += 1
    keys = rank[parts.classes[cells[:count]]]
    return cells[:count][stable_order(keys)]


@lean
def _put(parts: Frontier, cell: int, mined: int, need: Ints, room: Ints) -> bool:
    """Decide whether a cell is a mine. Returns whether its constraints can still be met."""
    possible = True
    group = parts.classes[cell] - FIRST_GROUP
    if group >= 0:
        for i in range(parts.degree[group]):
            constraint = parts.touches[group, i]
            need[constraint] -= mined
            room[constraint] -= 1
            possible = possible and 0 <= need[constraint] <= room[constraint]
    return possible


@lean
def _take_back(parts: Frontier, cell: int, mined: int, need: Ints, room: Ints) -> None:
    """Undo ``_put``."""
    group = parts.classes[cell] - FIRST_GROUP
    if group >= 0:
        for i in range(parts.degree[group]):
            constraint = parts.touches[group, i]
            need[constraint] += mined
            room[constraint] += 1


@lean
def _next_choice(
    parts: Frontier, cells: Ints, at: int, choice: Ints, need: Ints, room: Ints
) -> bool:
    """Advance the choice in a cell: from -1 (undecided) to 0 (safe) to 1 (a mine).

    After 1 it returns False and sets the choice to -1 again.
    """
    if choice[at] >= 0:
        _take_back(parts, cells[at], choice[at], need, room)
    choice[at] += 1
    if choice[at] > 1:
        choice[at] = -1
        return False
    return True


@inlined
def layouts_of(parts: Frontier, cells: Ints, mines: int, most: int) -> Bytes:
    """List the layouts that fit: (layouts, cells), 1 for a mine and 0 for none.

    ``mines`` is the mine total. ``cells`` come from ``ordered``. The list is empty if more than
    ``most`` layouts fit, or if the search takes too many steps.
    """
    found = np.zeros((most, cells.size), np.int8)
    unsettled = int((parts.classes[cells] != SAFE).sum())
    need = parts.need.copy()
    room = parts.room.copy()
    choice = np.full(unsettled + 1, -1, np.int64)
    taken = 0
    count = 0
    at = 0
    for _ in range(_STEPS_A_LAYOUT * most):
        left = mines - parts.totals[SETTLED] - taken
        if at == unsettled:
            if left == 0:
                if count == most:
                    return found[:0]
                found[count, :unsettled] = choice[:unsettled]
                count += 1
            at -= 1
        taken -= max(0, choice[at])
        if _next_choice(parts, cells, at, choice, need, room):
            taken += choice[at]
            possible = _put(parts, cells[at], choice[at], need, room)
            left = mines - parts.totals[SETTLED] - taken
            at += possible and 0 <= left < unsettled - at
        elif at == 0:
            return found[:count]
        else:
            at -= 1
    return found[:0]
