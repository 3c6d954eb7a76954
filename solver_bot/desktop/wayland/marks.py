"""Draws marks over the monitors, by layer-shell."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

import cv2
import numpy as np

from solver_bot.desktop.overlay.face import Mark, OverlayError, Stamp
from solver_bot.desktop.region import Picture, Region, View
from solver_bot.desktop.wayland.buffers import ARGB, Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.layer import Layer

NAME = "solver-bot: marks"
_MANY = 64
"""More changes than this are told to the compositor as one."""
_SAME = 0.01
"""Ratios of pixels to points that differ by less than this count as the same."""

Box = tuple[int, int, int, int]


class LayerCanvas:
    """Marks in front of all windows. They let all input through.

    ``place`` is where marks may be, in points. The stamps of marks have the scale of ``view``.

    Raises:
        OverlayError: the compositor does not offer layer-shell, or it has gone.

    """

    def __init__(self, connection: Connection, place: Region, view: View) -> None:
        self._connection = connection
        try:
            self._layers = [
                _MarkLayer(connection, output, view.across)
                for output in connection.outputs
                if output.region.common(place)
            ]
        except WaylandError as error:
            raise _failed(error) from error

    def draw(self, marks: Collection[Mark]) -> None:
        """Draw these marks and no others. They are in all pictures taken after this returns.

        Raises:
            OverlayError: the compositor has gone.

        """
        try:
            for layer in self._layers:
                layer.draw(marks)
            self._connection.roundtrip()
        except WaylandError as error:
            raise _failed(error) from error

    def close(self) -> None:
        """Take the marks away."""
        for layer in self._layers:
            layer.close()
        with suppress(WaylandError):
            self._connection.roundtrip()


def _failed(error: WaylandError) -> OverlayError:
    return OverlayError(f"No marks can be drawn over a game, because {error}.")


class _MarkLayer:
    """The marks of one monitor. Its picture has as many pixels as the monitor."""

    def __init__(self, connection: Connection, output: Output, ratio: float) -> None:
        self._connection = connection
        self._place = output.region
        width, height = output.pixels
        self._across, self._down = width / self._place.width, height / self._place.height
        self._enlarged = self._across / ratio
        self._layer = Layer(connection, output, NAME)
        self._pages = [_Page(connection, width, height) for _ in range(2)]
        self._sizes: dict[Stamp, Stamp] = {}
        self._shown: dict[Mark, Box] = {}

    def draw(self, marks: Collection[Mark]) -> None:
        wanted = {mark: self._box(mark) for mark in marks}
        page = self._free_page()
        page.clear()
        for mark, box in wanted.items():
            page.add(self._scaled(mark.stamp), box)
        old, new = self._shown, wanted
        changed = [old[one] for one in old.keys() - new] + [new[one] for one in new.keys() - old]
        self._layer.show(page.buffer, _few(changed, page.size))
        page.free = False
        self._shown = wanted

    def close(self) -> None:
        self._layer.close()

    def _free_page(self) -> _Page:
        """A picture that the compositor does not read any more."""
        with suppress(WaylandError):
            self._connection.wait(lambda: any(page.free for page in self._pages), 1.0)
        return next((page for page in self._pages if page.free), self._pages[0])

    def _box(self, mark: Mark) -> Box:
        """Where a mark is in the monitor's picture: left, top, width, height."""
        height, width = self._scaled(mark.stamp).shown.shape
        left = round((mark.x - self._place.left) * self._across)
        return left, round((mark.y - self._place.top) * self._down), width, height

    def _scaled(self, stamp: Stamp) -> Stamp:
        """The stamp in the scale of this monitor."""
        if abs(self._enlarged - 1) < _SAME:
            return stamp
        if stamp not in self._sizes:
            shown = self._resized(stamp.shown.astype(np.uint8))
            picture = self._resized(stamp.picture)
            self._sizes[stamp] = Stamp(picture, shown.astype(np.bool_))
        return self._sizes[stamp]

    def _resized(self, picture: Picture) -> Picture:
        ratio = self._enlarged
        resized = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_NEAREST)
        return np.asarray(resized, np.uint8)


class _Page:
    """A picture of marks on nothing."""

    def __init__(self, connection: Connection, width: int, height: int) -> None:
        self.buffer = Buffer(connection, width, height, 4 * width, ARGB)
        self.buffer.object.dispatcher["release"] = self._released
        self.size = width, height
        self.free = True
        self._drawn: list[Box] = []

    def clear(self) -> None:
        for box in self._drawn:
            self._cut(box)[:] = 0
        self._drawn = []

    def add(self, stamp: Stamp, box: Box) -> None:
        part = self._cut(box)
        down, across = max(0, -box[1]), max(0, -box[0])
        inside = slice(down, down + part.shape[0]), slice(across, across + part.shape[1])
        shown = stamp.shown[inside]
        part[..., :3][shown] = stamp.picture[inside][shown]
        part[..., 3][shown] = 255
        self._drawn.append(box)

    def _cut(self, box: Box) -> Any:
        left, top, width, height = box
        return self.buffer.pixels[
            max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)
        ]

    def _released(self, _: Any) -> None:
        self.free = True


def _few(boxes: list[Box], size: tuple[int, int]) -> Iterator[Box]:
    """The boxes, or all as one if they are many."""
    if len(boxes) <= _MANY:
        yield from boxes
    else:
        yield 0, 0, *size
