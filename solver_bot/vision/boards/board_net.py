"""The net that joins the descriptions of a board's cells into what every cell shows.

Residual blocks look at a cell's neighbours and at the board as a whole. Between blocks, every cell
hears from cells like it, wherever they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Mask

FILE = Path(__file__).with_name("weights") / "board.npz"
HEADS, KIN_AFTER = 2, (1, 3)
"""Ways in which a cell looks for its kin, and the blocks of the board net after which it does."""
_ASK_AT_ONCE = 64
"""Cells that look for their kin at a time."""
_SCALE = ".scale"
"""The end of the name of the scales of weights that are written as bytes."""


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

    def run(self, cells: Floats, inside: Mask) -> Floats:
        values = _normed(cells, self.scale, self.shift)
        values[~inside] = 0
        some = values[inside]
        mean = some.sum(0) / max(1, len(some))
        most = some.max(0, initial=-1e4)
        whole = np.concatenate([mean, most]) @ self.whole + self.whole_bias
        hidden = _neighbourhoods(values) @ self.near
        hidden += self.near_bias + whole
        np.maximum(hidden, 0, out=hidden)
        found = hidden @ self.out
        found += self.out_bias
        found[~inside] = 0
        found += cells
        return np.asarray(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Kin:
    """Lets every cell hear from cells like it, wherever they are."""

    scale: Floats
    shift: Floats
    ask: Floats
    ask_bias: Floats
    key: Floats
    key_bias: Floats
    say: Floats
    say_bias: Floats
    out: Floats
    out_bias: Floats

    def run(self, cells: Floats, inside: Mask) -> Floats:
        some = cells[inside]
        values = _normed(some, self.scale, self.shift)
        asked = np.split(values @ self.ask + self.ask_bias, HEADS, axis=-1)
        keys = np.split(values @ self.key + self.key_bias, HEADS, axis=-1)
        said = np.split(values @ self.say + self.say_bias, HEADS, axis=-1)
        heard = [_heard(*one) for one in zip(asked, keys, said, strict=True)]
        joined = cells.copy()
        joined[inside] = some + np.concatenate(heard, -1) @ self.out + self.out_bias
        return joined


def _heard(asked: Floats, keys: Floats, said: Floats) -> Floats:
    """The mean of what is said, weighted by how well each key fits what each cell asks for.

    Few cells ask at a time, since new memory for all questions at once would cost more time.
    """
    asked = asked / np.float32(np.sqrt(asked.shape[-1]))
    heard = np.empty((len(asked), said.shape[-1]), np.float32)
    for start in range(0, len(asked), _ASK_AT_ONCE):
        weights = asked[start : start + _ASK_AT_ONCE] @ keys.T
        weights -= weights.max(-1, keepdims=True)
        np.exp(weights, out=weights)
        mean = weights @ said / weights.sum(-1, keepdims=True)
        heard[start : start + _ASK_AT_ONCE] = mean
    return heard


@dataclass(frozen=True, slots=True, eq=False)
class _BoardNet:
    enter: Floats
    enter_bias: Floats
    blocks: tuple[_Block, ...]
    kin: dict[int, _Kin]
    scale: Floats
    shift: Floats
    leave: Floats
    leave_bias: Floats

    def run(self, features: Floats, inside: Mask) -> Floats:
        """The scores of states and the offsets of every cell."""
        mask: Floats = inside[..., None].astype(np.float32)
        cells: Floats = np.asarray((features * mask @ self.enter + self.enter_bias) * mask)
        for number, block in enumerate(self.blocks):
            cells = block.run(cells, inside)
            if number in self.kin:
                cells = self.kin[number].run(cells, inside)
        return np.asarray(_normed(cells, self.scale, self.shift) @ self.leave + self.leave_bias)


def _normed(values: Floats, scale: Floats, shift: Floats) -> Floats:
    """The values of each cell with the mean 0 and the deviation 1, scaled and shifted.

    Products with vectors sum short rows sooner than NumPy's own means.
    """
    count = values.shape[-1]
    normed = values - (values @ np.full(count, 1 / count, np.float32))[..., None]
    squares = np.einsum("...i,...i->...", normed, normed)
    normed *= (1 / np.sqrt(squares / count + np.float32(1e-5)))[..., None]
    normed *= scale
    normed += shift
    return np.asarray(normed)


def _neighbourhoods(values: Floats) -> Floats:
    """The values of each cell and its neighbours: shape (rows, columns, 9 * channels)."""
    rows, columns, channels = values.shape
    padded = np.zeros((rows + 2, columns + 2, channels), np.float32)
    padded[1:-1, 1:-1] = values
    row, cell, value = padded.strides
    shape = rows, columns, 3, 3 * channels
    windows = np.ndarray(shape, np.float32, padded, 0, (row, cell, row, value))
    return windows.reshape(rows, columns, -1)


def run(features: Floats, inside: Mask) -> Floats:
    """The scores of all states, and how far the lattice is off, at every cell.

    Args:
        features: the description of every cell, shape (rows, columns, values).
        inside: which cells lie in the picture.

    """
    return _board_net().run(features, inside)


def weights_in(file: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """The weights of the board net by name. Those written as bytes have a scale for each row."""
    held = {name: np.asarray(values, np.float32) for name, values in file.items()}
    for name in [name for name in held if name.endswith(_SCALE)]:
        scale, weights = held.pop(name), name.removesuffix(_SCALE)
        held[weights] = np.asarray((held[weights].T * scale).T, np.float32)
    return held


@lru_cache(maxsize=1)
def _board_net() -> _BoardNet:
    with np.load(FILE) as file:
        held = weights_in(file)

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
    kin = {
        number: _Kin(
            held[f"kin.{i}.norm.weight"],
            held[f"kin.{i}.norm.bias"],
            square(f"kin.{i}.ask"),
            held[f"kin.{i}.ask.bias"],
            square(f"kin.{i}.key"),
            held[f"kin.{i}.key.bias"],
            square(f"kin.{i}.say"),
            held[f"kin.{i}.say.bias"],
            square(f"kin.{i}.out"),
            held[f"kin.{i}.out.bias"],
        )
        for i, number in enumerate(KIN_AFTER)
        if f"kin.{i}.ask.weight" in held
    }
    return _BoardNet(
        square("enter"),
        held["enter.bias"],
        blocks,
        kin,
        held["norm.weight"],
        held["norm.bias"],
        square("leave"),
        held["leave.bias"],
    )
