"""Batches of samples: single cells for the patch net alone, parts of boards for both nets."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor

from benchmarks.reading_net.samples import CELL, OUTSIDE, UNKNOWN
from solver_bot.board import COVERED, EMPTY, UNREADABLE

BATCH, SHARDS = 16, 4
PART, WHOLE = 14, 0.2
"""Lines of a part of a sample, and the share of samples that are learned from whole."""
CELLS, CELL_SHARDS, CELL_BATCHES = 512, 8, 60
"""Cells of a batch, shards held at once, and batches drawn from them."""
SHARES = {CELL: 0.06, EMPTY: 0.06, COVERED: 0.06, OUTSIDE: 0.12, UNREADABLE: 0.02}
"""How often some states are drawn. The other states share the rest evenly."""

Random = np.random.Generator
Sampled = list[np.ndarray]
"""Patches, the patch of every cell, which cells there are, classes, offset."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Batch:
    """Several samples, filled up to one size.

    Attributes:
        patches: the different ones of all samples, shape (n, 3, 36, 36), as bytes.
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
    """Batches of parts of boards for ever, in a random order."""
    for samples in _some_samples(folder, rng, SHARDS):
        order = rng.permutation(len(samples))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            yield _batch([_part(samples[i], rng) for i in order[start : start + BATCH]], rng)


def cell_batches(folder: Path, rng: Random) -> Iterator[tuple[Tensor, Tensor]]:
    """Single cells for ever: patches, shape (n, 3, 36, 36), as bytes, and their classes."""
    for samples in _some_samples(folder, rng, CELL_SHARDS):
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


def _some_samples(folder: Path, rng: Random, shards: int) -> Iterator[list[Sampled]]:
    while True:
        paths = sorted(folder.glob("*.npz"))
        order = rng.permutation(len(paths))
        for start in range(0, len(order), shards):
            samples = []
            for number in order[start : start + shards]:
                with np.load(paths[number]) as file:
                    count = sum(name.startswith("c") for name in file.files)
                    samples += [[file[f"{key}{n}"] for key in "timco"] for n in range(count)]
            yield samples


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


def _part(sample: Sampled, rng: Random) -> Sampled:
    """Mostly a part of a large sample, so that more samples are seen in the same time."""
    tiles, index, inside, classes, off = sample
    if rng.random() < WHOLE:
        return sample
    rows, columns = index.shape
    top = int(rng.integers(max(0, rows - PART) + 1))
    left = int(rng.integers(max(0, columns - PART) + 1))
    area = slice(top, top + PART), slice(left, left + PART)
    used, places = np.unique(index[area], return_inverse=True)
    return [tiles[used], places.reshape(index[area].shape), inside[area], classes[area], off]


def _batch(samples: list[Sampled], rng: Random) -> Batch:
    rows = max(one[3].shape[0] for one in samples)
    columns = max(one[3].shape[1] for one in samples)
    index = np.zeros((len(samples), rows, columns), np.int64)
    mask = np.zeros((len(samples), 1, rows, columns), np.float32)
    classes = np.full((len(samples), rows, columns), UNKNOWN, np.int64)
    tiles, first = [], 0
    for number, (patches, places, inside, truth, _) in enumerate(samples):
        high, wide = truth.shape
        index[number, :high, :wide] = places + first
        mask[number, 0, :high, :wide] = inside
        classes[number, :high, :wide] = np.where(inside, truth, UNKNOWN)
        tiles.append(_coloured(patches, rng))
        first += len(patches)
    stacked = np.concatenate(tiles).transpose(0, 3, 1, 2)
    off = np.stack([one[4] for one in samples])
    return Batch(
        torch.from_numpy(np.ascontiguousarray(stacked)),
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
        tiles = tiles[..., rng.permutation(3)]
    if rng.random() < 0.2:
        gain, level = rng.uniform(0.5, 1.1), rng.uniform(0, 255)
        tiles = np.clip(tiles * gain + level * max(0, 1 - gain), 0, 255).astype(np.uint8)
    if rng.random() < 0.04:
        tiles = np.repeat(tiles.mean(-1, keepdims=True), 3, -1).astype(np.uint8)
    return tiles
