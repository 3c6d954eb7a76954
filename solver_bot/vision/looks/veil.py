"""A veil: a half-transparent colour that a program lays over its board, behind a message."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.drawing import inner
from solver_bot.vision.looks.looks import tiles_at

_LEAST_LEFT, _MOST_LEFT = 0.2, 0.95
"""The least and greatest share of contrast that a veil leaves. With less, nothing could be read."""
_VARIED = 6.0
"""The least grey levels by which a cell's pixels vary, on average, to tell the contrast."""
_SAME = 1.5
"""The most grey levels by which a cell differs, on average, from what a veil makes of it."""
_MOSTLY = 0.6
"""There is no veil if a larger share of cells has the same pixel as before. Black digits stay black
under a dark one."""
_SEEN = 0.3
"""The least share of open cells that are as before, but for the veil. A message hides others."""
_MOST_ASKED = 24
"""About how many cells are each asked what the veil may be."""
_FEWEST = 8
"""With fewer open cells, all are asked, with their rims: covered cells are plain."""


class Veil(NamedTuple):
    """What it makes of a colour: a share ``left`` of it, plus ``added`` (blue, green and red)."""

    left: float
    added: Floats


def without_veil(picture: Picture, last: Picture, place: Lattice, open_cells: Mask) -> Picture:
    """The picture as it would be without the veil over it; the picture itself if there is none.

    ``last`` is the last picture without it. The ``open_cells``, shape (rows, columns), show the
    same in both, unless a message hides them. So do most other cells if a game has just begun.
    """
    if picture.shape != last.shape:
        return picture
    few = int(open_cells.sum()) < _FEWEST
    cells = np.ones_like(open_cells) if few else open_cells
    if _are_mostly_same(picture, last, place, cells):
        return picture
    then, now = (_pixels(one, place, cells, few) for one in (last, picture))
    same = np.abs(now - then).mean((1, 2)) <= _SAME
    # An opened area may look like a veil, but leaves mines as they were.
    uncovered = same.any() if few else same.mean() >= _SEEN
    veil = None if uncovered else _veil(then, now)
    if veil is None:
        return picture
    lifted = (picture.astype(np.float32) - veil.added) / veil.left
    return np.asarray(np.clip(np.rint(lifted), 0, 255), np.uint8)


def _are_mostly_same(picture: Picture, last: Picture, place: Lattice, cells: Mask) -> bool:
    """Whether most cells have the same pixel in their middle. This is quick to see."""
    columns, rows = (
        ((np.array(edges)[:-1] + np.array(edges)[1:]) / 2).astype(np.intp)
        for edges in (place.xs, place.ys)
    )
    now, then = (one[np.ix_(rows, columns)][cells].astype(np.int16) for one in (picture, last))
    return bool((np.abs(now - then) <= _SAME).all(-1).mean() > _MOSTLY)


def _pixels(picture: Picture, place: Lattice, cells: Mask, rims: bool) -> Floats:
    """The pixels of cells with or without rims, shape (tiles, pixels, 3).

    What is beside a cell may reach onto its rim.
    """
    tiles = tiles_at(picture, place, cells)
    return (tiles if rims else inner(tiles)).reshape(len(cells.nonzero()[0]), -1, 3)


def _veil(then: Floats, now: Floats) -> Veil | None:
    """The veil over tiles, shape (tiles, pixels, 3); None if none fits enough of them."""
    varied = np.flatnonzero(then.std(1).mean(1) >= _VARIED)
    asked = varied[:: max(1, len(varied) // _MOST_ASKED)]
    veils = [veil for veil in (_over(then[i], now[i]) for i in asked.tolist()) if veil]
    seen = [float(np.mean(_apart(veil, then, now) <= _SAME)) for veil in veils]
    return veils[int(np.argmax(seen))] if seen and max(seen) >= _SEEN else None


def _over(then: Floats, now: Floats) -> Veil | None:
    """The veil that may lie over a tile, shape (pixels, 3)."""
    left = float(now.std(0).sum() / then.std(0).sum())
    if not _LEAST_LEFT <= left <= _MOST_LEFT:
        return None
    return Veil(left, np.asarray(now.mean(0) - left * then.mean(0)))


def _apart(veil: Veil, then: Floats, now: Floats) -> Floats:
    """By how many grey levels every tile differs, on average, from what the veil makes of it."""
    return np.asarray(np.abs(veil.left * then + veil.added - now).mean((1, 2)))
