"""The states of a count: rows in one growing array, found by their keys in a hash table.

The steps from a state to those of the next layer are in an array of their own, and so are a state's
values. ``counting`` says what a state is, and fills these arrays.
"""

from __future__ import annotations

import numpy as np

from .jit import Floats, Ints, inner, lean

KEY, LOW, HIGH, FEWEST, START, EDGE = 0, 1, 2, 3, 4, 5
"""Columns of the array of states; see ``counting.Layers``."""


@lean
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
def more_floats(old: Floats, used: int, size: int) -> Floats:
    """A longer array that begins with the used part of the old one."""
    more = np.empty(size)
    for i in range(used):
        more[i] = old[i]
    return more


@lean
def reach(states: Ints, table: Ints, there: int, end: int, key: int, low: int, high: int) -> int:
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


@lean
def is_full(there: int, end: int, edges: int, states: Ints, target: Ints, table: Ints) -> bool:
    """Whether the steps of another state may not fit into the arrays."""
    return bool(
        end + 10 > states.shape[0] or edges + 9 > target.size or 2 * (end - there + 9) > table.size
    )


@inner
def with_room(
    there: int, end: int, edges: int, states: Ints, target: Ints, table: Ints
) -> tuple[Ints, Ints, Ints]:
    """The same arrays, each that may be too small replaced by a larger one."""
    if end + 10 > states.shape[0]:
        states = _more_states(states)
    if edges + 9 > target.size:
        target = _more_ints(target)
    if 2 * (end - there + 9) > table.size:
        table = _larger_table(states, table, there, end)
    return states, target, table


@lean
def lay_out(states: Ints, there: int, end: int) -> None:
    """Say where the values of the states of a new layer begin."""
    for state in range(there, end):
        span = states[state, HIGH] - states[state, LOW] + 1
        states[state + 1, START] = states[state, START] + span
