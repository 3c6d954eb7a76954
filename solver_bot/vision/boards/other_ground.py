"""Cells that stand on the ground of the others: closed on that of open ones, or the reverse."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.ground_of_numbers import colours_at_edges
from solver_bot.vision.patches import Cut

_FEWEST = 4
"""The fewest closed cells, and open ones, that show their ground."""
_APART = 6.0
"""The least difference between the two grounds, in grey levels on average."""
_OWN, _OTHER = 0.3, 0.75
"""How far a cell is from its own ground, as a share of the way to the other one: at most, for it to
stand on its own; and at least, for it to stand on the other one."""
_NEARLY_ALL = 0.9
"""The least share of cells of either kind that stand on their own ground, for others to be
doubted."""


def on_other_ground(cut: Cut, codes: Codes) -> Mask:
    """The open and covered cells that stand on the ground of the other kind.

    The nets judge a cell by its neighbours too. So an empty cell among covered ones is a covered
    one to them, and a number that noise makes unreadable may be any cell. Flags show the ground of
    covered cells as well, but none is doubted: some programs give them a ground of their own.

    Args:
        cut: the tiles.
        codes: what they seem to show, shape (rows, columns).

    """
    found = np.zeros(codes.shape, np.bool_)
    covered = codes == COVERED
    edges = colours_at_edges(cut)[cut.of]
    for opened in (codes == EMPTY, np.isin(codes, tuple(NUMBERS - {EMPTY}))):
        share = _way_to_closed(edges, opened, covered | (codes == FLAG))
        if share is not None:
            found |= (opened & (share >= _OTHER)) | (covered & (share <= 1 - _OTHER))
    return found


def _way_to_closed(edges: Floats, opened: Mask, closed: Mask) -> Floats | None:
    """How far each cell is from the ground of open cells, as a share of the way to closed ones.

    None if the two grounds are not known, or hardly differ, or if cells stand on others as well.
    """
    if min(opened.sum(), closed.sum()) < _FEWEST:
        return None
    start = np.median(edges[opened], 0)
    way = np.median(edges[closed], 0) - start
    if np.abs(way).mean() < _APART:
        return None
    share = np.asarray((edges - start) @ way / (way @ way), np.float32)
    own = (share[opened] <= _OWN).mean(), (share[closed] >= 1 - _OWN).mean()
    return share if min(own) >= _NEARLY_ALL else None
