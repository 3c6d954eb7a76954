"""What is drawn on tiles, and whether two drawings differ, small signs too."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.looks.cut import SIZE, tiles_of

WHOLE = SIZE * SIZE * 3
"""How many values a whole tile has. As many follow for its middle, brought to the same size."""
MIDDLE = 0.4
"""The share of a cell, across and down, that is its middle."""
PLACE_ALIKE = 10.0
"""The most grey levels by which tiles of one look differ at any place, averaged over 3 x 3 pixels.
In the faintest look in which a confusion lost a game, a 3 differed from a 1 by 13."""
_OTHER = 0.3
"""The least difference between two numbers, as a share of what stands out."""
_RIM = 3
"""The pixels of a tile's rim, where cells beside it may throw shadows."""
_PLAIN, _LINED = 6.0, 8.0
"""The most grey levels by which a plain tile differs from its ground, and the least for lines."""
_MOSTLY, _LINES = 0.8, 2
"""The least share of an edge that a line takes, and the least number of edges with a line."""
_SMALL = 0.25
"""The most that stands out around the middle of a tile with a small sign, as a share of the
middle."""


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
    """How far each tile's mean colour is from that of the nearest known tile: shape (tiles,).

    In grey levels; 0 if no tile is known.
    """
    if not len(known):
        return np.zeros(len(tiles), np.float32)
    own, other = (part[:, :WHOLE].reshape(len(part), -1, 3).mean(1) for part in (tiles, known))
    return np.asarray(np.abs(own[:, None] - other).max(-1).min(-1))


def locally_apart(some: Floats, others: Floats) -> Floats:
    """How far each tile is from its counterpart where they differ most, rims left out.

    In grey levels, on average over 3 x 3 pixels. A thin sign in a faint colour differs from another
    one in few places.
    """
    apart = _squares(some - others)
    return np.array([abs(cv2.blur(one, (3, 3))).max() for one in apart], np.float32)


def differs(one: Floats, others: Floats) -> bool:
    """Whether a drawing differs from each of the others by a large share of what stands out.

    Cells may be a pixel off if their pitch is no whole number.
    """
    plain = np.zeros_like(others)
    stands_out = np.maximum(locally_apart(one, plain[:1]), locally_apart(others, plain))
    moved = [np.roll(others, by, (1, 2)) for by in product((-1, 0, 1), repeat=2)]
    same = np.broadcast_to(one, others.shape)
    apart = np.min([locally_apart(same, other) for other in moved], axis=0)
    return bool((apart > np.maximum(PLACE_ALIKE, _OTHER * stands_out)).all())


def have_small_signs(tiles: Floats) -> Mask:
    """Whether what stands out in each tile stands out in its middle alone, rims left out."""
    out = np.abs(_squares(drawing(tiles))).max(-1)
    beside = (out.shape[1] - round(MIDDLE * SIZE)) // 2
    middle = out[:, beside:-beside, beside:-beside].max((1, 2))
    around = out.copy()
    around[:, beside:-beside, beside:-beside] = 0
    return np.asarray(around.max((1, 2)) < _SMALL * middle)


def are_plain(tiles: Floats) -> Mask:
    """Which whole tiles show one colour, rims left out."""
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
    """Whether a tile shows another sign in its middle than a known tile does.

    A whole tile leaves little of a small sign, so small signs differ in the middle alone.
    """
    return differs(*(drawing(one[None, WHOLE:]) for one in (tile, known)))


def _ground(inside: Floats) -> Floats:
    return np.asarray(np.median(inside, (1, 2), keepdims=True))


def _squares(tiles: Floats) -> Floats:
    """Tiles without their rims: shape (tiles, height, width, 3)."""
    return tiles.reshape(len(tiles), SIZE, SIZE, 3)[:, _RIM:-_RIM, _RIM:-_RIM]
