"""When a look is over: whether tiles are at rest, and for how long a click is waited for."""

from __future__ import annotations

import statistics
from collections import deque

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Codes, Floats
from solver_bot.vision.track import SURELY

_LESS_SURELY = 0.02
"""By how much a tile at rest may be read less surely than others that show the same."""
_FEW_REDRAWS = 3
_LEAST_PATIENCE = 0.004
_TIMES_USUAL = 3.0
_MOST_SLACK = 8


class Patience:
    """For how long without a change a click is waited for before it counts as lost.

    The skin knows the worst; what is usual here shows as the game goes on.
    """

    def __init__(self, worst: float) -> None:
        self._worst = worst
        self._redraws: deque[float] = deque(maxlen=16)
        self._slack = 1

    def seconds(self, last_shows: bool) -> float:
        """How long now; ``last_shows`` where the last of the clicks has taken effect.

        Clicks take effect in their order, so once the last one has, what the others did will be
        seen very soon.
        """
        if len(self._redraws) < _FEW_REDRAWS:
            return self._worst
        usual = statistics.median(self._redraws)
        enough = usual / 2 if last_shows else _TIMES_USUAL * usual
        return min(self._worst, max(_LEAST_PATIENCE, enough) * self._slack)

    def took(self, seconds: float) -> None:
        """The program took so long to draw what some clicks did."""
        self._redraws.append(seconds)

    def was_enough(self) -> None:
        """All that was waited for came."""
        self._slack = 1

    def ran_out(self) -> None:
        """Something that was waited for did not come; be more patient."""
        self._slack = min(2 * self._slack, _MOST_SLACK)


class Rest:
    """Which tiles are at rest: those read very surely, or as surely as their like at rest were.

    A tile half faded from one look into another is neither, and may even look most like a third:
    a 4 of GNOME Mines, while it appears, like a 3. Where it is not clear, it takes ``settle``
    seconds without a change to know that tiles are at rest.
    """

    def __init__(self, settle: float) -> None:
        self._settle = settle
        self._enough = np.full(UNREADABLE + 1, SURELY, np.float32)

    def is_reached(self, codes: Codes, certainty: Floats, still: float) -> bool:
        """Whether all these tiles are at rest, after so many seconds without a change."""
        if not self._settle:
            return True
        if still < self._settle:
            return bool((certainty >= self._enough[codes]).all())
        readable = codes != UNREADABLE
        np.minimum.at(self._enough, codes[readable], certainty[readable] - _LESS_SURELY)
        return True
