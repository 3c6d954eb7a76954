"""A connection to a Wayland compositor: what it offers, and its monitors."""

from __future__ import annotations

import atexit
import select
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from pywayland.client import Display
from pywayland.protocol.wayland import WlOutput
from pywayland.protocol.xdg_output_unstable_v1 import ZxdgOutputManagerV1

from solver_bot.desktop.region import Region

PATIENCE = 5.0
"""Seconds after which a compositor that does not answer counts as gone."""


class WaylandError(RuntimeError):
    """The compositor is not there, has gone, or does not answer. The message says which."""


@dataclass(eq=False)
class Output:
    """A monitor.

    Attributes:
        proxy: its object.
        place: where it is on the desktop, in points.
        size: its size, in points.
        transform: how its picture is turned, as ``wl_output.transform``.
        gone: whether it has been unplugged.

    """

    proxy: Any
    place: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)
    transform: int = 0
    gone: bool = False
    _placed: bool = field(default=False, repr=False)
    _mode: tuple[int, int] = field(default=(0, 0), repr=False)
    _scale: int = field(default=1, repr=False)

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels, as the player sees it."""
        width, height = self._mode[:: -1 if self.transform % 2 else 1]
        return width, height

    @property
    def region(self) -> Region:
        """Its place on the desktop, in points."""
        if min(self.size) > 0:
            return Region(*self.place, *self.size)
        width, height = self.pixels
        return Region(*self.place, width // self._scale or 1, height // self._scale or 1)

    @property
    def look(self) -> tuple[Region, tuple[int, int], int]:
        """All that a picture of it and a click on it depend on."""
        return self.region, self.pixels, self.transform


class _Living(set[Any]):
    """The objects of a display, held until they are destroyed.

    pywayland refers to them weakly, and each refers to itself. So the garbage collector would free
    them, in whichever thread it runs, and libwayland crashes if the connection ends meanwhile.
    """

    def add(self, element: Any, /) -> None:
        """Add an object, and let go of those that were destroyed."""
        self.difference_update([one for one in self if one.destroyed])
        super().add(element)


class Connection:
    """A connection to the compositor that WAYLAND_DISPLAY names.

    Raises:
        WaylandError: there is none, or it does not answer.

    """

    def __init__(self) -> None:
        self._display = Display()
        self._display._children = _Living()
        try:
            self._display.connect()
        except Exception as error:  # pywayland raises ValueError, RuntimeError or OSError
            raise WaylandError(f"no Wayland compositor answers: {error}") from error
        atexit.register(self.close)  # without it pywayland crashes at the end of the program
        self.offered: dict[str, int] = {}
        """The version of each interface that the compositor offers."""
        self._numbers: dict[str, int] = {}
        self._bound: dict[str, Any] = {}
        self._outputs: dict[int, Output] = {}
        self.ends = ExitStack()
        """What ends with the connection."""
        self._registry = self._display.get_registry()
        self._registry.dispatcher["global"] = self._note_offered
        self._registry.dispatcher["global_remove"] = self._note_removed
        try:
            self.roundtrip()
            self._measure_outputs()
            self._first = {one: one.look for one in self.outputs}
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the connection. It may have ended already."""
        atexit.unregister(self.close)
        with suppress(Exception):
            self.ends.close()
        with suppress(Exception):
            self._display.disconnect()

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The monitors, from left to right and from top to bottom."""
        there = [one for one in self._outputs.values() if not one.gone]
        return tuple(sorted(there, key=lambda one: (one.region.left, one.region.top)))

    def change(self) -> str | None:
        """What has become of the monitors that were there first, in words; None if nothing has."""
        if any(one.gone for one in self._first):
            return "a monitor was unplugged"
        if any(one.look != look for one, look in self._first.items()):
            return "a monitor was moved or turned, or its resolution has changed"
        return None

    def check(self, alone: bool = False) -> None:
        """See that the monitors are as they were, and with ``alone`` that there are no more.

        Raises:
            WaylandError: they are not. The message says what has become of them.

        """
        change = self.change()
        if alone and any(one not in self._first for one in self.outputs):
            change = change or "a monitor was plugged in"
        if change:
            raise WaylandError(change)

    def bind(self, interface: Any) -> Any:
        """The compositor's object of this interface; None if it offers none."""
        name = interface.name
        if name not in self._bound and name in self._numbers:
            version = min(interface.version, self.offered[name])
            self._bound[name] = self._registry.bind(self._numbers[name], interface, version)
        return self._bound.get(name)

    def roundtrip(self) -> None:
        """Wait until the compositor has handled all requests, and handle its answers.

        Raises:
            WaylandError: the compositor has gone or does not answer.

        """
        done: list[int] = []
        callback = self._display.sync()
        callback.dispatcher["done"] = lambda _, serial: done.append(serial)
        try:
            self.wait(lambda: bool(done))
        finally:
            callback._destroy()

    def wait(self, ready: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Handle the compositor's messages until ``ready``.

        Raises:
            WaylandError: the compositor has gone, or nothing came of it in time.

        """
        end = time.monotonic() + seconds
        while not ready():
            self.handle(max(0.0, end - time.monotonic()))
            if time.monotonic() > end and not ready():
                raise WaylandError("the compositor does not answer")

    def handle(self, seconds: float = 0.0) -> None:
        """Send all requests and handle the messages that come within ``seconds``, if any.

        Raises:
            WaylandError: the compositor has gone.

        """
        try:
            if self._display.dispatch(block=False):
                return
            if self._display.flush() < 0:
                raise WaylandError("the compositor has gone")
            if select.select([self._display.get_fd()], [], [], seconds)[0]:
                self._display.read()
            self._display.dispatch(block=False)
        except (RuntimeError, ValueError, OSError) as error:
            if isinstance(error, WaylandError):
                raise
            raise WaylandError("the compositor has gone") from error

    def _note_offered(self, registry: Any, number: int, name: str, version: int) -> None:
        self.offered[name], self._numbers[name] = version, number
        if name != WlOutput.name:
            return
        output = Output(registry.bind(number, WlOutput, min(version, 3)))
        self._outputs[number] = output
        events = output.proxy.dispatcher

        def geometry(_: Any, x: int, y: int, *rest: Any) -> None:
            output.transform = rest[-1]
            if not output._placed:
                output.place = x, y

        def mode(_: Any, flags: int, width: int, height: int, _rate: int) -> None:
            if flags & WlOutput.mode.current:
                output._mode = width, height

        def scale(_: Any, factor: int) -> None:
            output._scale = factor

        events["geometry"], events["mode"], events["scale"] = geometry, mode, scale

    def _note_removed(self, _registry: Any, number: int) -> None:
        if number in self._outputs:
            self._outputs[number].gone = True

    def _measure_outputs(self) -> None:
        """Ask where the monitors are. The scale of a monitor alone does not tell fractions."""
        manager = self.bind(ZxdgOutputManagerV1)
        for output in self._outputs.values() if manager else ():
            placed = manager.get_xdg_output(output.proxy)

            def place(_: Any, x: int, y: int, one: Output = output) -> None:
                one.place, one._placed = (x, y), True

            def size(_: Any, width: int, height: int, one: Output = output) -> None:
                one.size = width, height

            placed.dispatcher["logical_position"] = place
            placed.dispatcher["logical_size"] = size
            output.proxy.user_data = placed  # it tells of changes only as long as it is kept
        self.roundtrip()
