"""Writes trained weights as the files that the reader loads.

The patch net becomes patch.npz, the board net board.npz: a few matrices each. Weights are
half floats, but for those that the board net has most of: these are bytes, with a scale for each
row.

Needs the extra `train`. Usage: python -m benchmarks.reading_net.export WEIGHTS
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from benchmarks.reading_net.nets import FEATURES, BoardNet, PatchNet
from solver_bot.vision.boards import board_net, patch_net

AS_BYTES, LARGEST_BYTE = "near.weight", 127
"""The end of the names of weights that are written as bytes, and the largest of them."""


_EPSILON = nn.BatchNorm2d(1).eps
"""What batch norms add to variances."""


def write_patch_net(net: PatchNet, path: Path) -> None:
    """The patch net with its batch norms folded into the convolutions."""
    arrays: dict[str, NDArray[np.float16]] = {}
    held = net.features.state_dict()
    places = [at for at, layer in enumerate(net.features) if isinstance(layer, nn.Conv2d)]
    for number, at in enumerate(places):
        norm = f"{at + 1}."
        scale = held[f"{norm}weight"] / (held[f"{norm}running_var"] + _EPSILON).sqrt()
        shift = held[f"{norm}bias"] - held[f"{norm}running_mean"] * scale
        arrays[f"layers.{number}.weight"] = _halves(
            held[f"{at}.weight"] * scale[:, None, None, None]
        )
        arrays[f"layers.{number}.bias"] = _halves(shift)
    full = len(net.features) - 1
    arrays["full.weight"] = _halves(held[f"{full}.weight"])
    arrays["full.bias"] = _halves(held[f"{full}.bias"])
    np.savez_compressed(path, allow_pickle=False, **arrays)


def _halves(values: Tensor) -> NDArray[np.float16]:
    return np.asarray(values.detach().numpy(), np.float16)


def write_board_net(net: BoardNet, path: Path) -> None:
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, value in net.state_dict().items():
        weights = value.numpy()
        if name.endswith(AS_BYTES):
            scale = np.abs(weights).reshape(len(weights), -1).max(1) / LARGEST_BYTE
            arrays[f"{name}.scale"] = scale.astype(np.float32)
            weights = np.rint(weights / scale[:, None, None, None])
        arrays[name] = weights.astype(np.int8 if name.endswith(AS_BYTES) else np.float16)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path)
    state = torch.load(parser.parse_args().weights)
    patch, board = PatchNet(), BoardNet()
    assert patch.head.in_features == FEATURES
    patch.load_state_dict({k[6:]: v for k, v in state.items() if k.startswith("patch.")})
    board.load_state_dict({k[6:]: v for k, v in state.items() if k.startswith("board.")})
    write_patch_net(patch, patch_net.FILE)
    write_board_net(board, board_net.FILE)


if __name__ == "__main__":
    main()
