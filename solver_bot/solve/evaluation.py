"""The chance to win from a position, estimated from what can be read off its exact odds.

Two things are read. ``TRAITS`` describe the position as a whole. *Patterns* describe it piece by
piece: every window of 2x3 cells, upright and lying, over the board and one cell beyond it, in which
each cell is of one of six kinds. How often each pattern occurs says what the traits can't: which
cells are walled in, where a number still has a say, where tosses are likely.

The estimate is a logistic regression over both, with a correction by one layer of hidden units. It
was fitted to positions of this solver's own games (``benchmarks/value.py`` does it), so values
can be compared among the cells of one position, but they are no proven chances. Patterns whose
weights add up are Lucas' n-tuple networks ("Learning to play Othello with n-tuple systems", 2008).

Only ``solver_bot.solve.lookahead`` calls in here; importing this module loads numba.
"""

from __future__ import annotations

import math
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.solve.counting import (
    FAR,
    FIRST_GROUP,
    MOST_WORDS,
    SILENT,
    Analysis,
    Bytes,
    Codes,
    Floats,
    Ints,
    analyse,
    compiled,
    inner,
)
from solver_bot.solve.counting import SOURCE as COUNT

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
SOURCE = zlib.crc32(Path(__file__).read_bytes(), COUNT)
"""As ``counting.SOURCE``, for compiled functions that call in here."""
KINDS = 6
WALL, SAFE_CELL, SAYING, OFF, LIKELY_SAFE, LIKELY_MINE = range(KINDS)
"""What a cell of a pattern is. ``WALL`` can tell nothing any more: it is off the board, a certain
mine, or open with nothing uncertain around it. ``SAYING`` is open with something uncertain there.
``OFF`` the frontier all cells are alike; on it they are told apart by ``DIVIDE``."""
DIVIDE = 0.42
PAIR = KINDS * KINDS
PATTERNS = PAIR**3
"""A pattern's number has three digits, one for each pair of cells along the window."""
LEAK = 0.01
"""The slope of a hidden unit below zero."""
_LEAST_SAFETY = 1e-3
_UNLIKELY = 0.01
"""Pairs that are less likely than this are not counted."""


class Weights(NamedTuple):
    """What the estimate is made with.

    Attributes:
        traits: one for each of ``TRAITS``.
        patterns: (``PATTERNS``,) one for each.
        scale: (2, traits) mean and deviation of each trait, and in place of the last, which is
            always one, of the patterns' sum.
        hidden: (units, traits + 2) of each unit one for each of those, its bias, and what it adds.

    """

    traits: Floats
    patterns: NDArray[np.float32]
    scale: Floats
    hidden: Floats


def load_weights(path: Path) -> Weights:
    """The weights that a file holds."""
    with np.load(path) as known:
        return Weights(*(known[name] for name in Weights._fields))


SPARSE, DENSE = (
    load_weights(Path(__file__).with_name(f"weights-{name}.npz")) for name in ("sparse", "dense")
)
DENSE_FROM = 0.18
"""Mines a cell from which on ``DENSE`` is used. Its weights, fitted to expert games, win less often
on the easier levels than those of ``SPARSE``, which were fitted to all levels and know traits only.
"""


def weights_for(cells: int, mines: int) -> Weights:
    """The weights for a board of so many cells."""
    return DENSE if mines >= DENSE_FROM * cells else SPARSE


class Desk(NamedTuple):
    """Scratch room: a place for each trait, each cell, and each cell and those one beyond."""

    traits: Floats
    cells: Floats
    kinds: Bytes


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
def _read_traits(
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
def find_toss(found: Analysis, width: int, scratch: Floats) -> int:
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


@inner
def _says_something(cells: Floats, width: int, cell: int) -> bool:
    """Whether there is an uncertain cell around an open one."""
    height = cells.size // width
    row = cell // width
    column = cell % width
    for y in range(max(0, row - 1), min(height, row + 2)):
        for x in range(max(0, column - 1), min(width, column + 2)):
            if 0.0 < cells[y * width + x] < 1.0:
                return True
    return False


@inner
def _kind(found: Analysis, cells: Floats, width: int, cell: int) -> int:
    odds = cells[cell]
    if odds < 0.0:
        return SAYING if _says_something(cells, width, cell) else WALL
    if odds == 0.0:
        return SAFE_CELL
    if odds == 1.0:
        return WALL
    if found.classes[cell] == FAR:
        return OFF
    return LIKELY_SAFE if odds < DIVIDE else LIKELY_MINE


@inner
def _kinds(found: Analysis, width: int, desk: Desk) -> None:
    """The kind of every cell, and walls around the board; ``desk.cells`` holds the odds."""
    stride = width + 2
    for cell in range(desk.cells.size):
        place = (cell // width + 1) * stride + cell % width + 1
        desk.kinds[place] = _kind(found, desk.cells, width, cell)


@inner
def _along(kinds: Bytes, first: int, step: int, across: int, length: int, into: Ints) -> None:
    """The patterns of the windows of three pairs along a strip two cells wide."""
    pattern = 0
    for i in range(length):
        place = first + i * step
        pattern = (pattern * PAIR + kinds[place] * KINDS + kinds[place + across]) % PATTERNS
        if i >= 2:
            into[i - 2] = pattern


@inner
def _patterns(kinds: Bytes, width: int) -> Ints:
    """The pattern of every window."""
    stride = width + 2
    rows = kinds.size // stride
    found = np.empty((rows - 1) * width + (stride - 1) * (rows - 2), np.int64)
    end = 0
    for row in range(rows - 1):
        _along(kinds, row * stride, 1, stride, stride, found[end : end + width])
        end += width
    for column in range(stride - 1):
        _along(kinds, column, stride, 1, rows, found[end : end + rows - 2])
        end += rows - 2
    return found


@inner
def _correction(weights: Weights, traits: Floats, pieces: float) -> float:
    """What the hidden units add; ``pieces`` is the sum of the patterns' weights."""
    total = 0.0
    last = traits.size - 1
    for unit in weights.hidden:
        height = unit[last + 1]
        for i in range(last + 1):
            value = pieces if i == last else traits[i]
            height += unit[i] * (value - weights.scale[0, i]) / weights.scale[1, i]
        total += unit[last + 2] * max(height, LEAK * height)
    return total


@inner
def estimate(
    found: Analysis, width: int, mines: int, empty: bool, by: Weights, desk: Desk
) -> float:
    """The chance to win from a position on; ``empty`` as in ``_read_traits``."""
    if found.layouts * 2.0**found.bits < 1.5:
        return 1.0
    _read_traits(found, width, mines, empty, desk.traits, desk.cells)
    _kinds(found, width, desk)
    pieces = 0.0
    for pattern in _patterns(desk.kinds, width):
        pieces += by.patterns[pattern]
    height = pieces
    for i in range(desk.traits.size):
        height += by.traits[i] * desk.traits[i]
    height += _correction(by, desk.traits, pieces)
    return 1.0 / (1.0 + math.exp(-height))


@inner
def new_desk(width: int, height: int) -> Desk:
    """Scratch room for boards of this size."""
    return Desk(
        np.empty(len(TRAITS)),
        np.empty(width * height),
        np.zeros((width + 2) * (height + 2), np.int8),
    )


@compiled
def read_position(
    codes: Codes, width: int, mines: int, empty: bool, _made_of: int = SOURCE
) -> tuple[Floats, Ints]:
    """The ``TRAITS`` of a possible position, and the pattern of each of its windows.

    ``empty``: the cell just opened is; what that opens in turn is not open yet.
    """
    found = analyse(codes, width, mines, False, MOST_WORDS)
    desk = new_desk(width, codes.size // width)
    _read_traits(found, width, mines, empty, desk.traits, desk.cells)
    _kinds(found, width, desk)
    return desk.traits, _patterns(desk.kinds, width)
