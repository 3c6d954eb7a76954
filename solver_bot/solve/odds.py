"""The odds: for every covered cell the exact probability that it is a mine.

Every layout of mines that fits all numbers and the mine total is equally likely, so the odds of a
cell are the share of layouts that have a mine there. The layouts are counted, never listed:
``solver_bot.solve.counting`` says how.

What counts as what
    Flags and question marks are opinions: such a cell is covered.
    Shown mines are mines, a wrong flag is an open cell that says nothing.
    A tile that could not be read may hold a mine (it may be covered, or be a shown mine) or none
    (it may be an open cell). Taken as a cell that may hold one, it widens the choice of layouts
    and never narrows it, so what is certain then is certain, by the mine total too. Nothing is
    said of the tile itself, and the odds of others leave out what it might have told.

Where the mine total is not known
    Only the numbers prove anything. The odds on the frontier take every covered cell for a mine
    with probability 0.2, between the densities of the usual levels (a layout with one mine more is
    a quarter as likely), which is an assumption and good enough to rank guesses. Off the frontier
    there is nothing to go by, so there are no odds.

numba is loaded by the first call of ``odds``, not by the import of this module.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import NUMBERS, WRONG_FLAG, Board
from solver_bot.solve.signals import whole

if TYPE_CHECKING:
    from solver_bot.solve.counting import Analysis


class Contradiction(ValueError):  # noqa: N818 - what players would say
    """No layout of mines fits the board.

    Attributes:
        cells: numbers that cannot all be right, none of which could be left out; empty where the
            numbers agree with each other and only the mine total does not.

    """

    def __init__(self, board: Board, cells: tuple[int, ...]) -> None:
        self.cells = cells
        places = ", ".join("row {}, column {}".format(*board.place(cell)) for cell in cells)
        numbers = f"the numbers at {places} (counted from 0)" if cells else "the mine total"
        super().__init__(f"no layout of mines fits {numbers}")


class TooWide(RuntimeError):  # noqa: N818 - says what the board is
    """Counting the board would take more memory than allowed: too many numbers hang together."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What the numbers and the mine total say about every cell of a board.

    Attributes:
        by_cell: the probability that the cell is a mine, in reading order; exactly 0.0 and 1.0
            where, and only where, it is certain. None for cells that are open, tiles that could
            not be read and, without a mine total, cells off the frontier.
        safe: covered cells that are certainly no mines, ascending.
        mines: covered cells that certainly are mines, ascending. Shown mines are not among them.
        layouts: how many layouts fit, exactly; None from 2**53 on. Without a mine total only the
            layouts of the frontier are counted.
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
    counting = _counting()
    found = _analyse(board.cells, board.width, board.mines)
    if found.status == counting.CONTRADICTION:
        raise Contradiction(board, _culprits(board))
    if found.status == counting.TOO_WIDE:
        raise TooWide("too many numbers of this board hang together to count its layouts")
    by_class = found.odds.astype(object)
    by_class[counting.SILENT] = None
    if board.mines is None:
        by_class[counting.FAR] = None
    exact = found.bits + math.log2(found.layouts) < 53
    return Odds(
        tuple(by_class[found.classes].tolist()),
        tuple(found.safe.tolist()),
        tuple(found.mines.tolist()),
        round(math.ldexp(found.layouts, found.bits)) if exact else None,
        math.log10(found.layouts) + found.bits * math.log10(2),
    )


def possible(board: Board) -> bool:
    """Whether any layout fits. Costs less than ``odds``: it does not ask which numbers clash.

    Of a board that takes more than a fraction of a second to count, it is not told: it may fit.
    """
    counting = _counting()
    return not any(
        _analyse(board.cells, board.width, board.mines, shallow, _FEW_WORDS).status
        == counting.CONTRADICTION
        for shallow in (True, False)
    )


def count_time(board: Board) -> float:
    """Seconds that counting the layouts of a board takes, by doing it."""
    began = time.perf_counter()
    _analyse(board.cells, board.width, board.mines)
    return time.perf_counter() - began


@lru_cache(maxsize=1)
def _counting() -> ModuleType:
    from solver_bot.solve import counting  # it loads numba

    return counting


_FEW_WORDS = 1 << 22
"""Words that ``possible`` fills at most; see ``counting.MOST_WORDS``."""


def code_array(cells: bytes) -> NDArray[np.uint8]:
    """Cell codes as the compiled half takes them.

    A copy: numba would compile everything once more for an array that can't be written to.
    """
    return np.frombuffer(cells, np.uint8).copy()


def _analyse(
    cells: bytes,
    width: int,
    mines: int | None,
    shallow: bool = False,
    most_words: int | None = None,
) -> Analysis:
    counting = _counting()
    total = -1 if mines is None else mines
    codes = code_array(cells)
    most = most_words or counting.MOST_WORDS
    found: Analysis = whole(counting.analyse, codes, width, total, shallow, most)
    return found


def _culprits(board: Board) -> tuple[int, ...]:
    """A set of numbers that no layout fits and that each number is needed for; empty if none."""
    numbers: Sequence[int] = tuple(board.where(NUMBERS))
    for shallow in (True, False):  # what a look at single numbers finds is found at once
        clash = partial(_clash, board, shallow)
        if clash(numbers):
            numbers = _needed(clash, numbers)
            return tuple(_needed(partial(_clash, board, False), numbers))
    return ()


def _clash(board: Board, shallow: bool, numbers: Sequence[int]) -> bool:
    """Whether no layout fits if of all numbers only these are known, and not the mine total."""
    cells = bytearray(WRONG_FLAG if code in NUMBERS else code for code in board.cells)
    for cell in numbers:
        cells[cell] = board.cells[cell]
    found = _analyse(bytes(cells), board.width, None, shallow)
    return bool(found.status == _counting().CONTRADICTION)


def _needed(clash: Callable[[Sequence[int]], bool], numbers: Sequence[int]) -> Sequence[int]:
    """Drop ever smaller stretches of ``numbers`` as long as the rest still clashes."""
    stretch = len(numbers)
    while stretch > 1:
        stretch = (stretch + 1) // 2
        for begin in range((len(numbers) - 1) // stretch * stretch, -1, -stretch):
            fewer = [*numbers[:begin], *numbers[begin + stretch :]]
            if clash(fewer):
                numbers = fewer
    return numbers
