"""The traits of a position: numbers that describe it as a whole, its coin tosses among them."""

from __future__ import annotations

import math
from typing import NamedTuple

from .analysis import Analysis
from .frontier import FAR, FIRST_GROUP, SILENT
from .jit import Floats, inner, lean

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
_LEAST_SAFETY = 1e-3
"""Smaller probabilities of being safe count as this, so that their logarithm stays finite."""
_UNLIKELY = 0.01
"""Pairs that become a coin toss with a lower probability are not counted."""


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


@lean
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


@lean
def _entropy(odds: Floats) -> float:
    """The sum of the entropies of these odds, in nats."""
    total = 0.0
    for share in odds:
        if 0.0 < share < 1.0:
            total -= share * math.log(share) + (1.0 - share) * math.log(1.0 - share)
    return total


@lean
def read_traits(
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


@lean
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
