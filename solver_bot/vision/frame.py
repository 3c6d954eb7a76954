"""Where a board ends: the frame that a skin draws around its cells.

A board of which only a part is seen looks like a smaller board, and a number at the cut would
then seem to prove what it doesn't. So a side counts as the board's end only where its frame is
seen; beyond any other side there may be more cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solver_bot.vision.lattice import Floats, Lattice, Picture

LIMIT = 20.0
"""How far, in grey levels, a frame may be from what the skin says."""
_OFF = (0, 1, -1)
_SHARE = 0.5
"""The share of a side's cells beside which the frame must be seen."""
SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class Band:
    """One stripe of a frame: its depth in cells and its colour (blue, green, red)."""

    depth: float
    colour: tuple[int, int, int]


Frame = dict[str, tuple[Band, ...]]
"""The bands on every side, from the board outwards."""


def profile(bands: Iterable[Band], pitch: float) -> Floats:
    """The colours of the frame's pixel lines, from the board outwards: shape (lines, 3)."""
    bands = list(bands)
    depth = sum(band.depth for band in bands) * pitch
    lines = max(1, int(depth + 0.25))
    fine = 20
    ends = np.cumsum([band.depth for band in bands]) * pitch
    places = (np.arange(lines * fine) + 0.5) / fine
    index = np.minimum(np.searchsorted(ends, places), len(bands) - 1)
    colours = np.array([band.colour for band in bands], dtype=np.float32)
    return np.asarray(colours[index].reshape(lines, fine, 3).mean(axis=1))


def closed(picture: Picture, lattice: Lattice, side: str, frame: Frame) -> bool:
    """Whether the frame is seen along that side of the lattice, give or take a pixel."""
    pitch = lattice.cell_width if side in {"left", "right"} else lattice.cell_height
    expected = profile(frame[side], pitch)
    return any(
        _shows(_beside(picture, lattice, side, len(expected), off), expected) for off in _OFF
    )


def _shows(beside: Floats, expected: Floats) -> bool:
    if beside.shape[1] < len(expected):
        return False
    apart = np.sqrt(np.square(beside - expected).mean(axis=(1, 2)))
    return int(np.count_nonzero(apart <= LIMIT)) >= _SHARE * len(apart)


def at_edge(picture: Picture, lattice: Lattice, side: str) -> bool:
    """Whether that side of the lattice is the edge of the picture."""
    height, width = picture.shape[:2]
    room = {
        "left": lattice.left,
        "top": lattice.top,
        "right": width - lattice.right,
        "bottom": height - lattice.bottom,
    }
    return room[side] < 1


def _beside(picture: Picture, lattice: Lattice, side: str, depth: int, off: int) -> Floats:
    """The mean colours beside every cell of a side, outwards: shape (cells, depth, 3).

    They begin ``off`` pixels outside the lattice.
    """
    left, top = round(lattice.left) - off, round(lattice.top) - off
    right, bottom = round(lattice.right) + off, round(lattice.bottom) + off
    rows = slice(max(0, round(lattice.top)), round(lattice.bottom))
    columns = slice(max(0, round(lattice.left)), round(lattice.right))
    strip = {
        "left": picture[rows, max(0, left - depth) : max(0, left)][:, ::-1],
        "right": picture[rows, right : right + depth],
        "top": picture[max(0, top - depth) : max(0, top), columns][::-1].swapaxes(0, 1),
        "bottom": picture[bottom : bottom + depth, columns].swapaxes(0, 1),
    }[side]
    edges = lattice.ys if side in {"left", "right"} else lattice.xs
    starts = [min(round(edge - edges[0]), len(strip) - 1) for edge in edges[:-1]]
    sums = np.add.reduceat(strip.astype(np.float32), starts, axis=0)
    return np.asarray(sums / np.diff([*starts, len(strip)])[:, None, None], dtype=np.float32)
