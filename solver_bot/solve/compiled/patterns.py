"""The patterns of a position.

A pattern is a window of 2x3 cells, upright or lying, in which each cell is of one of six kinds.
Windows cover the board and one cell beyond it. The frequency of each pattern says what the
``traits`` cannot: which cells are walled in, where a number still says something, where coin tosses
are likely.
"""

from __future__ import annotations

import numpy as np

from .analysis import Analysis
from .frontier import FAR
from .jit import Bytes, Floats, Ints, inner, lean

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


@lean
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


@lean
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


@lean
def read_kinds(found: Analysis, width: int, cells: Floats, kinds: Bytes) -> None:
    """Write the kind of each cell into ``kinds``. The rim keeps its 0, which is ``WALL``.

    ``cells`` holds the odds of each cell.
    """
    stride = width + 2
    for cell in range(cells.size):
        place = (cell // width + 1) * stride + cell % width + 1
        kinds[place] = _kind(found, cells, width, cell)


@lean
def _along(kinds: Bytes, first: int, step: int, across: int, length: int, into: Ints) -> None:
    """Write the patterns of all windows along a strip two cells wide into ``into``."""
    pattern = 0
    for i in range(length):
        place = first + i * step
        pattern = (pattern * PAIR + kinds[place] * KINDS + kinds[place + across]) % PATTERNS
        if i >= 2:
            into[i - 2] = pattern


@inner
def read_patterns(kinds: Bytes, width: int) -> Ints:
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
