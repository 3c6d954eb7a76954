"""How far tiles are apart: in all, in their corners, which signs leave free, or in the middle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.unseen.cut import SIZE
from solver_bot.vision.unseen.kinds import Group

NEARER = 0.6
"""A ground is told from another where it is so much nearer."""
UNLIKE = 8.0
"""Grey levels from which the middles of two tiles differ by more than how they are shown."""
_SHADE = 15.0
"""Grey levels by which open cells may differ where a background shines through."""
_VARIED = 3.0
"""Grey levels that the pixels of a tile differ by for its pattern to be told."""


def apart_from(some: Floats, others: Floats) -> Floats:
    squared = (
        np.einsum("ij,ij->i", some, some)[:, None]
        + np.einsum("ij,ij->i", others, others)
        - 2 * some @ others.T
    )
    return np.asarray(np.sqrt(np.maximum(squared, 0) / some.shape[1]))


def shade_apart(some: Floats, others: Floats) -> float:
    """How far the nearest two are apart where some shade between them costs nothing."""
    mean, other_mean = some.mean(axis=1), others.mean(axis=1)
    texture = apart_from(some - mean[:, None], others - other_mean[:, None])
    shift = np.maximum(0, abs(mean[:, None] - other_mean) - _SHADE)
    return float(np.hypot(texture, shift).min())


def corners(tiles: Floats) -> Floats:
    """The corners of tiles, which signs leave free: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    edge = np.ones(side, bool)
    edge[side // 4 : -side // 4] = False
    corners = edge[:, None] & edge
    return _flat(tiles.reshape(-1, side, side, 3)[:, corners])


def _flat(pixels: Floats) -> Floats:
    """A row a tile, be there none."""
    return pixels.reshape(len(pixels), int(np.prod(pixels.shape[1:])))


def to_ground(tiles: Floats, some: Group, others: Group) -> Floats:
    """How far each tile's corners are from those of the nearest of the others, in grey levels."""
    grounds = corners(tiles)
    return np.asarray(apart_from(grounds[some], grounds[others]).min(axis=1))


def corner_by_corner(tiles: Floats, some: Group, others: Group) -> Floats:
    """How far each corner of tiles is from that of others, the nearest first.

    Shape (some, others, 4), in grey levels. A sign may reach into some of the corners.
    """
    grounds = corners(tiles)
    side = int(np.sqrt(grounds.shape[1] // 3)) // 2
    squared = (grounds[some][:, None] - grounds[others]) ** 2
    each = squared.reshape(len(some), len(others), 2, side, 2, side * 3).mean(axis=(3, 5))
    return np.asarray(np.sqrt(np.sort(each.reshape(len(some), len(others), 4), axis=2)))


def mostly_to_ground(tiles: Floats, some: Group, others: Group) -> Floats:
    """As ``to_ground``, by the two corners of four that differ least."""
    return np.asarray(corner_by_corner(tiles, some, others)[:, :, 1].min(axis=1))


def on_first(tiles: Floats, some: Group, first: Group, second: Group) -> Mask:
    """Where a tile's corners are nearer to the first's than to the second's."""
    return np.asarray(to_ground(tiles, some, first) < to_ground(tiles, some, second))


def nearer(tiles: Floats, some: Group, first: Group, second: Group) -> NDArray[np.int64]:
    """1 where a tile's corners are clearly nearer to the first's, -1 to the second's, else 0."""
    return clearly_nearer(to_ground(tiles, some, first), to_ground(tiles, some, second))


def clearly_nearer(to_first: Floats, to_second: Floats) -> NDArray[np.int64]:
    closer = (to_first < NEARER * to_second).astype(np.int64)
    return np.asarray(closer - (to_second < NEARER * to_first))


def middles(tiles: Floats) -> Floats:
    """The inner halves of tiles: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    inner = slice(side // 4, -side // 4)
    return _flat(tiles.reshape(-1, side, side, 3)[:, inner, inner])


def middle_apart(some: Floats, others: Floats) -> Floats:
    return apart_from(middles(some), middles(others))


def spread(tiles: Floats) -> Floats:
    """How far the pixels of each tile are from its mean colour."""
    pixels = tiles.reshape(len(tiles), tiles.shape[1] // 3, 3)
    return np.asarray(np.sqrt(pixels.var(axis=1).mean(axis=1)))


def changes(tiles: Floats) -> Floats:
    """How much each tile changes by a move by half of it both ways; nan where it is too plain.

    Nothing is 0; two tiles that have nothing to do with each other are 1.4 apart. A tile that does
    not change is four cells, or two and two fields of a chessboard.
    """
    pictures = tiles.reshape(-1, SIZE, SIZE, 3)
    moved = np.roll(pictures, (SIZE // 2, SIZE // 2), (1, 2))
    apart = np.sqrt(((pictures - moved) ** 2).mean(axis=(1, 2, 3)))
    varied = spread(tiles)
    return np.where(varied >= _VARIED, apart / np.maximum(varied, _VARIED), np.nan)
