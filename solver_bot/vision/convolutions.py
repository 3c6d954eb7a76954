"""Convolutions as products of matrices: the part of a net that looks at small pictures.

NumPy multiplies matrices several times as fast as OpenCV runs these convolutions. Each layer lays
out what its kernel sees at every place as a row of a matrix. Few pictures at a time are looked at,
so that these matrices stay in the processor's caches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats

_AT_ONCE = 4


class Shown(NamedTuple):
    """What a net's pictures are like.

    Attributes:
        side: pixels each way.
        middle: the value of a pixel that the net sees as 0.
        spread: the distance from it that it sees as 1.

    """

    side: int
    middle: float
    spread: float


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A convolution.

    Attributes:
        weights: shape (size * size * channels before, channels after).
        bias: shape (channels after,).
        size: how many values wide and high the kernel is.
        stride: by how many values it moves on.

    """

    weights: Floats
    bias: Floats
    size: int
    stride: int

    def run(self, seen: _Seen, count: int) -> Floats:
        """What the layer makes of so many pictures."""
        rows = seen.rows[:count]
        np.copyto(rows, seen.windows[:count])
        found = rows.reshape(-1, len(self.weights)) @ self.weights
        found += self.bias
        np.maximum(found, 0, out=found)
        return found.reshape(count, *rows.shape[1:3], -1)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Where a few pictures' values are written that a layer sees. New memory would cost more time.

    Attributes:
        inner: shape (pictures, side, side, channels), within a rim.
        windows: what the kernel sees at each place: shape (pictures, places, places, size, values
            of a line of the kernel), in the same memory.
        rows: the same in memory of its own.

    """

    inner: Floats
    windows: Floats
    rows: Floats

    @classmethod
    def of(cls, layer: _Layer, side: int, beyond: float) -> _Seen:
        """For pictures of ``side`` values each way, with ``beyond`` around them."""
        rim, size, stride = layer.size // 2, layer.size, layer.stride
        channels = len(layer.weights) // size**2
        whole = side + 2 * rim
        framed = np.full((_AT_ONCE, whole, whole, channels), beyond, np.float32)
        inner = framed[:, rim : rim + side, rim : rim + side]
        places = (whole - size) // stride + 1
        picture, row, value, channel = framed.strides
        windows = np.lib.stride_tricks.as_strided(
            framed,
            (_AT_ONCE, places, places, size, size * channels),
            (picture, stride * row, stride * value, row, channel),
        )
        return cls(inner, windows, np.empty(windows.shape, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Convolutions:
    """Layers, a product with all that the last one makes, and the memory in which they work.

    So only one thread at a time may run it.
    """

    layers: tuple[_Layer, ...]
    seen: tuple[_Seen, ...]
    full: Floats
    full_bias: Floats

    @classmethod
    def of(
        cls,
        held: Mapping[str, Floats],
        strides: Sequence[int],
        shown: Shown,
    ) -> Convolutions:
        """The net with these weights.

        Args:
            held: `layers.N.weight`, shape (after, before, size, size), and `layers.N.bias` for each
                layer; `full.weight`, shape (values, last channels * places), and `full.bias`.
            strides: by how many values the kernel of each layer moves on.
            shown: what its pictures are like.

        """
        kernels = [held[f"layers.{number}.weight"] for number in range(len(strides))]
        biases = [held[f"layers.{number}.bias"] for number in range(len(strides))]
        biases[0] = biases[0] - kernels[0].sum((1, 2, 3)) * np.float32(shown.middle / shown.spread)
        kernels[0] = kernels[0] / np.float32(shown.spread)
        layers = tuple(
            _Layer(_as_matrix(kernel), bias, kernel.shape[-1], stride)
            for kernel, bias, stride in zip(kernels, biases, strides, strict=True)
        )
        full = held["full.weight"].reshape(len(held["full.bias"]), len(kernels[-1]), -1)
        seen = _memory(layers, shown)
        return cls(layers, seen, _rows(full.transpose(2, 1, 0)), held["full.bias"])

    def again(self, shown: Shown) -> Convolutions:
        """The same net with memory of its own, for another thread."""
        return replace(self, seen=_memory(self.layers, shown))

    def run(self, pictures: NDArray[np.uint8]) -> Floats:
        """What the net makes of pictures, shape (n, side, side, channels): shape (n, values)."""
        found = np.empty((len(pictures), len(self.full_bias)), np.float32)
        for start in range(0, len(pictures), _AT_ONCE):
            values: Floats | NDArray[np.uint8] = pictures[start : start + _AT_ONCE]
            count = len(values)
            for layer, where in zip(self.layers, self.seen, strict=True):
                where.inner[:count] = values
                values = layer.run(where, count)
            found[start : start + count] = values.reshape(count, -1) @ self.full
        found += self.full_bias
        return found


def _memory(layers: tuple[_Layer, ...], shown: Shown) -> tuple[_Seen, ...]:
    seen = [_Seen.of(layers[0], shown.side, shown.middle)]
    for layer in layers[1:]:
        seen.append(_Seen.of(layer, seen[-1].rows.shape[1], 0.0))
    return tuple(seen)


def weights_in(path: Path) -> dict[str, Floats]:
    """The weights that a file holds, by name."""
    with np.load(path) as file:
        return {name: np.asarray(values, np.float32) for name, values in file.items()}


def _as_matrix(kernel: Floats) -> Floats:
    """A kernel of the shape (after, before, size, size) for values whose channels come last."""
    return _rows(kernel.transpose(2, 3, 1, 0))


def _rows(values: Floats) -> Floats:
    return np.ascontiguousarray(values.reshape(-1, values.shape[-1]))
