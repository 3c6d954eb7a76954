"""The odds: the exact probability that each covered cell is a mine.

All layouts of mines that fit the numbers and the mine total are equally likely. The odds of a cell
are therefore the share of layouts with a mine there. The layouts are counted, never listed: see
``solver_bot.solve.compiled``.

How each cell counts
    A flag or a question mark is an opinion, so the cell counts as covered.
    A shown mine is a mine. A wrong flag is an open cell that says nothing.
    A tile that could not be read may hold a mine (if it is covered or a shown mine) or none (if it
    is open). It counts as a cell that may hold one. This can only add layouts, never remove any, so
    whatever is certain under it is certain, also by the mine total. The tile itself gets no odds,
    and the odds of other cells do not use the number that it may show.

If the mine total is not known
    Only the numbers prove anything. The odds on the frontier assume that each covered cell is a
    mine with probability 0.2: a layout with one more mine is a quarter as likely. That density lies
    between those of the usual levels. It is an assumption, good enough to rank guesses. Cells off
    the frontier have no odds.

The import of this module does not load numba. ``odds`` does so once it pays: see ``engine``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from solver_bot.board import NUMBERS, WRONG_FLAG, Board
from solver_bot.solve.engine import Answer, analyse, compiled, interpreted


class Contradiction(ValueError):
    """No layout of mines fits the board.

    Attributes:
        cells: numbers that cannot all be right, each of which is needed for the contradiction;
            empty if the numbers agree with each other and only the mine total does not.

    """

    def __init__(self, board: Board, cells: tuple[int, ...]) -> None:
        self.cells = cells
        places = ", ".join("row {}, column {}".format(*board.place(cell)) for cell in cells)
        numbers = f"the numbers at {places} (counted from 0)" if cells else "the mine total"
        super().__init__(f"no layout of mines fits {numbers}")


class TooWide(RuntimeError):
    """Counting the layouts would take more memory than allowed: too many constraints interlock."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What the numbers and the mine total say about every cell of a board.

    Attributes:
        by_cell: the probability that each cell is a mine, in reading order. It is exactly 0.0 or
            1.0 if the cell is certain, and only then. It is None for open cells, for tiles that
            could not be read and, without a mine total, for cells off the frontier.
        safe: covered cells that are certainly safe, ascending.
        mines: covered cells that are certainly mines, ascending. Shown mines are not among them.
        layouts: the exact number of layouts that fit; None from 2**53 on. Without a mine total,
            only the layouts of the frontier are counted.
        log10_layouts: the decimal logarithm of that number, for boards of every size.

    """

    by_cell: tuple[float | None, ...]
    safe: tuple[int, ...]
    mines: tuple[int, ...]
    layouts: int | None
    log10_layouts: float


def odds(board: Board) -> Odds:
    """The exact odds of every covered cell.

    Raises:
        Contradiction: no layout fits.
        TooWide: counting the layouts would fill more than ``counting.MOST_WORDS``.

    """
    _, counting, frontier = interpreted()
    status, classes, odds_of, safe, mines, layouts, bits = _analyse(board)
    if status == counting.CONTRADICTION:
        raise Contradiction(board, _culprits(board))
    if status == counting.TOO_WIDE:
        raise TooWide("too many numbers of this board depend on each other to count its layouts")
    by_class = odds_of.astype(object)
    by_class[frontier.SILENT] = None
    if board.mines is None:
        by_class[frontier.FAR] = None
    exact = bits + math.log2(layouts) < 53
    return Odds(
        tuple(by_class[classes].tolist()),
        tuple(safe.tolist()),
        tuple(mines.tolist()),
        round(math.ldexp(layouts, bits)) if exact else None,
        math.log10(layouts) + bits * _LOG10_2,
    )


def possible(board: Board) -> bool:
    """Whether any layout fits the board. This costs less than ``odds``: no culprits are looked for.

    A board that would take more than a fraction of a second to count is called possible.
    """
    status = analyse(board.cells, board.width, board.mines, False, _FEW_WORDS)[0]
    return bool(status != interpreted().counting.CONTRADICTION)


def count_time(board: Board) -> float:
    """Measure how many seconds compiled functions take to count the layouts of a board."""
    compiled()
    began = time.perf_counter()
    _analyse(board)
    return time.perf_counter() - began


_LOG10_2 = math.log10(2)
_FEW_WORDS = 1 << 22
"""The most words of memory that ``possible`` uses; see ``counting.MOST_WORDS``."""


def _analyse(board: Board) -> Answer:
    return analyse(board.cells, board.width, board.mines, False, interpreted().counting.MOST_WORDS)


def _culprits(board: Board) -> tuple[int, ...]:
    """Numbers that no layout fits together, each needed for that; empty if the numbers agree."""
    numbers: Sequence[int] = tuple(board.where(NUMBERS))
    for shallow in (True, False):  # contradictions of single numbers are found at once
        clash = partial(_is_clash, board, shallow)
        if clash(numbers):
            numbers = _needed(clash, numbers)
            return tuple(_needed(partial(_is_clash, board, False), numbers))
    return ()


def _is_clash(board: Board, shallow: bool, numbers: Sequence[int]) -> bool:
    """Whether no layout fits these numbers. Other numbers and the mine total are ignored."""
    cells = bytearray(WRONG_FLAG if code in NUMBERS else code for code in board.cells)
    for cell in numbers:
        cells[cell] = board.cells[cell]
    counting = interpreted().counting
    status = analyse(bytes(cells), board.width, None, shallow, counting.MOST_WORDS)[0]
    return bool(status == counting.CONTRADICTION)


def _needed(clash: Callable[[Sequence[int]], bool], numbers: Sequence[int]) -> Sequence[int]:
    """Drop stretches of ``numbers``, halving their length, as long as the rest still clashes."""
    stretch = len(numbers)
    while stretch > 1:
        stretch = (stretch + 1) // 2
        for begin in range((len(numbers) - 1) // stretch * stretch, -1, -stretch):
            fewer = [*numbers[:begin], *numbers[begin + stretch :]]
            if clash(fewer):
                numbers = fewer
    return numbers
