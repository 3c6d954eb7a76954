"""The net that reads one sign by itself: which digit it is, if it is one.

The other two nets judge a cell by all that the board shows. So a printed zero whose neighbours are
covered is a mine to them, or a 1: in most games an empty cell opens what is around it. This net
sees nothing but the sign.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats
from solver_bot.vision.convolutions import Convolutions, Shown, weights_in
from solver_bot.vision.digits.glyph import SIZE

FILE = Path(__file__).with_name("digit.npz")
STRIDES = (2, 1, 2, 2)
"""How many values the kernel of each layer moves at a step."""
DIGITS = 9
"""The digits from 0. The class after them is any other sign."""
_MOST = 255.0
_lock = Lock()


def read_glyphs(glyphs: NDArray[np.uint8]) -> Floats:
    """How likely each sign, shape (n, SIZE, SIZE), is each digit or any other sign.

    As logarithms, shape (n, DIGITS + 1).
    """
    with _lock:
        found = _net().run(glyphs[..., None])
    return np.asarray(found - np.logaddexp.reduce(found, -1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def _net() -> Convolutions:
    return Convolutions.of(weights_in(FILE), STRIDES, Shown(SIZE, 0.0, _MOST))
