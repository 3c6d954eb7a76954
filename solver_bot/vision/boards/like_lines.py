"""Outermost lines of a board that the nets doubt, though their cells are drawn like those within.

Where cells are textured pictures, what is around the board changes how the outermost ones look to
the nets: beside a fence, grass is taken for a meadow.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.boards.likeness import drawings_of, levels_apart
from solver_bot.vision.boards.nets import Sight
from solver_bot.vision.boards.surroundings import Box, mask_of
from solver_bot.vision.patches import CELL, RIM, Patches

_ALIKE, _NEARLY_ALL = 5, 0.8
"""The most grey levels by which any block of a cell differs from one within the board, and the
share of a line's cells that must be so near."""
_PICTURE, _SIGN = 6.0, 16
"""The least mean difference of a picture's pixels from its median colour, in grey levels, and the
span of levels that a sign equal to the pixel must exceed. Grass has 7.1 and more. Of 5,460 lines
beyond the ends of boards those that look like cells had 5.4 at most. One was equal to cells: there
were dashes below a board as well as in it."""
_PERHAPS = -5.0
"""With a lower mean logarithm of the odds for its cells, a line is none: seven lines of grass had
-4.5 and more."""
_EDGE = 4
"""Pixels at a cell's edge that are left out."""


def with_like_lines(seen: Sight, gain: Floats, box: Box) -> tuple[Sight, Box]:
    """The rectangle with the lines beside it whose cells are pictures like those within.

    These cells are then seen as the ones that they look like.

    Args:
        seen: what the nets see.
        gain: the logarithm of the odds that each tile is a cell, shape (rows, columns).
        box: the rectangle.

    """
    grown = True
    while grown:
        grown = False
        for line, larger in _beside(box, gain.shape):
            if gain[line].mean() > _PERHAPS and seen.inside[line].all():
                like = _like(seen, box, line)
                if like is not None:
                    seen, box, grown = _seen_as(seen, line, like), larger, True
                    break
    return seen, box


def _beside(box: Box, shape: tuple[int, ...]) -> list[tuple[Mask, Box]]:
    """The lines beside a rectangle, as masks, and the rectangle with each."""
    left, top, right, bottom = box
    rows, columns = shape
    larger = [
        (left - 1, top, right, bottom),
        (left, top - 1, right, bottom),
        (left, top, right + 1, bottom),
        (left, top, right, bottom + 1),
    ]
    inside = mask_of(box, shape)
    return [
        (mask_of(one, shape) & ~inside, one)
        for one in larger
        if one[0] >= 0 and one[1] >= 0 and one[2] <= columns and one[3] <= rows
    ]


def _like(seen: Sight, box: Box, line: Mask) -> NDArray[np.intp] | None:
    """For every cell of a line the number of a cell within that is equal to it, or most like it.

    None if too many cells look like none within, or are so plain that they may be anything.
    """
    within = np.flatnonzero(mask_of(box, line.shape))
    tiles, first = np.unique(seen.cut.of.ravel()[within], return_index=True)
    inside, beside = seen.cut.patches[tiles], seen.cut.patches[seen.cut.of[line]]
    off = levels_apart(drawings_of(beside), drawings_of(inside))
    like = off.argmin(1)
    told = (off.min(1) <= _ALIKE) & (_contrast(beside) >= _PICTURE)
    equal = {face.tobytes(): tile for tile, face in enumerate(_faces(inside))}
    for cell, face in enumerate(_faces(beside)):
        tile = equal.get(face.tobytes())
        if tile is not None and np.ptp(face, axis=(0, 1)).max() > _SIGN:
            like[cell], told[cell] = tile, True
    return np.asarray(within[first[like]]) if told.mean() >= _NEARLY_ALL else None


def _faces(patches: Patches) -> Patches:
    inner = slice(RIM, RIM + CELL)
    return np.ascontiguousarray(patches[:, inner, inner, :3])


def _contrast(patches: Patches) -> Floats:
    """By how much the pixels of each cell differ from its median colour, on average."""
    inner = slice(RIM + _EDGE, RIM + CELL - _EDGE)
    pixels = patches[:, inner, inner, :3].reshape(len(patches), -1, 3).astype(np.float32)
    return np.asarray(np.abs(pixels - np.median(pixels, 1, keepdims=True)).mean((1, 2)))


def _seen_as(seen: Sight, line: Mask, like: NDArray[np.intp]) -> Sight:
    """What is seen, where the cells of a line are seen as others are."""
    likely = seen.likely.copy()
    likely[line] = seen.likely.reshape(-1, likely.shape[-1])[like]
    return replace(seen, likely=likely)
