"""Turns the weights that the reader loads back into weights from which training can go on.

Batch norms, which are folded into the convolutions there, take their means and variances from
samples. The patch net's own head, which the reader does not have, is new.

Needs the extra `train`. Usage: python -m benchmarks.reading_net.restore SAMPLES WEIGHTS
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.reading_net.batches import cell_batches
from benchmarks.reading_net.nets import BoardNet, PatchNet
from benchmarks.reading_net.train import Both, as_numbers
from solver_bot.vision.boards import board_net, patch_net
from solver_bot.vision.boards.board_net import weights_in

_BATCHES = 8


def restored_patch_net(path: Path, patches: Tensor) -> PatchNet:
    """The net of ``patch.npz``, with the norms that it has on these patches."""
    net = PatchNet()
    net.eval()
    arrays = iter(_matrices(path))
    values = patches
    with torch.no_grad():
        for layer in net.features:
            if isinstance(layer, nn.Conv2d):
                weights, shift = next(arrays), next(arrays)
                layer.weight.copy_(weights)
            elif isinstance(layer, nn.Linear):
                layer.weight.copy_(next(arrays))
                layer.bias.copy_(next(arrays))
            elif isinstance(layer, nn.BatchNorm2d):
                _restore_norm(layer, values, shift)
            values = layer(values)
    return net


def _restore_norm(norm: nn.BatchNorm2d, values: Tensor, shift: Tensor) -> None:
    """Let a norm add ``shift`` to values of this mean and variance, and nothing else."""
    mean, spread = values.mean((0, 2, 3)), values.var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(shift + mean)


def _matrices(path: Path) -> list[Tensor]:
    """The weights of the layers in their order, each followed by its shift."""
    with np.load(path) as file:
        return [torch.from_numpy(values.astype(np.float32)) for values in file.values()]


def restored_board_net(path: Path) -> BoardNet:
    net = BoardNet()
    with np.load(path) as file:
        held = {name: torch.from_numpy(values) for name, values in weights_in(file).items()}
    net.load_state_dict(net.state_dict() | held)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("weights", type=Path)
    chosen = parser.parse_args()
    source = cell_batches(chosen.samples, np.random.default_rng(3))
    some = torch.cat([next(source)[0] for _ in range(_BATCHES)])
    both = Both()
    both.patch = restored_patch_net(patch_net.FILE, as_numbers(some))
    both.board = restored_board_net(board_net.FILE)
    torch.save(both.state_dict(), chosen.weights)


if __name__ == "__main__":
    main()
