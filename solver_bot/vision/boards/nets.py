"""The two nets that say what the cells of a lattice are: one sees a patch, one the whole board.

The first describes each patch by some numbers: see ``patch_net``. The second joins the descriptions
of neighbours and of the board as a whole, in residual blocks, into a probability of every state for
every cell, and says how far the lattice is off.
``benchmarks/reading_net`` trains both on generated boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Floats, Kinds, Mask, Picture
from solver_bot.vision.boards.patch_net import describe
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import Cut, Patches, cut_patches, cut_some

FOLDER = Path(__file__).with_name("weights")
OUTSIDE = 16
"""The state of a tile that is no cell of the board. The other states are the codes of cells."""
STATES = 17
HEADS, KIN_AFTER = 2, (1, 3)
"""Ways in which a cell looks for its kin, and the blocks of the board net after which it does."""
_MOST_DIFFERENT = 3000
"""A lattice with more different patches than this is looked at no further: it takes too long."""
_MOST_KNOWN = 5000
"""Patches that are remembered, some 40 MB."""
LEAST_INSIDE, _WHOLE = 0.25, 0.9
"""The shares of a cell that must lie in the picture for it to be looked at, and to be read."""
_IMPOSSIBLE = -20.0
_DESCRIBED = 6
"""Cells that are described for all that look the same, when they are looked at again."""
_ASK_AT_ONCE = 64
"""Cells that look for their kin together."""
_SCALE = ".scale"
"""The end of the name of the scales of weights that are written as bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the nets see on a lattice.

    Attributes:
        likely: the logarithm of each state's probability, shape (rows, columns, STATES).
        off: how far the lattice is off at each cell, in cells to the right and down, shape
            (rows, columns, 2). Cells that lie so far to the right of the true ones are positive.
        inside: which cells lie in the picture.
        features: what the first net says of every cell, shape (rows, columns, values).
        cut: the tiles.

    """

    likely: Floats
    off: Floats
    inside: Mask
    features: Floats
    cut: Cut

    def part(self, left: int, top: int, right: int, bottom: int) -> Sight:
        """What is seen on lines ``left`` to ``right`` and ``top`` to ``bottom``, excluded."""
        lines = slice(top, bottom), slice(left, right)
        cut = self.cut.part(left, top, right, bottom)
        return Sight(
            self.likely[lines], self.off[lines], self.inside[lines], self.features[lines], cut
        )


class Memory:
    """Descriptions of patches that were looked at, so that no patch is described twice.

    Attributes:
        described: how many patches were described so far, which is what takes time.

    """

    def __init__(self) -> None:
        self.described = 0
        self._known: dict[bytes, Floats] = {}

    def descriptions(self, patches: Patches) -> Floats:
        """The descriptions of some patches: shape (n, values)."""
        keys = [patch.tobytes() for patch in np.ascontiguousarray(patches)]
        new = [number for number, key in enumerate(keys) if key not in self._known]
        if len(self._known) + len(new) > _MOST_KNOWN:
            self._known.clear()
            new = list(range(len(keys)))
        if new:
            found = describe(patches[new])
            self.described += len(new)
            self._known.update(zip([keys[number] for number in new], found, strict=True))
        return np.stack([self._known[key] for key in keys])


def look(picture: Picture, lattice: Lattice, memory: Memory | None = None) -> Sight | None:
    """What is on this lattice, which may reach beyond the picture; None if it is too motley."""
    inside = cells_inside(picture, lattice)
    cut = cut_patches(picture, lattice)
    if len(cut.patches) > _MOST_DIFFERENT:
        return None
    features = (memory.descriptions(cut.patches) if memory else describe(cut.patches))[cut.of]
    return _sight(picture, lattice, features, inside, cut)


def look_again(picture: Picture, lattice: Lattice, before: Sight, alike: Kinds) -> Sight:
    """What is on a lattice of which only some cells are described anew.

    Args:
        picture: the picture.
        lattice: a little beside the one of ``before``, with as many cells.
        before: what was seen there.
        alike: cells of one number from 0 look the same, and some of them are described for all.
            Cells below 0 keep their description.

    """
    chosen, for_cells = _some_of_each(alike)
    features = before.features.copy()
    features[alike >= 0] = describe(cut_some(picture, lattice, chosen))[for_cells]
    return _sight(picture, lattice, features, before.inside, before.cut)


def look_in_colours(
    picture: Picture, lattice: Lattice, cut: Cut, alike: Kinds, order: Sequence[int]
) -> Sight:
    """What is on a lattice with the three colours in another order.

    Args:
        picture: the picture, its colours in the usual order.
        lattice: where to look.
        cut: the tiles of this lattice.
        alike: some cells of one number, from 0, are described for all.
        order: of the colours.

    """
    chosen, for_cells = _some_of_each(alike)
    patches, of = np.unique(cut.of.ravel()[chosen], return_inverse=True)
    turned = [*order, *(len(order) + colour for colour in order)]
    features = describe(cut.patches[patches][..., turned])[of][for_cells]
    shape = *alike.shape, features.shape[-1]
    inside = cells_inside(picture, lattice)
    return _sight(picture, lattice, features.reshape(shape), inside, cut)


def _some_of_each(alike: Kinds) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Some cells of every kind from 0, and for all such cells which of these stands for it."""
    kinds = alike.ravel()
    stands = np.empty(len(kinds), np.intp)
    chosen: list[int] = []
    for kind in np.unique(kinds[kinds >= 0]).tolist():
        cells = np.flatnonzero(kinds == kind)
        some = _some(cells).tolist()
        stands[cells] = len(chosen) + np.arange(len(cells)) % len(some)
        chosen += some
    return np.array(chosen), stands[kinds >= 0]


def _some(cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """At most ``_DESCRIBED`` of these, evenly."""
    count = min(len(cells), _DESCRIBED)
    return np.asarray(cells[np.linspace(0, len(cells) - 1, count).astype(int)])


def _sight(picture: Picture, lattice: Lattice, features: Floats, inside: Mask, cut: Cut) -> Sight:
    out = _board_net().run(features, inside)
    scores = out[..., :STATES]
    likely = np.asarray(scores - np.logaddexp.reduce(scores, -1, keepdims=True), np.float32)
    _hide(likely, inside & ~cells_inside(picture, lattice, _WHOLE))
    return Sight(likely, out[..., STATES:], inside, features, cut)


def _hide(likely: Floats, cells: Mask) -> None:
    """Say of these cells, in place, that what they show can't be read."""
    some = likely[cells]
    some[:, UNREADABLE] = np.logaddexp.reduce(some[:, :OUTSIDE], -1)
    some[:, :UNREADABLE] = _IMPOSSIBLE
    likely[cells] = some


def cells_inside(picture: Picture, lattice: Lattice, least: float = LEAST_INSIDE) -> Mask:
    """The cells of which at least this share lies in the picture, across and down."""
    height, width = picture.shape[:2]
    across = _shown(np.array(lattice.xs), width, least)
    down = _shown(np.array(lattice.ys), height, least)
    return np.asarray(across[None, :] & down[:, None])


def _shown(edges: NDArray[np.float64], length: int, least: float) -> Mask:
    shown = np.clip(edges, 0, length)
    return np.asarray(np.diff(shown) >= least * np.diff(edges))


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
class _Kin:
    """What the cells say that are like a cell, wherever they are."""

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
    """The mean of what is said, by how well each key fits what each cell asks for.

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
            cells = block.run(cells, mask)
            if number in self.kin:
                cells = self.kin[number].run(cells, inside)
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


def weights_in(file: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """The weights of the board net by name. Those written as bytes have a scale for each row."""
    held = {name: np.asarray(values, np.float32) for name, values in file.items()}
    for name in [name for name in held if name.endswith(_SCALE)]:
        scale, weights = held.pop(name), name.removesuffix(_SCALE)
        held[weights] = np.asarray((held[weights].T * scale).T, np.float32)
    return held


@lru_cache(maxsize=1)
def _board_net() -> _BoardNet:
    with np.load(FOLDER / "board.npz") as file:
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
