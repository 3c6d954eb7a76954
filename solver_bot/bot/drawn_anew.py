"""Tells a won game whose whole board is drawn anew, for example with flowers on a lake."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.kinds import ALIKE

_FEWEST_MINES, _FEWEST_OPEN = 3, 8
_MOST_HIDDEN = 0.6
"""The largest share of a board that a message may hide."""


def is_won_anew(tiles: Floats, was_open: Mask, clicked: Mask, mines: Mask, changed: Mask) -> bool:
    """Whether a board that looks quite different shows the certain ``mines`` and nothing else.

    No clicked cell can have been a mine. Masks have the shape (rows, columns), and ``tiles`` are
    the middles of all cells as they look now, shape (cells, values). ``changed`` are those that
    look otherwise than while the game went on.

    All cells that were open look like others of them now, and no mine does. Where that is not so,
    a message hides the board. Each cell beside it that was neither open nor a mine must look open
    now, and each one behind it must have been clicked.
    """
    like_open = _like_open(tiles, was_open.ravel()).reshape(was_open.shape)
    hidden = _behind((was_open & ~like_open) | (mines & like_open))
    others = ~was_open & ~mines & np.where(hidden, ~clicked, ~like_open)
    shown = mines & ~hidden
    return bool(
        hidden.mean() <= _MOST_HIDDEN
        and (was_open & ~hidden).sum() >= _FEWEST_OPEN
        and shown.sum() >= _FEWEST_MINES
        and changed[shown].all()
        and not others.any()
    )


def _like_open(tiles: Floats, was_open: Mask) -> Mask:
    """Which tiles look like another one that was open: shape (cells,)."""
    apart = apart_from(tiles, tiles[was_open])
    apart[np.flatnonzero(was_open), np.arange(int(was_open.sum()))] = np.inf
    return np.asarray((apart <= ALIKE).any(1))


def _behind(strange: Mask) -> Mask:
    """The smallest rectangle around these cells, and the cells beside it."""
    hidden = np.zeros(strange.shape, np.uint8)
    rows, columns = np.nonzero(strange)
    if len(rows):
        hidden[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = 1
    return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)) > 0)
