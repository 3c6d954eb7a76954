"""Boards turned so that any of their sides is below."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice


def turned(picture: Picture, lattice: Lattice, side: int) -> tuple[Picture, Floats, Floats]:
    """The picture with a side below, and the edges of its rows and of its columns.

    ``side`` is the number of the side in ``solver_bot.vision.frame.SIDES``.
    """
    xs, ys = np.array(lattice.xs), np.array(lattice.ys)
    if side in {0, 2}:
        picture, xs, ys = picture.transpose(1, 0, 2), ys, xs
    if side < 2:
        picture, ys = picture[::-1], len(picture) - ys[::-1]
    return picture, ys, xs
