"""The compiled half of the odds: numbers -> groups -> an order -> counts of layouts.

Python code calls it through ``solver_bot.solve.odds``. Importing this module loads numba. The first
call on a machine compiles for some seconds; later calls use a cache on disk. All of it is one file
because numba's cache notices a change of the file that holds a function, but not a change of other
files whose functions it calls. See ``SOURCE`` for the searches that call this file.

The stages
    ``read_frontier``  settles cells by single numbers, and finds the groups and constraints that
                       are left
    ``schedule``       puts the groups in an order that keeps few constraints open at a time
    ``forward``        places one group after the other. A *state* is what the open constraints
                       still need. It holds, for each number of mines placed so far, in how many
                       ways it is reached.
    ``backward``       returns through the same states and weighs every way to fill each group
    ``analyse``        runs all stages

A constraint is *open* from the first of its groups that is placed to the last.

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
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import NUMBERS, POSSIBLE_MINES, SHOWN_MINES, UNREADABLE
from solver_bot.solve.cache import cache

FITS, CONTRADICTION, TOO_WIDE = 0, 1, 2
"""The status of a board: a layout fits, no layout fits, or counting takes too much memory."""

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

GROUPS, CONSTRAINTS, SETTLED, REST = 0, 1, 2, 3
"""Indices into ``Frontier.totals``."""

KEY, LOW, HIGH, FEWEST, START, EDGE = 0, 1, 2, 3, 4, 5
"""Columns of ``Layers.states``."""

UNSCALED = 500
"""The most cells of a board whose values never leave the range of a double. Counts reach 2**500 at
most, and tilts fall to 2**-1000 at least."""
CEILING = 2.0**400
"""The greatest value of a layer that is not scaled down; its inverse is the least not scaled up."""
FLOOR = 2.0**-450
"""The least value that stays possible on a scaled board."""
TILT = 0.25
"""The weight of one more mine if the mine total is not known. It stands for a density of 0.2."""
WIDE = 10.0
"""The estimated states of a component, in bits, above which a better order is looked for."""
STARTS = 256
"""The most orders to try for one component. Components of an expert board have fewer groups."""
KEY_BITS = 62
"""The bits of a state's key."""
MOST_WORDS = 1 << 25
"""The most words of 8 bytes for one board: 256 MiB, twice that while arrays grow. Filling them all
takes about a second."""

CHOOSE = np.array([[float(math.comb(n, k)) for k in range(9)] for n in range(9)])
"""(9, 9) binomial coefficients: ``CHOOSE[n, k]`` ways to put k mines on n cells."""

SOURCE = zlib.crc32(Path(__file__).read_bytes())
"""A checksum of this file. A compiled function elsewhere that calls into this file has a parameter
with this default. The cache notices a change of a function's own file and of such a default, but
not of the functions that it calls."""

F = TypeVar("F", bound=Callable[..., Any])
Codes = NDArray[np.uint8]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def compiled(function: F, **options: Any) -> F:
    """``function``, compiled by numba at its first call and kept on disk if possible."""
    make = partial(numba.njit, error_model="numpy", **options)
    folder = cache().folder
    if folder is None:
        return cast(F, _once_for_all_numbers(make()(function)))
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        dispatcher = make(cache=True)(function)
    finally:
        settings.CACHE_DIR = before
    return cast(F, _saved_if_possible(_once_for_all_numbers(dispatcher)))


UNSAVED: list[str] = []
"""Functions that this process compiled but could not write into the cache."""


def _saved_if_possible(dispatcher: Any) -> Any:
    """The same dispatcher, whose compiling call does not fail if the disk has become full."""
    save = dispatcher._cache.save_overload

    def try_to_save(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except OSError:
            UNSAVED.append(dispatcher.__name__)

    dispatcher._cache.save_overload = try_to_save
    return dispatcher


def _once_for_all_numbers(dispatcher: Any) -> Any:
    """The same dispatcher, which is not compiled anew for a literal such as ``0``.

    numba gives each literal a type of its own. Without this, every third function was compiled
    twice.
    """
    template: Any = dispatcher.get_call_template
    unliteral: Any = numba.types.unliteral

    def plain(arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        kinds = {name: unliteral(kind) for name, kind in named.items()}
        return template(tuple(map(unliteral, arguments)), kinds)

    dispatcher.get_call_template = plain
    return dispatcher


inner = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""``compiled`` for functions that only compiled functions call. They compile faster, but Python
must not call them."""


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


inlined = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")
"""``inner`` for functions called in one place only. They are compiled into their caller, and not a
second time on their own."""


class Grid(NamedTuple):
    """A board with a rim of one cell, flattened to one dimension.

    Attributes:
        kinds: ``OUTSIDE``, ``NUMBER``, … for each cell. Wrong flags are ``OUTSIDE`` too.
        need: how many mines each number still needs around it.
        room: how many ``UNKNOWN`` cells are around each cell.
        around: (8,) the distances to the eight neighbours.

    """

    kinds: Bytes
    need: Bytes
    room: Bytes
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


# Single numbers, groups and constraints


@inner
def _around(kinds: Bytes, kind: int, stride: int) -> Bytes:
    """How many cells of this kind are among each cell and its neighbours."""
    across = np.zeros(kinds.size, np.int8)
    for place in range(1, kinds.size - 1):
        left = kinds[place - 1] == kind
        right = kinds[place + 1] == kind
        across[place] = left + (kinds[place] == kind) + right
    count = np.zeros(kinds.size, np.int8)
    for place in range(stride, kinds.size - stride):
        count[place] = across[place - stride] + across[place] + across[place + stride]
    return count


@inlined
def _read(cells: Codes, width: int, totals: Ints) -> Grid:
    """The grid of a board. The mines shown are added to ``totals``."""
    stride = width + 2
    size = stride * (cells.size // width + 2)
    kinds = np.zeros(size, np.int8)
    need = np.zeros(size, np.int8)
    place = stride - 2
    for cell in range(cells.size):
        code = cells[cell]
        place += 3 if cell % width == 0 else 1
        kind = KINDS[code]
        kinds[place] = kind
        need[place] = code
        totals[SETTLED] += kind == SHOWN
    if totals[SETTLED] > 0:
        shown = _around(kinds, SHOWN, stride)
        for place in range(size):
            need[place] -= shown[place]
    around = np.array(
        [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1], np.int64
    )
    return Grid(kinds, need, _around(kinds, UNKNOWN, stride), around)


@inner
def _is_wrong(need: int, room: int) -> bool:
    """Whether a number has too many mines around it or needs more mines than there is room for."""
    return bool(need < 0 or need > room)


@inner
def _is_due(need: int, room: int) -> bool:
    """Whether one of the two rules of the scan loop applies to a number."""
    return bool(room > 0 and (need == 0 or need == room))  # noqa: PLR1714 - numba needs this form


@inner
def _tell_numbers(grid: Grid, cell: int, mined: int, due: Ints, waiting: int) -> int:
    """Take a cell that was settled off its numbers, and queue the numbers that a rule applies to.

    Returns the length of the queue, or -1 if a number is wrong.
    """
    for step in grid.around:
        number = cell + step
        if grid.kinds[number] == NUMBER:
            need = grid.need[number] - mined
            room = grid.room[number] - 1
            grid.need[number] = need
            grid.room[number] = room
            if _is_wrong(need, room):
                return -1
            if _is_due(need, room):
                due[waiting] = number
                waiting += 1
    return waiting


@inlined
def _first_due(grid: Grid, due: Ints) -> int:
    """Queue every number that a rule applies to. Returns how many, or -1 if a number is wrong."""
    waiting = 0
    for number in range(grid.kinds.size):
        if grid.kinds[number] == NUMBER:
            need = grid.need[number] + 0  # widens the int8 to an int64
            room = grid.room[number] + 0
            if _is_wrong(need, room):
                return -1
            if _is_due(need, room):
                due[waiting] = number
                waiting += 1
    return waiting


@inlined
def _settle(grid: Grid) -> bool:
    """Run the scan loop to its end. Returns whether all numbers can be right."""
    due = np.empty(9 * grid.kinds.size, np.int64)
    waiting = _first_due(grid, due)
    while waiting > 0:
        waiting -= 1
        number = due[waiting]
        mined = 1 if grid.need[number] > 0 else 0
        for step in grid.around:
            cell = number + step
            if grid.kinds[cell] == UNKNOWN:
                grid.kinds[cell] = MARKED if mined else CLEAR
                waiting = _tell_numbers(grid, cell, mined, due, waiting)
                if waiting < 0:
                    return False
    return waiting == 0


@inlined
def _constraints(grid: Grid, parts: Frontier) -> Ints:
    """Write down the constraints. Returns the constraint of each number, -1 for none."""
    known = np.empty(grid.kinds.size, np.int64)
    count = 0
    for number in range(known.size):
        known[number] = -1
        if grid.kinds[number] == NUMBER and grid.room[number] > 0:
            known[number] = count
            parts.members[count] = 0
            parts.need[count] = grid.need[number]
            parts.room[count] = grid.room[number]
            count += 1
    parts.totals[CONSTRAINTS] = count
    return known


@inner
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


@inlined
def _group(grid: Grid, width: int, known: Ints, parts: Frontier) -> None:
    """Give each cell its class, and write down the groups."""
    under = np.empty(8, np.int64)
    place = width
    for cell in range(parts.classes.size):
        place += 3 if cell % width == 0 else 1
        kind = grid.kinds[place]
        known_class = SILENT
        if kind == UNKNOWN:
            count = 0
            for step in grid.around:
                if known[place + step] >= 0:
                    under[count] = known[place + step]
                    count += 1
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


@inlined
def _room_for(size: int) -> Frontier:
    return Frontier(
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty((size, 8), np.int64),
        np.empty(size, np.int64),
        np.empty((size, 8), np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.zeros(4, np.int64),
    )


@inner
def read_frontier(cells: Codes, width: int) -> tuple[bool, Frontier]:
    """Whether single numbers allow the board, and its groups and constraints."""
    parts = _room_for(cells.size)
    grid = _read(cells, width, parts.totals)
    possible = _settle(grid)
    if possible:
        known = _constraints(grid, parts)
        _group(grid, width, known, parts)
        for cell in range(cells.size):
            if cells[cell] == UNREADABLE:
                parts.classes[cell] = SILENT
    return possible, parts


# The order


@inner
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


@inner
def _greedy(parts: Frontier, first: int, order: Ints, begin: int, seen: Bytes) -> int:
    """Write an order of the component of group ``first`` into ``order[begin:]``; return its end.

    The next group is always the one that leaves the fewest constraints open. Of equal groups, the
    one that has been in the queue longest comes first. The component's groups are marked in
    ``seen``.
    """
    left = parts.members[: parts.totals[CONSTRAINTS]].copy()
    queue = np.empty(parts.totals[GROUPS], np.int64)
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


@inner
def _width(parts: Frontier, order: Ints, begin: int, end: int) -> float:
    """Estimate how many states an order takes, in bits, as if all needs were independent."""
    placed = np.zeros(parts.totals[CONSTRAINTS], np.int64)
    choices = np.zeros(parts.totals[CONSTRAINTS])
    now = 0.0
    total = 0.0
    for i in range(begin, end):
        group = order[i]
        for j in range(parts.degree[group]):
            constraint = parts.touches[group, j]
            placed[constraint] += parts.sizes[group]
            need = parts.need[constraint]
            most = min(need, parts.room[constraint] - placed[constraint])
            least = max(0, need - placed[constraint])
            now -= choices[constraint]
            choices[constraint] = math.log2(most - least + 1.0)
            now += choices[constraint]
        total += 2.0**now
    return math.log2(total)


@inner
def schedule(parts: Frontier) -> Ints:
    """An order of the groups, component by component, that keeps few constraints open.

    A component with an estimate above ``WIDE`` is ordered again, beginning with other groups. Up to
    ``STARTS`` groups are tried, spaced evenly along the first order. The best order is kept.
    """
    order = np.empty(parts.totals[GROUPS], np.int64)
    trial = np.empty(order.size, np.int64)
    seen = np.zeros(order.size, np.int8)
    begin = 0
    for group in range(order.size):
        if seen[group] == 1:
            continue
        end = _greedy(parts, group, order, begin, seen)
        best = _width(parts, order, begin, end)
        if best > WIDE:
            for first in order[begin : end : 1 + (end - begin - 1) // STARTS].copy():
                trial_seen = np.zeros(order.size, np.int8)
                _greedy(parts, first, trial, begin, trial_seen)
                width = _width(parts, trial, begin, end)
                if width < best:
                    best = width
                    for i in range(begin, end):
                        order[i] = trial[i]
        begin = end
    return order


# The count


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


@inner
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


@inner
def _send_out(parts: Frontier, group: int, play: Play, used: int) -> int:
    """Close the constraints whose last group this was. Returns the bits of the key still in use."""
    for i in range(parts.degree[group]):
        constraint = parts.touches[group, i]
        play.left[constraint] -= 1
        if play.left[constraint] == 0:
            used &= ~(play.slots[i, 1] << play.slots[i, 0])
    return used


@inner
def _place_of(key: int, states: Ints, table: Ints, there: int) -> int:
    """The slot of the hash table that holds a key, or the free slot where it belongs.

    The keys are those of the layer that begins at state ``there``. The table is never cleared:
    entries below ``there`` belong to earlier layers and count as free.
    """
    last = table.size - 1
    place = ((key * -7046029254386353131) >> 32) & last
    while table[place] >= there and states[table[place], KEY] != key:
        place = (place + 1) & last
    return place


@inner
def _larger_table(states: Ints, table: Ints, there: int, end: int) -> Ints:
    larger = np.zeros(4 * table.size, np.int64)
    for state in range(there, end):
        larger[_place_of(states[state, KEY], states, larger, there)] = state
    return larger


@inner
def _more_states(states: Ints) -> Ints:
    more = np.empty((2 * states.shape[0], 6), np.int64)
    for state in range(states.shape[0]):
        for column in range(6):
            more[state, column] = states[state, column]
    return more


@inner
def _more_ints(old: Ints) -> Ints:
    more = np.empty(2 * old.size, np.int64)
    for i in range(old.size):
        more[i] = old[i]
    return more


@inner
def _more_floats(old: Floats, used: int, size: int) -> Floats:
    more = np.empty(size)
    for i in range(used):
        more[i] = old[i]
    return more


@inner
def _fillings(key: int, slots: Ints, degree: int, size: int) -> tuple[int, int]:
    """The fewest and the most mines that a group can take without breaking its constraints."""
    least = 0
    most = size
    for i in range(degree):
        need = (key >> slots[i, 0]) & slots[i, 1]
        most = min(most, need)
        least = max(least, need - slots[i, 2])
    return least, most


@inner
def _reach(states: Ints, table: Ints, there: int, end: int, key: int, low: int, high: int) -> int:
    """The state with this key in the layer being made. A new state gets the number ``end``."""
    place = _place_of(key, states, table, there)
    state = table[place]
    if state < there:
        state = end
        table[place] = state
        states[state, KEY] = key
        states[state, LOW] = low
        states[state, HIGH] = high
    else:
        states[state, LOW] = min(states[state, LOW], low)
        states[state, HIGH] = max(states[state, HIGH], high)
    return int(state)


@inner
def _spread(
    first: Ints, states: Ints, target: Ints, values: Floats, layer: int, ways: Floats
) -> None:
    """Add the values of a layer to those of the next layer, which begin as zero.

    ``ways`` holds in how many ways the group takes each number of mines.
    """
    for state in range(first[layer], first[layer + 1]):
        start = states[state, START]
        size = states[state + 1, START] - start
        mines = states[state, FEWEST]
        for i in range(states[state, EDGE], states[state + 1, EDGE]):
            goal = target[i]
            to = states[goal, START] + states[state, LOW] + mines - states[goal, LOW]
            source = values[start : start + size]
            into = values[to : to + size]
            for m in range(size):
                into[m] += ways[mines] * source[m]
            mines += 1


@inner
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


@inner
def _discover(
    play: Play,
    step: Step,
    begin: int,
    there: int,
    states: Ints,
    target: Ints,
    table: Ints,
    most_words: int,
) -> tuple[int, Ints, Ints, Ints]:
    """Make the layer that begins at state ``there`` from the layer that begins at ``begin``.

    Returns the end of the new layer, -1 if it takes too much memory, and the arrays, which may have
    been replaced by larger ones.
    """
    end = there
    edges = states[begin, EDGE]
    for state in range(begin, there):
        if 6 * end + edges > most_words:
            return -1, states, target, table
        if end + 10 > states.shape[0]:
            states = _more_states(states)
        if edges + 9 > target.size:
            target = _more_ints(target)
        if 2 * (end - there + 9) > table.size:
            table = _larger_table(states, table, there, end)
        key = states[state, KEY] + step.fresh
        least, most = _fillings(key, play.slots, step.degree, step.size)
        states[state, FEWEST] = least
        states[state, EDGE] = edges
        for mines in range(least, most + 1):
            low = states[state, LOW] + mines
            high = states[state, HIGH] + mines
            goal = _reach(states, table, there, end, key - mines * step.take, low, high)
            end = max(end, goal + 1)
            target[edges] = goal
            edges += 1
    states[there, EDGE] = edges
    for state in range(there, end):
        span = states[state, HIGH] - states[state, LOW] + 1
        states[state + 1, START] = states[state, START] + span
    return end, states, target, table


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
        end, states, target, table = _discover(
            play, step, first[layer], there, states, target, table, most_words
        )
        begin = states[there, START]
        stop = states[max(end, there), START]
        if end <= there or stop + 6 * end > most_words:
            status = CONTRADICTION if end == there else TOO_WIDE
            break
        first[layer + 2] = end
        if stop > values.size:
            values = _more_floats(values, begin, min(2 * stop, most_words))
        for i in range(begin, stop):
            values[i] = 0.0
        _spread(first, states, target, values, layer, ways[step.size])
        if scaled:
            bits += _rescale(values[begin:stop])
        used = _send_out(parts, group, play, used)
    return Layers(status, first, states, target, values, bits)


@inner
def _weigh(layers: Layers, layer: int, ways: Floats, onward: Floats, weights: Floats) -> None:
    """Replace the values of a layer: ways to reach each state become ways to go on from it.

    The products of both are added to ``weights``, by the number of mines in the group. ``onward``
    is scratch memory.
    """
    states = layers.states
    for state in range(layers.first[layer], layers.first[layer + 1]):
        start = states[state, START]
        size = states[state + 1, START] - start
        here = layers.values[start : start + size]
        for m in range(size):
            onward[m] = 0.0
        mines = states[state, FEWEST]
        for i in range(states[state, EDGE], states[state + 1, EDGE]):
            goal = layers.target[i]
            to = states[goal, START] + states[state, LOW] + mines - states[goal, LOW]
            beyond = layers.values[to : to + size]
            total = 0.0
            for m in range(size):
                way = ways[mines] * beyond[m]
                onward[m] += way
                total += here[m] * way
            weights[mines] += total
            mines += 1
        for m in range(size):
            here[m] = onward[m]


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
        size = parts.sizes[group]
        _weigh(layers, layer, ways[size], onward, weights[group])
        if scaled:
            begin = states[layers.first[layer], START]
            end = states[layers.first[layer + 1], START]
            bits += _rescale(layers.values[begin:end])
    return weights, bits


# The mine total and the odds


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
        if taken == 0 and value < 2.0**53:
            value = float(int(value) * (rest - fewer) // (fewer + 1))
        else:
            value = value * (rest - fewer) / (fewer + 1)
        if rest > UNSCALED and value > CEILING:
            value /= CEILING
            taken += 400
    return endings, bits


@inner
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


@inner
def _open_odds(odds: float) -> float:
    """Odds that are not certain. They are kept apart from 0 and 1, to which they could round."""
    return float(min(max(odds, 2.0**-1000), 1.0 - 2.0**-53))


@inner
def _odds(weights: Floats, size: int) -> float:
    """The odds of a cell of a group; nan without layouts. They are 0 or 1 only if certain."""
    below = 0.0
    above = 0.0
    mean = 0.0
    for mines in range(size + 1):
        weight = weights[mines]
        mean += mines * weight
        above += weight if mines > 0 else 0.0
        below += weight if mines < size else 0.0
    if above == 0.0:
        return 0.0 if below > 0.0 else math.nan
    if below == 0.0:
        return 1.0
    return _open_odds(mean / (size * (weights[0] + above)))


@inner
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


@inner
def _certain(classes: Ints, odds: Floats, wanted: float) -> Ints:
    found = np.empty(classes.size, np.int64)
    count = 0
    for cell in range(classes.size):
        if odds[classes[cell]] == wanted:
            found[count] = cell
            count += 1
    return found[:count]


@inner
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
def analyse(cells: Codes, width: int, mines: int, shallow: bool, most_words: int) -> Analysis:
    """Count the layouts of a board, and derive its odds and its certain cells.

    Args:
        cells: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total; -1 if it is not known.
        shallow: apply single numbers only, and return nothing but the status.
        most_words: the most memory to use, in words of eight bytes.

    """
    possible, parts = read_frontier(cells, width)
    if shallow or not possible:
        return _nothing(FITS if possible else CONTRADICTION)
    scaled = cells.size > UNSCALED
    ways = ways_to_fill(scaled or mines < 0)
    order = schedule(parts)
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
    for group in range(order.size):
        odds[FIRST_GROUP + group] = _odds(weights[group], parts.sizes[group])
    safe = _certain(parts.classes, odds, 0.0)
    mined = _certain(parts.classes, odds, 1.0)
    return Analysis(FITS, parts.classes, odds, safe, mined, layouts, bits)
