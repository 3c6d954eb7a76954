"""Rectangles of the desktop, and the mouse points that belong to the pixels of their pictures.

The mouse counts in points, and pictures count in pixels. On most desktops a point is a pixel, but
not on a scaled desktop. The ratio is therefore measured for every picture: pixels captured divided
by points requested.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3) bytes; the channels are blue, green, red."""
_ALIGNED = 0.01
"""The most that a capture's edge may differ from a pixel's edge, in pixels."""


class ScreenError(RuntimeError):
    """The screen cannot be captured. The message is one sentence that tells the user what to do."""


class ScreenRefusedError(ScreenError):
    """The person does not permit that the screen is captured."""


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

    def common(self, other: Region) -> Region | None:
        """The part that two regions share; None if there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        width, height = min(self.right, other.right) - left, min(self.bottom, other.bottom) - top
        return Region(left, top, width, height) if min(width, height) > 0 else None

    def grown(self, across: int, down: int) -> Region:
        """The region and so much more on all sides."""
        wide, tall = self.width + 2 * across, self.height + 2 * down
        return Region(self.left - across, self.top - down, wide, tall)


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

    def aligned_part(self, left: int, top: int, width: int, height: int) -> Region:
        """The same as ``part``, but beginning where a point and a pixel begin at the same place.

        A capture of such a region has exactly the pixels of a capture of the whole.
        """
        x, y = _aligned(left, self.across), _aligned(top, self.down)
        right = math.ceil((left + width) / self.across)
        bottom = math.ceil((top + height) / self.down)
        return Region(self.region.left + x, self.region.top + y, right - x, bottom - y)

    def corner(self, part: Region) -> tuple[int, int]:
        """The pixel at the left and top of an aligned part."""
        return (
            round((part.left - self.region.left) * self.across),
            round((part.top - self.region.top) * self.down),
        )

    def box(self, part: Region) -> tuple[int, int, int, int]:
        """The pixels of an aligned part: left, top, right, bottom."""
        return (
            *self.corner(part),
            round((part.right - self.region.left) * self.across),
            round((part.bottom - self.region.top) * self.down),
        )


def around(regions: Sequence[Region]) -> Region:
    """The smallest region that contains all of these."""
    left, top = min(one.left for one in regions), min(one.top for one in regions)
    right, bottom = max(one.right for one in regions), max(one.bottom for one in regions)
    return Region(left, top, right - left, bottom - top)


def _aligned(pixel: int, ratio: float) -> int:
    """The last point at or before a pixel that lies on a pixel's edge, from the view's corner."""
    point = math.floor(pixel / ratio)
    while point > 0 and abs(point * ratio - round(point * ratio)) > _ALIGNED:
        point -= 1
    return point
