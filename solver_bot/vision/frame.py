"""The frame that a skin draws around its cells, which tells where a board ends.

A partly visible board looks like a smaller board, and a number at the cut would then seem to prove
something false. A side therefore counts as the board's end only if its frame is visible. Beyond any
other side there may be more cells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice

LIMIT = 8.0
"""How far the mean of a frame's pixel line may be from the skin's colour, in grey levels."""
PIXEL_LIMIT = 60.0
"""How far a single pixel of that line may be."""
_SHARE = 0.97
"""The least share of a line's pixels within ``PIXEL_LIMIT``. It tells a frame from the bevels of
covered cells, which are interrupted at every cell."""
SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class Band:
    """One stripe of a frame.

    Attributes:
        depth: its depth in cells.
        colour: blue, green and red.
        most: its greatest depth in pixels, if it does not always grow with the cells.

    """

    depth: float
    colour: tuple[int, int, int]
    most: float = math.inf

    def pixels(self, pitch: float) -> float:
        """Its depth in pixels beside cells of ``pitch`` pixels."""
        return min(self.depth * pitch, self.most)


Frame = dict[str, tuple[Band, ...]]
"""The bands of every side, from the board outwards."""


@lru_cache(maxsize=64)
def profile(bands: tuple[Band, ...], pitch: float) -> Floats:
    """The colours of the frame's pixel lines, from the board outwards: shape (lines, 3)."""
    ends = np.cumsum([band.pixels(pitch) for band in bands])
    lines = max(1, int(ends[-1] + 0.25))
    fine = 20
    places = (np.arange(lines * fine) + 0.5) / fine
    index = np.minimum(np.searchsorted(ends, places), len(bands) - 1)
    colours = np.array([band.colour for band in bands], dtype=np.float32)
    return np.asarray(colours[index].reshape(lines, fine, 3).mean(axis=1))


def is_closed(picture: Picture, lattice: Lattice, side: str, frame: Frame) -> bool:
    """Whether the frame is visible along the whole side of the lattice."""
    pitch = lattice.cell_width if side in {"left", "right"} else lattice.cell_height
    expected = profile(frame[side], pitch)
    beside = _beside(picture, lattice, side, len(expected))
    if not len(beside) or beside.shape[1] < len(expected):
        return False
    apart = abs(beside - expected)
    # NumPy takes the greatest of three pictures sooner than of the three values of every pixel.
    most = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    unbroken = (most <= PIXEL_LIMIT).mean(axis=0) >= _SHARE
    right_colour = abs(beside.mean(axis=0) - expected).max(axis=1) <= LIMIT
    return bool((unbroken & right_colour).all())


def _beside(picture: Picture, lattice: Lattice, side: str, depth: int) -> Floats:
    """The pixels beside a side, from the board outwards: shape (side's length, up to depth, 3)."""
    left, top = max(0, round(lattice.left)), max(0, round(lattice.top))
    right, bottom = round(lattice.right), round(lattice.bottom)
    strip = {
        "left": picture[top:bottom, max(0, left - depth) : left][:, ::-1],
        "right": picture[top:bottom, right : right + depth],
        "top": picture[max(0, top - depth) : top, left:right][::-1].swapaxes(0, 1),
        "bottom": picture[bottom : bottom + depth, left:right].swapaxes(0, 1),
    }[side]
    return strip.astype(np.float32)
