"""The cells around cells."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.vision.arrays import Mask

_NEAR = np.ones((3, 3), np.uint8)


def with_around(cells: Mask) -> Mask:
    """These cells and all around them, across corners too. Shape (rows, columns)."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _NEAR) > 0)
