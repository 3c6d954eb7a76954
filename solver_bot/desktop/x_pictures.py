"""Pictures of windows on X, through python3-xlib, as fast as it can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from solver_bot.desktop.region import Picture, Region

_AT_ONCE = 1 << 20
"""The most bytes taken from the server at once."""
_BAND = 200_000
"""The most bytes of a picture fetched with one request."""


class _WideSocket:
    """A socket that is read in large pieces.

    python3-xlib reads 2 KB at a time and copies everything it has for each. A picture of a board
    would take 20 to 100 ms.
    """

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def recv(self, _bytes: int) -> Any:
        return self._socket.recv(_AT_ONCE)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def widen(display: Any) -> None:
    """Make a connection fast enough to fetch pictures."""
    display.display.socket = _WideSocket(display.display.socket)


def fetch(window: Any, part: Region) -> Picture:
    """The pixels of a part of a window, shape (height, width, 3), BGR. Depth must be 24 or 32.

    Raises:
        XError: the window is not shown, or does not reach so far.

    """
    from Xlib import X

    picture = np.empty((part.height, part.width, 3), np.uint8)
    for top, height in _bands(part):
        image = window.get_image(
            part.left, part.top + top, part.width, height, X.ZPixmap, 0xFFFFFFFF
        )
        # python3-xlib turns pixels into text where they happen to be valid UTF-8.
        data = image.data.encode() if isinstance(image.data, str) else image.data
        pixels = np.frombuffer(data, np.uint8).reshape(height, part.width, 4)
        picture[top : top + height] = pixels[..., :3]
    return picture


def _bands(part: Region) -> Iterator[tuple[int, int]]:
    """Parts of a picture that can be fetched with one request: their tops and heights."""
    most = max(1, _BAND // (4 * part.width))
    for top in range(0, part.height, most):
        yield top, min(most, part.height - top)
