"""A window of coloured cells that records what it receives. Arguments: COLUMNS ROWS CELL.

It is a plain Wayland client, so that places are those that the compositor tells. It writes a line
for every event: ``button CELL NAME``, ``release CELL NAME``, ``key CODE MODIFIERS`` and
``keyup CODE``.
"""

from __future__ import annotations

import mmap
import os
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pywayland.client import Display
from pywayland.protocol.wayland import WlCompositor, WlSeat, WlShm
from pywayland.protocol.xdg_shell import XdgWmBase

BUTTONS = {0x110: "left", 0x111: "right", 0x112: "middle"}
MARGIN = 20
LEAST, STEP = (40, 50, 40), 20
"""The colour of cell 0, and what a digit of the cell adds. The desktop behind is grey."""
_OPAQUE = 1  # the format XRGB8888
_POINTER, _KEYBOARD = 1, 2


def colour(cell: int) -> tuple[int, int, int]:
    """The colour of a cell: blue, green and red, all far from those of other cells."""
    digits = cell % 10, cell // 10 % 10, cell // 100
    blue, green, red = (least + STEP * digit for least, digit in zip(LEAST, digits, strict=True))
    return blue, green, red


def middles(picture: NDArray[np.uint8]) -> dict[int, tuple[float, float]]:
    """The middle of every cell in a picture of the window, in pixels."""
    steps = (picture.astype(int) - LEAST) / STEP
    digits = np.rint(steps).astype(int)
    exact = (np.abs(steps - digits) < 0.2).all(axis=2) & (digits >= 0).all(axis=2)
    ys, xs = np.nonzero(exact)
    if not len(ys):
        return {}
    cells = digits[ys, xs] @ (1, 10, 100)
    # Between two cells a scaled picture has their mixture, which may be the colour of a third: the
    # median is in the cell all the same.
    order = np.argsort(cells, kind="stable")
    numbers, first = np.unique(cells[order], return_index=True)
    groups = zip(numbers, np.split(order, first[1:]), strict=True)
    return {
        int(cell): (float(np.median(xs[group])), float(np.median(ys[group])))
        for cell, group in groups
        if len(group) > 20
    }


def drawn(columns: int, rows: int, size: int) -> NDArray[np.uint8]:
    """The window's picture, with a black margin."""
    height, width = rows * size + 2 * MARGIN, columns * size + 2 * MARGIN
    picture = np.zeros((height, width, 4), np.uint8)
    for cell in range(columns * rows):
        y, x = (MARGIN + size * place for place in divmod(cell, columns))
        picture[y : y + size, x : x + size, :3] = colour(cell)
    return picture


def note(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


class Target:
    """The window."""

    def __init__(self, columns: int, rows: int, size: int) -> None:
        self.columns, self.rows, self.size = columns, rows, size
        self.at = (0.0, 0.0)
        self.modifiers = 0
        self.bound: dict[str, Any] = {}
        self.display = Display()
        self.display.connect()
        registry = self.display.get_registry()
        registry.dispatcher["global"] = self.offered
        self.display.roundtrip()
        self.display.roundtrip()
        self.open()

    def offered(self, registry: Any, number: int, name: str, version: int) -> None:
        wanted = {one.name: one for one in (WlCompositor, WlShm, WlSeat, XdgWmBase)}
        if name in wanted:
            self.bound[name] = registry.bind(number, wanted[name], min(version, 4))
        if name == WlSeat.name:
            self.bound[name].dispatcher["capabilities"] = self.devices
        if name == XdgWmBase.name:
            self.bound[name].dispatcher["ping"] = lambda base, serial: base.pong(serial)

    def open(self) -> None:
        self.surface = self.bound["wl_compositor"].create_surface()
        self.shell = self.bound["xdg_wm_base"].get_xdg_surface(self.surface)
        self.shell.dispatcher["configure"] = self.configured
        self.top = self.shell.get_toplevel()
        self.top.set_app_id("target")
        self.top.set_title("target")
        self.surface.commit()

    def configured(self, shell: Any, serial: int) -> None:
        shell.ack_configure(serial)
        picture = drawn(self.columns, self.rows, self.size)
        height, width = picture.shape[:2]
        number = os.memfd_create("target")
        os.write(number, picture.tobytes())
        self.memory = mmap.mmap(number, picture.nbytes)
        pool = self.bound["wl_shm"].create_pool(number, picture.nbytes)
        self.buffer = pool.create_buffer(0, width, height, 4 * width, _OPAQUE)
        self.surface.attach(self.buffer, 0, 0)
        self.surface.damage(0, 0, width, height)
        self.surface.commit()

    def devices(self, seat: Any, kinds: int) -> None:
        if kinds & _POINTER and not hasattr(self, "pointer"):
            self.pointer = seat.get_pointer()
            events = self.pointer.dispatcher
            events["enter"] = lambda _, _serial, _surface, x, y: self.moved(x, y)
            events["motion"] = lambda _, _time, x, y: self.moved(x, y)
            events["button"] = self.clicked
        if kinds & _KEYBOARD and not hasattr(self, "keyboard"):
            self.keyboard = seat.get_keyboard()
            self.keyboard.dispatcher["key"] = self.pressed
            self.keyboard.dispatcher["modifiers"] = self.held

    def moved(self, x: float, y: float) -> None:
        self.at = x, y

    def clicked(self, _: Any, _serial: int, _time: int, button: int, state: int) -> None:
        x, y = ((place - MARGIN) // self.size for place in self.at)
        inside = 0 <= x < self.columns and 0 <= y < self.rows
        cell = int(y * self.columns + x) if inside else -1
        note("button" if state else "release", cell, BUTTONS[button])

    def held(self, _: Any, _serial: int, depressed: int, *_rest: int) -> None:
        self.modifiers = depressed

    def pressed(self, _: Any, _serial: int, _time: int, key: int, state: int) -> None:
        note(*("key", key, self.modifiers) if state else ("keyup", key))


if __name__ == "__main__":
    window = Target(*map(int, sys.argv[1:4]))
    while True:
        window.display.dispatch(block=True)
