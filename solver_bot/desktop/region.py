"""Rectangles of the desktop, and the mouse points that belong to the pixels of their pictures.

The mouse counts in points, and pictures count in pixels. On most desktops a point is a pixel, but
not on a scaled desktop. The ratio is therefore measured for every picture: pixels captured divided
by points requested.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3) bytes; the channels are blue, green, red."""


class ScreenError(RuntimeError):
    """The screen cannot be captured. The message is one sentence that tells the user what to do."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the desktop, in mouse points.

    Points left of the main monitor or above it have negative coordinates.

    Raises:
        ScreenError: the rectangle is less than one point wide or high.

    """

    left: int
    top: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if min(self.width, self.height) < 1:
            raise ScreenError(
                f"A region of {self.width} x {self.height} points is empty: "
                "give it a width and a height of at least 1."
            )

    def __str__(self) -> str:
        return f"{self.left},{self.top},{self.width},{self.height}"

    @property
    def right(self) -> int:
        """The first point beyond the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first point below the bottom edge."""
        return self.top + self.height

    def holds(self, other: Region) -> bool:
        """Whether ``other`` lies entirely in this region."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class View:
    """The place of a picture on the desktop: the region that it shows, and its scale.

    Attributes:
        region: what the picture shows.
        across: pixels per mouse point, horizontally.
        down: pixels per mouse point, vertically.

    """

    region: Region
    across: float
    down: float

    @classmethod
    def of(cls, region: Region, picture: Picture) -> View:
        """The view of a picture that was captured from ``region``."""
        height, width = picture.shape[:2]
        return cls(region, width / region.width, height / region.height)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """The mouse point at the pixel (``x``, ``y``) of the picture."""
        return (
            self.region.left + math.floor((x + 0.5) / self.across),
            self.region.top + math.floor((y + 0.5) / self.down),
        )

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The first pixel of the picture at the mouse point (``x``, ``y``)."""
        return (
            math.floor((x - self.region.left) * self.across),
            math.floor((y - self.region.top) * self.down),
        )

    def part(self, left: int, top: int, width: int, height: int) -> Region:
        """The smallest region that contains a rectangle of the picture's pixels."""
        x, y = math.floor(left / self.across), math.floor(top / self.down)
        right = math.ceil((left + width) / self.across)
        bottom = math.ceil((top + height) / self.down)
        return Region(self.region.left + x, self.region.top + y, right - x, bottom - y)
