"""Tiles with a rim of their neighbours, at one size: what the nets look at."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

CELL, RIM = 24, 6
"""Pixels of a cell in a patch, and of its neighbours on every side of it."""
SIDE = CELL + 2 * RIM

Patches = NDArray[np.uint8]
"""Shape (rows, columns, SIDE, SIDE, 3)."""


def cut_patches(picture: Picture, lattice: Lattice) -> Patches:
    """A patch for every cell of a lattice, which may reach beyond the picture.

    Beyond its edges the picture is continued with its outermost pixels.
    """
    finer = max(1, round(max(lattice.cell_width, lattice.cell_height) / CELL + 0.3))
    across = _places(np.array(lattice.xs), finer)
    down = _places(np.array(lattice.ys), finer)
    maps = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
    whole = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        size = whole.shape[1] // finer, whole.shape[0] // finer
        whole = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    windows = np.lib.stride_tricks.sliding_window_view(whole, (SIDE, SIDE), axis=(0, 1))
    return np.asarray(windows[::CELL, ::CELL].transpose(0, 1, 3, 4, 2), np.uint8)


def _places(edges: NDArray[np.float64], finer: int) -> NDArray[np.float64]:
    """Where in the picture each pixel of the patches' row lies, in pixel middles."""
    count = len(edges) - 1
    steps = CELL * finer
    at = (np.arange(-RIM * finer, (count * CELL + RIM) * finer) + 0.5) / steps
    first, last = edges[1] - edges[0], edges[-1] - edges[-2]
    inner = np.interp(at, np.arange(count + 1), edges)
    inner = np.where(at < 0, edges[0] + at * first, inner)
    return np.where(at > count, edges[-1] + (at - count) * last, inner) - 0.5


def different(tiles: NDArray[np.generic]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places of the first of equal tiles, and for every tile the number of its first one.

    Tiles lie along the first axis. ``np.unique`` does the same, but sorts, which is slower.
    """
    names: dict[bytes, int] = {}
    flat = np.ascontiguousarray(tiles)
    of = np.array([names.setdefault(tile.tobytes(), len(names)) for tile in flat], np.intp)
    firsts = np.full(len(names), len(of), np.intp)
    np.minimum.at(firsts, of, np.arange(len(of)))
    return firsts, of
