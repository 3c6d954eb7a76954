"""One sign is one state: marks that are drawn alike are all flags or all mines."""

from __future__ import annotations

import numpy as np

from solver_bot.board import FLAG, MINE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.likeness import ways_drawn
from solver_bot.vision.patches import Cut

_A_MARK = 0.8
"""How surely a mark is a flag or a mine, one or the other."""
_APART = 4.0
"""A mark that differs by more than this from what its sign stands for, as a logarithm, contradicts
the likeness, and keeps what is seen of it."""
_IN_DOUBT, _TORN = 3.0, 0.5
"""How much likelier one of the two must be, as a logarithm, for a mark to be in no doubt, and the
share of a sign's marks in doubt from which on all share it."""
_FLAGS, _FEWEST = 4.0, 2
"""How much likelier flags than mines the marks of one sign must be, and the fewest of them, to show
how the program draws a flag."""
_TWO_WAYS = 3.0
"""How much less likely, as a logarithm, another sign in doubt is a flag then."""


def told_by_signs(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where marks drawn alike share one doubt.

    In a noisy picture every mark is seen a little otherwise, and some are taken for flags and some
    for mines, each rather surely. What the sign stands for is no surer than the mean of all. A
    program draws flags in one way, so where one sign surely is a flag, another one hardly is.

    Args:
        cut: the board's tiles.
        likely: the logarithms, shape (rows, columns, 16).

    """
    either = np.logaddexp(likely[..., FLAG], likely[..., MINE])
    marks = either >= np.log(_A_MARK)
    if not marks.any():
        return likely
    gap = (likely[..., FLAG] - likely[..., MINE])[marks]
    signs = ways_drawn(cut, marks)
    counts = np.bincount(signs)
    mean = (np.bincount(signs, gap) / counts)[signs]
    torn = (np.bincount(signs, np.abs(gap) < _IN_DOUBT) / counts)[signs] >= _TORN
    shared = np.where(torn & (np.abs(gap - mean) < _APART), mean, gap)
    told = likely.copy()
    told[marks, FLAG] = either[marks] - np.logaddexp(0, -shared)
    told[marks, MINE] = either[marks] - np.logaddexp(0, shared)
    if ((mean >= _FLAGS) & ~torn & (counts[signs] >= _FEWEST)).any():
        told[marks, FLAG] -= _TWO_WAYS * torn
        told -= np.logaddexp.reduce(told, -1, keepdims=True)
    return told
