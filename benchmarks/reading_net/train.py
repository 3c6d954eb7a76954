"""Trains both nets together on samples, and writes their weights.

Needs the extra `train`. Usage: python -m benchmarks.reading_net.train SAMPLES WEIGHTS --minutes N
"""

from __future__ import annotations

import argparse
import math
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.reading_net.nets import CLASSES, BoardNet, PatchNet

BATCH, SHARDS = 16, 4
PART, WHOLE = 14, 0.2
"""Lines of a part of a sample, and the share of samples that are learned from whole."""
RATE = 2e-3
CELL, UNKNOWN = 254, 255
OFF_WEIGHT, PATCH_WEIGHT = 2.0, 0.3
RARE = torch.ones(CLASSES)
RARE[[6, 7, 8, 11, 12, 13, 14]] = 2.0

Random = np.random.Generator


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


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.npz"))


def batches(folder: Path, rng: Random) -> Iterator[Batch]:
    """Batches for ever, in a random order."""
    while True:
        paths = shards(folder)
        order = rng.permutation(len(paths))
        for start in range(0, len(order), SHARDS):
            yield from _of_shards([paths[i] for i in order[start : start + SHARDS]], rng)


def _of_shards(paths: list[Path], rng: Random) -> Iterator[Batch]:
    samples = []
    for path in paths:
        with np.load(path) as file:
            count = sum(name.startswith("c") for name in file.files)
            samples += [[file[f"{key}{n}"] for key in "timco"] for n in range(count)]
    order = rng.permutation(len(samples))
    for start in range(0, len(order) - BATCH + 1, BATCH):
        yield _batch([_part(samples[i], rng) for i in order[start : start + BATCH]], rng)


def _part(sample: list[np.ndarray], rng: Random) -> list[np.ndarray]:
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


def _batch(samples: list[list[np.ndarray]], rng: Random | None) -> Batch:
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
        tiles.append(_coloured(patches, rng) if rng else patches)
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


def ahead(source: Iterator[Batch]) -> Iterator[Batch]:
    """The batches, prepared in another thread."""
    waiting: queue.Queue[Batch] = queue.Queue(6)

    def fill() -> None:
        for batch in source:
            waiting.put(batch)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield waiting.get()


class Both(nn.Module):
    """Both nets, as they are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.patch, self.board = PatchNet(), BoardNet()

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        features = self.patch(batch.patches.float() / 127.5 - 1)
        cells = nn.functional.embedding(batch.index, features).permute(0, 3, 1, 2) * batch.mask
        alone = nn.functional.embedding(batch.index, self.patch.head(features))
        return self.board(cells, batch.mask), alone


def losses(both: Both, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """The losses of the board net's classes, of offsets, and of classes by the patch alone."""
    out, alone = both(batch)
    entropy = nn.CrossEntropyLoss(RARE, ignore_index=UNKNOWN)
    is_cell = batch.classes == CELL
    known = torch.where(is_cell, UNKNOWN, batch.classes)
    classes = entropy(out[:, :CLASSES], known)
    if is_cell.any():
        inside = torch.log_softmax(out[:, :CLASSES], 1)[:, CLASSES - 1][is_cell]
        unasked = -torch.log1p(-torch.exp(inside.clamp(max=-1e-4)))
        classes = classes + unasked.sum() / (batch.classes != UNKNOWN).sum()
    patch = entropy(alone.permute(0, 3, 1, 2), known)
    there = (batch.classes < CLASSES - 1) | is_cell
    there = there & ~torch.isnan(batch.off[:, :1])[..., None]
    truth = torch.nan_to_num(batch.off)[:, :, None, None].expand_as(out[:, CLASSES:])
    wide = there[:, None].expand_as(truth)
    off = (out[:, CLASSES:] - truth).abs()[wide].mean() if there.any() else out.sum() * 0
    return classes, off, patch


def train(samples: Path, weights: Path, minutes: float, begin: Path | None) -> None:
    torch.manual_seed(1)
    both = Both()
    if begin:
        both.load_state_dict(torch.load(begin))
    steps = torch.optim.AdamW(both.parameters(), RATE, weight_decay=1e-3)
    began, seen = time.time(), []
    for count, batch in enumerate(ahead(batches(samples, np.random.default_rng(1))), 1):
        share = (time.time() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in steps.param_groups:
            warm = min(1, (count + 1) / 100)
            group["lr"] = RATE * warm * 0.5 * (1 + math.cos(math.pi * share)) + 1e-5
        both.train()
        parts = losses(both, batch)
        total = parts[0] + OFF_WEIGHT * parts[1] + PATCH_WEIGHT * parts[2]
        steps.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(both.parameters(), 1.0)
        steps.step()
        seen.append([float(part) for part in parts])
        if count % 50 == 0:
            means = " ".join(f"{v:.4f}" for v in np.mean(seen[-50:], 0))
            print(f"{time.time() - began:6.0f} s  {count} steps  {means}", flush=True)
        if count % 300 == 0:
            torch.save(both.state_dict(), weights)
    torch.save(both.state_dict(), weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--begin", type=Path, help="go on from these weights")
    chosen = parser.parse_args()
    train(chosen.samples, chosen.weights, chosen.minutes, chosen.begin)


if __name__ == "__main__":
    main()
