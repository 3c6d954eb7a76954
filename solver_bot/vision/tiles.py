"""Tiles: the pixels of cells, cut out of a picture and brought to one size.

Most cells of a board look exactly like others. Tiles of the same pixels are found first and kept
once, so that what follows has few tiles to scale and to compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice, scaled

Boxes = NDArray[np.intp]
"""Rows of left, top, right and bottom, in whole pixels."""
Numbering = NDArray[np.intp]
_SAME_WIDTH = 0.3
"""How far an edge may be from its place among equal cells, in pixels, to cut these out together."""


_FEW = 8
"""So few tiles are scaled and compared sooner than the equal ones among them are found."""


class Tiles(NamedTuple):
    """The tiles of some cells.

    Attributes:
        pixels: the different ones, shape (tiles, size * size * 3).
        of: for every cell the number of its tile.

    """

    pixels: NDArray[np.uint8]
    of: Numbering


def cut_tiles(picture: Picture, lattice: Lattice, size: int) -> Tiles:
    """The tiles of all cells in reading order, ``size`` x ``size`` pixels each.

    The lattice must lie in the picture.
    """
    if lattice.is_whole:
        return tiles_at(picture, boxes_of(lattice), size)
    tiles = _cut_in_runs(picture, lattice, size)
    firsts, of = different(tiles)
    return Tiles(tiles[firsts], of)


def boxes_of(lattice: Lattice) -> Boxes:
    """The boxes of all cells in reading order, with their edges at the nearest whole pixels."""
    xs, ys = (np.rint(edges).astype(np.intp) for edges in (lattice.xs, lattice.ys))
    boxes = np.empty((lattice.rows, lattice.columns, 4), np.intp)
    boxes[..., 0], boxes[..., 2] = xs[:-1], xs[1:]
    boxes[..., 1], boxes[..., 3] = ys[:-1, None], ys[1:, None]
    return boxes.reshape(-1, 4)


def tiles_at(picture: Picture, boxes: Boxes, size: int) -> Tiles:
    """The tiles in these boxes, each cut out on its own and scaled to ``size`` x ``size`` pixels.

    What a box has outside the picture is left out.
    """
    height, width = picture.shape[:2]
    boxes = np.clip(boxes, 0, (width, height, width, height))
    of = np.empty(len(boxes), np.intp)
    pieces: list[NDArray[np.uint8]] = []
    before = 0
    for chosen, tiles in _by_shape(picture, boxes):
        if len(tiles) < _FEW:
            firsts = numbers = np.arange(len(tiles))
        else:
            firsts, numbers = different(tiles.reshape(len(tiles), -1))
        pieces.append(_together(tiles[firsts], size).reshape(len(firsts), -1))
        of[chosen] = numbers + before
        before += len(firsts)
    return Tiles(np.concatenate(pieces), of)


def _by_shape(picture: Picture, boxes: Boxes) -> Iterator[tuple[Numbering, NDArray[np.uint8]]]:
    """For every shape of boxes: which these are, and their pixels, (boxes, height, width, 3)."""
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    left = np.arange(len(boxes))
    while len(left):
        width, height = int(widths[left[0]]), int(heights[left[0]])
        alike = (widths[left] == width) & (heights[left] == height)
        chosen, left = left[alike], left[~alike]
        windows = np.lib.stride_tricks.sliding_window_view(picture, (height, width), axis=(0, 1))
        # The channel comes last again before anything is copied.
        tiles = windows.transpose(0, 1, 3, 4, 2)[boxes[chosen, 1], boxes[chosen, 0]]
        yield chosen, np.ascontiguousarray(tiles)


def _together(tiles: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """Tiles of one shape scaled to ``size`` x ``size`` pixels."""
    number, height, width = tiles.shape[:3]
    if min(height, width) < size:
        return np.stack([scaled(tile, size, size) for tile in tiles])
    # Pixels are averaged, which never reaches from one tile into the next.
    column = scaled(tiles.reshape(number * height, width, 3), size, number * size)
    return column.reshape(number, size, size, 3)


def different(tiles: NDArray[np.uint8]) -> tuple[Numbering, Numbering]:
    """The places of the first of equal tiles, and for every tile the number of its first one.

    ``tiles`` has shape (tiles, bytes). Tiles of equal check sums are compared byte by byte. If two
    different ones should have the same check sum, all tiles count as different.
    """
    words = _words(tiles)
    sums = np.einsum("ij,j->i", words, _factors(words.shape[1]))
    _, firsts, of = np.unique(sums, return_index=True, return_inverse=True)
    if np.array_equal(words, words[firsts[of]]):
        return firsts, of
    return np.arange(len(words)), np.arange(len(words))


def _words(tiles: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The bytes of every tile as words, the last one filled up with zeros."""
    number, length = tiles.shape
    if length % 8 == 0 and tiles.flags.c_contiguous:
        return tiles.view(np.uint64)
    words = np.zeros((number, length // 8 + 1), np.uint64)
    words.view(np.uint8)[:, :length] = tiles
    return words


@lru_cache(maxsize=64)
def _factors(number: int) -> NDArray[np.uint64]:
    """Odd factors for check sums, always the same ones."""
    drawn = np.random.default_rng(number).integers(0, 2**63, number, np.uint64)
    return 2 * drawn + np.uint64(1)


def _cut_in_runs(picture: Picture, lattice: Lattice, size: int) -> NDArray[np.uint8]:
    """The tiles of cells whose edges are between pixels: neighbours are scaled together."""
    board = np.empty((lattice.rows * size, lattice.columns * size, 3), dtype=np.uint8)
    columns = list(_runs(lattice.xs))
    for first, last in _runs(lattice.ys):
        top, bottom = _pixels(lattice.ys[first], lattice.ys[last])
        for start, end in columns:
            left, right = _pixels(lattice.xs[start], lattice.xs[end])
            board[first * size : last * size, start * size : end * size] = scaled(
                picture[top:bottom, left:right], (end - start) * size, (last - first) * size
            )
    tiles = board.reshape(lattice.rows, size, lattice.columns, size * 3).swapaxes(1, 2)
    return tiles.reshape(lattice.rows * lattice.columns, -1)


def _runs(edges: tuple[float, ...]) -> Iterator[tuple[int, int]]:
    """The first and last edge of every run of cells that are equal enough to cut out together."""
    first, last = 0, len(edges) - 1
    while first < last:
        end = first + 1
        while end < last and _is_equal(edges[first : end + 2]):
            end += 1
        yield first, end
        first = end


def _is_equal(edges: tuple[float, ...]) -> bool:
    """Whether every edge is close to its place among equal cells from the first to the last."""
    width = (edges[-1] - edges[0]) / (len(edges) - 1)
    return all(abs(edges[0] + width * i - edge) <= _SAME_WIDTH for i, edge in enumerate(edges))


def _pixels(start: float, end: float) -> tuple[int, int]:
    first = max(0, round(start))
    return first, max(first + 1, round(end))
