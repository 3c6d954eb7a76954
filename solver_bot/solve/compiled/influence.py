"""The influence of a cell on fifty-fifties that may come up.

A fifty-fifty is two cells side by side, or four in a square, whose mines can be swapped without
changing any number around them. That is so if every cell that touches only one of the two is a
mine, or if every cell that touches a corner of the square alone is one. These cells *close* the
fifty-fifty off: if one of them turns out to be safe, its number settles it.

Half of the layouts in which a fifty-fifty is there are lost, sooner or later. So that half must not
be held against a cell of the fifty-fifty, nor against a cell that closes it off: if it is a mine
there, the game was half lost anyway. Such a cell is worth more than its safety says, by half of the
share of the layouts in which the fifty-fifty is there. That share is counted exactly.

The idea is D. Hill's (JSMinesweeper, "long term risk"); he describes it in public.

Only ``solver_bot.solve.compiled.lookahead`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

import math

import numpy as np

from solver_bot.board import MINE, WRONG_FLAG

from .analysis import FULL, Analysis, analyse
from .counting import FITS, MOST_WORDS
from .frontier import FAR
from .jit import Codes, Floats, Ints, compiled, inlined, inner, lean

CLOSING = 0.05
"""The least product of the odds of the closing cells for which a fifty-fifty is looked at."""
MOST_CLOSING = 6
"""The most cells that close a fifty-fifty off: three at either end of a pair."""


@inner
def _add_closing(odds: Floats, width: int, row: int, column: int, closing: Ints, n: int) -> int:
    """Add a cell to those that close a fifty-fifty off. Returns how many there are now.

    Returns -1 if ``n`` is -1, or if the cell is certainly no mine.
    """
    if n < 0 or not (0 <= row < odds.size // width and 0 <= column < width):
        return n
    if odds[row * width + column] <= 0.0:
        return -1
    closing[n] = row * width + column
    return n + 1


@inner
def _closing_pair(odds: Floats, width: int, cell: int, step: int, closing: Ints) -> int:
    """Write the cells that close off the pair ``cell``, ``cell + step``.

    Returns how many; -1 if the pair is no fifty-fifty, because one of them is not a mine.
    """
    row = cell // width
    column = cell % width
    n = 0
    for side in (-1, 2):
        for across in range(-1, 2):
            if step == 1:
                n = _add_closing(odds, width, row + across, column + side, closing, n)
            else:
                n = _add_closing(odds, width, row + side, column + across, closing, n)
    return n


@inner
def _closing_square(odds: Floats, width: int, cell: int, closing: Ints) -> int:
    """Write the cells that close off the square whose upper left cell is ``cell``; as above."""
    row = cell // width
    column = cell % width
    n = 0
    for down in (-1, 2):
        for across in (-1, 2):
            n = _add_closing(odds, width, row + down, column + across, closing, n)
    return n


@lean
def _is_likely(found: Analysis, odds: Floats, members: Ints, closing: Ints) -> bool:
    """Whether a fifty-fifty of these cells may be common enough to be counted."""
    likely = 1.0
    near = False
    for cell in closing:
        likely *= odds[cell]
        near = near or found.classes[cell] != FAR
    for cell in members:
        if not 0.0 < odds[cell] < 1.0:
            return False
        near = near or found.classes[cell] != FAR
    return near and likely >= CLOSING


@inner
def _count(
    codes: Codes, width: int, mines: int, found: Analysis, members: Ints, closing: Ints
) -> float:
    """Half of the share of the layouts in which these cells are a fifty-fifty.

    The first and the last of ``members`` are its mines; swapping gives the other half.
    """
    for cell in closing:
        codes[cell] = MINE
    for i in range(members.size):
        codes[members[i]] = MINE if i == 0 or i == 3 else WRONG_FLAG  # noqa: PLR1714 - for numba
    with_it = analyse(codes, width, mines, FULL, MOST_WORDS)
    share = 0.0
    if with_it.status == FITS:
        share = math.ldexp(with_it.layouts / found.layouts, with_it.bits - found.bits)
    return share


@inlined
def _credit(
    codes: Codes,
    width: int,
    mines: int,
    found: Analysis,
    odds: Floats,
    members: Ints,
    closing: Ints,
    into: Floats,
    nodes: Ints,
) -> None:
    """Add half the share of a fifty-fifty to its cells and to the cells that may close it off."""
    if nodes[0] <= 0 or not _is_likely(found, odds, members, closing):
        return
    nodes[0] -= 1
    before = codes.copy()
    share = _count(codes, width, mines, found, members, closing)
    codes[:] = before
    for cell in members:
        into[cell] += share
    for cell in closing:
        if odds[cell] < 1.0:
            into[cell] += share


@compiled
def influences(
    codes: Codes, width: int, mines: int, found: Analysis, odds: Floats, nodes: Ints
) -> Floats:
    """(cells,) in what share of the layouts opening a cell costs nothing because of a fifty-fifty.

    It is half of the share in which the cell belongs to a fifty-fifty or closes one off, summed
    over the fifty-fifties, but at most the smaller of the cell's odds and their complement.

    Args:
        codes: (height * width,) cell codes; they are changed and restored.
        width: cells in a row.
        mines: the mine total.
        found: the analysis of these codes.
        odds: (cells,) the odds of each cell, negative for open cells.
        nodes: (1,) how many more positions may be counted; each fifty-fifty costs one.

    """
    into = np.zeros(odds.size)
    room = np.empty(MOST_CLOSING, np.int64)
    for cell in range(odds.size):
        if not 0.0 < odds[cell] < 1.0:
            continue
        is_last = cell % width == width - 1
        for shape in range(3):  # a lying pair, an upright pair, a square
            if (shape != 1 and is_last) or (shape != 0 and cell + width >= odds.size):
                continue
            if shape == 0:
                members = np.array([cell, cell + 1])
                n = _closing_pair(odds, width, cell, 1, room)
            elif shape == 1:
                members = np.array([cell, cell + width])
                n = _closing_pair(odds, width, cell, width, room)
            else:
                members = np.array([cell, cell + 1, cell + width, cell + width + 1])
                n = _closing_square(odds, width, cell, room)
            if n >= 0:
                _credit(codes, width, mines, found, odds, members, room[:n], into, nodes)
    for cell in range(odds.size):
        into[cell] = max(0.0, min(into[cell], odds[cell], 1.0 - odds[cell]))
    return into
