"""Trains both nets on samples, and writes their weights.

The patch net learns single cells first, every sign as often as any other: most cells of a real
board are blank and most numbers are ones. Then both nets learn whole boards together.

Needs the extra `train`.
Usage: python -m benchmarks.reading_net.train SAMPLES WEIGHTS --alone MINUTES --minutes MINUTES
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.reading_net.batches import Batch, ahead, batches, cell_batches
from benchmarks.reading_net.nets import CLASSES, BoardNet, PatchNet
from benchmarks.reading_net.samples import CELL, OUTSIDE, UNKNOWN

RATE, ALONE_RATE = 1.5e-3, 2e-3
OFF_WEIGHT, PATCH_WEIGHT = 2.0, 0.3
RARE = torch.ones(CLASSES)
RARE[[6, 7, 8, 11, 12, 13, 14]] = 2.0
LEARNED = 0.3
"""The share of a batch's patches from which the patch net learns."""
SAVED_EVERY = 60.0
"""Seconds."""
_PROCESSOR = Path("/proc/cpuinfo")
_HALVED = _PROCESSOR.exists() and "_bf16" in _PROCESSOR.read_text(encoding="ascii")
"""Whether the processor computes with 16 bits (``amx_bf16`` or ``avx512_bf16``), which takes half
the time. On one that does not, 16 bits take seven times as long as 32."""

Item = TypeVar("Item")


class Both(nn.Module):
    """Both nets, as they are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.patch, self.board = PatchNet(), BoardNet()

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        patches = batch.patches
        features = patches if patches.ndim == 2 else self._described(as_numbers(patches))
        cells = nn.functional.embedding(batch.index, features).permute(0, 3, 1, 2) * batch.mask
        alone = nn.functional.embedding(batch.index, self.patch.head(features))
        return self.board(cells, batch.mask), alone

    def _described(self, patches: Tensor) -> Tensor:
        """The descriptions of patches. The patch net learns from some of them alone, for speed."""
        order = torch.randperm(len(patches))
        some, others = order.split((count := int(LEARNED * len(patches)), len(patches) - count))
        with torch.no_grad():
            rest = self.patch(patches[others])
        features = torch.cat([self.patch(patches[some]), rest])
        return features[order.argsort()]


def as_numbers(patches: Tensor) -> Tensor:
    """Patches as the net takes them, from bytes."""
    return (patches.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def entropy(scores: Tensor, classes: Tensor) -> Tensor:
    """The loss of classes, shape (n, CLASSES, ...). Of ``CELL`` only that it is one counts."""
    is_cell = classes == CELL
    known = torch.where(is_cell, UNKNOWN, classes)
    loss = nn.functional.cross_entropy(scores, known, RARE, ignore_index=UNKNOWN)
    if not is_cell.any():
        return loss
    outside = torch.log_softmax(scores, 1)[:, OUTSIDE][is_cell]
    unasked = -torch.log1p(-torch.exp(outside.clamp(max=-1e-4)))
    return loss + unasked.sum() / (classes != UNKNOWN).sum()


def cell_losses(both: Both, cells: tuple[Tensor, Tensor]) -> list[Tensor]:
    """The loss of the classes that the patch net alone finds."""
    patches, classes = cells
    with torch.autocast("cpu", torch.bfloat16, enabled=_HALVED):
        scores = both.patch.head(both.patch(as_numbers(patches)))
    return [entropy(scores.float(), classes)]


def board_losses(both: Both, batch: Batch) -> list[Tensor]:
    """The losses of the board net's classes, of offsets, and of classes by the patch alone."""
    with torch.autocast("cpu", torch.bfloat16, enabled=_HALVED):
        out, alone = both(batch)
    out, alone = out.float(), alone.float()
    there = (batch.classes < OUTSIDE) | (batch.classes == CELL)
    there = there & ~torch.isnan(batch.off[:, :1])[..., None]
    truth = torch.nan_to_num(batch.off)[:, :, None, None].expand_as(out[:, CLASSES:])
    wide = there[:, None].expand_as(truth)
    off = (out[:, CLASSES:] - truth).abs()[wide].mean() if there.any() else out.sum() * 0
    classes = entropy(out[:, :CLASSES], batch.classes)
    patch = entropy(alone.permute(0, 3, 1, 2), batch.classes)
    return [classes, OFF_WEIGHT * off, PATCH_WEIGHT * patch]


def learn(
    both: Both,
    source: Iterator[Item],
    losses: Callable[[Both, Item], list[Tensor]],
    rate: float,
    minutes: float,
    weights: Path,
) -> None:
    """Take steps for so long, the rate falling to nothing; save the weights every minute."""
    learning = [value for value in both.parameters() if value.requires_grad]
    steps = torch.optim.AdamW(learning, rate, weight_decay=1e-3)
    began = saved = time.time()
    seen: list[list[float]] = []
    both.train()
    for count, item in enumerate(ahead(source), 1):
        share = (time.time() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in steps.param_groups:
            cosine = 0.5 * (1 + math.cos(math.pi * share))
            group["lr"] = rate * min(1, (count + 1) / 100) * cosine + 1e-5
        parts = losses(both, item)
        steps.zero_grad()
        torch.stack(parts).sum().backward()
        nn.utils.clip_grad_norm_(learning, 1.0)
        steps.step()
        seen.append([float(part.detach()) for part in parts])
        if count % 50 == 0:
            means = " ".join(f"{v:.4f}" for v in np.mean(seen[-50:], 0))
            print(f"{time.time() - began:6.0f} s  {count} steps  {means}", flush=True)
        if time.time() - saved > SAVED_EVERY:
            torch.save(both.state_dict(), weights)
            saved = time.time()
    torch.save(both.state_dict(), weights)


def train(
    samples: Path,
    weights: Path,
    alone: float,
    minutes: float,
    begin: Path | None,
    rate: float,
    seed: int,
) -> None:
    """Train the patch net alone, then both, each for so many minutes."""
    torch.manual_seed(seed)
    both = Both().to(memory_format=torch.channels_last)
    if begin:
        both.load_state_dict(torch.load(begin))
    rng = np.random.default_rng(seed)
    if alone:
        learn(both, cell_batches(samples, rng), cell_losses, ALONE_RATE, alone, weights)
    if minutes:
        learn(both, batches(samples, rng), board_losses, rate, minutes, weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--alone", type=float, default=20, help="minutes for the patch net alone")
    parser.add_argument("--minutes", type=float, default=60, help="minutes for both nets")
    parser.add_argument("--begin", type=Path, help="go on from these weights")
    parser.add_argument("--rate", type=float, default=RATE, help="of learning both nets")
    parser.add_argument("--seed", type=int, default=1, help="of the order of samples")
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
