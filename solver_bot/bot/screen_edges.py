"""The edges of the screen at which windows end, and so every board in them.

A board at the picture's edge may go on beyond it, unless its window is known to be on the screen as
a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.bot.hands import Area, Window
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

_BESIDE = 100
"""Pixels of ground beside a side: more than a cell and what the nets see around it."""
_NEAR = 40
"""The most pixels between a side and a window that ends there."""
_GROUND = 128, 128, 128


@dataclass(frozen=True, slots=True)
class ScreenEdges:
    """How many pixels of plain ground are laid beside each side of a picture of the screen."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    @classmethod
    def of(cls, picture: Picture, windows: Sequence[Window] | None) -> ScreenEdges:
        """Ground beside each side at which windows end, unless one crosses it.

        There is none if windows are not known.
        """
        if not windows:
            return cls()
        height, width = picture.shape[:2]
        areas = [one.area for one in windows if _meets(one.area, width, height)]
        beside = [(one.left, one.top, width - one.right, height - one.bottom) for one in areas]
        nearest = [min(side) for side in zip(*beside, strict=True)] or [-1] * 4
        return cls(*(_BESIDE if 0 <= pixels <= _NEAR else 0 for pixels in nearest))

    def widened(self, picture: Picture) -> Picture:
        """The picture with ground beside it."""
        sides = self.top, self.bottom, self.left, self.right
        if not any(sides):
            return picture
        return np.asarray(
            cv2.copyMakeBorder(picture, *sides, cv2.BORDER_CONSTANT, value=_GROUND), np.uint8
        )

    def on_screen(self, place: Lattice) -> Lattice:
        """Where a place of the widened picture is on the screen."""
        return place.moved(-self.left, -self.top)


def _meets(area: Area, width: int, height: int) -> bool:
    """Whether any of an area is on the screen: some programs keep windows beside it."""
    return area.left < width and area.top < height and area.right > 0 and area.bottom > 0
