"""A look ahead of one move: the chance to win after a cell is opened, and to survive from there.

The value of a cell is a mean over the numbers that the cell could show, weighted by how likely each
number is. A mine counts as 0. Each number leads to a position, and two things of it are added up:

    its chance to win, estimated: see ``evaluation``;
    ``trust`` times the chance to survive the next guess there. This is exact, so it corrects an
    estimate that buys risk too cheaply. It counts for more if a part of the cell's risk is spared
    because of a fifty-fifty: see ``influence``.

That the safety of the next guess is a good measure was found by D. Hill (JSMinesweeper) and by the
author of minesolve, who describe it in public. It is not one until the first area is open: up to
then an area has to be found, and only the estimate knows how likely that is.

Only ``solver_bot.solve.guess`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from solver_bot.board import EMPTY

from .analysis import FULL, Analysis, analyse
from .counting import FITS, MOST_WORDS
from .evaluation import Desk, Weights, estimate, new_desk
from .frontier import FAR, FIRST_GROUP, SILENT
from .influence import influences
from .jit import Codes, Floats, Ints, compiled, inlined, inner, lean
from .ordering import stable_order
from .traits import find_toss

FAR_CELLS = 6
"""The most cells off the frontier to look at."""
FIRST_SHARE = 0.8
"""The weight of the safest cell in the chance to survive the next guess; the second has the rest.
The second says what is left if the first turns out to tell nothing."""


class Trust(NamedTuple):
    """How much surviving the next guess counts.

    Attributes:
        survival: its weight, beside the estimated chance to win.
        spared: by how much of itself the weight grows for a cell whose whole safety is spared risk.

    """

    survival: float
    spared: float


class Room(NamedTuple):
    """What the look ahead works with.

    Attributes:
        codes: (height * width,) cell codes; the look ahead opens a cell here and covers it again.
        width: cells in a row.
        mines: the mine total.
        weights: the weights of the estimate.
        trust: how much surviving the next guess counts.
        desk: scratch memory.
        nodes: (1,) how many more positions may be counted.

    """

    codes: Codes
    width: int
    mines: int
    weights: Weights
    trust: Trust
    desk: Desk
    nodes: Ints


@inner
def _safest(found: Analysis) -> float:
    """The lowest odds of a covered cell; 1.0 if no cell is covered."""
    least = 1.0
    for group in range(FIRST_GROUP, found.odds.size):
        least = min(least, found.odds[group])
    if found.odds[FAR] < least and (found.classes == FAR).any():
        least = found.odds[FAR]
    return float(least)


@lean
def _showable(found: Analysis, width: int, cell: int) -> tuple[int, int]:
    """The lowest and the highest number that a cell could show."""
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
    """The best cells off the frontier, at most ``most``. All such cells are equally safe.

    Cells with few covered neighbours come first, because they are likely to be empty. Among equals,
    cells beside the frontier come first, because their numbers say something about it.
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
    """The cells to look at: at most ``most``, the likeliest safe first.

    Each is at least ``share`` times as likely safe as the safest cell. At most ``FAR_CELLS`` are
    off the frontier.
    """
    enough = share * (1.0 - _safest(found))
    frontier = np.flatnonzero(found.classes >= FIRST_GROUP)
    far = _far_cells(found, width, FAR_CELLS)
    cells = np.concatenate((far, frontier))
    safety = 1.0 - found.odds[found.classes[cells]]
    cells = cells[stable_order(-safety)]
    count = min(most, int(((safety >= enough) & (safety > 0.0)).sum()))
    return cells[:count]


@lean
def _share(found: Analysis, of: Analysis) -> float:
    """The layouts of position ``found`` as a share of those of position ``of``."""
    return float(math.ldexp(found.layouts / of.layouts, found.bits - of.bits))


@lean
def survival(found: Analysis) -> float:
    """The chance to survive the next guess of a position; 1 if a cell is safe or none is left.

    It is a mean of the safeties of the two safest cells.
    """
    first = 0.0
    second = 0.0
    for cell in range(found.classes.size):
        odds = found.odds[found.classes[cell]]
        if found.classes[cell] == SILENT or not odds < 1.0:
            continue
        if odds == 0.0:
            return 1.0
        safety = 1.0 - odds
        if safety > first:
            second = first
            first = safety
        elif safety > second:
            second = safety
    if first == 0.0:
        return 1.0
    if second == 0.0:
        second = first
    return FIRST_SHARE * first + (1.0 - FIRST_SHARE) * second


@inlined
def _value_shown(room: Room, found: Analysis, cell: int, number: int, trust: float) -> float:
    """What one number adds to the value of a cell that could show it."""
    room.codes[cell] = number
    room.nodes[0] -= 1
    after = analyse(room.codes, room.width, room.mines, FULL, MOST_WORDS)
    if after.status != FITS:
        return 0.0
    value = estimate(after, room.width, room.mines, number == 0, room.weights, room.desk)
    if trust > 0.0:
        value += trust * survival(after)
    return _share(after, found) * value


@inlined
def _value(room: Room, found: Analysis, cell: int, spared: float) -> float:
    """The value of a cell over the numbers that it could show."""
    covered = room.codes[cell]
    safety = 1.0 - found.odds[found.classes[cell]]
    trust = room.trust.survival * (1.0 + room.trust.spared * spared / safety)
    least, most = _showable(found, room.width, cell)
    total = 0.0
    for number in range(least, most + 1):
        total += _value_shown(room, found, cell, number, trust)
    room.codes[cell] = covered
    return total


@compiled
def look_ahead(
    codes: Codes,
    width: int,
    mines: int,
    weights: Weights,
    trust: Trust,
    share: float,
    most: int,
    nodes: int,
) -> tuple[Ints, Floats, int]:
    """The cells to consider and their values, on a possible board without a safe cell.

    Args:
        codes: (height * width,) cell codes.
        width: cells in a row.
        mines: the mine total.
        weights: the weights of the estimate.
        trust: how much surviving the next guess counts, once an area is open.
        share: how likely safe a cell must be, as a share of the safest cell.
        most: the most cells to look at.
        nodes: the most positions to count. Cells not looked at by then get the value -1.

    Returns:
        (n,) the cells, the best first; (n,) their values; how many positions were counted. If the
        board has a coin toss, one of its cells is the only cell, and no position is counted.

    """
    room = Room(
        codes.copy(),
        width,
        mines,
        weights,
        trust if (codes == EMPTY).any() else Trust(0.0, 0.0),
        new_desk(width, codes.size // width),
        np.full(1, nodes, np.int64),
    )
    found = analyse(codes, width, mines, FULL, MOST_WORDS)
    toss = find_toss(found, width, room.desk.cells)
    if toss >= 0:
        return np.array([toss]), np.array([0.5]), 0
    odds = room.desk.cells.copy()
    spared = np.zeros(odds.size)
    if room.trust.spared > 0.0:
        spared = influences(room.codes, width, mines, found, odds, room.nodes)
    cells = candidates(found, width, share, most)
    values = np.full(cells.size, -1.0)
    for i in range(cells.size):
        if i == 0 or room.nodes[0] > 0:
            values[i] = _value(room, found, cells[i], spared[cells[i]])
    values = np.round(values, 12)  # equal values stay equal on machines with another logarithm
    order = stable_order(-values)
    return cells[order], values[order], nodes - int(room.nodes[0])
