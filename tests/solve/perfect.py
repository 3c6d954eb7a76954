"""Perfect play on small boards: how many layouts the best player wins. For tests and benchmarks.

A player knows which cells are open and the numbers on them. This knowledge is a set of equally
likely layouts. The value of a set is the number of its layouts that the best player wins. A move
opens a cell and splits the set by the number shown; its value is the sum of the values of the
parts. The value of the set is that of the best move. All moves are tried and all sets are
remembered. Only moves that cannot be better are left out: opening a safe cell costs nothing, and no
move wins more layouts than it survives.

``start`` says what a game promises about the first cell. Under ``safe`` it is not a mine. Under
``zero`` the cells beside it are not mines either. Layouts that break the promise are not dealt.
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
"""A player: returns the cells to open on a board, or none to give the game up."""
Known: TypeAlias = dict[tuple[int, int], int]
"""The most layouts won, by the open cells and the numbers on them."""


KEY = numba.typeof((0, 0))  # type: ignore[no-untyped-call] # numba is untyped


@dataclass(frozen=True, slots=True)
class Game:
    """The size and the mine total of a small board.

    Attributes:
        width: cells in a row.
        height: rows.
        mines: the mine total.
        layouts: all layouts with this number of mines, a bit per cell.
        shown: the numbers of all cells for each layout, 4 bits per number.

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
        """The layouts that a game may deal if ``first`` is the first cell."""
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


# Functions that call each other crash if numba loads them from its cache, so these are not cached.


@afresh
def opening(layouts: Ints, opened: int, shown: Ints, size: int, known: Known) -> int:
    """How many layouts are won after the cells of ``opened`` are opened, by the numbers shown."""
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
    """How many of these layouts the best player wins. All of them show the same open numbers."""
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
    """The chance of the best player to win if ``first`` is the first cell.

    Raises:
        ZeroDivisionError: no layout keeps the start rule for that cell.

    """
    dealt = game.dealt(first, start)
    known = Dict.empty(KEY, numba.int64)
    size = game.width * game.height
    won = opening(dealt, 1 << first, game.shown, size, known) if dealt.size else 0
    return Fraction(int(won), int(dealt.size))


def chance_of(policy: Policy, game: Game, first: int, start: str) -> Fraction:
    """The chance to win of a player who follows ``policy`` after the first cell.

    The policy sees boards as games show them, with all cells around an empty cell open.
    """
    dealt = game.dealt(first, start)
    won = sum(_won(policy, game, part, 1 << first) for part in _told_apart(game, dealt, 1 << first))
    return Fraction(won, int(dealt.size))


def _won(policy: Policy, game: Game, layouts: Ints, opened: int) -> int:
    """How many of these layouts the player wins. All of them show the same open numbers."""
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
