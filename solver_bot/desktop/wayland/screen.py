"""Pictures of the monitors, by wlr-screencopy.

A monitor is always captured whole, since that takes no longer than a part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from solver_bot.desktop.faces import gone
from solver_bot.desktop.monitors import MonitorsScreen
from solver_bot.desktop.region import ScreenError
from solver_bot.desktop.wayland.buffers import Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.protocols import SCREENCOPY

_UPSIDE_DOWN = 1


class WlrootsScreen(MonitorsScreen[Output]):
    """The monitors of a compositor that offers wlr-screencopy.

    Raises:
        ScreenError: the monitors can't be captured.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._buffers: dict[tuple[int, ...], Buffer] = {}
        super().__init__(connection.outputs)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    @contextmanager
    def _shot(self, monitor: Output) -> Iterator[tuple[Any, tuple[int, int, int]]]:
        try:
            self._connection.check()
            shot = self._copied(monitor)
            self._connection.check()
        except WaylandError as error:
            raise ScreenError(gone(self._connection.change() or error)) from error
        yield shot

    def _copied(self, output: Output) -> tuple[Any, tuple[int, int, int]]:
        """The whole monitor, as the compositor writes it. The next capture writes over it."""
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
        pixels = buffer.pixels
        if told.get("flags", (0,))[0] & _UPSIDE_DOWN:
            pixels = pixels[::-1]
        return _turned(pixels, output.transform), buffer.channels

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
