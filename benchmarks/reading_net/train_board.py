"""Trains the board net alone, on what the trained patch net makes of the samples.

Patches are described once, so a step costs a tenth of one for both nets. What a board as a whole
says is learned in such steps: which look is that of covered cells, and where a board ends.

Needs the extra `train`.
Usage: python -m benchmarks.reading_net.train_board SAMPLES WEIGHTS --begin WEIGHTS --minutes N
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from benchmarks.reading_net.batches import Batch, Random, Sampled, parts, stacked
from benchmarks.reading_net.train import Both, as_numbers, board_losses, learn

RATE = 1e-3
PIECE = 1024
"""Patches that are described at once."""
MISSING = 0.05
"""The share of numbers that a description lacks while it is learned from."""


def described(both: Both, samples: Path) -> list[Sampled]:
    """All samples with the descriptions of their patches, shape (n, values), as half floats."""
    both.eval()
    found = []
    for path in sorted(samples.glob("*.npz")):
        with np.load(path) as file:
            count = sum(name.startswith("c") for name in file.files)
            for n in range(count):
                patches, *rest = (file[f"{key}{n}"] for key in "timco")
                found.append([_descriptions(both, patches), *rest])
    return found


def _descriptions(both: Both, patches: np.ndarray) -> np.ndarray:
    pieces = [patches[start : start + PIECE] for start in range(0, len(patches), PIECE)]
    found = []
    for piece in pieces:
        values = torch.from_numpy(np.ascontiguousarray(piece.transpose(0, 3, 1, 2)))
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            found.append(both.patch(as_numbers(values)).half().numpy())
    return np.concatenate(found)


def batches(samples: list[Sampled], rng: Random) -> Iterator[Batch]:
    """Batches of parts of boards for ever, in a random order."""
    while True:
        for some in parts(samples, rng):
            yield stacked([[_with_gaps(one[0], rng), *one[1:]] for one in some])


def _with_gaps(values: np.ndarray, rng: Random) -> np.ndarray:
    kept = rng.random(values.shape, np.float32) >= MISSING
    return np.asarray(values * kept, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--begin", type=Path, required=True, help="the weights of both nets")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=RATE)
    chosen = parser.parse_args()
    torch.manual_seed(1)
    both = Both().to(memory_format=torch.channels_last)
    both.load_state_dict(torch.load(chosen.begin))
    samples = described(both, chosen.samples)
    both.patch.requires_grad_(False)
    source = batches(samples, np.random.default_rng(2))
    learn(both, source, board_losses, chosen.rate, chosen.minutes, chosen.weights)


if __name__ == "__main__":
    main()
