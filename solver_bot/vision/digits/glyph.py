"""A cell's sign by itself: cut out tightly and brought to one size, whatever is around it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice

SIZE, INSIDE = 24, 20
"""Pixels of a glyph each way, and of its sign in its longer direction."""
_RIMS = 0.07, 0.0
"""The share of a cell at each edge, besides a pixel, that belongs to its border. The second share
is tried if the first gives no sign: it may cut one that is off the middle of its cell."""
_LEAST = 5
"""The least height of a sign, in pixels: what is lower is a speck or a dash."""
_REST, _REST_SHARE = 2, 0.1
"""The edge of a tile where rests of a border lie: its least width in pixels, and as a share."""
_STANDS_OUT, _OF_MOST = 24, 0.3
"""The least grey levels by which a sign stands out from its ground, and the least share of what
stands out most in its cell."""
_WIDE = 1.6
"""The greatest width of a digit, as a multiple of its height."""
_PLATE, _FILLED, _FRAMED = 0.4, 0.5, 0.8
"""The least shares: of a tile's width and height that a plate or frame takes, of a plate's pixels
that have one colour, and of a frame's edges that stand out."""
_FRAME = 0.08
"""The share of a plate's width and height at each edge that may be its border."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""
Glyph = NDArray[np.uint8]
"""Shape (SIZE, SIZE): how much each pixel stands out from the ground, 255 where it does most."""


def glyph_of(picture: Picture, lattice: Lattice, cell: int) -> Glyph | None:
    """The sign of a cell. Cells are numbered in reading order.

    None if no whole sign in the shape of a digit stands out from its ground.
    """
    left, top, right, bottom = lattice.box(cell)
    for rim in _RIMS:
        across, down = rim * (right - left) + 1, rim * (bottom - top) + 1
        x, y = max(0, round(left + across)), max(0, round(top + down))
        glyph = glyph_in(picture[y : round(bottom - down), x : round(right - across)])
        if glyph is not None:
            return glyph
    return None


def glyph_in(tile: Picture) -> Glyph | None:
    """The sign in a tile without its border, shape (height, width, 3).

    The sign may stand on a plate within the tile, as on a cell's button between gaps.
    """
    if min(tile.shape[:2]) < _LEAST:
        return None
    apart = _apart_from_ground(tile)
    seen = apart > max(_STANDS_OUT, _OF_MOST * float(apart.max()))
    seen = _without_rests(seen & ~_border(seen))
    rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
    if not len(rows):
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    left, right = int(columns[0]), int(columns[-1]) + 1
    inside = _within(seen, tile, (left, top, right, bottom))
    if inside is not None and (glyph := glyph_in(inside)) is not None:
        return glyph
    if bottom - top < _LEAST or right - left > _WIDE * (bottom - top):
        return None
    if min(left, top) == 0 or right == tile.shape[1] or bottom == tile.shape[0]:
        return None  # the upper half of a 3 looks like a 2
    return _brought_to_size(apart[top:bottom, left:right])


def _within(seen: NDArray[np.bool_], tile: Picture, box: Box) -> Picture | None:
    """The inside of a frame or of a plate that fills a box of the tile; None if neither does."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if min(wide / tile.shape[1], high / tile.shape[0]) < _PLATE:
        return None
    inside, drawn = tile[top:bottom, left:right], seen[top:bottom, left:right]
    edges = np.concatenate([drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]])
    colour, share = _most_common(inside)
    is_plate = share >= _FILLED and np.abs(colour - _most_common(tile)[0]).max() > _STANDS_OUT
    if not is_plate and edges.mean() < _FRAMED:
        return None
    x, y = round(_FRAME * wide) + 1, round(_FRAME * high) + 1
    return inside[y : high - y, x : wide - x]


def _apart_from_ground(tile: Picture) -> Floats:
    """By how much each pixel differs from the most common colour, at most 255."""
    ground = _most_common(tile)[0]
    return np.asarray(np.abs(tile.astype(np.int16) - ground).max(-1), np.float32)


def _most_common(tile: Picture) -> tuple[NDArray[np.int16], float]:
    """The colour of most pixels, and their share."""
    colours, counts = np.unique(tile.reshape(-1, 3), axis=0, return_counts=True)
    most = counts.argmax()
    return colours[most].astype(np.int16), float(counts[most] / counts.sum())


def _border(seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The lines that stand out along most of an edge of the tile: rests of the cell's border."""
    border = np.zeros_like(seen)
    for turn in range(4):
        lines, turned = np.rot90(seen, turn), np.rot90(border, turn)
        for line in range(len(lines) // 4):
            if lines[line].mean() < 0.7:
                break
            turned[line] = True
    return border


def _without_rests(seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pixels that stand out, without parts along the tile's edges alone: rests of a border."""
    high, wide = seen.shape
    down, across = (max(_REST, round(_REST_SHARE * length)) for length in (high, wide))
    _, of = cv2.connectedComponents(seen.astype(np.uint8))
    kept = np.unique(of[down : high - down, across : wide - across])
    return np.asarray(seen & np.isin(of, kept))


def _brought_to_size(apart: Floats) -> Glyph:
    high, wide = apart.shape
    scale = INSIDE / max(high, wide)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    drawn = cv2.resize(apart * (255 / apart.max()), size, interpolation=way)
    glyph = np.zeros((SIZE, SIZE), np.uint8)
    x, y = (SIZE - size[0]) // 2, (SIZE - size[1]) // 2
    glyph[y : y + size[1], x : x + size[0]] = np.rint(drawn)
    return glyph
