"""When a board has stopped changing: whether tiles are at rest, how long to wait for a click."""

from __future__ import annotations

import statistics
from collections import deque

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Codes, Floats
from solver_bot.vision.track import SURELY

_LESS_SURELY = 0.02
"""By how much the certainty of a tile at rest may be below that of other tiles of its state."""
_FEW_REDRAWS = 3
_LEAST_PATIENCE, _MOST_PATIENCE = 0.004, 2.0
"""Seconds."""
_TIMES_USUAL = 3.0
_FEW_LOST = 4
"""This many tries in a row without effect may be chance. After more, the program is busy."""


class Patience:
    """How many seconds without a change pass before a click counts as lost.

    The skin gives the longest time. During the game, the program's usual time is measured. A busy
    program that is clicked again and again only gets busier, and some draw nothing until they have
    handled every click. So each try without effect makes the next wait longer, in the end also
    longer than the skin says.
    """

    def __init__(self, worst: float) -> None:
        self._worst = worst
        self._redraws: deque[float] = deque(maxlen=16)
        self._lost = 0

    def seconds(self, last_shows: bool) -> float:
        """How many seconds to wait now; ``last_shows`` if the last click has taken effect.

        Clicks take effect in order. Once the last one has, the effects of the others will be
        visible very soon.
        """
        if self._lost > _FEW_LOST:
            return float(min(_MOST_PATIENCE, self._worst * 2 ** (self._lost - _FEW_LOST)))
        if len(self._redraws) < _FEW_REDRAWS:
            return self._worst
        usual = statistics.median(self._redraws)
        enough = usual / 2 if last_shows else _TIMES_USUAL * usual
        return float(min(self._worst, max(_LEAST_PATIENCE, enough) * 2**self._lost))

    def took(self, seconds: float) -> None:
        """Note how many seconds the program took to draw the effect of some clicks."""
        self._redraws.append(seconds)

    def ended(self, in_time: bool) -> None:
        """Note whether every expected change came in time. If not, wait longer from now on."""
        self._lost = 0 if in_time else self._lost + 1


class Rest:
    """Tells whether tiles are at rest, that is, not in the middle of an animation.

    A tile is at rest if it is read very surely, or as surely as tiles of the same state were read
    when they were at rest. A tile that is half faded from one state into another is neither. It may
    even look most like a third state: a 4 of GNOME Mines looks like a 3 while it appears. If the
    certainty does not decide, tiles are at rest after ``settle`` seconds without a change.
    """

    def __init__(self, settle: float) -> None:
        self._settle = settle
        self._enough = np.full(UNREADABLE + 1, SURELY, np.float32)

    def is_reached(self, codes: Codes, certainty: Floats, still: float) -> bool:
        """Whether all tiles are at rest, ``still`` seconds after the last change."""
        if not self._settle:
            return True
        if still < self._settle:
            return bool((certainty >= self._enough[codes]).all())
        readable = codes != UNREADABLE
        np.minimum.at(self._enough, codes[readable], certainty[readable] - _LESS_SURELY)
        return True
