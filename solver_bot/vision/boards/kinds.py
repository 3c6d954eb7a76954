"""Which cells of a board look the same."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Kinds, Mask, Points
from solver_bot.vision.patches import RIM, SIDE, Cut, Patches, different

_EDGE = 1
"""Pixels at a cell's edge that are left out: neighbours shine into them."""
_ALIKE = 5
"""Grey levels by which tiles that look the same differ at most, averaged over 3 x 3 pixels."""
_APART = 31
"""The step between the values of a tile that are compared first."""
_LOWEST = -12.0
"""No state counts as less likely than this logarithm, so that no single cell outweighs many."""
_MOST = 400
"""With more different tiles than this, only equal ones are of a kind."""

_SURELY, _FEWEST = 0.98, 3
"""How surely a cell shows a state, and the fewest such cells of each state that make a kind two."""
_LEAST_APART, _FARTHER, _NEARLY_ALL = 0.5, 2.0, 0.9
"""The least mean difference between two kinds, in grey levels; how many times as far as from its
own kind's mean a cell is from the other's; and the share of each kind's cells that must be so
far."""

Appearance = NDArray[np.int16]
"""The insides of tiles, a little blurred: shape (..., values)."""


def appearance(cut: Cut) -> Appearance:
    """What the cells look like without their edges: shape (rows, columns, values)."""
    faces = cut.patches[:, RIM:-RIM, RIM:-RIM, :3]
    tiles = [_blurred(faces), _reduced(cut.patches[..., 3:])]
    return np.concatenate(tiles, -1).astype(np.int16)[cut.of]


def edges_of(cut: Cut) -> Appearance:
    """What is left out of ``appearance``, the outermost pixels: shape (rows, columns, values)."""
    faces = cut.patches[:, RIM:-RIM, RIM:-RIM, :3]
    inner: Mask = np.zeros(faces.shape[1:3], np.bool_)
    inner[_EDGE:-_EDGE, _EDGE:-_EDGE] = True
    return faces[:, ~inner].reshape(len(faces), -1).astype(np.int16)[cut.of]


def looks_of(faces: NDArray[np.uint8]) -> int:
    """How many looks there are among tiles without rims, shape (n, CELL, CELL, 3)."""
    return int(kinds_of(_blurred(faces).astype(np.int16)[None]).max()) + 1


def _blurred(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The insides of tiles without their rims, the mean over 3 x 3 pixels: shape (n, values).

    They are blurred below each other in one picture, each between copies of its second line and its
    last but one, so that no tile shines into another.
    """
    tiles = faces[:, _EDGE:-_EDGE, _EDGE:-_EDGE]
    count, high, wide, colours = tiles.shape
    apart = np.empty((count, high + 2, wide, colours), np.uint8)
    apart[:, 1:-1], apart[:, 0], apart[:, -1] = tiles, tiles[:, 1], tiles[:, -2]
    blurred = cv2.blur(apart.reshape(-1, wide, colours), (3, 3))
    return np.asarray(blurred, np.uint8).reshape(apart.shape)[:, 1:-1].reshape(count, -1)


def _reduced(patches: Patches) -> NDArray[np.uint8]:
    """Patches half as fine, below each other while this is done: shape (n, values)."""
    count, high, wide, colours = patches.shape
    column = np.ascontiguousarray(patches).reshape(count * high, wide, colours)
    size = wide // 2, count * high // 2
    small = cv2.resize(column, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(count, -1)


def equal_tiles(cut: Cut) -> Kinds:
    """Which cells are equal to the pixel, with their edges: numbered, shape (rows, columns)."""
    inner = slice(RIM, SIDE - RIM)
    _, of = different(np.ascontiguousarray(cut.patches[:, inner, inner, :3]))
    return np.unique(of[cut.of], return_inverse=True)[1].reshape(cut.of.shape)


def mean_of_kinds(likely: Floats, kinds: Kinds) -> Floats:
    """The mean evidence of every kind as logarithms of probabilities, shape (kinds, states)."""
    total = np.zeros((int(kinds.max()) + 1, likely.shape[-1]))
    np.add.at(total, kinds, np.maximum(likely, _LOWEST))
    scores = total / np.bincount(kinds.ravel())[:, None]
    return np.asarray(scores - np.logaddexp.reduce(scores, -1, keepdims=True), np.float32)


def kinds_of(seen: Appearance) -> Kinds:
    """The kind of every cell, numbered from 0, shape (rows, columns).

    Tiles are of one kind if they are nearly equal to the first one of that kind.
    """
    tiles = seen.reshape(-1, seen.shape[-1])
    firsts, of = different(tiles)
    if 1 < len(firsts) <= _MOST:
        of = _led(tiles[firsts])[of]
    return np.unique(of, return_inverse=True)[1].reshape(seen.shape[:2])


def parted(kinds: Kinds, views: Sequence[Appearance], likely: Floats) -> Kinds:
    """The kinds, with those split in two that surely show two states and look a little apart.

    Covered cells may differ by a few levels from empty ones, or by their outlines alone. In a noisy
    picture the nets see cells of one kind otherwise by chance, but these do not look apart.

    Args:
        kinds: shape (rows, columns).
        views: what the cells look like, each of shape (rows, columns, values). One in which they
            look apart is enough.
        likely: the logarithms of the probabilities of codes, shape (rows, columns, codes).

    """
    states, surely = likely.argmax(-1), likely.max(-1) >= np.log(_SURELY)
    new = kinds.copy()
    for kind in np.flatnonzero(np.bincount(kinds.ravel()) >= 2 * _FEWEST).tolist():
        cells = kinds == kind
        names, counts = np.unique(states[cells & surely], return_counts=True)
        if len(names) < 2 or np.sort(counts)[-2] < _FEWEST:
            continue
        two = [cells & surely & (states == state) for state in names[np.argsort(counts)[-2:]]]
        for seen in views:
            first = _nearer_first(seen[cells], [seen[group] for group in two])
            if first is not None:
                new[cells] = np.where(first, new.max() + 1, kind)
                break
    return np.unique(new, return_inverse=True)[1].reshape(kinds.shape)


def _nearer_first(cells: Appearance, groups: Sequence[Appearance]) -> Mask | None:
    """Which cells look more like the first of two groups; None if these do not look apart."""
    groups = [group.astype(np.float32) for group in groups]
    means = [group.mean(0) for group in groups]
    if float(np.abs(means[0] - means[1]).mean()) <= _LEAST_APART:
        return None
    for group, (own, other) in zip(groups, (means, means[::-1]), strict=True):
        near = _FARTHER * _off(group, own) <= _off(group, other)
        if near.mean() < _NEARLY_ALL:
            return None
    return np.asarray(_off(cells, means[0]) < _off(cells, means[1]))


def _off(cells: Floats | Appearance, mean: Floats | Points) -> Floats | Points:
    """How far cells differ from a mean on average: shape (n,)."""
    return np.asarray(np.abs(cells - mean).mean(1))


def _led(tiles: Appearance) -> NDArray[np.intp]:
    """For every tile the number of the first one that it is nearly equal to.

    A few values tell a tile from most others. Only where these agree are all values compared.
    """
    few = np.ascontiguousarray(tiles[:, ::_APART])
    of = np.full(len(tiles), -1)
    for first in range(len(tiles)):
        if of[first] < 0:
            left = np.flatnonzero(of < 0)
            near = left[np.abs(few[left] - few[first]).max(axis=1) <= _ALIKE]
            apart = np.abs(tiles[near] - tiles[first]).max(axis=1)
            of[near[apart <= _ALIKE]] = first
    return of
