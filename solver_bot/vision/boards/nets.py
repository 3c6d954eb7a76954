"""The two nets that say what the cells of a lattice are: one sees a patch, one the whole board.

The first describes each patch by some numbers: see ``patch_net``. The second joins these into a
probability of every state for every cell, and says how far the lattice is off: see ``board_net``.
``benchmarks/reading_net`` trains both on generated boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Floats, Kinds, Mask, Picture
from solver_bot.vision.boards import board_net
from solver_bot.vision.boards.patch_net import describe
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import Cut, Patches, cut_patches, cut_some

OUTSIDE = 16
"""The state of a tile that is no cell of the board. The other states are the codes of cells."""
STATES = 17
_MOST_DIFFERENT = 3000
"""A lattice with more different patches than this is looked at no further: it takes too long."""
_MOST_KNOWN = 5000
"""Patches that are remembered, some 40 MB."""
LEAST_INSIDE, _WHOLE = 0.25, 0.9
"""The least share of a cell in the picture for it to be looked at, and to be read."""
_IMPOSSIBLE = -20.0
_DESCRIBED = 6
"""The most cells that are described for all that look the same, when these are looked at again."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the nets see on a lattice.

    Attributes:
        likely: the logarithm of each state's probability, shape (rows, columns, STATES).
        off: how far the lattice is off at each cell, in cells to the right and down, shape
            (rows, columns, 2). Cells to the right of the true ones, or below, are positive.
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
    """What was found out about one picture, so that nothing is found out twice.

    Attributes:
        described: how many patches were described so far, which is what takes time.
        fitted: lattices, and how their lines lie in the picture.

    """

    def __init__(self) -> None:
        self.described = 0
        self.fitted: dict[Lattice, Lattice] = {}
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
    """What is on a lattice, which may reach beyond the picture; None if it has too many looks."""
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
        alike: cells with one number, from 0, look the same, and some of them are described for all.
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
    """Some cells of every kind from 0, and which of them stands for each cell of these kinds."""
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
    """At most ``_DESCRIBED`` of these cells, evenly spread."""
    count = min(len(cells), _DESCRIBED)
    return np.asarray(cells[np.linspace(0, len(cells) - 1, count).astype(int)])


def _sight(picture: Picture, lattice: Lattice, features: Floats, inside: Mask, cut: Cut) -> Sight:
    out = board_net.run(features, inside)
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
