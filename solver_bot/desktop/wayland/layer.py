"""A surface of layer-shell over a monitor, in front of all windows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from pywayland.protocol.viewporter import WpViewporter
from pywayland.protocol.wayland import WlCompositor

from solver_bot.desktop.wayland.buffers import Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.protocols import LAYERS

_OVERLAY = 3
_ALL_EDGES, _TOP_LEFT = 15, 5


class Layer:
    """A surface over a whole monitor, or of a ``size`` in its corner. It lets all input through.

    Attributes:
        output: the monitor.
        surface: its ``wl_surface``.

    Raises:
        WaylandError: the compositor does not offer layer-shell, or it has gone.

    """

    def __init__(
        self,
        connection: Connection,
        output: Output,
        name: str,
        size: tuple[int, int] | None = None,
    ) -> None:
        compositor, layers = connection.bind(WlCompositor), connection.bind(LAYERS)
        viewporter = connection.bind(WpViewporter)
        if not (compositor and layers and viewporter):
            raise WaylandError("the compositor does not offer layer-shell")
        self.output = output
        self.surface = compositor.create_surface()
        self._layer = layers.get_layer_surface(self.surface, output.proxy, _OVERLAY, name)
        self._size: tuple[int, int] | None = None
        self._layer.dispatcher["configure"] = self._configured
        if size:
            self._layer.set_size(*size)
        self._layer.set_anchor(_TOP_LEFT if size else _ALL_EDGES)
        self._layer.set_exclusive_zone(-1)
        self._layer.set_keyboard_interactivity(0)
        let_through(compositor, self.surface)
        self.surface.commit()
        connection.wait(lambda: self._size is not None)
        viewport = viewporter.get_viewport(self.surface)
        viewport.set_destination(*(self._size or (1, 1)))
        self._kept: Any = viewport  # the surface is scaled only as long as it is kept

    def show(self, buffer: Buffer, changed: Iterable[tuple[int, int, int, int]]) -> None:
        """Show a picture over the whole monitor.

        ``changed`` are the boxes that differ from before: left, top, width, height in its pixels.
        """
        self.surface.attach(buffer.object, 0, 0)
        for box in changed:
            self.surface.damage_buffer(*box)
        self.surface.commit()

    def close(self) -> None:
        """Take the surface away."""
        with suppress(Exception):  # the compositor may have gone
            self._layer.destroy()
            self.surface.destroy()

    def _configured(self, layer: Any, serial: int, width: int, height: int) -> None:
        layer.ack_configure(serial)
        self._size = width, height


def let_through(compositor: Any, surface: Any) -> None:
    """Have a surface let all input through, from its next commit on."""
    nothing = compositor.create_region()
    surface.set_input_region(nothing)
    nothing.destroy()
