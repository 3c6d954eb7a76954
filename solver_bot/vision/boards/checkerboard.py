"""Cells that have the wrong colour of a checkerboard: something hides them."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EMPTY
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.oddity import at_sides
from solver_bot.vision.patches import RIM, Cut

_FEWEST = 6
"""The fewest cells of each colour that make a checkerboard."""
_APART, _NEAR = 8.0, 4.0
"""How much its two colours differ at least, and cells from their own at most, in levels of any
channel."""
_MOST = 0.7
"""The least share of the cells of a colour that must have it."""


def off_checkerboard(cut: Cut, codes: Codes) -> Mask:
    """The covered and empty cells that have the wrong colour for their place on a checkerboard.

    Something in one of the two colours may be in front of them, and of cells with two such cells at
    their sides. ``codes`` are what the cells of ``cut`` show, shape (rows, columns).
    """
    colours = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].mean((1, 2))[cut.of].astype(np.float32)
    second = np.indices(codes.shape).sum(0) % 2 == 1
    off = np.zeros(codes.shape, np.bool_)
    for state in (COVERED, EMPTY):
        cells = codes == state
        places = cells & ~second, cells & second
        if min(place.sum() for place in places) < _FEWEST:
            continue
        usual = [np.median(colours[place], axis=0) for place in places]
        near = [_apart(colours, colour) <= _NEAR for colour in usual]
        mostly = all(one[place].mean() >= _MOST for one, place in zip(near, places, strict=True))
        if mostly and _apart(usual[0], usual[1]) >= _APART:
            off |= (places[0] & near[1]) | (places[1] & near[0])
    return off | (np.isin(codes, (COVERED, EMPTY)) & (at_sides(off) > 1))


def _apart(colours: Floats, colour: Floats) -> Floats:
    return np.asarray(np.abs(colours - colour).max(-1))
