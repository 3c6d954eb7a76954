"""A compiled oracle, for millions of small boards and for real boards. For tests only.

``oracle`` tries every set of cells, which is too slow for so many boards. This module also lists
layouts one by one, but only on the frontier, and it backtracks as soon as a number cannot be right.
Binomials count the cells off the frontier. ``odds`` lists the whole frontier of a board at once.
``odds_by_component`` lists one component after the other and joins them with exact integers. The
only thing shared with the solver are the codes of cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    NUMBERS,
    POSSIBLE_MINES,
    SHOWN_MINES,
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
    Board,
)

F = TypeVar("F", bound=Callable[..., Any])
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Part: TypeAlias = tuple[list[int], list[int], list[list[int]]]
"""A component: its cells; its layouts by number of mines; the same for each mined cell."""
Weighed: TypeAlias = tuple[int, dict[int, int], dict[int, int]]
"""Layouts; for each cell the weight of all layouts, and the weight of those with a mine there."""

MOST_LISTED = 20_000
"""The most steps for listing the layouts of a small board."""
MOST_OF_A_COMPONENT = 20_000_000

_CODES = range(UNREADABLE + 1)
IS_NUMBER = np.array([code in NUMBERS for code in _CODES])
MAY_HOLD = np.array([code in POSSIBLE_MINES for code in _CODES])
IS_SHOWN = np.array([code in SHOWN_MINES for code in _CODES])
IS_ASKED = np.array([code in UNOPENED for code in _CODES])
CHOOSE = np.array([[math.comb(n, k) for k in range(37)] for n in range(37)], np.int64)


class TooMany(RuntimeError):
    """There are too many layouts to list."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What the layouts of a board say.

    Attributes:
        odds: the odds of each cell; nan if it has none.
        safe: covered cells without a mine in any layout, ascending.
        mines: covered cells with a mine in all layouts, ascending.
        layouts: the number of layouts; without a mine total, of the frontier only.

    """

    odds: Floats
    safe: tuple[int, ...]
    mines: tuple[int, ...]
    layouts: int


def fast(function: F) -> F:
    """``function`` compiled by numba, kept on disk."""
    return cast(F, numba.njit(cache=True)(function))


@fast
def near(cell: int, width: int, size: int) -> Ints:
    """The neighbours of a cell."""
    found = np.empty(8, np.int64)
    count = 0
    row, column = cell // width, cell % width
    for r in range(max(row - 1, 0), min(row + 2, size // width)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if r != row or c != column:
                found[count] = r * width + c
                count += 1
    return found[:count]


@fast
def needs(cells: Bytes, width: int) -> tuple[Ints, Ints]:
    """How many mines each number still needs, and how many cells around it may hold one."""
    need = np.zeros(cells.size, np.int64)
    room = np.zeros(cells.size, np.int64)
    for cell in range(cells.size):
        if IS_NUMBER[cells[cell]]:
            need[cell] = cells[cell]
            for other in near(cell, width, cells.size):
                need[cell] -= IS_SHOWN[cells[other]]
                room[cell] += MAY_HOLD[cells[other]]
    return need, room


@fast
def frontier(cells: Bytes, width: int) -> tuple[Ints, Ints]:
    """The cells that may hold a mine and touch a number, and the component of each.

    The components come one after the other. Within a component, each cell shares a number with a
    cell before it.
    """
    order = np.empty(cells.size, np.int64)
    component = np.empty(cells.size, np.int64)
    seen = np.zeros(cells.size, np.bool_)
    begin = end = 0
    for cell in range(cells.size):
        if seen[cell] or not MAY_HOLD[cells[cell]] or not touches_number(cells, width, cell):
            continue
        order[end] = cell
        seen[cell] = True
        end += 1
        while begin < end:
            component[begin] = cell
            for number in near(order[begin], width, cells.size):
                if IS_NUMBER[cells[number]]:
                    for other in near(number, width, cells.size):
                        if MAY_HOLD[cells[other]] and not seen[other]:
                            order[end] = other
                            seen[other] = True
                            end += 1
            begin += 1
    return order[:end], component[:end]


@fast
def touches_number(cells: Bytes, width: int, cell: int) -> bool:
    """Whether the cell has a number beside it."""
    return bool(IS_NUMBER[cells[near(cell, width, cells.size)]].any())


@fast
def listed(cells: Bytes, width: int, order: Ints, limit: int) -> tuple[bool, Ints, Ints]:
    """List the layouts of some cells, in this order, that fit all numbers beside them.

    Returns whether all layouts were listed within the limit; how many layouts have 0, 1, … mines;
    and (mines, cell) how many of them have a mine in each cell.
    """
    need, room = needs(cells, width)
    counts = np.zeros(order.size + 1, np.int64)
    mined = np.zeros((order.size + 1, order.size), np.int64)
    choice = np.full(order.size, -1, np.int64)
    mines = place = steps = 0
    while place >= 0:
        if place == order.size:
            counts[mines] += 1
            mined[mines] += choice
            place -= 1
            continue
        around = near(order[place], width, cells.size)
        if choice[place] >= 0:
            mines -= choice[place]
            for number in around:
                need[number] += choice[place]
                room[number] += 1
        choice[place] += 1
        if choice[place] > 1:
            choice[place] = -1
            place -= 1
            continue
        steps += 1
        if steps > limit:
            return False, counts, mined
        mines += choice[place]
        possible = True
        for number in around:
            need[number] -= choice[place]
            room[number] -= 1
            if IS_NUMBER[cells[number]] and not 0 <= need[number] <= room[number]:
                possible = False
        if possible:
            place += 1
    return True, counts, mined


@fast
def numbers_fit(cells: Bytes, width: int) -> bool:
    """Whether each number on its own can be right."""
    need, room = needs(cells, width)
    for cell in range(cells.size):
        if IS_NUMBER[cells[cell]] and not 0 <= need[cell] <= room[cell]:
            return False
    return True


@fast
def weighed(
    cells: Bytes, order: Ints, counts: Ints, mined: Ints, total: int
) -> tuple[int, Floats, Ints]:
    """Layouts, odds and certain cells (0 safe, 1 a mine, -1 neither) of a small board.

    ``total`` is -1 if it is not known. A layout with one more mine is then a quarter as likely.
    """
    odds = np.full(cells.size, np.nan)
    certain = np.full(cells.size, -1, np.int64)
    shown = IS_SHOWN[cells].sum()
    rest = MAY_HOLD[cells].sum() - order.size
    layouts = in_rest = 0
    ways = np.zeros(counts.size, np.int64)
    weights = np.zeros(counts.size)
    for mines in range(counts.size):
        left = total - shown - mines
        if total < 0:
            ways[mines] = 1
            weights[mines] = 0.25**mines
        elif 0 <= left <= rest:
            ways[mines] = CHOOSE[rest, left]
            weights[mines] = ways[mines]
            if left > 0:
                in_rest += counts[mines] * CHOOSE[rest - 1, left - 1]
        layouts += counts[mines] * ways[mines]
    if layouts == 0:
        return 0, odds, certain
    touching = np.zeros(cells.size, np.bool_)
    touching[order] = True
    whole = (counts * weights).sum()
    for i in range(order.size):
        with_mine = (mined[:, i] * ways).sum()
        odds[order[i]] = (mined[:, i] * weights).sum() / whole
        certain[order[i]] = 0 if with_mine == 0 else 1 if with_mine == layouts else -1
    for cell in range(cells.size):
        if MAY_HOLD[cells[cell]] and not touching[cell] and total >= 0:
            odds[cell] = in_rest / layouts
            certain[cell] = 0 if in_rest == 0 else 1 if in_rest == layouts else -1
        if not IS_ASKED[cells[cell]]:
            odds[cell] = np.nan
            certain[cell] = -1
    return layouts, odds, certain


def odds(board: Board) -> Listed | None:
    """What the layouts of a board of at most 36 cells say; None if no layout fits.

    Raises:
        TooMany: there are too many layouts to list.

    """
    cells = np.frombuffer(board.cells, np.uint8)
    if not numbers_fit(cells, board.width):
        return None
    order, _ = frontier(cells, board.width)
    complete, counts, mined = listed(cells, board.width, order, MOST_LISTED)
    if not complete:
        raise TooMany
    total = -1 if board.mines is None else board.mines
    layouts, chances, certain = weighed(cells, order, counts, mined, total)
    if not layouts:
        return None
    return Listed(chances, _where(certain == 0), _where(certain == 1), int(layouts))


def _where(these: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(these).tolist())


def possible(board: Board, numbers: Sequence[int]) -> bool:
    """Whether some layout fits these numbers. Other numbers and the mine total are ignored."""
    cells = np.frombuffer(board.cells, np.uint8).copy()
    aside = IS_NUMBER[cells]
    aside[list(numbers)] = False
    cells[aside] = WRONG_FLAG  # an open cell without a mine, which says nothing
    if not numbers_fit(cells, board.width):
        return False
    return all(counts.any() for _, counts, _ in components(cells, board.width))


def components(cells: Bytes, width: int) -> Iterator[tuple[Ints, Ints, Ints]]:
    """For each component: its cells, its layouts by number of mines, and (mines, cell) the layouts
    with a mine in each cell.

    Raises:
        TooMany: there are too many layouts to list.

    """
    order, component = frontier(cells, width)
    for name in np.unique(component):
        members = order[component == name]
        complete, counts, mined = listed(cells, width, members, MOST_OF_A_COMPONENT)
        if not complete:
            raise TooMany
        yield members, counts, mined


def odds_by_component(board: Board) -> Listed | None:
    """The same as ``odds`` for a board of any size.

    Raises:
        TooMany: there are too many layouts to list in one component.

    """
    cells = np.frombuffer(board.cells, np.uint8)
    if not numbers_fit(cells, board.width):
        return None
    parts = [
        (members.tolist(), counts.tolist(), mined.T.tolist())
        for members, counts, mined in components(cells, board.width)
    ]
    layouts, whole, with_mine = (
        _by_density(parts) if board.mines is None else _by_total(board, parts)
    )
    if not layouts:
        return None
    asked = [cell for cell in sorted(with_mine) if board.cells[cell] in UNOPENED]
    chances = np.full(len(cells), np.nan)
    chances[asked] = [float(Fraction(with_mine[cell], whole[cell])) for cell in asked]
    safe = tuple(cell for cell in asked if not with_mine[cell])
    mines = tuple(cell for cell in asked if with_mine[cell] == whole[cell])
    return Listed(chances, safe, mines, layouts)


def _by_total(board: Board, parts: Sequence[Part]) -> Weighed:
    """The weights for a known mine total: of all layouts, and of those with a mine in each cell."""
    assert board.mines is not None
    rest = board.count(POSSIBLE_MINES) - sum(len(members) for members, _, _ in parts)
    left = board.mines - board.count(SHOWN_MINES)
    every = [counts for _, counts, _ in parts]
    spread = [math.comb(rest, mines) for mines in range(rest + 1)]
    fewer = [math.comb(rest - 1, mines) for mines in range(rest)]
    layouts = _coefficient(left, [*every, spread])
    with_mine = dict.fromkeys(board.where(POSSIBLE_MINES), _coefficient(left - 1, [*every, fewer]))
    for i, (members, _, mined) in enumerate(parts):
        others = _product([*every[:i], *every[i + 1 :], spread])
        for cell, by_mines in zip(members, mined, strict=True):
            with_mine[cell] = _coefficient(left, [others, by_mines])
    return layouts, dict.fromkeys(with_mine, layouts), with_mine


def _by_density(parts: Sequence[Part]) -> Weighed:
    """The weights without a mine total, by which one more mine is a quarter as likely."""
    layouts = math.prod(sum(counts) for _, counts, _ in parts)
    whole = {}
    with_mine = {}
    for members, counts, mined in parts:
        for cell, by_mines in zip(members, mined, strict=True):
            whole[cell] = sum(ways * 4 ** (len(counts) - k) for k, ways in enumerate(counts))
            with_mine[cell] = sum(ways * 4 ** (len(counts) - k) for k, ways in enumerate(by_mines))
    return layouts, whole, with_mine


def _product(factors: Sequence[Sequence[int]]) -> list[int]:
    """The product of polynomials."""
    product = [1]
    for factor in factors:
        longer = [0] * (len(product) + len(factor) - 1)
        for i, a in enumerate(product):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        product = longer
    return product


def _coefficient(power: int, factors: Sequence[Sequence[int]]) -> int:
    """One coefficient of the product of polynomials."""
    product = _product(factors)
    return product[power] if 0 <= power < len(product) else 0
