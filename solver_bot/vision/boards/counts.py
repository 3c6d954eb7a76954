"""Which cells are no mines: a number has more cells drawn like them around it than it says.

The nets look at a whole board, but they do not count. Where covered cells show a picture, each of
them may look a little like a mine or a flag. Cells that are drawn alike are of one state. Where a
number has more of them around it than it says, that state is no mine.
"""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, NUMBERS, QUESTION
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.likeness import ways_drawn
from solver_bot.vision.boards.oddity import beside
from solver_bot.vision.patches import Cut

_CLOSED = (COVERED, FLAG, QUESTION, MINE, EXPLODED)
_MARKS = (FLAG, MINE)
_UNOPENED, _A_NUMBER = 0.8, 0.95
"""The least probability that a cell is not open, and that a cell shows a number, for it to
count."""
_SURELY = 1.5
"""How much likelier a mark than a covered cell must be, as a logarithm, to contradict the count."""
_FEWEST, _SHARE = 2, 0.25
"""The fewest numbers with too many such cells around them, and their least share of numbers with
any."""
_REFUTED = 5.0
"""How much less likely refuted marks become, as a logarithm."""
_DOUBTED = 0.02
"""How likely such cells must be marks, on average, for anything to be told. A text may show many
signs that surely are no marks, and it must not look surer for them."""


def told_by_counts(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where numbers tell which cells are no mines.

    A flag may be wrong, and a number misread, so a single number tells nothing.

    Args:
        cut: the board's tiles.
        likely: the logarithms, shape (rows, columns, 16).

    """
    closed = np.asarray(np.logaddexp.reduce(likely[..., _CLOSED], -1) >= np.log(_UNOPENED))
    best = likely.argmax(-1)
    numbers = np.isin(best, tuple(NUMBERS - {EMPTY})) & (likely.max(-1) >= np.log(_A_NUMBER))
    if not closed.any() or not numbers.any():
        return likely
    ways = np.full(closed.shape, -1)
    ways[closed] = ways_drawn(cut, closed)
    marked = likely[..., _MARKS].max(-1) - likely[..., COVERED] > _SURELY
    doubt = np.exp(likely[..., _MARKS]).sum(-1)
    told = likely.copy()
    for way in range(int(ways.max()) + 1):
        alike = (ways == way) & ~marked
        if not alike.any() or doubt[alike].mean() < _DOUBTED:
            continue
        around = beside(alike)
        over = int((numbers & (around > best)).sum())
        if over >= max(_FEWEST, _SHARE * int((numbers & (around > 0)).sum())):
            told[alike[..., None] & np.isin(np.arange(likely.shape[-1]), _MARKS)] -= _REFUTED
    return np.asarray(told - np.logaddexp.reduce(told, -1, keepdims=True))
