"""The odds by brute force: slow, obvious and without rounding. For tests only.

``layouts`` tries every set of cells. ``sweep`` is for long narrow boards, which have too many sets.
It decides cell after cell, and checks a number once the last cell beside it is decided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from solver_bot.board import NUMBERS, POSSIBLE_MINES, SHOWN_MINES, UNOPENED, Board


def layouts(board: Board) -> Iterator[frozenset[int]]:
    """Every set of mines that fits the board, with shown mines."""
    shown = frozenset(board.where(SHOWN_MINES))
    places = list(board.where(POSSIBLE_MINES))
    totals = range(len(board.cells) + 1) if board.mines is None else [board.mines]
    for total in totals:
        if not len(shown) <= total <= len(shown) + len(places):
            continue
        for chosen in combinations(places, total - len(shown)):
            mines = shown.union(chosen)
            if _numbers_are_right(board, mines):
                yield mines


def _numbers_are_right(board: Board, mines: frozenset[int]) -> bool:
    table = board.neighbours()
    return all(
        board.cells[cell] == sum(neighbour in mines for neighbour in table[cell])
        for cell in board.where(NUMBERS)
    )


def frontier(board: Board) -> set[int]:
    """The cells that may hold a mine and touch a number."""
    table = board.neighbours()
    return {
        cell
        for cell in board.where(POSSIBLE_MINES)
        if any(board.cells[neighbour] in NUMBERS for neighbour in table[cell])
    }


def odds(board: Board) -> list[Fraction | None] | None:
    """The share of layouts with a mine in each cell; None if no layout fits.

    Without a mine total, a layout with one more mine is a quarter as likely.
    """
    weight = [Fraction(0)] * len(board.cells)
    total = Fraction(0)
    for mines in layouts(board):
        share = Fraction(1) if board.mines is not None else Fraction(1, 4 ** len(mines))
        total += share
        for cell in mines:
            weight[cell] += share
    if not total:
        return None
    told = set(range(len(board.cells))) if board.mines is not None else frontier(board)
    return [
        weight[cell] / total if code in UNOPENED and cell in told else None
        for cell, code in enumerate(board.cells)
    ]


def sweep(board: Board, mine: int | None = None) -> int:
    """How many layouts fit, or how many of them have a mine at cell ``mine``."""
    due = _due(board)
    reach = 2 * board.width + 2  # cells further back touch no number that is still to be checked
    slot = len(board.cells) + 1  # bits for a count; one int holds the counts by number of mines
    ways: dict[tuple[bool, ...], int] = {(): 1}
    for cell, code in enumerate(board.cells):
        choices = (False, True) if code in POSSIBLE_MINES else (code in SHOWN_MINES,)
        after: dict[tuple[bool, ...], int] = defaultdict(int)
        for recent, numbers in ways.items():
            for choice in choices if cell != mine else (True,):
                decided = (*recent, choice)
                if all(
                    board.cells[number] == sum(decided[n - cell - 1] for n in beside)
                    for number, beside in due[cell]
                ):
                    after[decided[-reach:]] += numbers << slot if choice else numbers
        ways = after
    counts = sum(ways.values())
    if board.mines is None:
        return sum(counts >> slot * n & (1 << slot) - 1 for n in range(slot))
    return counts >> slot * board.mines & (1 << slot) - 1


def _due(board: Board) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """The numbers that can be checked once each cell is decided, with their neighbours."""
    due = defaultdict(list)
    for cell in board.where(NUMBERS):
        beside = board.neighbours()[cell]
        due[max(cell, *beside)].append((cell, beside))
    return due
