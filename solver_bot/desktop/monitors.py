"""Screens that capture whole monitors and put together what is asked for.

Monitors may have any scale. The ratio of a monitor's pixels to its points is that of the captured
picture. In a picture of several monitors the smallest ratio is brought up to the largest.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import cv2
import numpy as np

from solver_bot.desktop.faces import CuttingScreen, gone
from solver_bot.desktop.region import Picture, Region, ScreenError, View, around

CHANGED = "a monitor has been unplugged or its resolution has changed"


class Placed(Protocol):
    """A monitor."""

    @property
    def region(self) -> Region:
        """Its place on the desktop, in points."""


M = TypeVar("M", bound=Placed)


@dataclass(frozen=True, slots=True)
class _Patch(Generic[M]):
    """A monitor's part in a picture.

    Attributes:
        monitor: the monitor.
        region: its part of the pictured region, in points.
        box: where that is in the picture: left, top, right, bottom in pixels.

    """

    monitor: M
    region: Region
    box: tuple[int, int, int, int]


class MonitorsScreen(CuttingScreen, Generic[M]):
    """Some monitors, from left to right. Their pictures must keep their sizes.

    Raises:
        ScreenError: there are none, or they can't be captured.

    """

    def __init__(self, placed: tuple[M, ...]) -> None:
        if not placed:
            raise ScreenError("There is no monitor: switch one on and start solver-bot again.")
        self._placed = placed
        self._monitors = tuple(one.region for one in placed)
        self.desktop = around(self._monitors)
        self._sizes: list[tuple[int, int]] = []
        for one in placed:
            with self._shot(one) as (pixels, _):
                self._sizes.append((pixels.shape[1], pixels.shape[0]))

    @abstractmethod
    def _shot(self, monitor: M) -> AbstractContextManager[tuple[Any, tuple[int, int, int]]]:
        """Capture a whole monitor, which is read within the block.

        It is given with the bytes of its pixels that are blue, green and red.

        Raises:
            ScreenError: the desktop has gone or changed.

        """

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, from left to right."""
        return self._monitors

    def grab(self, region: Region | None = None) -> Picture:
        """Capture ``region``, or the whole desktop."""
        wanted = self.on_desktop(region)
        width, height = self._size(wanted)
        return self._pictured(wanted, 0, 0, width, height)

    def cut(self, view: View, left: int, top: int, right: int, bottom: int) -> Picture:
        """Capture a rectangle of pixels of the picture that ``view`` describes."""
        return self._pictured(view.region, left, top, right, bottom)

    def _pictured(self, region: Region, left: int, top: int, right: int, bottom: int) -> Picture:
        """A rectangle of pixels of the picture of ``region``."""
        patches = self._patches(region)
        if len(patches) == 1:
            return self._part(patches[0], region, left, top, right, bottom)
        canvas: Picture = np.zeros((bottom - top, right - left, 3), np.uint8)
        for patch in patches:
            x, y, beyond, below = patch.box
            x, y = max(x, left), max(y, top)
            beyond, below = min(beyond, right), min(below, bottom)
            if x < beyond and y < below:
                part = self._part(patch, region, x, y, beyond, below)
                canvas[y - top : below - top, x - left : beyond - left] = part
        return canvas

    def _part(
        self, patch: _Patch[M], region: Region, left: int, top: int, right: int, bottom: int
    ) -> Picture:
        """A rectangle of the picture of ``region`` that lies in one monitor."""
        x, y, right_of, below = patch.box
        own_x, own_y, own_right, own_below = self._pixels(patch.monitor, patch.region)
        with self._shot(patch.monitor) as (whole, channels):
            shot = whole
            if shot.shape[1::-1] != self._size_of(patch.monitor):
                raise ScreenError(gone(CHANGED))
            if (own_right - own_x, own_below - own_y) != (right_of - x, below - y):
                part = np.ascontiguousarray(shot[own_y:own_below, own_x:own_right])
                shot = cv2.resize(part, (right_of - x, below - y), interpolation=cv2.INTER_LINEAR)
                own_x = own_y = 0
            across, down = own_x - x, own_y - y
            return colours(
                shot[top + down : bottom + down, left + across : right + across], channels
            )

    def _patches(self, region: Region) -> list[_Patch[M]]:
        """The parts that monitors have in a picture of ``region``."""
        parts = [(one, one.region.common(region)) for one in self._placed]
        found = [(one, part) for one, part in parts if part]
        if len(found) == 1 and found[0][1] == region:
            left, top, right, bottom = self._pixels(found[0][0], region)
            return [_Patch(found[0][0], region, (0, 0, right - left, bottom - top))]
        ratio = self._ratio(region)
        return [_Patch(one, part, _scaled(part, region, ratio)) for one, part in found]

    def _ratio(self, region: Region) -> float:
        """Pixels a point in a picture of ``region``: the largest ratio of its monitors."""
        ratios = [
            self._size_of(one)[0] / one.region.width
            for one in self._placed
            if one.region.common(region)
        ]
        return max(ratios, default=1.0)

    def _size(self, region: Region) -> tuple[int, int]:
        """The width and height of a picture of ``region``, in pixels."""
        patches = self._patches(region)
        if len(patches) == 1 and patches[0].region == region:
            return patches[0].box[2:]
        ratio = self._ratio(region)
        return round(region.width * ratio), round(region.height * ratio)

    def _pixels(self, monitor: M, part: Region) -> tuple[int, int, int, int]:
        """Where a part of a monitor is in its picture: left, top, right, bottom."""
        width, height = self._size_of(monitor)
        whole = monitor.region
        across, down = width / whole.width, height / whole.height
        return (
            _nearest((part.left - whole.left) * across),
            _nearest((part.top - whole.top) * down),
            _nearest((part.right - whole.left) * across),
            _nearest((part.bottom - whole.top) * down),
        )

    def _size_of(self, monitor: M) -> tuple[int, int]:
        """The width and height of a monitor's picture, in pixels."""
        return self._sizes[self._placed.index(monitor)]


def colours(pixels: Any, channels: tuple[int, int, int]) -> Picture:
    """Blue, green and red of pixels with more or other channels, in memory of their own."""
    if pixels.shape[2] == 4:
        code = cv2.COLOR_BGRA2BGR if channels[0] == 0 else cv2.COLOR_RGBA2BGR
        return np.asarray(cv2.cvtColor(pixels, code), np.uint8)
    return np.ascontiguousarray(pixels[:, :, channels])


def _scaled(part: Region, whole: Region, ratio: float) -> tuple[int, int, int, int]:
    return (
        _nearest((part.left - whole.left) * ratio),
        _nearest((part.top - whole.top) * ratio),
        _nearest((part.right - whole.left) * ratio),
        _nearest((part.bottom - whole.top) * ratio),
    )


def _nearest(value: float) -> int:
    """The nearest pixel. Unlike ``round`` it takes equal steps for equal distances."""
    return math.floor(value + 0.5)
