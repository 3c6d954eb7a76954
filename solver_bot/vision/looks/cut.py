"""Cuts out the tiles that are compared, around the middles of cells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice, scaled

SIZE = 16
"""Pixels each way to which tiles are brought to be compared."""

_HALF_A_PIXEL = 0.5 + 1e-6
"""What is added to places before they are rounded down. Places at half pixels are a bit inexact:
with 0.5, a column could begin a pixel earlier in one part of a picture than in another."""

Bytes = NDArray[np.uint8]


def tile_of(picture: Picture, lattice: Lattice, cell: int, size: int) -> Picture:
    """One cell's tile, cut out as in ``tiles_of``."""
    width, height = _whole_size(lattice)
    row, column = divmod(cell, lattice.columns)
    top = int(_starts(lattice.ys, height, picture.shape[0])[row])
    left = int(_starts(lattice.xs, width, picture.shape[1])[column])
    return scaled(picture[top : top + height, left : left + width], size, size)


def tiles_of(picture: Picture, lattice: Lattice, size: int, share: float = 1.0) -> Bytes:
    """All tiles, brought to ``size`` x ``size`` pixels: shape (cells, size * size * 3).

    A tile shows the middle of its cell: a ``share`` of the cell across and down.

    All tiles are cut out with the same whole number of pixels. So cells that differ by a pixel in
    width, or that begin at fractions of a pixel, give the same tile.
    """
    width, height = _whole_size(lattice, share)
    board = np.empty((lattice.rows * height, lattice.columns * width, 3), np.uint8)
    down = _starts(lattice.ys, height, picture.shape[0])[:, None] + np.arange(height)
    lines = picture[down.ravel()]
    for column, left in enumerate(_starts(lattice.xs, width, picture.shape[1]).tolist()):
        board[:, column * width : (column + 1) * width] = lines[:, left : left + width]
    shape = lattice.columns * size, lattice.rows * size
    method = cv2.INTER_AREA if width * height > size * size else cv2.INTER_NEAREST
    brought = (
        board if board.shape[1::-1] == shape else cv2.resize(board, shape, interpolation=method)
    )
    tiles = brought.reshape(lattice.rows, size, lattice.columns, size * 3).swapaxes(1, 2)
    return np.ascontiguousarray(tiles.reshape(lattice.rows * lattice.columns, -1))


def _whole_size(lattice: Lattice, share: float = 1.0) -> tuple[int, int]:
    width, height = share * lattice.cell_width, share * lattice.cell_height
    return max(1, int(width + 0.01)), max(1, int(height + 0.01))


def _starts(edges: tuple[float, ...], size: int, length: int) -> NDArray[np.int64]:
    """Where the tiles of a line of cells begin."""
    every = np.array(edges)
    starts = np.floor((every[:-1] + every[1:] - size) / 2 + _HALF_A_PIXEL).astype(np.int64)
    return np.asarray(np.clip(starts, 0, max(0, length - size)), np.int64)
