"""How far a board goes: the rectangle of cells for which there is most evidence."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats


def best_rectangle(gain: Floats) -> tuple[int, int, int, int]:
    """Left, top, right and bottom (excluded) of the rectangle with the greatest sum.

    ``gain`` has shape (rows, columns). Bentley's way to the largest sum, for all pairs of rows at
    once.
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
