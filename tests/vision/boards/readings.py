"""What the nets may see on a small lattice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import CODES, COVERED, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.nets import STATES, Sight
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches


def reading(share: float, others: str = "7", columns: int = 6) -> Reading:
    """A board of 1s beside covered cells. Each has this probability, else it is one of the others.

    No real board shows a 7 there. There is some evidence that its cells are cells.
    """
    rows = 4
    shown = np.full((rows, columns, UNREADABLE + 1), 1e-9)
    shown[..., COVERED] = 1
    shown[:, 0, COVERED] = 1e-9
    shown[:, 0, [CODES[other] for other in others]] = (1 - share) / len(others)
    shown[:, 0, CODES["1"]] = share
    likely = np.log(shown).astype(np.float32)
    kinds = np.arange(rows * columns).reshape(rows, columns)
    place = Lattice.even(0, 0, 20, 20, columns, rows)
    empty = np.zeros((rows, columns, STATES), np.float32)
    cut = cut_patches(np.zeros((80, 20 * columns, 3), np.uint8), place)
    seen = Sight(
        np.full_like(empty, -9), empty[..., :2], np.ones((rows, columns), bool), empty, cut
    )
    gain, ends = np.full((rows, columns), 3.0), (1.0, 1.0, 1.0, 1.0)
    box = 0, 0, columns, rows
    return Reading(place, cut, likely, kinds, kinds, gain, ends, place, seen, box)


def last_row_unread() -> Answer:
    shown = reading(0.999)
    likely = shown.likely.copy()
    likely[-1] = np.log(1e-9)
    likely[-1, :, UNREADABLE] = 0
    found = answered(replace(shown, likely=likely), possible)
    assert isinstance(found, Answer)
    return found
