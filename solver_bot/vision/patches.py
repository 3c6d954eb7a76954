"""Tiles as the nets look at them: with a rim of neighbours, and their middles magnified."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.tiles import different as equal_ones

CELL, RIM = 24, 6
"""Pixels of a cell in a patch, and of its neighbours on every side of it."""
SIDE = CELL + 2 * RIM
MIDDLE = 0.6
"""The share of a cell, across and down, that is magnified: a sign may be small."""
CHANNELS = 6
"""Colours of the cell with its rim, and of its middle."""

Patches = NDArray[np.uint8]
"""Shape (n, SIDE, SIDE, CHANNELS)."""
Numbering = NDArray[np.intp]
Places = NDArray[np.float64]


class Cut(NamedTuple):
    """The tiles of a lattice.

    Attributes:
        patches: the different ones.
        of: the number of every cell's patch, shape (rows, columns).

    """

    patches: Patches
    of: Numbering

    def part(self, left: int, top: int, right: int, bottom: int) -> Cut:
        """The tiles of lines ``left`` to ``right`` and ``top`` to ``bottom``, the last excluded."""
        used, of = np.unique(self.of[top:bottom, left:right], return_inverse=True)
        return Cut(self.patches[used], of.reshape(bottom - top, right - left))


def cut_patches(picture: Picture, lattice: Lattice) -> Cut:
    """The different patches of a lattice, and for every cell the number of its patch.

    The lattice may reach beyond the picture: there the picture is continued with its outermost
    pixels.
    """
    rims = _with_rims(picture, lattice)
    firsts, of = different(rims)
    patches = _joined(rims[firsts], _middles(picture, lattice, firsts))
    return Cut(patches, of.reshape(lattice.rows, lattice.columns))


def cut_faces(picture: Picture, lattice: Lattice) -> NDArray[np.uint8]:
    """All tiles without rims, in reading order: shape (cells, CELL, CELL, 3)."""
    return _with_rims(picture, lattice)[:, RIM:-RIM, RIM:-RIM]


def cut_some(picture: Picture, lattice: Lattice, cells: Numbering) -> Patches:
    """The patches of some cells of a lattice, numbered in reading order."""
    rims = _some_with_rims(picture, lattice, cells)
    return _joined(rims, _middles(picture, lattice, cells))


def _joined(rims: NDArray[np.uint8], middles: NDArray[np.uint8]) -> Patches:
    """The channels of both one after the other. OpenCV joins them faster than NumPy."""
    both = cv2.merge([one.reshape(-1, SIDE, 3) for one in (rims, middles)])
    return np.asarray(both, np.uint8).reshape(-1, SIDE, SIDE, CHANNELS)


def different(tiles: NDArray[np.generic]) -> tuple[Numbering, Numbering]:
    """The places of the first of equal tiles, and for every tile the number of its first one.

    Tiles lie along the first axis. They are numbered as they come.
    """
    flat = np.ascontiguousarray(tiles).reshape(len(tiles), -1).view(np.uint8)
    firsts, of = equal_ones(flat)
    order = np.argsort(firsts)
    numbers = np.empty_like(order)
    numbers[order] = np.arange(len(order))
    return firsts[order], numbers[of]


def _with_rims(picture: Picture, lattice: Lattice) -> NDArray[np.uint8]:
    """All tiles with their rims, in reading order: shape (cells, SIDE, SIDE, 3)."""
    finer = _finer(lattice)
    across = _places(np.array(lattice.xs), finer)
    down = _places(np.array(lattice.ys), finer)
    whole = _coarser(_sampled_grid(picture, across, down), finer)
    windows = np.lib.stride_tricks.sliding_window_view(whole, (SIDE, SIDE), axis=(0, 1))
    tiles = windows[::CELL, ::CELL].transpose(0, 1, 3, 4, 2)
    return np.asarray(tiles.reshape(-1, SIDE, SIDE, 3), np.uint8)


def _some_with_rims(picture: Picture, lattice: Lattice, cells: Numbering) -> NDArray[np.uint8]:
    """Some tiles with their rims: shape (cells, SIDE, SIDE, 3)."""
    finer = _finer(lattice)
    rows, columns = np.divmod(cells, lattice.columns)
    pixels = np.arange(SIDE * finer)
    across = _places(np.array(lattice.xs), finer)[columns[:, None] * CELL * finer + pixels]
    down = _places(np.array(lattice.ys), finer)[rows[:, None] * CELL * finer + pixels]
    tiles = _coarser(_sampled_tiles(picture, across, down), finer)
    return np.asarray(tiles.reshape(-1, SIDE, SIDE, 3), np.uint8)


def _finer(lattice: Lattice) -> int:
    """How many times finer than a patch tiles are sampled, so that no pixel is left out."""
    return max(1, round(max(lattice.cell_width, lattice.cell_height) / CELL + 0.3))


def _coarser(sampled: Picture, finer: int) -> Picture:
    if finer == 1:
        return sampled
    size = sampled.shape[1] // finer, sampled.shape[0] // finer
    return np.asarray(cv2.resize(sampled, size, interpolation=cv2.INTER_AREA), np.uint8)


def _middles(picture: Picture, lattice: Lattice, cells: Numbering) -> NDArray[np.uint8]:
    """The magnified middles of some cells: shape (cells, SIDE, SIDE, 3)."""
    at = (1 - MIDDLE) / 2 + (np.arange(SIDE) + 0.5) / SIDE * MIDDLE
    rows, columns = np.divmod(cells, lattice.columns)
    xs, ys = np.array(lattice.xs), np.array(lattice.ys)
    across = xs[columns, None] + at * np.diff(xs)[columns, None] - 0.5
    down = ys[rows, None] + at * np.diff(ys)[rows, None] - 0.5
    return _sampled_tiles(picture, across, down).reshape(-1, SIDE, SIDE, 3)


def _sampled_tiles(picture: Picture, across: Places, down: Places) -> Picture:
    """Tiles below each other, at these columns and rows of each: both have shape (n, side)."""
    count, side = across.shape
    x = np.broadcast_to(across[:, None, :], (count, side, side)).reshape(-1, side)
    y = np.broadcast_to(down[:, :, None], (count, side, side)).reshape(-1, side)
    pieces = [
        _sampled(picture, x[start : start + _MOST_LINES], y[start : start + _MOST_LINES])
        for start in range(0, len(x), _MOST_LINES)
    ]
    return np.concatenate(pieces)


_MOST_LINES = 800 * SIDE
"""Lines that OpenCV takes at once are fewer than 32,767."""
BEYOND = 128, 128, 128
"""The colour beyond the picture, as if it lay on grey. With its outermost pixels repeated there,
cells at its edge look like larger ones that are cut off."""
_EQUAL_STEPS = 0.02
"""Pixels by which places may be off in all for their steps to count as equal."""


def _sampled(picture: Picture, x: NDArray[np.floating], y: NDArray[np.floating]) -> Picture:
    found = cv2.remap(
        picture,
        _as_map(x),
        _as_map(y),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BEYOND,
    )
    return np.asarray(found, np.uint8)


def _sampled_grid(picture: Picture, across: Places, down: Places) -> Picture:
    """The picture at all of these columns and rows, in pixel middles."""
    steps = [np.diff(places) for places in (across, down)]
    if any(np.ptp(step) > _EQUAL_STEPS / len(step) for step in steps):
        return _sampled(picture, *np.meshgrid(_as_map(across), _as_map(down)))
    matrix = np.zeros((2, 3))
    matrix[0, 0], matrix[1, 1] = (step.mean() for step in steps)
    matrix[:, 2] = across[0], down[0]
    found = cv2.warpAffine(
        picture,
        matrix,
        (len(across), len(down)),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BEYOND,
    )
    return np.asarray(found, np.uint8)


def _as_map(places: NDArray[np.floating]) -> NDArray[np.float32]:
    return places.astype(np.float32, copy=False)


def _places(edges: NDArray[np.float64], finer: int) -> NDArray[np.float64]:
    """Where in the picture each pixel of the patches' row lies, in pixel middles."""
    count = len(edges) - 1
    steps = CELL * finer
    at = (np.arange(-RIM * finer, (count * CELL + RIM) * finer) + 0.5) / steps
    first, last = edges[1] - edges[0], edges[-1] - edges[-2]
    inner = np.interp(at, np.arange(count + 1), edges)
    inner = np.where(at < 0, edges[0] + at * first, inner)
    return np.where(at > count, edges[-1] + (at - count) * last, inner) - 0.5
