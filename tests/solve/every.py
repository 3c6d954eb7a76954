"""Compare the solver with every position of small boards. For tests only.

A *position* is a set of open cells and the numbers on them. Its layouts are all layouts that show
these numbers there. All positions are found by going through the sets of open cells, then through
the layouts without a mine in them. Layouts with the same numbers belong to the same position. This
grouping is also the oracle: nothing is deduced.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numba
import numpy as np

from solver_bot.board import COVERED, Board
from solver_bot.solve.compiled.analysis import FULL, analyse
from solver_bot.solve.compiled.counting import FITS, MOST_WORDS
from tests.solve.listing import Bytes, F, Floats, Ints, fast, near

NEAR = 1e-9


def afresh(function: F) -> F:
    """``function`` compiled, but not kept on disk: a cache would miss changes of the solver."""
    return cast(F, numba.njit(function))


class Tally(NamedTuple):
    """The result of comparing many positions.

    Attributes:
        positions: how many positions there were.
        in_games: how many of them occur in games that open all cells around an empty cell.
        compared: how many comparisons were made: positions times mine totals, with the unknown one.
        impossible: how many comparisons had no layout that fits.
        wrong: how many comparisons had an answer of the solver that differs from the layouts.
        cells: the position of the first wrong answer.
        total: its mine total; -1 if it is not known.

    """

    positions: int
    in_games: int
    compared: int
    impossible: int
    wrong: int
    cells: Bytes
    total: int

    def first_wrong(self, width: int) -> Board:
        """The first position for which the solver's answer differs from the layouts."""
        total = None if self.total < 0 else self.total
        return Board(width, self.cells.size // width, self.cells.tobytes(), total)


@fast
def numbers_by_layout(width: int, size: int) -> Ints:
    """The numbers of all cells for each layout: a layout has a bit per cell, a number 4 bits."""
    shown = np.zeros(1 << size, np.int64)
    beside = np.zeros(size, np.int64)
    for cell in range(size):
        for other in near(cell, width, size):
            beside[cell] += 1 << 4 * other
    for cell in range(size):
        for layout in range(1 << cell):
            shown[layout | 1 << cell] = shown[layout] + beside[cell]
    return shown


@fast
def layouts_beside(opened: int, size: int) -> Ints:
    """Every layout that has no mine in the cells of ``opened``."""
    covered = ((1 << size) - 1) & ~opened
    found = [covered]
    while found[-1] > 0:
        found.append((found[-1] - 1) & covered)
    return np.array(found)


@fast
def counted(layouts: Ints, size: int) -> tuple[Ints, Ints]:
    """How many layouts have each number of mines; (mines, cell) how many have a mine in a cell."""
    counts = np.zeros(size + 1, np.int64)
    mined = np.zeros((size + 1, size), np.int64)
    for layout in layouts:
        mines = 0
        for cell in range(size):
            mines += layout >> cell & 1
        counts[mines] += 1
        for cell in range(size):
            mined[mines, cell] += layout >> cell & 1
    return counts, mined


@fast
def touching(cells: Bytes, width: int) -> Bytes:
    """1 for each covered cell beside an open cell, else 0."""
    found = np.zeros(cells.size, np.uint8)
    for cell in range(cells.size):
        if cells[cell] == COVERED:
            for other in near(cell, width, cells.size):
                if cells[other] != COVERED:
                    found[cell] = 1
    return found


@fast
def expected(
    cells: Bytes, told: Bytes, counts: Ints, mined: Ints, total: int
) -> tuple[int, Floats, Ints]:
    """For this mine total: layouts, odds, and in how many layouts each cell has a mine."""
    odds = np.full(cells.size, np.nan)
    if total >= 0:
        for cell in range(cells.size):
            if cells[cell] == COVERED and counts[total] > 0:
                odds[cell] = mined[total, cell] / counts[total]
        return counts[total], odds, mined[total]
    weights = 0.25 ** np.arange(counts.size)
    far = 0
    for cell in range(cells.size):
        if told[cell]:
            odds[cell] = (mined[:, cell] * weights).sum() / (counts * weights).sum()
        elif cells[cell] == COVERED:
            far += 1
    return int(counts.sum()) >> far, odds, np.asarray(mined.sum(axis=0) >> far, np.int64)


@afresh
def agrees(
    cells: Bytes, width: int, total: int, layouts: int, odds: Floats, with_mine: Ints
) -> bool:
    """Whether the solver gives the expected answer for a position."""
    found = analyse(cells, width, total, FULL, MOST_WORDS)
    if layouts == 0 or found.status != FITS:
        return bool(layouts == 0 and found.status != FITS)
    said = found.odds[found.classes]
    told = ~np.isnan(odds)
    return bool(
        found.layouts * 2.0**found.bits == layouts
        and np.array_equal(~np.isnan(said), told)
        and not (np.abs(said - odds) > NEAR).any()
        and np.array_equal(found.safe, np.flatnonzero(told & (with_mine == 0)))
        and np.array_equal(found.mines, np.flatnonzero(told & (with_mine == layouts)))
    )


@fast
def is_in_games(cells: Bytes, width: int) -> bool:
    """Whether all cells around the open empty cells are open."""
    for cell in range(cells.size):
        if cells[cell] == 0:
            for other in near(cell, width, cells.size):
                if cells[other] == COVERED:
                    return False
    return True


@afresh
def walk(width: int, height: int, open_sets: Ints) -> Tally:
    """Compare all positions with these sets of open cells, a bit per cell, for every mine total."""
    size = width * height
    shown = numbers_by_layout(width, size)
    cells = np.empty(size, np.uint8)
    first_wrong = np.empty(0, np.uint8)
    first_total = 0
    positions = in_games = impossible = wrong = 0
    for opened in open_sets:
        seen = 0
        for cell in range(size):
            seen |= (opened >> cell & 1) * (15 << 4 * cell)
        layouts = layouts_beside(opened, size)
        numbers = shown[layouts] & seen
        order = np.argsort(numbers)
        begin = 0
        while begin < order.size:
            now = numbers[order[begin]]
            end = begin
            while end < order.size and numbers[order[end]] == now:
                end += 1
            for cell in range(size):
                cells[cell] = now >> 4 * cell & 15 if opened >> cell & 1 else COVERED
            told = touching(cells, width)
            counts, mined = counted(layouts[order[begin:end]], size)
            positions += 1
            in_games += is_in_games(cells, width)
            for total in range(-1, size + 1):
                count, odds, with_mine = expected(cells, told, counts, mined, total)
                impossible += count == 0
                if not agrees(cells, width, total, count, odds, with_mine):
                    if wrong == 0:
                        first_wrong = cells.copy()
                        first_total = total
                    wrong += 1
            begin = end
    compared = positions * (size + 2)
    return Tally(positions, in_games, compared, impossible, wrong, first_wrong, first_total)
