"""The net that describes a patch by some numbers: convolutions, as products of matrices.

NumPy multiplies matrices several times as fast as OpenCV runs these convolutions. Each layer lays
out what its kernel sees at every place as a row of a matrix. Few patches at a time are described,
so that these matrices stay in the processor's caches. Many patches are shared among threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats
from solver_bot.vision.patches import SIDE, Patches

FILE = Path(__file__).with_name("weights") / "patch.npz"
STRIDES = (2, 2, 1, 2, 1)
"""By how many values the kernel of each layer moves on."""
_AT_ONCE = 4
_GREY = 127.5
"""The middle of the values of a patch, which the net sees as 0, and their distance from it that it
sees as 1."""
_MOST_THREADS, _FEWEST_EACH = 4, 32
"""Threads at most, and the patches that each of several threads describes at least."""
_lock = Lock()


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
        """What the layer makes of so many patches."""
        rows = seen.rows[:count]
        np.copyto(rows, seen.windows[:count])
        found = rows.reshape(-1, len(self.weights)) @ self.weights
        found += self.bias
        np.maximum(found, 0, out=found)
        return found.reshape(count, *rows.shape[1:3], -1)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Where a few patches' values are written that a layer sees. New memory would cost more time.

    Attributes:
        inner: shape (patches, side, side, channels), within a rim.
        windows: what the kernel sees at each place: shape (patches, places, places, size, values
            of a line of the kernel), in the same memory.
        rows: the same in memory of its own.

    """

    inner: Floats
    windows: Floats
    rows: Floats

    @classmethod
    def of(cls, layer: _Layer, side: int, beyond: float) -> _Seen:
        """For patches of ``side`` values each way, with ``beyond`` around them."""
        rim, size, stride = layer.size // 2, layer.size, layer.stride
        channels = len(layer.weights) // size**2
        whole = side + 2 * rim
        framed = np.full((_AT_ONCE, whole, whole, channels), beyond, np.float32)
        inner = framed[:, rim : rim + side, rim : rim + side]
        places = (whole - size) // stride + 1
        patch, row, value, channel = framed.strides
        windows = np.lib.stride_tricks.as_strided(
            framed,
            (_AT_ONCE, places, places, size, size * channels),
            (patch, stride * row, stride * value, row, channel),
        )
        return cls(inner, windows, np.empty(windows.shape, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class _PatchNet:
    """The net, and the memory in which it works, so only one thread at a time may run it."""

    layers: tuple[_Layer, ...]
    seen: tuple[_Seen, ...]
    full: Floats
    full_bias: Floats

    def run(self, patches: Patches) -> Floats:
        """The descriptions of patches."""
        found = np.empty((len(patches), len(self.full_bias)), np.float32)
        for start in range(0, len(patches), _AT_ONCE):
            values: Floats | Patches = patches[start : start + _AT_ONCE]
            count = len(values)
            for layer, where in zip(self.layers, self.seen, strict=True):
                where.inner[:count] = values
                values = layer.run(where, count)
            found[start : start + count] = values.reshape(count, -1) @ self.full
        found += self.full_bias
        return np.maximum(found, 0, out=found)


def describe(patches: Patches) -> Floats:
    """The descriptions of patches: shape (n, values).

    They are made in as many threads as OpenCV may use, so that whoever gives every core a process
    of its own says so once.
    """
    count = min(_MOST_THREADS, cv2.getNumThreads(), len(patches) // _FEWEST_EACH)
    with _lock:
        if count < 2:
            return _patch_nets()[0].run(patches)
        parts = np.array_split(patches, count)
        return np.concatenate(list(_pool().map(_PatchNet.run, _patch_nets(), parts)))


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MOST_THREADS, "patch net")


@lru_cache(maxsize=1)
def _patch_nets() -> tuple[_PatchNet, ...]:
    """The same net for every thread."""
    net = _loaded()
    more = (replace(net, seen=_memory(net.layers)) for _ in range(1, _MOST_THREADS))
    return (net, *more)


def _memory(layers: tuple[_Layer, ...]) -> tuple[_Seen, ...]:
    seen = [_Seen.of(layers[0], SIDE, _GREY)]
    for layer in layers[1:]:
        seen.append(_Seen.of(layer, seen[-1].rows.shape[1], 0.0))
    return tuple(seen)


def _loaded() -> _PatchNet:
    with np.load(FILE) as file:
        held = {name: np.asarray(values, np.float32) for name, values in file.items()}
    kernels = [held[f"layers.{number}.weight"] for number in range(len(STRIDES))]
    biases = [held[f"layers.{number}.bias"] for number in range(len(STRIDES))]
    biases[0] = biases[0] - kernels[0].sum((1, 2, 3))
    kernels[0] = kernels[0] / np.float32(_GREY)
    layers = tuple(
        _Layer(_as_matrix(kernel), bias, kernel.shape[-1], stride)
        for kernel, bias, stride in zip(kernels, biases, STRIDES, strict=True)
    )
    full = held["full.weight"].reshape(len(held["full.bias"]), len(kernels[-1]), -1)
    return _PatchNet(layers, _memory(layers), _rows(full.transpose(2, 1, 0)), held["full.bias"])


def _as_matrix(kernel: Floats) -> Floats:
    """A kernel of the shape (after, before, size, size) for values whose channels come last."""
    return _rows(kernel.transpose(2, 3, 1, 0))


def _rows(values: Floats) -> Floats:
    return np.ascontiguousarray(values.reshape(-1, values.shape[-1]))
