"""The figures with which players compare games: 3BV, 3BV/s, efficiency and luck.

The definitions are those of the players' own programs and sites (Arbiter, minesweepergame.com,
minesweeper.online). 3BV is Bechtel's Board Benchmark Value.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from solver_bot.board import NUMBERS, Board, neighbours

Piece: TypeAlias = frozenset[int]
"""Cells that one left click opens: the empty cells of an opening, or a number by itself."""


def pieces(width: int, height: int, mines: Collection[int]) -> tuple[Piece, ...]:
    """The left clicks that a board needs without flags. Their number is the board's 3BV.

    An opening is a piece: empty cells that touch each other, by a side or a corner. So is every
    number that touches no empty cell. The numbers around an opening come with it.

    Source: S. Bechtel's definition, as minesweepergame.com/statistics.php gives it.
    """
    around = neighbours(width, height)
    mined = frozenset(mines)
    free = [cell for cell in range(width * height) if cell not in mined]
    empty = {cell for cell in free if mined.isdisjoint(around[cell])}
    single = [cell for cell in free if cell not in empty and empty.isdisjoint(around[cell])]
    return (*_regions(empty, around), *(frozenset({cell}) for cell in single))


def _regions(cells: set[int], around: tuple[tuple[int, ...], ...]) -> list[Piece]:
    left, found = set(cells), []
    while left:
        edge = [left.pop()]
        region = set(edge)
        while edge:
            touched = left.intersection(around[edge.pop()])
            left -= touched
            region |= touched
            edge += touched
        found.append(frozenset(region))
    return found


def three_bv(width: int, height: int, mines: Collection[int]) -> int:
    """The 3BV of a board: the fewest left clicks that open all its safe cells without a chord."""
    return len(pieces(width, height, mines))


def solved(board: Board, mines: Collection[int]) -> int:
    """The 3BV of what is open: how many pieces of the board with these mines are open as a whole.

    At the end of a game that was won, this is the 3BV of the board.
    """
    opened = frozenset(board.where(NUMBERS))
    return sum(piece <= opened for piece in pieces(board.width, board.height, mines))


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game. None stands for what can't be known.

    Attributes:
        three_bv: the 3BV of the whole board.
        solved: the 3BV of what the player opened.
        seconds: the time that was played.
        clicks: every click, with those that set flags and those that did nothing.
        guesses: how many clicks opened a cell that was not proved safe.
        luck: the chance to have survived all guesses: the product of their chances.

    """

    three_bv: int | None
    solved: int | None
    seconds: float
    clicks: int
    guesses: int | None
    luck: float | None

    @property
    def per_second(self) -> float | None:
        """3BV/s: what was solved, divided by the time."""
        return self.solved / self.seconds if self.solved is not None and self.seconds > 0 else None

    @property
    def efficiency(self) -> float | None:
        """What was solved, divided by the clicks: Arbiter's *index of efficiency*.

        Chords can bring it above 1.
        """
        return self.solved / self.clicks if self.solved is not None and self.clicks else None
