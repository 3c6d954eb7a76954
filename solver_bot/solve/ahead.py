"""A look ahead: the chance to win after a cell is opened, estimated over what it could show.

The value of a cell is the mean, over the numbers that it could show, of the value of the position
that follows; a mine is worth nothing. That position's chance to win is estimated from ``TRAITS``
that can be read off its odds: a logistic regression, fitted to positions of games that this solver
played (``benchmarks/value.py`` does it). So values can be compared among the cells of one position,
but they are no proven chances.

Only ``solver_bot.solve.best`` calls in here; importing this module loads numba.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from solver_bot.solve.count import (
    FAR,
    FIRST_GROUP,
    FITS,
    MOST_WORDS,
    SILENT,
    SOURCE,
    Analysis,
    Codes,
    Floats,
    Ints,
    analyse,
    compiled,
    inner,
)

TRAITS = (
    "has a safe cell",
    "log of 1 + safe cells",
    "log safety of the safest cell, without safe cells",
    "log safety of the safest uncertain cell, beside safe cells",
    "log safety of the second",
    "cells to open / 100",
    "log of 1 + cells to open",
    "mines left / 100",
    "mines left / uncertain cells",
    "odds off the frontier",
    "cells off the frontier / 100",
    "entropy of the groups / 10",
    "cells of the frontier / 10",
    "pairs that may become a coin toss",
    "pairs that are one",
    "bits of layouts, at most 40, / 10",
    "the cell just opened is empty",
    "log of 1 + open cells",
    "the same, if there is a safe cell",
    "the same, if the cell just opened is empty",
    "log of 1 + cells to open, if there is a safe cell",
    "the same, if the cell just opened is empty",
    "open cells / 100",
    "cells to open / 100, if there is a safe cell",
    "open cells / 100, if there is a safe cell",
    "one",
)
WEIGHTS = np.loadtxt(Path(__file__).with_name("weights.txt"))
"""One for each of ``TRAITS``."""
FAR_CELLS = 6
"""So many cells off the frontier are looked at."""
_LEAST_SAFETY = 1e-3
_UNLIKELY = 0.01
"""Pairs that are less likely than this are not counted."""


class Room(NamedTuple):
    """What the look ahead works with.

    Attributes:
        codes: (height * width,) the board, on which cells are opened and covered again.
        width: cells in a row.
        mines: the mine total.
        weights: as ``WEIGHTS``.
        traits: scratch, one place for each.
        cells: scratch, one place for each cell.
        nodes: (1,) positions that may still be counted.

    """

    codes: Codes
    width: int
    mines: int
    weights: Floats
    traits: Floats
    cells: Floats
    nodes: Ints


@inner
def _pair_odds(cells: Floats, width: int, one: int, other: int) -> float:
    """How likely two cells side by side are told apart by nothing around them.

    That is if every cell that touches just one of them is a mine. ``cells`` are the odds of every
    cell, negative where it is open.
    """
    height = cells.size // width
    row = one // width
    column = one % width
    likely = 1.0
    for side in (-1, 2):
        for across in range(-1, 2):
            y = row + across
            x = column + side
            if other == one + width:
                y = row + side
                x = column + across
            if 0 <= y < height and 0 <= x < width:
                likely *= max(0.0, cells[y * width + x])
                if likely < _UNLIKELY:
                    return 0.0
    return float(likely)


@inner
def _pairs(cells: Floats, width: int) -> tuple[float, float]:
    """How many coin tosses are to be expected, and how many are there already."""
    expected = 0.0
    certain = 0.0
    for cell in range(cells.size):
        one = cells[cell]
        if 0.0 < one < 1.0:
            for step in (1, width):
                other = cell + step
                if other >= cells.size or (step == 1 and other % width == 0):
                    continue
                if 0.0 < cells[other] < 1.0:
                    likely = _pair_odds(cells, width, cell, other)
                    toss = likely * (one * (1.0 - cells[other]) + cells[other] * (1.0 - one))
                    expected += toss
                    certain += toss if likely > 0.999 else 0.0
    return expected, certain


class Survey(NamedTuple):
    """What there is on a board: cells of each kind, and the odds of the two safest uncertain ones.

    ``far`` and ``frontier`` are uncertain cells, off and on the frontier; ``mined`` are certain.
    """

    opened: int
    safe: int
    mined: int
    far: int
    frontier: int
    least: float
    second: float


@inner
def _survey(found: Analysis, cells: Floats) -> Survey:
    """Count the cells, and put the odds of each into ``cells``, -1 for open ones."""
    opened = safe = mined = far = frontier = 0
    least = second = 1.0
    for cell in range(cells.size):
        klass = found.classes[cell]
        odds = -1.0 if klass == SILENT else found.odds[klass]
        cells[cell] = odds
        opened += odds < 0.0
        safe += odds == 0.0
        mined += odds == 1.0
        if 0.0 < odds < 1.0:
            far += klass == FAR
            frontier += klass != FAR
            second = min(second, max(least, odds))
            least = min(least, odds)
    if far + frontier == 0:
        least = second = 0.0
    return Survey(opened, safe, mined, far, frontier, least, second)


@inner
def _entropy(odds: Floats) -> float:
    total = 0.0
    for share in odds:
        if 0.0 < share < 1.0:
            total -= share * math.log(share) + (1.0 - share) * math.log(1.0 - share)
    return total


@inner
def traits(
    found: Analysis, width: int, mines: int, empty: bool, into: Floats, scratch: Floats
) -> None:
    """Fill in the ``TRAITS`` of a position; ``scratch`` has a place for every cell.

    ``empty``: the cell just opened is. What that opens in turn is not open yet.
    """
    seen = _survey(found, scratch)
    uncertain = seen.far + seen.frontier
    left = mines - seen.mined
    to_open = uncertain + seen.safe - left
    safety = math.log(max(_LEAST_SAFETY, 1.0 - seen.least))
    expected, certain = _pairs(scratch, width)
    has_safe = 1.0 if seen.safe > 0 else 0.0
    is_empty = 1.0 if empty else 0.0
    into[0] = has_safe
    into[1] = math.log(1.0 + seen.safe)
    into[2] = (1.0 - has_safe) * safety
    into[3] = has_safe * safety
    into[4] = math.log(max(_LEAST_SAFETY, 1.0 - seen.second))
    into[5] = to_open / 100.0
    into[6] = math.log(1.0 + to_open)
    into[7] = left / 100.0
    into[8] = left / (uncertain + 1.0)
    into[9] = found.odds[FAR] if seen.far > 0 else 0.0
    into[10] = seen.far / 100.0
    into[11] = _entropy(found.odds[FIRST_GROUP:]) / 10.0
    into[12] = seen.frontier / 10.0
    into[13] = expected
    into[14] = certain
    into[15] = min(math.log2(found.layouts) + found.bits, 40.0) / 10.0
    into[16] = is_empty
    into[17] = math.log(1.0 + seen.opened)
    into[18] = has_safe * into[17]
    into[19] = is_empty * into[17]
    into[20] = has_safe * into[6]
    into[21] = is_empty * into[6]
    into[22] = seen.opened / 100.0
    into[23] = has_safe * into[5]
    into[24] = has_safe * into[22]
    into[25] = 1.0


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
    return cells[np.argsort(keys, kind="mergesort")][:most]


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
    cells = cells[np.argsort(-safety, kind="mergesort")]
    count = min(most, int(((safety >= enough) & (safety > 0.0)).sum()))
    return cells[:count]


@inner
def _estimate(room: Room, found: Analysis, empty: bool) -> float:
    """The chance to win from a position on; ``empty`` as in ``traits``."""
    if found.layouts * 2.0**found.bits < 1.5:
        return 1.0
    traits(found, room.width, room.mines, empty, room.traits, room.cells)
    height = 0.0
    for i in range(room.traits.size):
        height += room.weights[i] * room.traits[i]
    return 1.0 / (1.0 + math.exp(-height))


@inner
def _show(room: Room, cell: int, number: int) -> Analysis:
    """What there is to say once the cell shows the number."""
    covered = room.codes[cell]
    room.codes[cell] = number
    found = analyse(room.codes, room.width, room.mines, False, MOST_WORDS)
    room.codes[cell] = covered
    room.nodes[0] -= 1
    return found


@inner
def _share(found: Analysis, of: Analysis) -> float:
    """The share of the layouts of one position that are those of another."""
    return float(math.ldexp(found.layouts / of.layouts, found.bits - of.bits))


@inner
def _value(room: Room, found: Analysis, cell: int) -> float:
    """The value of a cell."""
    least, most = _showable(found, room.width, cell)
    total = 0.0
    for number in range(least, most + 1):
        after = _show(room, cell, number)
        if after.status == FITS:
            total += _share(after, found) * _estimate(room, after, number == 0)
    return total


@inner
def _coin_toss(found: Analysis, width: int, scratch: Floats) -> int:
    """One of two cells side by side that nothing will ever tell apart; -1 where there are none."""
    for cell in range(scratch.size):
        klass = found.classes[cell]
        scratch[cell] = -1.0 if klass == SILENT else found.odds[klass]
    for cell in range(scratch.size):
        if 0.0 < scratch[cell] < 1.0:
            for step in (1, width):
                other = cell + step
                if (
                    other < scratch.size
                    and (step == width or other % width > 0)
                    and abs(scratch[cell] + scratch[other] - 1.0) < 1e-9
                    and _pair_odds(scratch, width, cell, other) == 1.0
                    and found.classes[cell] == found.classes[other] > FAR
                ):
                    return cell
    return -1


@compiled
def read_traits(
    codes: Codes, width: int, mines: int, empty: bool, _made_of: int = SOURCE
) -> Floats:
    """The ``TRAITS`` of a possible position."""
    found = analyse(codes, width, mines, False, MOST_WORDS)
    into = np.empty(len(TRAITS))
    traits(found, width, mines, empty, into, np.empty(codes.size))
    return into


@compiled
def look_ahead(
    codes: Codes,
    width: int,
    mines: int,
    weights: Floats,
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
        weights: see ``WEIGHTS``.
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
        np.empty(weights.size),
        np.empty(codes.size),
        np.full(1, nodes, np.int64),
    )
    found = analyse(codes, width, mines, False, MOST_WORDS)
    toss = _coin_toss(found, width, room.cells)
    if toss >= 0:
        return np.array([toss]), np.array([0.5]), 0
    cells = candidates(found, width, share, most)
    values = np.full(cells.size, -1.0)
    for i in range(cells.size):
        if i == 0 or room.nodes[0] > 0:
            values[i] = _value(room, found, cells[i])
    values = np.round(values, 12)  # so that equals are equal on machines with another logarithm
    order = np.argsort(-values, kind="mergesort")
    return cells[order], values[order], nodes - int(room.nodes[0])
