"""The two nets that say what the cells of a lattice are: one sees a patch, one the whole board.

The first describes each patch by some numbers (a convolutional net, run by OpenCV). The second
joins the descriptions of neighbours and of the board as a whole, in residual blocks, into a
probability of every state for every cell, and says how far the lattice is off.
``benchmarks/reading_net`` trains both on generated boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import Patches, cut_patches, different

FOLDER = Path(__file__).with_name("weights")
OUTSIDE = 16
"""The state of a tile that is no cell of the board. The other states are the codes of cells."""
STATES = 17
_MOST_DIFFERENT = 900
"""A lattice with more different patches than this is looked at no further: it takes too long."""
_MOST_KNOWN = 5000
"""Patches that are remembered, some 20 MB."""
_INSIDE = 0.8
"""The share of a cell that must lie in the picture for it to be looked at."""
_lock = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the nets see on a lattice.

    Attributes:
        likely: the logarithm of each state's probability, shape (rows, columns, STATES).
        off: how far the lattice is off at each cell, in cells to the right and down, shape
            (rows, columns, 2). Cells that lie so far to the right of the true ones are positive.
        inside: which cells lie in the picture.

    """

    likely: Floats
    off: Floats
    inside: Mask


class Memory:
    """Descriptions of patches that were looked at, so that no patch is described twice."""

    def __init__(self) -> None:
        self._known: dict[bytes, Floats] = {}

    def described(self, patches: Patches) -> Floats:
        """The descriptions of some patches: shape (n, SIDE, SIDE, 3) to (n, values)."""
        keys = [patch.tobytes() for patch in np.ascontiguousarray(patches)]
        new = [number for number, key in enumerate(keys) if key not in self._known]
        if len(self._known) + len(new) > _MOST_KNOWN:
            self._known.clear()
            new = list(range(len(keys)))
        if new:
            found = _run(patches[new])
            self._known.update(zip([keys[number] for number in new], found, strict=True))
        return np.stack([self._known[key] for key in keys])


def look(picture: Picture, lattice: Lattice, memory: Memory | None = None) -> Sight | None:
    """What is on this lattice, which may reach beyond the picture; None if it is too motley."""
    inside = cells_inside(picture, lattice)
    features = _described(cut_patches(picture, lattice), memory)
    if features is None:
        return None
    out = _board_net().run(features, inside)
    scores = out[..., :STATES]
    most = scores.max(-1, keepdims=True)
    total = most + np.log(np.exp(scores - most).sum(-1, keepdims=True))
    return Sight(scores - total, out[..., STATES:], inside)


def cells_inside(picture: Picture, lattice: Lattice) -> Mask:
    """The cells of which at least ``_INSIDE`` lies in the picture, across and down."""
    height, width = picture.shape[:2]
    across = _shown(np.array(lattice.xs), width)
    down = _shown(np.array(lattice.ys), height)
    return np.asarray(across[None, :] & down[:, None])


def _shown(edges: NDArray[np.float64], length: int) -> Mask:
    shown = np.clip(edges, 0, length)
    return np.asarray(np.diff(shown) >= _INSIDE * np.diff(edges))


def _described(patches: Patches, memory: Memory | None) -> Floats | None:
    """The description of every cell's patch, each different patch being looked at once."""
    rows, columns = patches.shape[:2]
    flat = patches.reshape(rows * columns, *patches.shape[2:])
    firsts, index = different(flat)
    if len(firsts) > _MOST_DIFFERENT:
        return None
    described = memory.described(flat[firsts]) if memory else _run(flat[firsts])
    return np.asarray(described[index].reshape(rows, columns, -1))


def _run(patches: Patches) -> Floats:
    values = patches.transpose(0, 3, 1, 2).astype(np.float32) / 127.5 - 1
    with _lock:
        net = _patch_net()
        net.setInput(values)
        return np.asarray(net.forward(), np.float32).copy()


@lru_cache(maxsize=1)
def _patch_net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(FOLDER / "patch.onnx"))


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    scale: Floats
    shift: Floats
    near: Floats
    near_bias: Floats
    whole: Floats
    whole_bias: Floats
    out: Floats
    out_bias: Floats

    def run(self, cells: Floats, inside: Floats) -> Floats:
        values = _normed(cells, self.scale, self.shift) * inside
        mean = values.sum((0, 1)) / max(1.0, float(inside.sum()))
        most = (values - 1e4 * (1 - inside)).max((0, 1))
        whole = np.concatenate([mean, most]) @ self.whole + self.whole_bias
        hidden = np.maximum(_neighbourhoods(values) @ self.near + self.near_bias + whole, 0)
        return np.asarray(cells + (hidden @ self.out + self.out_bias) * inside)


@dataclass(frozen=True, slots=True, eq=False)
class _BoardNet:
    enter: Floats
    enter_bias: Floats
    blocks: tuple[_Block, ...]
    scale: Floats
    shift: Floats
    leave: Floats
    leave_bias: Floats

    def run(self, features: Floats, inside: Mask) -> Floats:
        """The scores of states and the offsets of every cell."""
        mask: Floats = inside[..., None].astype(np.float32)
        cells: Floats = np.asarray((features * mask @ self.enter + self.enter_bias) * mask)
        for block in self.blocks:
            cells = block.run(cells, mask)
        return np.asarray(_normed(cells, self.scale, self.shift) @ self.leave + self.leave_bias)


def _normed(values: Floats, scale: Floats, shift: Floats) -> Floats:
    middle = values - values.mean(-1, keepdims=True)
    spread = np.sqrt((middle**2).mean(-1, keepdims=True) + 1e-5)
    return np.asarray(middle / spread * scale + shift)


def _neighbourhoods(values: Floats) -> Floats:
    """The values of each cell and its neighbours: shape (rows, columns, 9 * channels)."""
    rows, columns = values.shape[:2]
    padded = np.pad(values, ((1, 1), (1, 1), (0, 0)))
    parts = [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    return np.concatenate(parts, -1)


@lru_cache(maxsize=1)
def _board_net() -> _BoardNet:
    with np.load(FOLDER / "board.npz") as file:
        held = {name: file[name].astype(np.float32) for name in file.files}

    def square(name: str) -> Floats:
        weights = held[f"{name}.weight"]
        return np.ascontiguousarray(weights.reshape(len(weights), -1).T)

    def near(name: str) -> Floats:
        weights = held[f"{name}.weight"]
        return np.ascontiguousarray(weights.transpose(2, 3, 1, 0).reshape(-1, len(weights)))

    count = len({name.split(".")[1] for name in held if name.startswith("blocks.")})
    blocks = tuple(
        _Block(
            held[f"blocks.{i}.norm.weight"],
            held[f"blocks.{i}.norm.bias"],
            near(f"blocks.{i}.near"),
            held[f"blocks.{i}.near.bias"],
            square(f"blocks.{i}.whole"),
            held[f"blocks.{i}.whole.bias"],
            square(f"blocks.{i}.out"),
            held[f"blocks.{i}.out.bias"],
        )
        for i in range(count)
    )
    return _BoardNet(
        square("enter"),
        held["enter.bias"],
        blocks,
        held["norm.weight"],
        held["norm.bias"],
        square("leave"),
        held["leave.bias"],
    )
