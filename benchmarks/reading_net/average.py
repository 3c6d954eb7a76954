"""Writes the mean of several trained weights.

Weights that were trained from the same ones, on other samples or in another order, err in different
places. Their mean errs less than each (Wortsman et al., "Model soups", 2022). It may be less sure
than it is right. Then what it says of states can be sharpened, until `reliability` shows that both
agree (Guo et al., "On calibration of modern neural networks", 2017).

Needs the extra `train`.
Usage: python -m benchmarks.reading_net.average MEAN WEIGHTS WEIGHTS... [--sharper FACTOR]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from benchmarks.reading_net.nets import CLASSES

Weights = dict[str, Tensor]


def mean_of(several: Sequence[Weights]) -> Weights:
    """The mean of weights of the same names and shapes. Counts are taken from the first."""
    return {
        name: torch.stack([one[name] for one in several]).mean(0)
        if first.is_floating_point()
        else first
        for name, first in several[0].items()
    }


def sharpened(weights: Weights, factor: float) -> Weights:
    """The weights, with the scores of all states of a cell times a factor. Offsets stay."""
    sharp = dict(weights)
    for name in ("board.leave.weight", "board.leave.bias"):
        sharp[name] = weights[name].clone()
        sharp[name][:CLASSES] *= factor
    return sharp


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mean", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--sharper", type=float, default=1.0, help="factor of states' scores")
    chosen = parser.parse_args()
    mean = mean_of([torch.load(path) for path in chosen.weights])
    torch.save(sharpened(mean, chosen.sharper), chosen.mean)


if __name__ == "__main__":
    main()
