"""What stays in place on a board across which something always moves.

Light, bubbles or fish pass each pixel in a moment, and a glow rises and falls. The median of some
pictures shows the board without them. A board is at rest once two medians, one after the other,
show the same.

Source: the temporal median filter, a common way to find the background of a film.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.bot.click_guard import whole_pixels
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

APART = 0.07
"""Seconds between two pictures of a median."""
_PICTURES = 9
"""How many pictures a median is taken of: what passes a pixel in 0.3 s leaves no trace."""
_FAINTEST, _BRIGHTEST = 8, 40
"""The least and the most grey levels that a glow may change on a pixel that stays what it is."""
_USUAL = 90
"""The percentage of pixels that a glow alone changes. What passes changes fewer than the others."""
_SAME = 0.05
"""The largest share of a cell's pixels that differ between two medians of the same cell."""
PASSED = 0.25
"""The largest share of a cell's pixels that differ in a single picture, if nothing passes it."""
_PATIENT, _OF_MESSAGE = 6, 0.4
"""From this many medians on, cells that still change show a message, if they are at most this
share."""
_FEW_PASSED = 0.1
"""The largest share of cells that something passes at a time."""

_Levels = NDArray[np.uint8]


class TemporalMedian:
    """Follows what stays on a board.

    Attributes:
        picture: the board as it was last at rest.
        faint: grey levels by which a pixel may change though it stays what it is.

    """

    def __init__(self, lattice: Lattice, picture: Picture) -> None:
        self.picture = picture
        self.faint = _FAINTEST
        self._xs, self._ys = whole_pixels(lattice.xs), whole_pixels(lattice.ys)
        self._seen: list[Picture] = []
        self._medians = 0
        self._last: Picture | None = None
        self._moving: Mask | None = None

    def begin(self) -> None:
        """Forget what was seen since the board was last at rest."""
        self._seen, self._medians, self._last, self._moving = [], 0, None, None

    def add(self, picture: Picture) -> bool:
        """Take in one more picture. Returns whether the board is at rest.

        ``picture`` is then renewed. A cell that is as it was keeps the very pixels that it had. A
        message over some cells may go on moving.
        """
        self._seen.append(picture)
        if len(self._seen) < _PICTURES:
            return False
        now, last = _median(self._seen), self._last
        glow = int(np.percentile(np.ptp(self._seen, axis=0), _USUAL))
        self._seen, self._medians, self._last = [], self._medians + 1, now
        if last is None:
            return False
        changed = self._changed(now, last, _BRIGHTEST, _SAME)
        self._moving = changed if self._moving is None else self._moving | changed
        of_message = self._medians >= _PATIENT and self._moving.mean() <= _OF_MESSAGE
        if changed.any() and not of_message:
            return False
        self.faint = min(_BRIGHTEST, max(self.faint, glow))
        self._renew(now)
        return True

    def differs(self, picture: Picture) -> bool:
        """Whether the board differs from when it last rested, by more than what passes cells."""
        return bool(self._changed(picture, self.picture, self.faint, PASSED).mean() > _FEW_PASSED)

    def _renew(self, now: Picture) -> None:
        same = ~self._changed(now, self.picture, self.faint, _SAME)
        renewed = now.copy()
        for row, column in zip(*np.nonzero(same), strict=True):
            place = slice(*self._ys[row : row + 2]), slice(*self._xs[column : column + 2])
            renewed[place] = self.picture[place]
        self.picture = renewed

    def _changed(self, one: Picture, other: Picture, faint: int, share: float) -> Mask:
        """The cells in which more than a ``share`` of the pixels differ by more than ``faint``."""
        board = slice(self._ys[0], self._ys[-1]), slice(self._xs[0], self._xs[-1])
        apart = _apart(one[board], other[board]) > faint
        ys, xs = (np.subtract(edges[:-1], edges[0]) for edges in (self._ys, self._xs))
        pixels = np.add.reduceat(np.add.reduceat(apart, ys, 0, np.int32), xs, 1)
        return np.asarray(pixels > share * np.outer(np.diff(self._ys), np.diff(self._xs)))


def _apart(one: Picture, other: Picture) -> _Levels:
    """By how much two pictures differ, pixel by pixel, in the colour that differs most."""
    return np.asarray(cv2.absdiff(one, other).max(2))


def _median(pictures: list[Picture]) -> Picture:
    """The median of an odd number of pictures, of each colour by itself."""
    half = len(pictures) // 2
    return np.asarray(np.partition(np.stack(pictures), half, axis=0)[half])
