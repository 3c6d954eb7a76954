"""How far tiles are apart: as a whole, in their middles, or in corners, which signs leave free."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats

NEARER = 0.6
"""A look counts if its distance is below this share of any other's."""


def apart_from(some: Floats, others: Floats) -> Floats:
    squared = (
        np.einsum("ij,ij->i", some, some)[:, None]
        + np.einsum("ij,ij->i", others, others)
        - 2 * some @ others.T
    )
    return np.asarray(np.sqrt(np.maximum(squared, 0) / some.shape[1]))


def corners(tiles: Floats) -> Floats:
    """The corners of tiles, which signs leave free: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    edge = np.ones(side, bool)
    edge[side // 4 : -side // 4] = False
    corners = edge[:, None] & edge
    return _flat(tiles.reshape(-1, side, side, 3)[:, corners])


def _flat(pixels: Floats) -> Floats:
    """One row for each tile, even without tiles."""
    return pixels.reshape(len(pixels), int(np.prod(pixels.shape[1:])))


def middles(tiles: Floats) -> Floats:
    """The inner halves of tiles: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    inner = slice(side // 4, -side // 4)
    return _flat(tiles.reshape(-1, side, side, 3)[:, inner, inner])
