"""The odds by brute force: slow and obvious, for tests only. Nothing here rounds.

``layouts`` tries every set of cells. ``sweep`` is for long narrow boards, where there are too many
sets: it decides cell after cell and checks a number as soon as the last cell beside it is decided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from solver_bot.board import NUMBERS, POSSIBLE_MINES, SHOWN_MINES, UNOPENED, Board


def layouts(board: Board) -> Iterator[frozenset[int]]:
    """Every set of cells that may hold the board's mines, shown mines included."""
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
    """For every cell the share of layouts with a mine there; None if no layout fits.

    Without a mine total each mine more makes a layout a quarter as likely.
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
    reach = board.width + 1
    ways: dict[tuple[tuple[bool, ...], int], int] = {((), 0): 1}
    for cell, code in enumerate(board.cells):
        choices = (False, True) if code in POSSIBLE_MINES else (code in SHOWN_MINES,)
        if cell == mine:
            choices = (True,)
        after: dict[tuple[tuple[bool, ...], int], int] = defaultdict(int)
        for (recent, count), number in ways.items():
            for choice in choices:
                decided = (*recent, choice)
                if _could_be_right(board, cell, decided):
                    # what lies further back touches no number that is still open
                    after[decided[-2 * reach :], count + choice] += number
        ways = after
    return sum(
        number
        for (_, count), number in ways.items()
        if board.mines is None or count == board.mines
    )


def _could_be_right(board: Board, last: int, decided: tuple[bool, ...]) -> bool:
    """Check the numbers whose last neighbour (or they themselves) is ``last``."""
    table = board.neighbours()
    offset = last + 1 - len(decided)
    for cell in {last, *table[last]}:
        if board.cells[cell] not in NUMBERS or max(cell, *table[cell]) != last:
            continue
        if board.cells[cell] != sum(decided[neighbour - offset] for neighbour in table[cell]):
            return False
    return True
