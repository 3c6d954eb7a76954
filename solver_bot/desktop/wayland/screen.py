"""Pictures of the monitors, by wlr-screencopy.

Monitors may have any scale. A monitor is always captured whole, since that takes no longer than a
part of it, and the ratio of its pixels to its points is that of the captured picture. In a picture
of several monitors the smallest ratio is brought up to the largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from solver_bot.desktop.faces import CuttingScreen, gone
from solver_bot.desktop.region import Picture, Region, ScreenError, View
from solver_bot.desktop.wayland.buffers import Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.protocols import SCREENCOPY

_UPSIDE_DOWN = 1
_CHANGED = "a monitor has been unplugged or its resolution has changed"


@dataclass(frozen=True, slots=True)
class _Patch:
    """A monitor's part in a picture.

    Attributes:
        output: the monitor.
        region: its part of the pictured region, in points.
        box: where that is in the picture: left, top, right, bottom in pixels.

    """

    output: Output
    region: Region
    box: tuple[int, int, int, int]


class WlrootsScreen(CuttingScreen):
    """The monitors of a compositor that offers wlr-screencopy.

    Raises:
        ScreenError: the monitors can't be captured.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._outputs = connection.outputs
        if not self._outputs:
            raise ScreenError("There is no monitor: switch one on and start solver-bot again.")
        self._monitors = tuple(one.region for one in self._outputs)
        self.desktop = _around(self._monitors)
        self._buffers: dict[tuple[int, ...], Buffer] = {}
        self._sizes: dict[Output, tuple[int, int]] = {}
        for output in self._outputs:
            self._sizes[output] = self._captured(output).shape[1::-1]

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

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
            return _colours(*self._part(patches[0], region, left, top, right, bottom))
        canvas: Picture = np.zeros((bottom - top, right - left, 3), np.uint8)
        for patch in patches:
            x, y, beyond, below = patch.box
            x, y = max(x, left), max(y, top)
            beyond, below = min(beyond, right), min(below, bottom)
            if x < beyond and y < below:
                part = _colours(*self._part(patch, region, x, y, beyond, below))
                canvas[y - top : below - top, x - left : beyond - left] = part
        return canvas

    def _part(
        self, patch: _Patch, region: Region, left: int, top: int, right: int, bottom: int
    ) -> tuple[Any, tuple[int, int, int]]:
        """A rectangle of the picture of ``region`` that lies in one monitor, and its channels."""
        shot = self._captured(patch.output)
        if shot.shape[1::-1] != self._sizes[patch.output]:
            raise ScreenError(gone(_CHANGED))
        x, y, right_of, below = patch.box
        own_x, own_y, own_right, own_below = self._pixels(patch.output, patch.region)
        if (own_right - own_x, own_below - own_y) != (right_of - x, below - y):
            part = np.ascontiguousarray(shot[own_y:own_below, own_x:own_right])
            shot = cv2.resize(part, (right_of - x, below - y), interpolation=cv2.INTER_LINEAR)
            own_x = own_y = 0
        across, down = own_x - x, own_y - y
        cut = shot[top + down : bottom + down, left + across : right + across]
        return cut, self._channels

    def _patches(self, region: Region) -> list[_Patch]:
        """The parts that monitors have in a picture of ``region``."""
        parts = [(one, _common(one.region, region)) for one in self._outputs]
        found = [(one, part) for one, part in parts if part]
        if len(found) == 1 and found[0][1] == region:
            left, top, right, bottom = self._pixels(found[0][0], region)
            return [_Patch(found[0][0], region, (0, 0, right - left, bottom - top))]
        ratio = self._ratio(region)
        return [_Patch(one, part, _scaled(part, region, ratio)) for one, part in found]

    def _ratio(self, region: Region) -> float:
        """Pixels a point in a picture of ``region``: the largest ratio of its monitors."""
        ratios = [
            self._sizes[one][0] / one.region.width
            for one in self._outputs
            if _common(one.region, region)
        ]
        return max(ratios, default=1.0)

    def _size(self, region: Region) -> tuple[int, int]:
        """The width and height of a picture of ``region``, in pixels."""
        patches = self._patches(region)
        if len(patches) == 1 and patches[0].region == region:
            return patches[0].box[2:]
        ratio = self._ratio(region)
        return round(region.width * ratio), round(region.height * ratio)

    def _pixels(self, output: Output, part: Region) -> tuple[int, int, int, int]:
        """Where a part of a monitor is in its picture: left, top, right, bottom."""
        width, height = self._sizes[output]
        whole = output.region
        across, down = width / whole.width, height / whole.height
        return (
            round((part.left - whole.left) * across),
            round((part.top - whole.top) * down),
            round((part.right - whole.left) * across),
            round((part.bottom - whole.top) * down),
        )

    def _captured(self, output: Output) -> Any:
        """The whole monitor, as the compositor writes it. It is overwritten by the next capture."""
        if output.gone:
            raise ScreenError(gone(_CHANGED))
        try:
            return self._copied(output)
        except WaylandError as error:
            raise ScreenError(gone(_CHANGED if output.gone else error)) from error

    def _copied(self, output: Output) -> Any:
        frame = self._connection.bind(SCREENCOPY).capture_output(0, output.proxy)
        told: dict[str, Any] = {}
        for event in ("buffer", "flags", "ready", "failed", "buffer_done"):
            frame.dispatcher[event] = _note(told, event)
        old = self._connection.offered[SCREENCOPY.name] < 3  # it does not say that it is done
        asked = "buffer" if old else "buffer_done"
        try:
            self._connection.wait(lambda: asked in told or "failed" in told)
            if "buffer" not in told:
                raise WaylandError("a capture failed")
            form, width, height, stride = told["buffer"]
            buffer = self._buffer(output, width, height, stride, form)
            frame.copy(buffer.object)
            self._connection.wait(lambda: "ready" in told or "failed" in told)
        finally:
            if not output.gone:
                frame.destroy()
        if "failed" in told:
            raise WaylandError("a capture failed")
        self._channels = buffer.channels
        pixels = buffer.pixels
        if told.get("flags", (0,))[0] & _UPSIDE_DOWN:
            pixels = pixels[::-1]
        return _turned(pixels, output.transform)

    def _buffer(self, output: Output, *form: int) -> Buffer:
        key = id(output), *form
        if key not in self._buffers:
            self._buffers[key] = Buffer(self._connection, *form)
        return self._buffers[key]


def _note(told: dict[str, Any], event: str) -> Any:
    """A handler that keeps the values of an event."""

    def keep(_: Any, *values: Any) -> None:
        told[event] = values

    return keep


def _turned(pixels: Any, transform: int) -> Any:
    """A monitor's picture as the player sees it.

    The compositor has mirrored it, from transform 4 on, and then turned it to the left by so many
    right angles.
    """
    upright = np.rot90(pixels, -(transform % 4))
    return upright[:, ::-1] if transform >= 4 else upright


def _colours(pixels: Any, channels: tuple[int, int, int]) -> Picture:
    """Blue, green and red of pixels with more or other channels, in memory of their own."""
    if pixels.shape[2] == 4:
        code = cv2.COLOR_BGRA2BGR if channels[0] == 0 else cv2.COLOR_RGBA2BGR
        return np.asarray(cv2.cvtColor(pixels, code), np.uint8)
    return np.ascontiguousarray(pixels[:, :, channels])


def _around(regions: tuple[Region, ...]) -> Region:
    left, top = min(one.left for one in regions), min(one.top for one in regions)
    right, bottom = max(one.right for one in regions), max(one.bottom for one in regions)
    return Region(left, top, right - left, bottom - top)


def _common(one: Region, other: Region) -> Region | None:
    """What two regions have in common, if anything."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Region(left, top, right - left, bottom - top) if left < right and top < bottom else None


def _scaled(part: Region, whole: Region, ratio: float) -> tuple[int, int, int, int]:
    return (
        round((part.left - whole.left) * ratio),
        round((part.top - whole.top) * ratio),
        round((part.right - whole.left) * ratio),
        round((part.bottom - whole.top) * ratio),
    )
