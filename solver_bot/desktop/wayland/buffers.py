"""Memory shared with the compositor, which holds a picture."""

from __future__ import annotations

import mmap
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pywayland.protocol.wayland import WlShm

from solver_bot.desktop.wayland.connection import Connection, WaylandError

ARGB = 0
"""The format of four bytes a pixel: blue, green, red, opacity."""
_BGR, _RGB = (0, 1, 2), (2, 1, 0)
_FORMATS: dict[int, tuple[int, tuple[int, int, int]]] = {
    ARGB: (4, _BGR),
    1: (4, _BGR),  # XRGB8888
    0x34324241: (4, _RGB),  # ABGR8888
    0x34324258: (4, _RGB),  # XBGR8888
    0x34324752: (3, _BGR),  # RGB888
    0x34324742: (3, _RGB),  # BGR888
}
"""By the number of a ``wl_shm`` format: the bytes of a pixel, and which are blue, green and red."""


class Buffer:
    """A picture in memory that the compositor can read and write.

    Attributes:
        object: its ``wl_buffer``.
        pixels: shape (height, width, bytes of a pixel).
        channels: which bytes are blue, green and red.

    Raises:
        WaylandError: pictures in this format can't be read.

    """

    def __init__(
        self, connection: Connection, width: int, height: int, stride: int, form: int
    ) -> None:
        if form not in _FORMATS:
            raise WaylandError(f"its pictures have the format {form:#x}, which is not known")
        depth, self.channels = _FORMATS[form]
        number = os.memfd_create("solver-bot", os.MFD_CLOEXEC)
        try:
            os.ftruncate(number, stride * height)
            memory = mmap.mmap(number, stride * height)
            pool: Any = connection.bind(WlShm).create_pool(number, stride * height)
        finally:
            os.close(number)
        self.object = pool.create_buffer(0, width, height, stride, form)
        pool.destroy()
        rows: NDArray[np.uint8] = np.frombuffer(memory, np.uint8).reshape(height, stride)
        self.pixels = rows[:, : width * depth].reshape(height, width, depth)
