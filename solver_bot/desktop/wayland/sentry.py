"""Notices when the player takes the mouse, on compositors that offer layer-shell.

Wayland does not tell a program where the pointer is unless it is over a surface of that program.
The sentry is such a surface: it covers the desktop, shows nothing and lets all input through,
except

- around the pointer, with a hole where solver-bot is about to click,
- in the corners of the desktop.

Over the sentry the pointer is not shown, because in the pictures of some compositors it would be
over the board. solver-bot knows where it has put the pointer. If the pointer is anywhere else, the
player has moved it, and from then on the sentry lets everything through.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pywayland.protocol.viewporter import WpViewporter
from pywayland.protocol.wayland import WlCompositor

from solver_bot.desktop.region import Region
from solver_bot.desktop.virtual_mouse import DriverError
from solver_bot.desktop.wayland.buffers import ARGB, Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.protocols import LAYERS

_AROUND = 48
"""How far around the pointer the sentry looks, in points: a hand can't jump over it unseen."""
_HOLE = 6
"""How far from the place of a click the sentry lets it through, in points."""
_CORNER = 3
_OVERLAY = 3
_ALL_EDGES = 15
_AS_EXPECTED = 1.0
"""How far the pointer may be from where it was put, in points."""


class LayerSentry:
    """A sentry on every monitor.

    ``seat`` must have a pointer. ``nudge`` moves it by nothing, so that the compositor looks what
    is under it.

    Raises:
        WaylandError: the compositor does not offer layer-shell.

    """

    def __init__(
        self, connection: Connection, seat: Any, desktop: Region, nudge: Callable[[], object]
    ) -> None:
        self._connection = connection
        self._taken = self._corner = self._acting = self._inside = self._begun = False
        self._ours: deque[tuple[int, int]] = deque(maxlen=4)
        self._layers = [_Layer(connection, one) for one in connection.outputs]
        self._corners = _corners(desktop)
        self._at: _Layer | None = None
        pointer = seat.get_pointer()
        pointer.dispatcher["enter"] = self._note_entered
        pointer.dispatcher["leave"] = self._note_left
        pointer.dispatcher["motion"] = lambda _, _time, x, y: self._note_place(x, y)
        self._pointer = pointer
        self._find_pointer(nudge)

    def _find_pointer(self, nudge: Callable[[], object]) -> None:
        """Catch the pointer wherever it is, so that it is not shown until the player moves it."""
        self._catch(*(layer.output.region for layer in self._layers))
        nudge()
        self._connection.roundtrip()
        if self._ours:
            self._catch(_around(*self._ours[-1], _AROUND))
        else:
            self._catch()
        self._connection.roundtrip()

    def _catch(self, *regions: Region, hole: Region | None = None) -> None:
        for layer in self._layers:
            layer.catch(regions, hole)

    def expect(self, x: int, y: int, click: bool) -> None:
        """The pointer is about to be moved here by solver-bot, to click or to rest."""
        if not self._begun:
            self._taken, self._begun = False, True
        self._acting = True
        self._ours.append((x, y))
        if not self._taken:
            hole = _around(x, y, _HOLE) if click else None
            self._catch(_around(x, y, _AROUND), *self._corners, hole=hole)

    def arrived(self) -> None:
        """The pointer is where it was expected."""
        self._acting = False

    def taken(self) -> bool:
        """Whether the player has moved the pointer."""
        self._look()
        return self._taken and self._begun

    def in_corner(self) -> bool:
        """Whether the player has pushed the pointer into a corner of the desktop."""
        self._look()
        return self._corner

    def _look(self) -> None:
        try:
            self._connection.handle()
        except WaylandError as error:
            raise DriverError(str(error)) from error
        if self._taken:
            self._catch()
            with suppress(WaylandError):
                self._connection.handle()

    def _note_entered(self, pointer: Any, serial: int, surface: Any, x: float, y: float) -> None:
        if not self._taken:
            pointer.set_cursor(serial, None, 0, 0)
        self._at = next((one for one in self._layers if one.surface is surface), None)
        self._inside = True
        self._note_place(x, y)

    def _note_left(self, _: Any, _serial: int, _surface: Any) -> None:
        if self._inside and not self._acting:
            self._taken = True
        self._inside = False

    def _note_place(self, x: float, y: float) -> None:
        """The pointer is here on the monitor that it is on."""
        if self._at is None:
            return
        place = self._at.output.region
        x, y = x + place.left, y + place.top
        if not self._ours:  # this is where the pointer was when solver-bot started
            self._ours.append((math.floor(x), math.floor(y)))
        if any(_is_near(x, y, *ours) for ours in self._ours):
            return
        self._taken = True
        self._corner = self._begun and any(_holds(one, x, y) for one in self._corners)


class _Layer:
    """A surface over a whole monitor that shows nothing."""

    def __init__(self, connection: Connection, output: Output) -> None:
        compositor, layers = connection.bind(WlCompositor), connection.bind(LAYERS)
        viewporter = connection.bind(WpViewporter)
        if not (compositor and layers and viewporter):
            raise WaylandError("the compositor does not offer layer-shell")
        self.output = output
        self._compositor = compositor
        self.surface = compositor.create_surface()
        self._layer = layers.get_layer_surface(self.surface, output.proxy, _OVERLAY, "solver-bot")
        self._size: tuple[int, int] | None = None
        self._layer.dispatcher["configure"] = self._configured
        self._layer.set_anchor(_ALL_EDGES)
        self._layer.set_exclusive_zone(-1)
        self._layer.set_keyboard_interactivity(0)
        self._let_through()
        self.surface.commit()
        connection.wait(lambda: self._size is not None)
        self._viewport = viewporter.get_viewport(self.surface)
        self._viewport.set_destination(*(self._size or (1, 1)))
        self._buffer = Buffer(connection, 1, 1, 4, ARGB)
        self.surface.attach(self._buffer.object, 0, 0)
        self.surface.damage(0, 0, *(self._size or (1, 1)))
        self.surface.commit()

    def catch(self, regions: tuple[Region, ...], hole: Region | None) -> None:
        """Take the input of these regions of the desktop, and let through what is in the hole."""
        region = self._compositor.create_region()
        place = self.output.region
        for one in regions:
            region.add(one.left - place.left, one.top - place.top, one.width, one.height)
        if hole:
            region.subtract(hole.left - place.left, hole.top - place.top, hole.width, hole.height)
        self.surface.set_input_region(region)
        region.destroy()
        self.surface.commit()

    def _let_through(self) -> None:
        region = self._compositor.create_region()
        self.surface.set_input_region(region)
        region.destroy()

    def _configured(self, layer: Any, serial: int, width: int, height: int) -> None:
        layer.ack_configure(serial)
        self._size = width, height


def _corners(desktop: Region) -> tuple[Region, ...]:
    across = desktop.left, desktop.right - _CORNER
    down = desktop.top, desktop.bottom - _CORNER
    return tuple(Region(x, y, _CORNER, _CORNER) for x in across for y in down)


def _around(x: int, y: int, reach: int) -> Region:
    return Region(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)


def _is_near(x: float, y: float, left: int, top: int) -> bool:
    """Whether a place is in a point of the desktop, or nearly."""
    return abs(x - left - 0.5) <= _AS_EXPECTED and abs(y - top - 0.5) <= _AS_EXPECTED


def _holds(region: Region, x: float, y: float) -> bool:
    return region.left <= x < region.right and region.top <= y < region.bottom
