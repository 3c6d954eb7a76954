"""Tiles: the pixels of cells, cut out of a picture and brought to one size.

Most cells of a board look exactly like others. Tiles of the same pixels are found first and kept
once, so that what follows has few tiles to scale and to compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice, scaled

Boxes = NDArray[np.intp]
"""Rows of left, top, right and bottom, in whole pixels."""
Numbering = NDArray[np.intp]
Words = NDArray[np.uint64]
_SAME_WIDTH = 0.3
"""How far an edge may be from its place among equal cells, in pixels, to cut these out together."""


_FEW = 8
"""So few tiles are scaled and compared sooner than the equal ones among them are found."""
_AT_ONCE = 1 << 17
"""The most bytes of tiles that are compared at once, so few that they stay in the cache."""


class _Piece(NamedTuple):
    """Tiles of one shape, as they are in the picture.

    Attributes:
        cells: the numbers of their cells.
        words: their bytes, the last word of each filled up with zeros.

    """

    cells: Numbering
    words: Words
    height: int
    width: int

    def pixels(self, numbers: Numbering) -> NDArray[np.uint8]:
        """Some of the tiles, shape (tiles, height, width, 3)."""
        values = self.words[numbers].view(np.uint8)[:, : self.height * self.width * 3]
        return values.reshape(len(numbers), self.height, self.width, 3)


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
    if lattice.is_whole and lattice.is_inside(picture):
        return _together(_whole_cells(picture, lattice), lattice.columns * lattice.rows, size)
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
    return _together(_by_shape(picture, boxes), len(boxes), size)


def _together(pieces: Iterable[_Piece], number: int, size: int) -> Tiles:
    """The tiles of ``number`` cells, scaled to ``size`` x ``size`` pixels."""
    of = np.empty(number, np.intp)
    kept: list[NDArray[np.uint8]] = []
    before = 0
    for piece in pieces:
        few = len(piece.cells) < _FEW
        firsts, numbers = (2 * (np.arange(len(piece.cells)),)) if few else _first_ones(piece.words)
        of[piece.cells] = numbers + before
        before += len(firsts)
        kept.append(_scaled(piece.pixels(firsts), size).reshape(len(firsts), -1))
    return Tiles(np.concatenate(kept), of)


def _by_shape(picture: Picture, boxes: Boxes) -> Iterator[_Piece]:
    """For every shape of boxes, their pixels. The boxes must lie in the picture."""
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    left = np.arange(len(boxes))
    while len(left):
        width, height = int(widths[left[0]]), int(heights[left[0]])
        alike = (widths[left] == width) & (heights[left] == height)
        cells, left = left[alike], left[~alike]
        tiles = _windows(picture, height, width)[boxes[cells, 1], boxes[cells, 0]]
        yield _Piece(cells, _words(tiles.reshape(len(cells), -1)), height, width)


def _windows(picture: Picture, height: int, width: int) -> NDArray[np.uint8]:
    """The picture's parts of this size by their top and left edges: not copies."""
    places = picture.shape[0] - height + 1, picture.shape[1] - width + 1
    shape, strides = (*places, height, width, 3), picture.strides[:2] + picture.strides
    if picture.flags.c_contiguous:  # the same in a tenth of the time
        return np.ndarray(shape, np.uint8, picture, 0, strides)
    return as_strided(picture, shape, strides, writeable=False)


def _whole_cells(picture: Picture, lattice: Lattice) -> Iterator[_Piece]:
    """For every shape of cells, their pixels. All edges must lie between pixels of the picture."""
    cells = np.arange(lattice.columns * lattice.rows).reshape(lattice.rows, lattice.columns)
    blocks: dict[tuple[int, int], list[tuple[Numbering, NDArray[np.uint8]]]] = {}
    columns = list(_equal_runs(lattice.xs))
    for top, bottom, height in _equal_runs(lattice.ys):
        for left, right, width in columns:
            y, x = int(lattice.ys[top]), int(lattice.xs[left])
            rows, across = bottom - top, right - left
            area = picture[y : y + rows * height, x : x + across * width]
            tiles = area.reshape(rows, height, across, width, 3).swapaxes(1, 2)
            blocks.setdefault((height, width), []).append((cells[top:bottom, left:right], tiles))
    for (height, width), parts in blocks.items():
        yield _copied(parts, height, width)


def _copied(
    parts: Sequence[tuple[Numbering, NDArray[np.uint8]]], height: int, width: int
) -> _Piece:
    """The tiles of blocks of cells, whose pixels have shape (rows, columns, height, width, 3)."""
    cells = np.concatenate([numbers.ravel() for numbers, _ in parts])
    words = _no_words(len(cells), height * width * 3)
    values = words.view(np.uint8)[:, : height * width * 3]
    filled = 0
    for numbers, tiles in parts:
        values[filled : filled + numbers.size].reshape(tiles.shape)[...] = tiles
        filled += numbers.size
    return _Piece(cells, words, height, width)


def _equal_runs(edges: tuple[float, ...]) -> Iterator[tuple[int, int, int]]:
    """The first and last edge of every run of equal cells, and how many pixels wide these are."""
    widths = np.diff(edges).astype(np.intp)
    ends = [*(np.flatnonzero(np.diff(widths)) + 1).tolist(), len(widths)]
    for first, last in pairwise([0, *ends]):
        yield first, last, int(widths[first])


def _scaled(tiles: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """Tiles of one shape scaled to ``size`` x ``size`` pixels."""
    height, width = tiles.shape[1:3]
    if min(height, width) < size:
        return np.stack([scaled(tile, size, size) for tile in tiles])
    return _averaged(tiles, size)


def _averaged(tiles: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """``_scaled`` where no side grows.

    Products of matrices average to the same values as OpenCV, in little more than half the time.
    Only where a side shrinks by a whole factor OpenCV is as quick, and rounds halves its own way.
    """
    number, height, width = tiles.shape[:3]
    if height % size == 0 or width % size == 0:
        column = scaled(tiles.reshape(number * height, width, 3), size, number * size)
        return column.reshape(number, size, size, 3)
    lines = np.matmul(_shares(height, size), tiles.reshape(number, height, -1).astype(np.float32))
    found = lines.reshape(number * size, -1) @ _shares_of_colours(width, size)
    found += np.float32(0.5)
    return np.asarray(found.reshape(number, size, size, 3), np.uint8)


@lru_cache(maxsize=64)
def _shares(length: int, size: int) -> NDArray[np.float32]:
    """How much each of ``length`` pixels counts in each of ``size`` averages: (size, length)."""
    edges = np.arange(size + 1) * (length / size)
    pixels = np.arange(length)
    ends = np.minimum(edges[1:, None], pixels + 1)
    shares = np.maximum(ends - np.maximum(edges[:-1, None], pixels), 0) * (size / length)
    return np.asarray(shares, np.float32)


@lru_cache(maxsize=64)
def _shares_of_colours(length: int, size: int) -> NDArray[np.float32]:
    """The same for a line of pixels with three colours each: (length * 3, size * 3)."""
    return np.ascontiguousarray(np.kron(_shares(length, size), np.eye(3, dtype=np.float32)).T)


def different(tiles: NDArray[np.uint8]) -> tuple[Numbering, Numbering]:
    """The places of the first of equal tiles, and for every tile the number of its first one.

    ``tiles`` has shape (tiles, bytes). Tiles of equal check sums are compared byte by byte. If two
    different ones should have the same check sum, all tiles count as different.
    """
    return _first_ones(_words(tiles))


def _first_ones(words: Words) -> tuple[Numbering, Numbering]:
    sums = np.einsum("ij,j->i", words, _factors(words.shape[1]))
    _, firsts, of = np.unique(sums, return_index=True, return_inverse=True)
    alike = firsts[of]
    if len(firsts) > len(words) // 2:  # it is shorter to leave out the first ones
        later = np.flatnonzero(alike != np.arange(len(words)))
        same = np.array_equal(words[later], words[alike[later]])
    else:
        at_once = max(1, _AT_ONCE // max(1, 8 * words.shape[1]))
        same = all(
            np.array_equal(words[start : start + at_once], words[alike[start : start + at_once]])
            for start in range(0, len(words), at_once)
        )
    if same:
        return firsts, of
    return np.arange(len(words)), np.arange(len(words))


def _words(tiles: NDArray[np.uint8]) -> Words:
    """The bytes of every tile as words, the last one filled up with zeros."""
    number, length = tiles.shape
    if length % 8 == 0 and tiles.flags.c_contiguous:
        return tiles.view(np.uint64)
    words = _no_words(number, length)
    words.view(np.uint8)[:, :length] = tiles
    return words


def _no_words(number: int, length: int) -> Words:
    """Room for so many tiles of ``length`` bytes. The last word of each is zero."""
    words = np.empty((number, -(-length // 8)), np.uint64)
    words[:, -1:] = 0
    return words


@lru_cache(maxsize=64)
def _factors(number: int) -> NDArray[np.uint64]:
    """Odd factors for check sums, always the same ones.

    They are mixed from their numbers as SplitMix64 (Steele, Lea and Flood, 2014) does it, because
    loading NumPy's generators takes longer than reading many a board.
    """
    mixed = np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed ^ (mixed >> np.uint64(31))) | np.uint64(1)


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
