"""Perfect play on small boards: how many layouts the best player wins. For tests and measures only.

What a player knows is which cells are open and the numbers there, so it is a set of layouts, each
as likely as the others. The value of such a set is the number of its layouts that are won: that of
opening a cell is the sum over the sets that its numbers tell apart, and the best is the greatest.
All cells are tried, all sets are remembered, and no more is left out than what can't be better:
opening a safe cell never costs anything, and nothing wins more layouts than it survives.

``start`` says what a game promises of the first cell: by ``safe`` it is no mine, by ``zero`` nor is
any cell beside it. Layouts that break this are not dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

import numba
import numpy as np
from numba.typed import Dict

from solver_bot.board import COVERED, Board
from tests.solve.every import afresh, numbers_by_layout
from tests.solve.listing import Ints, fast, near

Policy: TypeAlias = Callable[[Board], tuple[int, ...]]
"""Cells to open on a board: safe ones, or one guess; without any the game is given up."""
Known: TypeAlias = dict[tuple[int, int], int]
"""Layouts won at best, by the cells opened and the numbers there."""


KEY = numba.typeof((0, 0))  # type: ignore[no-untyped-call] # numba is untyped


@dataclass(frozen=True, slots=True)
class Game:
    """A small board's size and mine total.

    Attributes:
        width: cells in a row.
        height: rows.
        mines: the mine total.
        layouts: all layouts with so many mines, a bit a cell.
        shown: the numbers of all cells by layout, 4 bits each.

    """

    width: int
    height: int
    mines: int
    layouts: Ints
    shown: Ints

    @classmethod
    def of(cls, width: int, height: int, mines: int) -> Game:
        size = width * height
        chosen = [sum(1 << cell for cell in cells) for cells in combinations(range(size), mines)]
        return cls(width, height, mines, np.array(chosen), numbers_by_layout(width, size))

    def dealt(self, first: int, start: str) -> Ints:
        """The layouts that a game deals whose first cell is ``first``."""
        free = [first]
        if start == "zero":
            free += near(first, self.width, self.width * self.height).tolist()
        dealt: Ints = self.layouts[self.layouts & sum(1 << cell for cell in free) == 0]
        return dealt


@fast
def seen(opened: int, size: int) -> int:
    """Which bits of ``shown`` are the numbers of the opened cells."""
    bits = 0
    for cell in range(size):
        bits |= (opened >> cell & 1) * (15 << 4 * cell)
    return bits


@fast
def survived(layouts: Ints, opened: int, size: int) -> Ints:
    """How many layouts have no mine in each covered cell; 0 for open cells."""
    without = np.zeros(size, np.int64)
    for cell in range(size):
        if opened >> cell & 1 == 0:
            without[cell] = (layouts >> cell & 1 == 0).sum()
    return without


# Functions that call each other crash when numba loads them from its cache, so these are not kept.


@afresh
def opening(layouts: Ints, opened: int, shown: Ints, size: int, known: Known) -> int:
    """The layouts won of those that have no mine in ``opened``, by the numbers shown there."""
    numbers = shown[layouts] & seen(opened, size)
    order = np.argsort(numbers)
    won = 0
    begin = 0
    for end in range(1, order.size + 1):
        if end == order.size or numbers[order[end]] != numbers[order[begin]]:
            won += most_won(layouts[order[begin:end]], opened, shown, size, known)
            begin = end
    return won


@afresh
def most_won(layouts: Ints, opened: int, shown: Ints, size: int, known: Known) -> int:
    """The most of these layouts that any player wins; the numbers opened are the same in all."""
    if layouts.size == 1:
        return 1
    key = (opened, int(shown[layouts[0]] & seen(opened, size)))
    if key in known:
        return known[key]
    without = survived(layouts, opened, size)
    safe = 0
    for cell in range(size):
        if without[cell] == layouts.size:
            safe |= 1 << cell
    best = 0
    if safe:
        best = opening(layouts, opened | safe, shown, size, known)
    else:
        for cell in np.argsort(-without):
            if without[cell] > best:
                left = layouts[layouts >> cell & 1 == 0]
                best = max(best, opening(left, opened | 1 << cell, shown, size, known))
    known[key] = best
    return best


def optimum(game: Game, first: int, start: str) -> Fraction:
    """The best player's chance to win, whose first cell is ``first``.

    Raises:
        ZeroDivisionError: no layout keeps the start rule there.

    """
    dealt = game.dealt(first, start)
    known = Dict.empty(KEY, numba.int64)
    size = game.width * game.height
    won = opening(dealt, 1 << first, game.shown, size, known) if dealt.size else 0
    return Fraction(int(won), int(dealt.size))


def chance_of(policy: Policy, game: Game, first: int, start: str) -> Fraction:
    """The chance to win of a player who decides by ``policy`` after the first cell.

    The policy sees boards as games show them: what is around an empty cell is open too.
    """
    dealt = game.dealt(first, start)
    won = sum(_won(policy, game, part, 1 << first) for part in _told_apart(game, dealt, 1 << first))
    return Fraction(won, int(dealt.size))


def _won(policy: Policy, game: Game, layouts: Ints, opened: int) -> int:
    """How many of these layouts the player wins; the numbers opened are the same in all."""
    size = game.width * game.height
    board = _board(game, layouts, opened)
    around_empty = {n for cell in board.where({0}) for n in board.neighbours()[cell]}
    cells = [cell for cell in sorted(around_empty) if not opened >> cell & 1]
    if not cells:
        if size - opened.bit_count() == game.mines:
            return int(layouts.size)
        cells = [*policy(board)]
    wanted = sum(1 << cell for cell in cells)
    survived = layouts[layouts & wanted == 0]
    opened |= wanted
    parts = _told_apart(game, survived, opened) if cells else []
    return sum(_won(policy, game, part, opened) for part in parts)


def _told_apart(game: Game, layouts: Ints, opened: int) -> list[Ints]:
    numbers = game.shown[layouts] & seen(opened, game.width * game.height)
    return [layouts[numbers == each] for each in np.unique(numbers)]


def _board(game: Game, layouts: Ints, opened: int) -> Board:
    numbers = int(game.shown[layouts[0]])
    size = game.width * game.height
    codes = [numbers >> 4 * c & 15 if opened >> c & 1 else COVERED for c in range(size)]
    return Board(game.width, game.height, bytes(codes), game.mines)
