"""Writes trained weights as the files that the reader loads.

The patch net becomes patch.onnx, which OpenCV runs. The board net becomes board.npz, a few
matrices. Weights are half floats, but for those that the board net has most of: these are bytes,
with a scale for each row.

Needs the extra `train`. Usage: python -m benchmarks.reading_net.export WEIGHTS
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from benchmarks.reading_net.nets import FEATURES, BoardNet, PatchNet
from solver_bot.vision.boards.nets import FOLDER
from solver_bot.vision.patches import CHANNELS, SIDE

AS_BYTES, LARGEST_BYTE = "near.weight", 127
"""The end of the names of weights that are written as bytes, and the largest of them."""


def write_patch_net(net: PatchNet, path: Path) -> None:
    """The patch net with its batch norms folded into the convolutions."""
    example = torch.zeros(2, CHANNELS, SIDE, SIDE)
    names = {"input_names": ["patches"], "output_names": ["features"]}
    axes = {"patches": {0: "n"}, "features": {0: "n"}}
    torch.onnx.export(
        net.eval(),
        (example,),
        str(path),
        dynamo=False,
        dynamic_axes=axes,
        opset_version=13,
        **names,
    )
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            values = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    model.producer_name = model.producer_version = ""
    onnx.save(model, str(path))


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
    FOLDER.mkdir(exist_ok=True)
    write_patch_net(patch, FOLDER / "patch.onnx")
    write_board_net(board, FOLDER / "board.npz")


if __name__ == "__main__":
    main()
