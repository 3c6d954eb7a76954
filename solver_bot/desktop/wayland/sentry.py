"""Notices when the player takes the mouse, on compositors that offer layer-shell.

Wayland does not tell a program where the pointer is unless it is over a surface of that program.
The sentry consists of such surfaces, which show nothing:

- one around the pointer, with a hole where solver-bot is about to click,
- one in each corner of the desktop.

They are small, because a compositor that draws with the processor takes long over a large one.

Over the sentry the pointer is not shown, because in the pictures of some compositors it would be
over the board. solver-bot knows where it has put the pointer. If the pointer is anywhere else, the
player has moved it, and from then on the sentry lets everything through.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from pywayland.protocol.viewporter import WpViewporter
from pywayland.protocol.wayland import WlCompositor, WlSubcompositor

from solver_bot.desktop.region import Region
from solver_bot.desktop.virtual_mouse import DriverError
from solver_bot.desktop.wayland.buffers import ARGB, Buffer
from solver_bot.desktop.wayland.connection import Connection, Output, WaylandError
from solver_bot.desktop.wayland.layer import Layer

_AROUND = 48
"""How far around the pointer the sentry looks, in points: a hand can't jump over it unseen."""
_HOLE = 6
"""How far from the place of a click the sentry lets it through, in points."""
_CORNER = 3
_SHAPES = 8
"""How many shapes of input a surface of the sentry keeps."""
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
        self._layers = [_Invisible(connection, one) for one in connection.outputs]
        self._corners = _corners(desktop)
        self._at: _Patch | None = None
        pointer = seat.get_pointer()
        pointer.dispatcher["enter"] = self._note_entered
        pointer.dispatcher["leave"] = self._note_left
        pointer.dispatcher["motion"] = lambda _, _time, x, y: self._note_place(x, y)
        self._pointer = pointer
        self._find_pointer(nudge)

    def _find_pointer(self, nudge: Callable[[], object]) -> None:
        """Catch the pointer wherever it is, so that it is not shown until the player moves it."""
        self._catch(*(layer.place for layer in self._layers))
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
        """The pointer should be where it was expected. If it is not, the player has moved it.

        The sentry does not see a jump out of the hole, but now it misses the pointer.
        """
        self._acting = False
        if not self._inside:
            self._taken = True

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
        patches = (patch for layer in self._layers for patch in layer.patches)
        self._at = next((one for one in patches if one.surface is surface), None)
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
        x, y = x + self._at.left, y + self._at.top
        if not self._ours:  # this is where the pointer was when solver-bot started
            self._ours.append((math.floor(x), math.floor(y)))
        if any(_is_near(x, y, *ours) for ours in self._ours):
            return
        self._taken = True
        self._corner = self._begun and any(_holds(one, x, y) for one in self._corners)


class _Invisible:
    """Surfaces on one monitor that show nothing and take input.

    They belong to a surface of layer-shell, and change together when it is committed.
    """

    def __init__(self, connection: Connection, output: Output) -> None:
        self._connection = connection
        self._buffer = Buffer(connection, 1, 1, 4, ARGB)
        self._layer = Layer(connection, output, "solver-bot", (1, 1))
        self._layer.show(self._buffer, [(0, 0, 1, 1)])
        self.place = output.region
        self.patches: list[_Patch] = []

    def catch(self, regions: Iterable[Region], hole: Region | None = None) -> None:
        """Take the input of these regions of the desktop, and let through what is in the hole."""
        parts = [part for one in regions if (part := one.common(self.place))]
        while len(self.patches) < len(parts):
            self.patches.append(_Patch(self._connection, self._layer, self._buffer, self.place))
        for patch, part in zip_longest(self.patches, parts):
            patch.take(part, hole)
        self._layer.surface.commit()


class _Patch:
    """A surface that shows nothing and takes input.

    Attributes:
        surface: its ``wl_surface``.
        left: where it begins on the desktop, in points.
        top: the same, downwards.

    Raises:
        WaylandError: the compositor does not offer surfaces that belong to others.

    """

    def __init__(
        self, connection: Connection, layer: Layer, buffer: Buffer, monitor: Region
    ) -> None:
        parents = connection.bind(WlSubcompositor)
        self._compositor, viewporter = connection.bind(WlCompositor), connection.bind(WpViewporter)
        if not (parents and viewporter):
            raise WaylandError("the compositor does not offer subsurfaces")
        self._monitor = monitor
        self._takes: tuple[Region | None, Region | None] | None = None
        self._size: tuple[int, int] | None = None
        self._shapes: dict[tuple[tuple[int, int] | None, Region | None], Any] = {}
        self.left, self.top = monitor.left, monitor.top
        self.surface = self._compositor.create_surface()
        self._child = parents.get_subsurface(self.surface, layer.surface)
        self._viewport = viewporter.get_viewport(self.surface)
        self.surface.attach(buffer.object, 0, 0)

    def take(self, region: Region | None, hole: Region | None) -> None:
        """Take the input of a region, but not in the hole; of nothing for None."""
        if hole and not (region and region.common(hole)):
            hole = None
        if self._takes == (region, hole):
            return
        self._takes = region, hole
        if region is None:
            region, hole = Region(self.left, self.top, 1, 1), None
            taken = self._shape(None, None)
        else:
            inside = hole and Region(
                hole.left - region.left, hole.top - region.top, hole.width, hole.height
            )
            taken = self._shape((region.width, region.height), inside)
        if (self.left, self.top) != (region.left, region.top):
            self.left, self.top = region.left, region.top
            self._child.set_position(self.left - self._monitor.left, self.top - self._monitor.top)
        if self._size != (region.width, region.height):
            self._size = region.width, region.height
            self._viewport.set_destination(*self._size)
        self.surface.set_input_region(taken)
        self.surface.commit()

    def _shape(self, size: tuple[int, int] | None, hole: Region | None) -> Any:
        """What a patch of a size takes around a hole. The last ones are kept: most are alike."""
        if found := self._shapes.get((size, hole)):
            return found
        if len(self._shapes) == _SHAPES:
            self._shapes.pop(next(iter(self._shapes))).destroy()
        shape = self._shapes[size, hole] = self._compositor.create_region()
        if size:
            shape.add(0, 0, *size)
        if hole:
            shape.subtract(hole.left, hole.top, hole.width, hole.height)
        return shape


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
