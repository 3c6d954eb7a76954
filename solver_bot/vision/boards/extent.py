"""How far a board goes: where there is most evidence for cells, and where a gap divides it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from solver_bot.vision.arrays import Floats

_GAP = -2.0
"""With a lower mean logarithm of the odds for cells, a line has no cell."""


def best_rectangle(gain: Floats) -> tuple[int, int, int, int]:
    """Left, top, right and bottom (excluded) of the rectangle with the greatest sum.

    ``gain`` has shape (rows, columns). The largest sum is found in Bentley's way, for all pairs of
    rows at once.
    """
    rows, columns = gain.shape
    above = np.vstack([np.zeros((1, columns)), gain.cumsum(0)])
    tops, bottoms = np.triu_indices(rows + 1, 1)
    bands = above[bottoms] - above[tops]
    sums = np.hstack([np.zeros((len(bands), 1)), bands.cumsum(1)])
    least = np.minimum.accumulate(sums, 1)
    best = sums[:, 1:] - least[:, :-1]
    band, last = np.unravel_index(int(best.argmax()), best.shape)
    first = int(sums[band, : last + 1].argmin())
    return first, int(tops[band]), int(last) + 1, int(bottoms[band])


def without_gaps(
    gain: Floats, box: tuple[int, int, int, int], at: tuple[float, float]
) -> tuple[int, int, int, int]:
    """The part of a rectangle that no line without cells divides, around ``at`` if possible.

    Two boards may lie side by side on one lattice, with a gap of some lines between them.

    Args:
        gain: the logarithm of the odds that a tile is a cell, shape (rows, columns).
        box: left, top, right and bottom (excluded).
        at: a place in it, in lines to the right and down.

    """
    left, top, right, bottom = box
    part = gain[top:bottom, left:right]
    across = _part_at(part.mean(0), at[0] - left)
    down = _part_at(part.mean(1), at[1] - top)
    return left + across[0], top + down[0], left + across[1], top + down[1]


def _part_at(gain: Floats, at: float) -> tuple[int, int]:
    """The first and last (excluded) line between gaps around ``at``, or of the longest part."""
    gaps = [-1, *np.flatnonzero(gain < _GAP).tolist(), len(gain)]
    parts = [(one + 1, other) for one, other in pairwise(gaps)]
    around = [part for part in parts if part[0] <= at < part[1]]
    return max(around or parts, key=lambda part: part[1] - part[0])
