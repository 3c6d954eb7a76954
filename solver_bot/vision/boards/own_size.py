"""Signs at their own size: what is small in its cells is enlarged before the nets look at it.

The nets see all cells at one size. Of a digit a seventh as high as its cell, they see four pixels,
and take a 2 for a 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Kinds, Picture
from solver_bot.vision.lattice import Lattice

_SMALL, _LEAST = 0.42, 5
"""The largest share of its cell's width and height that a small sign has, and its least height in
pixels: specks are lower."""
_FILLED = 0.9
"""The share of a cell's width and height from which on what stands out is a pattern, no sign."""
_WANTED = 0.62
"""The share of a cell's height that enlarged signs have."""
_RIM = 0.1
"""The share of a cell at each edge that belongs to its border."""
_STANDS_OUT, _OF_MOST = 24, 0.35
"""How much a sign stands out from its ground at least: in grey levels, and as a share of what
stands out most in its cell."""
_FEWEST, _MOSTLY, _ONE_HEIGHT = 1, 0.6, 0.25
"""The fewest cells with small signs; their least share of all cells with signs, and that of signs
of one height among them; and how much such heights may differ from the median, as a share of it:
digits are of one height."""
_MOST_KINDS = 80
"""With more different tiles the cells have textures, and no sign is told from its ground."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """A cell's sign: its middle and its size, in pixels of the picture, and whether it is small."""

    x: float
    y: float
    height: int
    is_small: bool


def with_enlarged_signs(picture: Picture, lattice: Lattice, equal: Kinds) -> Picture | None:
    """The picture with small signs enlarged in their cells; None if its signs are not small.

    ``equal`` tells which cells are equal to the pixel, shape (rows, columns).
    """
    _, firsts, counts = np.unique(equal, return_index=True, return_counts=True)
    if len(firsts) > _MOST_KINDS:
        return None
    signs = [_sign(picture, lattice, cell) for cell in firsts.tolist()]
    height = _height(signs, counts.tolist())
    if height is None:
        return None
    enlarged = picture.copy()
    for cell in range(equal.size):
        sign = _sign(picture, lattice, cell)
        if sign and sign.is_small:
            _enlarge(enlarged, picture, lattice, cell, sign, height)
    return enlarged


def _sign(picture: Picture, lattice: Lattice, cell: int) -> _Sign | None:
    """What stands out from the ground of a cell; None if nothing does, or all over the cell."""
    left, top, right, bottom = _inside(lattice, cell)
    tile = picture[max(0, top) : bottom, max(0, left) : right]
    if min(tile.shape[:2]) < _LEAST:
        return None
    apart = _apart_from_ground(tile)
    seen = apart > max(_STANDS_OUT, _OF_MOST * float(apart.max()))
    rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
    if not len(rows):
        return None
    high, wide = int(rows[-1] - rows[0] + 1), int(columns[-1] - columns[0] + 1)
    if high >= _FILLED * len(tile) and wide >= _FILLED * tile.shape[1]:
        return None
    if seen.all(0).any() or seen.all(1).any():
        return None
    small = high <= _SMALL * lattice.cell_height and wide <= _SMALL * lattice.cell_width
    x, y = left + (columns[0] + columns[-1] + 1) / 2, top + (rows[0] + rows[-1] + 1) / 2
    return _Sign(x, y, high, small and high >= _LEAST)


def _apart_from_ground(tile: Picture) -> Floats:
    """By how much each pixel differs from the median in any colour: shape (height, width).

    Each colour by itself takes a quarter of the time of NumPy's median of all.
    """
    colours = np.ascontiguousarray(tile.transpose(2, 0, 1)).astype(np.int16)
    values = colours.reshape(3, -1)
    last = values.shape[1] // 2
    first = last - 1 + values.shape[1] % 2
    middle = np.partition(values, (first, last), 1)[:, [first, last]].mean(1)
    blue, green, red = np.abs(colours - middle[:, None, None])
    return np.asarray(np.maximum(np.maximum(blue, green), red))


def _inside(lattice: Lattice, cell: int) -> tuple[int, int, int, int]:
    """A cell without its border: left, top, right, bottom."""
    left, top, right, bottom = lattice.box(cell)
    across, down = _RIM * (right - left) + 1, _RIM * (bottom - top) + 1
    return round(left + across), round(top + down), round(right - across), round(bottom - down)


def _height(signs: Sequence[_Sign | None], counts: Sequence[int]) -> float | None:
    """The height that most small signs have; None if the board's signs are not small."""
    drawn = [(one, many) for one, many in zip(signs, counts, strict=True) if one]
    small = [(one.height, many) for one, many in drawn if one.is_small]
    heights = np.repeat([height for height, _ in small], [many for _, many in small])
    if len(heights) < max(_FEWEST, _MOSTLY * sum(many for _, many in drawn)):
        return None
    middle = float(np.median(heights))
    alike = np.abs(heights - middle) <= _ONE_HEIGHT * middle
    return middle if alike.mean() >= _MOSTLY else None


def _enlarge(
    enlarged: Picture, picture: Picture, lattice: Lattice, cell: int, sign: _Sign, height: float
) -> None:
    """Draw a cell's sign larger, in the middle of its cell, as one of this height grows."""
    left, top, right, bottom = _inside(lattice, cell)
    if min(left, top) < 0 or right > picture.shape[1] or bottom > picture.shape[0]:
        return
    times = _WANTED * lattice.cell_height / height
    move = (right - left) / 2 - times * (sign.x - left), (bottom - top) / 2 - times * (sign.y - top)
    enlarged[top:bottom, left:right] = cv2.warpAffine(
        picture[top:bottom, left:right],
        np.array([[times, 0, move[0]], [0, times, move[1]]], np.float32),
        (right - left, bottom - top),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
