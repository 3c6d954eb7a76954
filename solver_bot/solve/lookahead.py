"""A look ahead: the chance to win after a cell is opened, estimated over what it could show.

The value of a cell is the mean, over the numbers that it could show, of the value of the position
that follows; a mine is worth nothing. That position's chance to win is estimated: ``value``.

Only ``solver_bot.solve.guess`` calls in here; importing this module loads numba.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from solver_bot.solve.counting import (
    FAR,
    FIRST_GROUP,
    FITS,
    MOST_WORDS,
    SILENT,
    Analysis,
    Codes,
    Floats,
    Ints,
    analyse,
    compiled,
    inlined,
    inner,
    stable_order,
)
from solver_bot.solve.evaluation import SOURCE, Desk, Weights, estimate, find_toss, new_desk

FAR_CELLS = 6
"""So many cells off the frontier are looked at."""


class Room(NamedTuple):
    """What the look ahead works with.

    Attributes:
        codes: (height * width,) the board, on which cells are opened and covered again.
        width: cells in a row.
        mines: the mine total.
        weights: what positions are valued by.
        desk: scratch.
        nodes: (1,) positions that may still be counted.

    """

    codes: Codes
    width: int
    mines: int
    weights: Weights
    desk: Desk
    nodes: Ints


@inner
def _safest(found: Analysis) -> float:
    """The least odds of any covered cell; 1.0 if there is none."""
    least = 1.0
    for group in range(FIRST_GROUP, found.odds.size):
        least = min(least, found.odds[group])
    if found.odds[FAR] < least and (found.classes == FAR).any():
        least = found.odds[FAR]
    return float(least)


@inner
def _showable(found: Analysis, width: int, cell: int) -> tuple[int, int]:
    """The least and the greatest number a cell could show."""
    height = found.classes.size // width
    row = cell // width
    column = cell % width
    least = 0
    most = 0
    for y in range(max(0, row - 1), min(height, row + 2)):
        for x in range(max(0, column - 1), min(width, column + 2)):
            other = y * width + x
            if other != cell and found.classes[other] != SILENT:
                odds = found.odds[found.classes[other]]
                least += odds >= 1.0
                most += odds > 0.0
    return least, most


@inner
def _far_cells(found: Analysis, width: int, most: int) -> Ints:
    """The best cells off the frontier, which are all equally safe.

    First come those with few covered cells around them, as they are likely to be empty, and among
    such those beside the frontier, where they say something about it.
    """
    height = found.classes.size // width
    cells = np.flatnonzero(found.classes == FAR)
    keys = np.empty(cells.size)
    for i in range(cells.size):
        row = cells[i] // width
        column = cells[i] % width
        keys[i] = 0.0
        for y in range(max(0, row - 1), min(height, row + 2)):
            for x in range(max(0, column - 1), min(width, column + 2)):
                klass = found.classes[y * width + x]
                keys[i] += klass != SILENT
                keys[i] -= 0.1 * (klass >= FIRST_GROUP)
    return cells[stable_order(keys)][:most]


@inner
def candidates(found: Analysis, width: int, share: float, most: int) -> Ints:
    """The cells worth a look, likeliest safe first; at most ``most``, some of them far ones.

    They are at least ``share`` as likely safe as the safest one.
    """
    enough = share * (1.0 - _safest(found))
    frontier = np.flatnonzero(found.classes >= FIRST_GROUP)
    far = _far_cells(found, width, FAR_CELLS)
    cells = np.concatenate((far, frontier))
    safety = 1.0 - found.odds[found.classes[cells]]
    cells = cells[stable_order(-safety)]
    count = min(most, int(((safety >= enough) & (safety > 0.0)).sum()))
    return cells[:count]


@inner
def _share(found: Analysis, of: Analysis) -> float:
    """The share of the layouts of one position that are those of another."""
    return float(math.ldexp(found.layouts / of.layouts, found.bits - of.bits))


@inlined
def _value_shown(room: Room, found: Analysis, cell: int, number: int) -> float:
    """What a number adds to the value of a cell that could show it."""
    room.codes[cell] = number
    room.nodes[0] -= 1
    after = analyse(room.codes, room.width, room.mines, False, MOST_WORDS)
    if after.status != FITS:
        return 0.0
    chance = estimate(after, room.width, room.mines, number == 0, room.weights, room.desk)
    return _share(after, found) * chance


@inlined
def _value(room: Room, found: Analysis, cell: int) -> float:
    """The value of a cell."""
    covered = room.codes[cell]
    least, most = _showable(found, room.width, cell)
    total = 0.0
    for number in range(least, most + 1):
        total += _value_shown(room, found, cell, number)
    room.codes[cell] = covered
    return total


@compiled
def look_ahead(
    codes: Codes,
    width: int,
    mines: int,
    weights: Weights,
    share: float,
    most: int,
    nodes: int,
    _made_of: int = SOURCE,
) -> tuple[Ints, Floats, int]:
    """The values of the cells worth a look, on a possible board without safe cells.

    Args:
        codes: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total.
        weights: what positions are valued by.
        share: how likely safe a cell has to be, as a share of the safest one.
        most: cells that are looked at.
        nodes: positions that may be counted; what was looked at till then is returned.

    Returns:
        The cells, best first, their values, and how many positions were counted: none, where the
        only cell is one side of a coin toss.

    """
    room = Room(
        codes.copy(),
        width,
        mines,
        weights,
        new_desk(width, codes.size // width),
        np.full(1, nodes, np.int64),
    )
    found = analyse(codes, width, mines, False, MOST_WORDS)
    toss = find_toss(found, width, room.desk.cells)
    if toss >= 0:
        return np.array([toss]), np.array([0.5]), 0
    cells = candidates(found, width, share, most)
    values = np.full(cells.size, -1.0)
    for i in range(cells.size):
        if i == 0 or room.nodes[0] > 0:
            values[i] = _value(room, found, cells[i])
    values = np.round(values, 12)  # so that equals are equal on machines with another logarithm
    order = stable_order(-values)
    return cells[order], values[order], nodes - int(room.nodes[0])
