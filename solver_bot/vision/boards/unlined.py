"""Covered or empty cells without the lines that part all others: something is in front of them."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EMPTY
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.patches import CELL, RIM, Cut

_BESIDE, _ALONG = 3, slice(RIM + 4, RIM + CELL - 4)
"""The pixels of a patch on each side of the edge of a cell in which a line is looked for; and those
along it that count. Lines that cross it do not reach these."""
_LEAST_LINE, _FLAT, _LINED = 8.0, 0.2, 0.5
"""The least contrast of lines, in grey levels; and the shares of the usual contrast up to which no
line is seen, and from which one is."""
_FEWEST, _NEARLY_ALL = 8, 0.95
"""The fewest edges with a line, and the least share of edges that surely have one or surely none:
on cells with a texture some have half a line."""
_MOST_FLAT = 0.4
"""The largest share of edges without a line. With more, the lines may belong to something else."""


def unlined(cut: Cut, codes: Codes) -> Mask:
    """The cells that look covered or empty, but lack the lines around other cells of that state.

    A window in the colour of such cells hides the lines between them. Four cells that meet in a
    point must lack all lines there.

    Args:
        cut: the tiles.
        codes: what they seem to show, shape (rows, columns).

    """
    found = np.zeros(codes.shape, np.bool_)
    right, below = _contrasts(cut)
    for state in (COVERED, EMPTY):
        cells = codes == state
        across = _lacking(right[:, :-1], cells[:, :-1] & cells[:, 1:])
        down = _lacking(below[:-1], cells[:-1] & cells[1:])
        around = across[:-1] & across[1:] & down[:, :-1] & down[:, 1:]
        rows, columns = around.shape
        for y in (0, 1):
            for x in (0, 1):
                found[y : y + rows, x : x + columns] |= around
    return found


def _contrasts(cut: Cut) -> tuple[Floats, Floats]:
    """The contrast of the lines to the right of cells and below them: shapes (rows, columns)."""
    colours = cut.patches[..., :3].astype(np.float32)
    right, below = colours[:, _ALONG].mean(1), colours[:, :, _ALONG].mean(2)
    return _contrast(right)[cut.of], _contrast(below)[cut.of]


def _contrast(profiles: Floats) -> Floats:
    """How much the colours around the far edge of each cell differ, in grey levels: shape (n,).

    ``profiles`` has shape (n, SIDE, 3).
    """
    edge = RIM + CELL
    return np.asarray(np.ptp(profiles[:, edge - _BESIDE : edge + _BESIDE], axis=1).max(-1))


def _lacking(contrasts: Floats, between: Mask) -> Mask:
    """Which edges ``between`` two cells have no line, where most such edges surely have one."""
    values = contrasts[between]
    if len(values) < _FEWEST:
        return np.zeros_like(between)
    usual = float(np.quantile(values, 1 - _MOST_FLAT / 2))
    lined, flat = values >= _LINED * usual, values <= _FLAT * usual
    told = usual >= _LEAST_LINE and lined.sum() >= _FEWEST and flat.mean() <= _MOST_FLAT
    if not told or (lined | flat).mean() < _NEARLY_ALL:
        return np.zeros_like(between)
    return between & (contrasts <= _FLAT * usual)
