"""What is drawn on tiles, and whether two drawings differ, at the size of the sign."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.looks.cut import SIZE, tiles_of

WHOLE = SIZE * SIZE * 3
"""Values of a whole tile. Those of its middle, brought to the same size, follow them."""
MIDDLE = 0.4
"""The share of a cell, across and down, that is its middle."""
PLACE_ALIKE = 10.0
"""Grey levels by which tiles of one look differ at most at any place, on average over 3 x 3 pixels.
In the faintest look in which a game was lost by it, a 3 differed from a 1 by 13."""
_OTHER = 0.3
"""The share of what stands out in a tile by which it differs from one that shows another number."""
_RIM = 3
"""Pixels of a tile's rim, on which its neighbours may throw shadows."""
_PLAIN, _LINED = 6.0, 8.0
"""Grey levels by which a plain tile differs from its ground at most, and lines at least."""
_MOSTLY, _LINES = 0.8, 2
"""The least share of an edge that a line takes, and the least number of edges with a line."""
_SMALL = 0.25
"""How much less stands out around the middle of a tile with a small sign than in it, at most."""


def tiles_with_middles(picture: Picture, lattice: Lattice) -> Floats:
    """All tiles and their middles, which show small signs larger: shape (cells, 2 * ``WHOLE``)."""
    both = tiles_of(picture, lattice, SIZE), tiles_of(picture, lattice, SIZE, MIDDLE)
    return np.hstack(both).astype(np.float32)


def tile_with_middle(picture: Picture) -> Floats:
    """The same for the picture of one cell: shape (2 * ``WHOLE``,)."""
    height, width = picture.shape[:2]
    high, wide = max(1, int(MIDDLE * height)), max(1, int(MIDDLE * width))
    top, left = (height - high) // 2, (width - wide) // 2
    parts = picture, picture[top : top + high, left : left + wide]
    return np.hstack([scaled(part, SIZE, SIZE).reshape(-1) for part in parts]).astype(np.float32)


def inner(tiles: Floats) -> Floats:
    """Whole tiles without their rims: shape (tiles, values)."""
    squares = _squares(tiles[:, :WHOLE])
    return np.ascontiguousarray(squares.reshape(len(tiles), int(np.prod(squares.shape[1:]))))


def drawing(tiles: Floats) -> Floats:
    """What stands out from the ground of whole tiles: shape (tiles, ``SIZE``, ``SIZE``, 3)."""
    squares = tiles[:, :WHOLE].reshape(len(tiles), SIZE, SIZE, 3)
    return squares - np.median(squares, axis=(1, 2), keepdims=True)


def colour_apart(tiles: Floats, known: Floats) -> Floats:
    """By how many levels each tile's mean colour is off that of the nearest known one: (tiles,).

    It is 0 where none is known.
    """
    if not len(known):
        return np.zeros(len(tiles), np.float32)
    own, other = (part[:, :WHOLE].reshape(len(part), -1, 3).mean(1) for part in (tiles, known))
    return np.asarray(np.abs(own[:, None] - other).max(-1).min(-1))


def locally_apart(some: Floats, others: Floats) -> Floats:
    """How far each tile is from its counterpart where they differ most, their rims apart.

    In grey levels, on average over 3 x 3 pixels. A thin sign in a faint colour differs from another
    one in few places.
    """
    apart = _squares(some - others)
    return np.array([abs(cv2.blur(one, (3, 3))).max() for one in apart], np.float32)


def differs(one: Floats, others: Floats) -> bool:
    """Whether a drawing differs from each of the others by much of what they stand out.

    Cells of a pitch that is no whole number are up to a pixel off.
    """
    plain = np.zeros_like(others)
    stands_out = np.maximum(locally_apart(one, plain[:1]), locally_apart(others, plain))
    moved = [np.roll(others, by, (1, 2)) for by in product((-1, 0, 1), repeat=2)]
    same = np.broadcast_to(one, others.shape)
    apart = np.min([locally_apart(same, other) for other in moved], axis=0)
    return bool((apart > np.maximum(PLACE_ALIKE, _OTHER * stands_out)).all())


def have_small_signs(tiles: Floats) -> Mask:
    """Whether what stands out in each tile, its rim apart, does so in its middle alone."""
    out = np.abs(_squares(drawing(tiles))).max(-1)
    beside = (out.shape[1] - round(MIDDLE * SIZE)) // 2
    middle = out[:, beside:-beside, beside:-beside].max((1, 2))
    around = out.copy()
    around[:, beside:-beside, beside:-beside] = 0
    return np.asarray(around.max((1, 2)) < _SMALL * middle)


def are_plain(tiles: Floats) -> Mask:
    """Which whole tiles show one colour, their rims apart."""
    inside = _squares(tiles[:, :WHOLE])
    return np.asarray(np.abs(inside - _ground(inside)).max((1, 2, 3)) <= _PLAIN)


def plain_in_lines(tiles: Floats) -> Mask:
    """Which whole tiles show one colour and lines or gaps at their edges."""
    squares = tiles[:, :WHOLE].reshape(len(tiles), SIZE, SIZE, 3)
    ground = _ground(_squares(tiles[:, :WHOLE]))
    off = np.abs(squares - ground).max(-1) > _LINED
    edges = off[:, 0], off[:, -1], off[:, :, 0], off[:, :, -1]
    lined = np.sum([edge.mean(-1) >= _MOSTLY for edge in edges], 0) >= _LINES
    return np.asarray(are_plain(tiles) & lined)


def is_other_in_middle(tile: Floats, known: Floats) -> bool:
    """Whether the middle of a tile shows another sign than that of a known one.

    Of a small sign little is left in a whole tile, so that small signs differ in its middle alone.
    """
    return differs(*(drawing(one[None, WHOLE:]) for one in (tile, known)))


def _ground(inside: Floats) -> Floats:
    return np.asarray(np.median(inside, (1, 2), keepdims=True))


def _squares(tiles: Floats) -> Floats:
    """Tiles without their rims: shape (tiles, height, width, 3)."""
    return tiles.reshape(len(tiles), SIZE, SIZE, 3)[:, _RIM:-_RIM, _RIM:-_RIM]
