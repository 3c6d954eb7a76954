"""Chooses the samples that nets do not understand yet, and a few of the others.

Nets that read nine boards in ten learn little from those nine. A sample is kept the likelier the
more the nets err on it (Shrivastava et al., "Training region-based object detectors with online
hard example mining", 2016).

Needs the extra `train`. Usage: python -m benchmarks.reading_net.harder SAMPLES WEIGHTS CHOSEN
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from benchmarks.reading_net.batches import Sampled, samples_in, stacked
from benchmarks.reading_net.nets import CLASSES
from benchmarks.reading_net.samples import Sample, save_samples
from benchmarks.reading_net.train import Both, entropy

HARD = 0.06
"""The mean loss of a sample's cells from which it is surely kept."""
LEAST_KEPT = 0.15
"""The share of samples without any loss that is kept: what is known must not be forgotten."""


def loss_of(both: Both, sample: Sampled) -> float:
    """The mean loss of the states of a sample's cells. The nets must be in their ``eval`` mode."""
    batch = stacked([sample])
    with torch.no_grad():
        scores, _ = both(batch)
    loss = float(entropy(scores[:, :CLASSES].float(), batch.classes))
    return 0.0 if np.isnan(loss) else loss


def kept(losses: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Which samples are kept, given their losses: shape (n)."""
    return rng.random(len(losses)) < np.clip(losses / HARD, LEAST_KEPT, 1)


def _sample(arrays: Sampled) -> Sample:
    tiles, index, inside, classes, off = arrays
    return Sample(tiles, index, inside, classes, (float(off[0]), float(off[1])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("chosen", type=Path)
    asked = parser.parse_args()
    asked.chosen.mkdir(parents=True, exist_ok=True)
    both = Both()
    both.load_state_dict(torch.load(asked.weights))
    both.eval()
    rng = np.random.default_rng(5)
    for path in sorted(asked.samples.glob("*.npz")):
        if (into := asked.chosen / path.name).exists():
            continue
        samples = samples_in(path)
        losses = np.array([loss_of(both, sample) for sample in samples])
        some = np.flatnonzero(kept(losses, rng)).tolist()
        save_samples(into, [_sample(samples[number]) for number in some])
        print(f"{path.name}: {len(some)} of {len(samples)}, mean loss {losses.mean():.3f}")


if __name__ == "__main__":
    main()
