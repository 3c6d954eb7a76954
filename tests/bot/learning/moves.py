"""Clicks on boards, for tests that say themselves what was proved."""

from __future__ import annotations

import numpy as np

from solver_bot.bot.learning.move import Move
from solver_bot.vision.arrays import Codes, Mask


def move(before: Codes, clicked: Mask, proved: bool = False) -> Move:
    """Clicks on a board of which nothing else is known; all cells are proved safe, or none is."""
    nothing = np.zeros_like(clicked)
    return Move(before, clicked, lambda: (clicked if proved else nothing, nothing))
