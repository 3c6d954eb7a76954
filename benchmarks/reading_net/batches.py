"""Batches of samples: single cells for the patch net alone, parts of boards for both nets."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor

from benchmarks.reading_net.samples import CELL, OUTSIDE, UNKNOWN
from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.patches import CELL as CELL_PIXELS
from solver_bot.vision.patches import MIDDLE, RIM, SIDE

BATCH, SHARDS = 16, 4
PART, WHOLE, WHOLE_BATCH = 12, 0.4, 5
"""Lines of a part of a sample; the share of batches of whole samples, and samples of such a batch.
"""
FEWEST, SMALL = 5, 0.35
"""Lines of the smallest parts, and the share of parts that are smaller than ``PART``."""
CELLS, CELL_SHARDS, CELL_BATCHES = 512, 8, 60
"""Cells of a batch, shards held at once, and batches drawn from them."""
SHARES = {CELL: 0.06, EMPTY: 0.06, COVERED: 0.06, OUTSIDE: 0.12, UNREADABLE: 0.02}
"""How often some states are drawn. The other states share the rest evenly."""

EXCHANGED, FEWEST_CELLS = 0.5, 12
"""The share of samples with cells in wrong places, and the cells that such a sample has at least.
"""

BEHIND, LIKE_A_CELL, LARGEST_WINDOW = 0.2, 0.6, 8.0
"""The share of samples with a flat window in front, the share of such windows in the colour of a
cell, and the largest size of one, in cells."""
LEAST_EDGE = 16
"""Grey levels in a cell at least, for a window in its colour to look otherwise than the cell."""
HIDDEN = 0.06
"""A cell of which more than this share is behind something can't be read."""

Random = np.random.Generator
Box = tuple[float, ...]
Sampled = list[np.ndarray]
"""Patches, the patch of every cell, which cells there are, classes, offset."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Batch:
    """Several samples, filled up to one size.

    Attributes:
        patches: the different ones of all samples, shape (n, CHANNELS, 36, 36), as bytes.
        index: of the patch of every cell, shape (samples, rows, columns).
        mask: which cells there are.
        classes: the truth.
        off: shape (samples, 2), NaN where there is no board.

    """

    patches: Tensor
    index: Tensor
    mask: Tensor
    classes: Tensor
    off: Tensor


def batches(folder: Path, rng: Random) -> Iterator[Batch]:
    """Batches of parts of boards for ever, in a random order, in their own or in other colours."""
    for samples in some_samples(folder, rng, SHARDS):
        for some in parts(samples, rng):
            mixed = [_behind_window(_exchanged(one, rng), rng) for one in some]
            yield stacked([[_coloured(one[0], rng), *one[1:]] for one in mixed])


def parts(samples: Sequence[Sampled], rng: Random) -> Iterator[list[Sampled]]:
    """The samples in a random order: few whole ones at once, or parts of more."""
    order = rng.permutation(len(samples)).tolist()
    while order:
        if rng.random() < WHOLE:
            some, order = order[:WHOLE_BATCH], order[WHOLE_BATCH:]
            yield [_cut(samples[i], rng) for i in some]
        else:
            some, order = order[:BATCH], order[BATCH:]
            yield [_part(samples[i], rng) for i in some]


def cell_batches(folder: Path, rng: Random) -> Iterator[tuple[Tensor, Tensor]]:
    """Single cells for ever: patches, shape (n, CHANNELS, 36, 36), as bytes, and their classes."""
    for samples in some_samples(folder, rng, CELL_SHARDS):
        by_class: dict[int, list[tuple[int, np.ndarray]]] = {}
        for number, (_, _, inside, classes, _) in enumerate(samples):
            flat = np.where(inside, classes, UNKNOWN).ravel()
            for name in set(np.unique(flat).tolist()) - {UNKNOWN}:
                by_class.setdefault(name, []).append((number, np.flatnonzero(flat == name)))
        for _ in range(CELL_BATCHES):
            yield _cells(samples, by_class, rng)


def ahead(source: Iterator[Item]) -> Iterator[Item]:
    """The items, prepared in another thread."""
    waiting: queue.Queue[Item] = queue.Queue(6)

    def fill() -> None:
        for item in source:
            waiting.put(item)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield waiting.get()


def some_samples(folder: Path, rng: Random, shards: int) -> Iterator[list[Sampled]]:
    """The samples of some shards at a time, for ever, in a random order."""
    while True:
        paths = sorted(folder.glob("*.npz"))
        order = rng.permutation(len(paths))
        for start in range(0, len(order), shards):
            chosen = order[start : start + shards]
            yield [sample for number in chosen for sample in samples_in(paths[number])]


def samples_in(path: Path) -> list[Sampled]:
    """The samples of a file."""
    with np.load(path) as file:
        count = sum(name.startswith("c") for name in file.files)
        return [[file[f"{key}{n}"] for key in "timco"] for n in range(count)]


def _cells(
    samples: list[Sampled], by_class: dict[int, list[tuple[int, np.ndarray]]], rng: Random
) -> tuple[Tensor, Tensor]:
    names = sorted(by_class)
    rest = (1 - sum(SHARES.values())) / max(1, len(set(names) - set(SHARES)))
    shares = np.array([SHARES.get(name, rest) for name in names])
    chosen = rng.choice(names, CELLS, p=shares / shares.sum())
    patches = []
    for name in chosen.tolist():
        number, places = by_class[name][int(rng.integers(len(by_class[name])))]
        tiles, index = samples[number][:2]
        patches.append(_coloured(tiles[index.flat[int(rng.choice(places))]], rng))
    stacked = np.ascontiguousarray(np.stack(patches).transpose(0, 3, 1, 2))
    return torch.from_numpy(stacked), torch.from_numpy(chosen.astype(np.int64))


def _cut(sample: Sampled, rng: Random) -> Sampled:
    """The sample, sometimes without some of its outer lines: a board without what is around it."""
    if rng.random() > SMALL:
        return sample
    rows, columns = sample[1].shape
    top, bottom = (int(n) for n in rng.integers(0, max(1, min(6, rows // 3)), 2))
    left, right = (int(n) for n in rng.integers(0, max(1, min(6, columns // 3)), 2))
    return _area(sample, (slice(top, rows - bottom), slice(left, columns - right)))


def _part(sample: Sampled, rng: Random) -> Sampled:
    """A part of a large sample, so that more samples are seen in the same time."""
    rows, columns = sample[1].shape
    lines = PART if rng.random() > SMALL else int(rng.integers(FEWEST, PART))
    top = int(rng.integers(max(0, rows - lines) + 1))
    left = int(rng.integers(max(0, columns - lines) + 1))
    return _area(sample, (slice(top, top + lines), slice(left, left + lines)))


def _exchanged(sample: Sampled, rng: Random) -> Sampled:
    """The sample, sometimes with cells in wrong places: what a cell shows is told by its look.

    Each has the rim of its new place, and what else it shows comes from its old one.
    """
    tiles, index, inside, classes, off = sample
    places = np.argwhere(inside & (classes < UNREADABLE))
    if rng.random() > EXCHANGED or len(places) < FEWEST_CELLS:
        return sample
    count = int(rng.integers(1, 2 + len(places) // 25))
    into, of = places[rng.choice(len(places), (2, count), replace=False)].transpose(0, 2, 1)
    into, of = tuple(into), tuple(of)
    moved = tiles[index[of]].copy()
    middle = np.zeros(moved.shape[1:], bool)
    middle[RIM:-RIM, RIM:-RIM] = True
    middle[..., 3:] = True
    moved = np.where(middle, moved, tiles[index[into]])
    index, classes = index.copy(), classes.copy()
    index[into] = len(tiles) + np.arange(count)
    classes[into] = classes[of]
    return [np.concatenate([tiles, moved]), index, inside, classes, off]


def _behind_window(sample: Sampled, rng: Random) -> Sampled:
    """The sample, sometimes with a flat window over some cells, mostly in the colour of cells."""
    tiles, index, inside, classes, off = sample
    cells = np.argwhere(inside & (classes < UNREADABLE))
    if rng.random() > BEHIND or len(cells) < FEWEST_CELLS:
        return sample
    low, high = cells.min(0), cells.max(0) + 1
    size = np.minimum(rng.uniform(1, LARGEST_WINDOW, 2), 0.6 * (high - low))
    start = rng.uniform(low - size / 2, high - size / 2)
    box = (*start.tolist(), *(start + size).tolist())
    index, new = index.copy(), [tiles]
    colour = _window_colour(sample, cells, rng)
    for row, column in np.argwhere(_hidden(box, index.shape, RIM / CELL_PIXELS) > 0).tolist():
        tile = tiles[index[row, column]].copy()
        _paint(tile, box, row, column, colour)
        index[row, column] = len(tiles) + len(new) - 1
        new.append(tile[None])
    hidden = _hidden(box, index.shape) > HIDDEN
    seen = cv2.dilate((inside & ~hidden).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    classes = np.where(hidden & (classes < OUTSIDE), UNREADABLE, classes)
    classes = np.where(hidden & ~seen, UNKNOWN, classes).astype(np.uint8)
    return [np.concatenate(new), index, inside, classes, off]


def _hidden(box: Box, shape: tuple[int, ...], around: float = 0.0) -> Floats:
    """The share of every cell that lies in a box: top, left, bottom, right in cells.

    Cells reach ``around`` farther than they do, by so many cells.
    """
    rows, columns = (np.arange(count) for count in shape)
    down = np.minimum(box[2], rows + 1 + around) - np.maximum(box[0], rows - around)
    across = np.minimum(box[3], columns + 1 + around) - np.maximum(box[1], columns - around)
    return np.asarray(down.clip(0)[:, None] * across.clip(0)[None, :], np.float32)


def _window_colour(sample: Sampled, cells: np.ndarray, rng: Random) -> np.ndarray:
    """The colour of the face of a covered cell, if there is one, or of any cell, or any colour."""
    tiles, index, _, classes, _ = sample
    if rng.random() > LIKE_A_CELL:
        return rng.integers(0, 256, 3).astype(np.uint8)
    covered = np.argwhere(classes == COVERED)
    row, column = np.asarray(rng.choice(covered if len(covered) else cells)).tolist()
    tile = tiles[index[row, column]]
    if np.ptp(tile[RIM:-RIM, RIM:-RIM, :3], axis=(0, 1)).max() < LEAST_EDGE:
        return rng.integers(0, 256, 3).astype(np.uint8)
    return np.asarray(np.median(tile[..., 3:].reshape(-1, 3), axis=0), np.uint8)


def _paint(tile: np.ndarray, box: Box, row: int, column: int, colour: np.ndarray) -> None:
    """Paint what a window in ``box`` hides of a patch, in place."""
    top, left, bottom, right = box
    whole = (np.arange(SIDE) - RIM + 0.5) / CELL_PIXELS
    middle = (1 - MIDDLE) / 2 + (np.arange(SIDE) + 0.5) / SIDE * MIDDLE
    for places, channels in ((whole, slice(0, 3)), (middle, slice(3, 6))):
        rows = (row + places > top) & (row + places < bottom)
        columns = (column + places > left) & (column + places < right)
        part = tile[..., channels]
        part[np.ix_(rows, columns)] = colour


def _area(sample: Sampled, area: tuple[slice, slice]) -> Sampled:
    tiles, index, inside, classes, off = sample
    used, places = np.unique(index[area], return_inverse=True)
    return [tiles[used], places.reshape(index[area].shape), inside[area], classes[area], off]


def stacked(samples: Sequence[Sampled]) -> Batch:
    """Samples as one batch. Patches may be given as descriptions, shape (n, values)."""
    rows = max(one[3].shape[0] for one in samples)
    columns = max(one[3].shape[1] for one in samples)
    index = np.zeros((len(samples), rows, columns), np.int64)
    mask = np.zeros((len(samples), 1, rows, columns), np.float32)
    classes = np.full((len(samples), rows, columns), UNKNOWN, np.int64)
    first = 0
    for number, (patches, places, inside, truth, _) in enumerate(samples):
        high, wide = truth.shape
        index[number, :high, :wide] = places + first
        mask[number, 0, :high, :wide] = inside
        classes[number, :high, :wide] = np.where(inside, truth, UNKNOWN)
        first += len(patches)
    patches = np.concatenate([one[0] for one in samples])
    if patches.ndim == len(("n", "row", "column", "channel")):
        patches = np.ascontiguousarray(patches.transpose(0, 3, 1, 2))
    off = np.stack([one[4] for one in samples])
    return Batch(
        torch.from_numpy(patches),
        torch.from_numpy(index),
        torch.from_numpy(mask),
        torch.from_numpy(classes),
        torch.from_numpy(off),
    )


def _coloured(tiles: np.ndarray, rng: Random) -> np.ndarray:
    """The same board in other colours, sometimes."""
    kind = rng.random()
    if kind < 0.08:
        tiles = 255 - tiles
    elif kind < 0.25:
        order = rng.permutation(3)
        tiles = tiles[..., [*order, *(3 + order)]]
    if rng.random() < 0.2:
        gain, level = rng.uniform(0.5, 1.1), rng.uniform(0, 255)
        tiles = np.clip(tiles * gain + level * max(0, 1 - gain), 0, 255).astype(np.uint8)
    if rng.random() < 0.04:
        both = tiles.reshape(*tiles.shape[:-1], 2, 3).mean(-1, keepdims=True)
        tiles = np.repeat(both, 3, -1).reshape(tiles.shape).astype(np.uint8)
    return tiles
