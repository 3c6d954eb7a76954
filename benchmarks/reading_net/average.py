"""Writes the mean of several trained weights.

Weights that were trained from the same ones, on other samples or in another order, err in different
places. Their mean errs less than each (Wortsman et al., "Model soups", 2022).

Needs the extra `train`. Usage: python -m benchmarks.reading_net.average MEAN WEIGHTS WEIGHTS...
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

Weights = dict[str, Tensor]


def mean_of(several: Sequence[Weights]) -> Weights:
    """The mean of weights of the same names and shapes. Counts are taken from the first."""
    return {
        name: torch.stack([one[name] for one in several]).mean(0)
        if first.is_floating_point()
        else first
        for name, first in several[0].items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mean", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    chosen = parser.parse_args()
    torch.save(mean_of([torch.load(path) for path in chosen.weights]), chosen.mean)


if __name__ == "__main__":
    main()
