"""From a board to its frontier: what single numbers settle, and the groups that are left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver_bot.board import NUMBERS, POSSIBLE_MINES, SHOWN_MINES, UNREADABLE

from .jit import Bytes, Codes, Ints, inlined, inner, lean

SILENT, SAFE, MINED, FAR, FIRST_GROUP = 0, 1, 2, 3, 4
"""Classes of cells: not asked about, proved safe, proved a mine, off the frontier, group 0, …"""
OUTSIDE, NUMBER, UNKNOWN, CLEAR, MARKED, SHOWN = 0, 1, 2, 3, 4, 5
"""Kinds of cells while single numbers are applied: nothing to learn from, a number, covered, proved
safe, proved a mine, a mine shown."""
KINDS = np.array(
    [
        NUMBER if code in NUMBERS
        else UNKNOWN if code in POSSIBLE_MINES
        else SHOWN if code in SHOWN_MINES
        else OUTSIDE
        for code in range(UNREADABLE + 1)
    ],
    np.int8,
)  # fmt: skip
ENOUGH = 100
"""What no cell around another one brings down to nothing."""
GROUPS, CONSTRAINTS, SETTLED, REST = 0, 1, 2, 3
"""Indices into ``Frontier.totals``."""


class PaddedBoard(NamedTuple):
    """A board with a rim of one cell, flattened to one dimension.

    Attributes:
        kinds: ``OUTSIDE``, ``NUMBER``, … for each cell. Wrong flags are ``OUTSIDE`` too.
        left: first, for each number, its need: how many mines it still needs around it. Then, for
            each number, its slack: how many of the ``UNKNOWN`` cells around it must be safe. Both
            are ``ENOUGH`` or a little less for other cells.
        around: (8,) the distances to the eight neighbours.

    """

    kinds: Bytes
    left: Bytes
    around: Ints


class Frontier(NamedTuple):
    """The groups and constraints to count. ``totals`` says how much of each array is used.

    Attributes:
        classes: (cells,) the class of each cell.
        sizes: (cells,) how many cells each group has.
        degree: (cells,) under how many constraints each group stands.
        touches: (cells, 8) these constraints, in reading order.
        members: (cells,) how many groups each constraint has.
        groups: (cells, 8) these groups.
        need: (cells,) how many mines each constraint needs, at least 1.
        room: (cells,) how many cells each constraint has, more than it needs.
        totals: (4,) groups, constraints, mines shown or proved, cells off the frontier.

    """

    classes: Ints
    sizes: Ints
    degree: Ints
    touches: Ints
    members: Ints
    groups: Ints
    need: Ints
    room: Ints
    totals: Ints


@inner
def _around(marks: Bytes, stride: int) -> Bytes:
    """The sum of the marks of each cell and its neighbours. Those of the rim are not summed."""
    across = np.zeros(marks.size, np.int8)
    for place in range(1, marks.size - 1):
        across[place] = marks[place - 1] + marks[place] + marks[place + 1]
    total = np.zeros(marks.size, np.int8)
    above = across[: marks.size - 2 * stride]  # slices, whose elements can be summed many at once
    below = across[2 * stride :]
    beside = across[stride:]
    into = total[stride:]
    for place in range(above.size):
        into[place] = above[place] + beside[place] + below[place]
    return total


@lean
def _write_kinds(cells: Codes, width: int, kinds: Bytes, left: Bytes, marks: Bytes) -> int:
    """Write the kind of each cell, the number it shows, and a mark where it is covered.

    Returns how many mines are shown.
    """
    shown = 0
    cell = 0
    for begin in range(width + 3, kinds.size - width - 2, width + 2):
        for place in range(begin, begin + width):
            kind = KINDS[cells[cell]]
            kinds[place] = kind
            marks[place] = kind == UNKNOWN
            left[place] = cells[cell] if kind == NUMBER else ENOUGH
            shown += kind == SHOWN
            cell += 1
    return shown


@inlined
def _read(cells: Codes, width: int, totals: Ints) -> PaddedBoard:
    """The grid of a board. The mines shown are added to ``totals``."""
    stride = width + 2
    size = stride * (cells.size // width + 2)
    kinds = np.zeros(size, np.int8)
    marks = np.zeros(size, np.int8)
    left = np.full(2 * size, ENOUGH, np.int8)
    need = left[:size]
    slack = left[size:]
    mines = _write_kinds(cells, width, kinds, left, marks)
    room = _around(marks, stride)
    if mines > 0:
        totals[SETTLED] += mines
        for place in range(size):
            marks[place] = kinds[place] == SHOWN
        shown = _around(marks, stride)
        for place in range(size):
            need[place] -= shown[place] if kinds[place] == NUMBER else 0
    for place in range(size):
        slack[place] = room[place] - need[place] if kinds[place] == NUMBER else ENOUGH
    around = np.array(
        [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1], np.int64
    )
    return PaddedBoard(kinds, left, around)


@lean
def _first_due(left: Bytes, due: Ints) -> int:
    """Queue every number that a rule applies to. Returns how many, or -1 if a number is wrong."""
    waiting = 0
    for number in range(due.size):
        need = left[number]
        slack = left[due.size + number]
        if need <= 0 or slack <= 0:
            if need < 0 or slack < 0:
                return -1
            if need + slack > 0:
                due[waiting] = number
                waiting += 1
    return waiting


@lean
def _tell(grid: PaddedBoard, cell: int, mined: bool, due: Ints, waiting: int) -> int:
    """Take a settled cell off the numbers around it, and queue those that a rule now applies to.

    A mine is taken off their need, a safe cell off their slack. A number is queued once at most:
    when the first of the two comes to nothing and the other does not.

    Returns the length of the queue, or -1 if a number is wrong.
    """
    side = 0 if mined else due.size
    for i in range(8):
        step = grid.around[i]
        place = side + cell + step
        still = grid.left[place] - 1
        grid.left[place] = still
        if still <= 0:
            if still < 0:
                return -1
            if grid.left[due.size - side + cell + step] > 0:
                due[waiting] = cell + step
                waiting += 1
    return waiting


@lean
def _settle(grid: PaddedBoard, due: Ints) -> bool:
    """Run the scan loop to its end. Returns whether all numbers can be right.

    ``due`` is room for the queue, an entry for each element of ``grid.kinds``.
    """
    waiting = _first_due(grid.left, due)
    while waiting > 0:
        waiting -= 1
        number = due[waiting]
        mined = grid.left[number] > 0
        for i in range(8):
            cell = number + grid.around[i]
            if grid.kinds[cell] == UNKNOWN:
                grid.kinds[cell] = MARKED if mined else CLEAR
                waiting = _tell(grid, cell, mined, due, waiting)
                if waiting < 0:
                    return False
    return waiting == 0


@lean
def _constraints(grid: PaddedBoard, parts: Frontier, known: Ints) -> None:
    """Write down the constraints, and into ``known`` that of each number, -1 for none."""
    count = 0
    for number in range(known.size):
        known[number] = -1
        if grid.kinds[number] == NUMBER and grid.left[number] > 0:
            known[number] = count
            parts.members[count] = 0
            parts.need[count] = grid.left[number]
            parts.room[count] = grid.left[number] + grid.left[known.size + number]
            count += 1
    parts.totals[CONSTRAINTS] = count


@lean
def _find_group(parts: Frontier, under: Ints, count: int) -> int:
    """The group that stands under exactly these constraints; a new group if there is none."""
    rarest = under[0]
    for i in range(parts.members[rarest] - 1, -1, -1):
        group = parts.groups[rarest, i]
        if parts.degree[group] == count:
            same = 0
            while same < count and parts.touches[group, same] == under[same]:
                same += 1
            if same == count:
                return int(group)
    group = parts.totals[GROUPS]
    parts.totals[GROUPS] += 1
    parts.sizes[group] = 0
    parts.degree[group] = count
    for i in range(count):
        constraint = under[i]
        parts.touches[group, i] = constraint
        parts.groups[constraint, parts.members[constraint]] = group
        parts.members[constraint] += 1
    return int(group)


@lean
def _group(grid: PaddedBoard, width: int, known: Ints, parts: Frontier, under: Ints) -> None:
    """Give each cell its class, and write down the groups. ``under`` (8,) is scratch memory."""
    cell = 0
    for begin in range(width + 3, grid.kinds.size - width - 2, width + 2):
        for place in range(begin, begin + width):
            kind = grid.kinds[place]
            known_class = SILENT
            if kind == UNKNOWN:
                count = 0
                for i in range(8):  # so many that it is unrolled; branches are hard to predict
                    near = known[place + grid.around[i]]
                    under[count] = near
                    count += near >= 0
                known_class = FAR
                if count > 0:
                    group = _find_group(parts, under, count)
                    parts.sizes[group] += 1
                    known_class = FIRST_GROUP + group
                else:
                    parts.totals[REST] += 1
            elif kind == CLEAR:
                known_class = SAFE
            elif kind == MARKED:
                known_class = MINED
                parts.totals[SETTLED] += 1
            parts.classes[cell] = known_class
            cell += 1


@lean
def _silence_unread(cells: Codes, classes: Ints) -> None:
    """Give the cells that can't be read the class of those that are not asked about."""
    for cell in range(cells.size):
        if cells[cell] == UNREADABLE:
            classes[cell] = SILENT


@inlined
def _room_for(size: int) -> Frontier:
    room = np.empty(6 * size, np.int64)
    return Frontier(
        room[:size],
        room[size : 2 * size],
        room[2 * size : 3 * size],
        np.empty((size, 8), np.int64),
        room[3 * size : 4 * size],
        np.empty((size, 8), np.int64),
        room[4 * size : 5 * size],
        room[5 * size :],
        np.zeros(4, np.int64),
    )


@inner
def read_frontier(cells: Codes, width: int) -> tuple[bool, Frontier]:
    """Whether single numbers allow the board, and its groups and constraints."""
    parts = _room_for(cells.size)
    grid = _read(cells, width, parts.totals)
    scratch = np.empty(grid.kinds.size, np.int64)
    possible = _settle(grid, scratch)
    if possible:
        _constraints(grid, parts, scratch)
        _group(grid, width, scratch, parts, np.empty(8, np.int64))
        _silence_unread(cells, parts.classes)
    return possible, parts
