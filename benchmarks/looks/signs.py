"""What a sign is: digits, flags and mines, as ``lettering`` and ``shapes`` make them.

A sign is a list of layers, painted one over the other: where (a mask, 0 to 1) and in which colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image

from solver_bot.vision.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A part of a sign.

    Attributes:
        mask: where it is, 0 to 1, shape (height, width).
        colour: of all of it, shape (3,), or of every pixel, shape (height, width, 3).

    """

    mask: Floats
    colour: Floats


Sign = list[Layer]


def mask_of(image: Image.Image) -> Floats:
    """How much of every pixel a grey image covers, 0 to 1."""
    return np.asarray(np.asarray(image, np.float32) / 255, np.float32)


def resized(sign: Sign, width: float, height: float, *, pixels: int = 0) -> Sign:
    """The sign at a size in pixels; drawn coarsely first if ``pixels`` is not 0, as sprites are."""
    size = max(4, round(width)), max(4, round(height))

    def small(values: Floats) -> Floats:
        if pixels:
            coarse = cv2.resize(values, (pixels, pixels), interpolation=cv2.INTER_AREA)
            if values.ndim == 2:
                coarse = (coarse > 0.45).astype(np.float32)
            return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST), np.float32)
        return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)

    return [
        Layer(small(one.mask), one.colour if one.colour.ndim == 1 else small(one.colour))
        for one in sign
    ]
