"""Tiles sorted by likeness: what a board's cells look like, with nothing known of its skin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.cut import SIZE, Bytes, tiles_of
from solver_bot.vision.looks.drawing import (
    have_small_signs,
    is_other_in_middle,
    tiles_with_middles,
)

ALIKE = 5.0
"""The most grey levels within a kind: few enough to tell a 6 from an 8."""
MOST_KINDS = 120

Numbering = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The tiles of a lattice, sorted.

    Attributes:
        of: the kind of every cell, shape (rows, columns); -1 where there were too many kinds.
        tiles: a tile of each kind, shape (kinds, ``SIZE * SIZE * 3``).
        counts: how many cells are of each kind.

    """

    of: Numbering
    tiles: Floats
    counts: Numbering


def sort_tiles(picture: Picture, lattice: Lattice, rim: int = 0) -> Kinds:
    """Put the lattice's tiles into kinds. The first tile of a kind is the measure for the others.

    Most tiles equal another to the pixel, so equal ones are put together first. Tiles are made
    ``rim`` pixels larger on each side, which are cut off.
    """
    tiles = _inner(tiles_of(picture, lattice, SIZE + 2 * rim), rim)
    seen: dict[bytes, int] = {}
    number = np.array([seen.setdefault(tile.tobytes(), len(seen)) for tile in tiles])
    first = np.unique(number, return_index=True)[1]
    different = tiles[first].astype(np.float32)
    leaders, kind = _led(different, ALIKE * ALIKE * tiles.shape[1])
    if len(leaders) < len(different):
        both = tiles_with_middles(picture, lattice)[first]
        leaders, kind = _parted(both, leaders, kind)
    of = kind[number]
    counts = np.bincount(of[of >= 0], minlength=len(leaders))
    return Kinds(of.reshape(lattice.rows, lattice.columns), different[leaders], counts)


def _inner(tiles: Bytes, rim: int) -> Bytes:
    """The tiles without ``rim`` pixels on each side."""
    if not rim:
        return tiles
    whole = tiles.reshape(len(tiles), SIZE + 2 * rim, SIZE + 2 * rim, 3)
    return np.ascontiguousarray(whole[:, rim:-rim, rim:-rim].reshape(len(tiles), -1))


def _led(tiles: Floats, limit: float) -> tuple[list[int], Numbering]:
    """Leaders, each the first tile far from the leaders before it, and the leader of each tile."""
    means = tiles.mean(axis=1)  # two tiles are at least as far apart as their means
    of = np.full(len(tiles), -1)
    leaders: list[int] = []
    for first in range(len(tiles)):
        if of[first] >= 0:
            continue
        if len(leaders) == MOST_KINDS:
            break
        near = np.flatnonzero((of < 0) & (abs(means - means[first]) <= ALIKE))
        apart = tiles[near] - tiles[first]
        of[near[np.einsum("ij,ij->i", apart, apart) <= limit]] = len(leaders)
        leaders.append(first)
    return leaders, of


def _parted(tiles: Floats, leaders: Sequence[int], kind: Numbering) -> tuple[list[int], Numbering]:
    """The kinds, with tiles that show other small signs parted into kinds of their own.

    ``tiles`` include their middles.
    """
    leaders, kind = list(leaders), kind.copy()
    waiting = np.flatnonzero(have_small_signs(tiles[leaders])).tolist()
    while waiting and len(leaders) < MOST_KINDS:
        number = waiting.pop()
        members, leader = np.flatnonzero(kind == number), tiles[leaders[number]]
        others = [one for one in members.tolist() if is_other_in_middle(tiles[one], leader)]
        if others:
            kind[others] = len(leaders)
            waiting.append(len(leaders))
            leaders.append(others[0])
    return leaders, kind
