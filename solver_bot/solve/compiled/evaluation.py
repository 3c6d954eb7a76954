"""An estimate of the chance to win from a position, based on its exact odds.

The estimate has two inputs. ``TRAITS`` describe the position as a whole. *Patterns* describe it
locally. A pattern is a window of 2x3 cells, upright or lying, in which each cell is of one of six
kinds. Windows cover the board and one cell beyond it. The frequency of each pattern says what the
traits cannot: which cells are walled in, where a number still says something, where coin tosses are
likely.

The estimate is a logistic regression over both inputs, corrected by one layer of hidden units.
``benchmarks/value.py`` fitted it to positions of this solver's own games. Its values can be
compared between the cells of one position, but they are not proved chances. Patterns whose weights
are added are n-tuple networks (S. Lucas, "Learning to play Othello with n-tuple systems", 2008).

Only ``solver_bot.solve.compiled.lookahead`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .analysis import FULL, Analysis, analyse
from .counting import MOST_WORDS
from .frontier import FAR, FIRST_GROUP, SILENT
from .jit import Bytes, Codes, Floats, Ints, compiled, inner

TRAITS = (
    "has a safe cell",
    "log of 1 + safe cells",
    "log safety of the safest uncertain cell, if there is no safe cell",
    "log safety of the safest uncertain cell, if there is a safe cell",
    "log safety of the second safest uncertain cell",
    "cells to open / 100",
    "log of 1 + cells to open",
    "mines left / 100",
    "mines left / uncertain cells",
    "odds off the frontier",
    "cells off the frontier / 100",
    "entropy of the groups / 10",
    "cells of the frontier / 10",
    "expected number of coin tosses",
    "coin tosses that are there already",
    "bits of layouts, at most 40, / 10",
    "the cell just opened is empty",
    "log of 1 + open cells",
    "log of 1 + open cells, if there is a safe cell",
    "log of 1 + open cells, if the cell just opened is empty",
    "log of 1 + cells to open, if there is a safe cell",
    "log of 1 + cells to open, if the cell just opened is empty",
    "open cells / 100",
    "cells to open / 100, if there is a safe cell",
    "open cells / 100, if there is a safe cell",
    "one",
)
KINDS = 6
WALL, SAFE_CELL, SAYING, OFF, LIKELY_SAFE, LIKELY_MINE = range(KINDS)
"""The kinds of a cell in a pattern. ``WALL``: the cell says nothing more, because it is off the
board, a certain mine, or open with no uncertain cell around it. ``SAFE_CELL``: covered and proved
safe. ``SAYING``: open with an uncertain cell around it. ``OFF``: uncertain, off the frontier.
``LIKELY_SAFE`` and ``LIKELY_MINE``: uncertain, on the frontier; ``DIVIDE`` separates the two."""
DIVIDE = 0.42
"""The odds that divide likely safe cells from likely mines."""
PAIR = KINDS * KINDS
PATTERNS = PAIR**3
"""How many patterns there are. A pattern is a number of three digits to the base ``PAIR``, one for
each pair of cells along the window."""
LEAK = 0.01
"""The slope of a hidden unit below zero."""
_LEAST_SAFETY = 1e-3
"""Smaller probabilities of being safe count as this, so that their logarithm stays finite."""
_UNLIKELY = 0.01
"""Pairs that become a coin toss with a lower probability are not counted."""


class Weights(NamedTuple):
    """The weights of the estimate.

    Attributes:
        traits: (traits,) the weight of each of ``TRAITS``.
        patterns: (``PATTERNS``,) the weight of each pattern.
        scale: (2, traits) the mean and the standard deviation of each input of the hidden units.
            The inputs are the traits, with the sum of the pattern weights in place of the last
            trait, which is always one.
        hidden: (units, traits + 2) for each hidden unit a weight for each input, its bias, and the
            weight of its output.

    """

    traits: Floats
    patterns: NDArray[np.float32]
    scale: Floats
    hidden: Floats


def load_weights(path: Path) -> Weights:
    """Load weights from an ``.npz`` file."""
    with np.load(path) as known:
        return Weights(*(known[name] for name in Weights._fields))


SPARSE, DENSE = (
    load_weights(Path(__file__).with_name(f"weights-{name}.npz")) for name in ("sparse", "dense")
)
DENSE_FROM = 0.18
"""The mines per cell from which on ``DENSE`` is used. ``DENSE`` was fitted to expert games. It wins
less often on easier levels than ``SPARSE``, which was fitted to all levels, with traits only."""


def weights_for(cells: int, mines: int) -> Weights:
    """The weights for a board with this number of cells and mines."""
    return DENSE if mines >= DENSE_FROM * cells else SPARSE


class Desk(NamedTuple):
    """Scratch memory.

    Attributes:
        traits: (traits,) the traits of a position.
        cells: (height * width,) the odds of each cell.
        kinds: ((height + 2) * (width + 2),) the kind of each cell, with a rim of one cell.

    """

    traits: Floats
    cells: Floats
    kinds: Bytes


@inner
def _pair_odds(cells: Floats, width: int, one: int, other: int) -> float:
    """The probability that no number will ever tell two adjacent cells apart.

    That is so if every cell that touches only one of the two is a mine. The probability is taken as
    the product of the odds of these cells; 0 if it is below ``_UNLIKELY``. ``cells`` holds the odds
    of each cell, negative for open cells.
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
    """The expected number of coin tosses, and how many of these are there already."""
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
    """How many cells of each sort a board has, and the odds of its two safest uncertain cells.

    Attributes:
        opened: open cells, and tiles that could not be read.
        safe: covered cells that are certainly safe.
        mined: cells that are certainly mines.
        far: uncertain cells off the frontier.
        frontier: uncertain cells on the frontier.
        least: the odds of the safest uncertain cell; 0 if every cell is certain.
        second: the odds of the second safest.

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
    """Count the cells, and write the odds of each cell into ``cells``, -1 for open cells."""
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
    """The sum of the entropies of these odds, in nats."""
    total = 0.0
    for share in odds:
        if 0.0 < share < 1.0:
            total -= share * math.log(share) + (1.0 - share) * math.log(1.0 - share)
    return total


@inner
def _read_traits(
    found: Analysis, width: int, mines: int, empty: bool, into: Floats, scratch: Floats
) -> None:
    """Write the ``TRAITS`` of a position into ``into``. ``scratch`` has one element for each cell.

    ``empty`` says that the cell just opened is empty. Its neighbours are not open yet.
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
    """One cell of a coin toss: two adjacent cells that no number will tell apart. -1 for none."""
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
    """Whether there is an uncertain cell around an open cell."""
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
    """The kind of a cell; ``cells`` holds the odds of each cell."""
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
    """Write the kind of each cell into ``desk.kinds``. The rim keeps its 0, which is ``WALL``.

    ``desk.cells`` holds the odds of each cell.
    """
    stride = width + 2
    for cell in range(desk.cells.size):
        place = (cell // width + 1) * stride + cell % width + 1
        desk.kinds[place] = _kind(found, desk.cells, width, cell)


@inner
def _along(kinds: Bytes, first: int, step: int, across: int, length: int, into: Ints) -> None:
    """Write the patterns of all windows along a strip two cells wide into ``into``."""
    pattern = 0
    for i in range(length):
        place = first + i * step
        pattern = (pattern * PAIR + kinds[place] * KINDS + kinds[place + across]) % PATTERNS
        if i >= 2:
            into[i - 2] = pattern


@inner
def _patterns(kinds: Bytes, width: int) -> Ints:
    """The pattern of each window, lying windows first."""
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
    """What the hidden units add to the estimate. ``pieces`` is the sum of the pattern weights."""
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
    """The estimated chance to win from a position. ``empty`` is as in ``_read_traits``."""
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
    """Scratch memory for boards of this size."""
    return Desk(
        np.empty(len(TRAITS)),
        np.empty(width * height),
        np.zeros((width + 2) * (height + 2), np.int8),
    )


@compiled
def read_position(codes: Codes, width: int, mines: int, empty: bool) -> tuple[Floats, Ints]:
    """The ``TRAITS`` of a possible position, and the pattern of each of its windows.

    ``empty`` says that the cell just opened is empty. Its neighbours are not open yet.
    """
    found = analyse(codes, width, mines, FULL, MOST_WORDS)
    desk = new_desk(width, codes.size // width)
    _read_traits(found, width, mines, empty, desk.traits, desk.cells)
    _kinds(found, width, desk)
    return desk.traits, _patterns(desk.kinds, width)
