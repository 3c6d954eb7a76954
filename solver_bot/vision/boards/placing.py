"""Moves a lattice to where its cells lie, as the nets see it on some of them or on all."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.lines import has_whole_pixels
from solver_bot.vision.boards.nets import OUTSIDE, Memory, Sight, look
from solver_bot.vision.boards.surroundings import Box
from solver_bot.vision.lattice import Lattice

FEWEST_LINES = 4
BEYOND = 3
"""Lines beyond the seed that are looked at first."""
_LINES_OF_PART = 6, 10
"""Lines of the part of a seed that is looked at: few to see whether there are cells at all, more to
see how far the seed is off."""
_PLACES = ((0.5, 0.5), (0.15, 0.2), (0.85, 0.8))
"""Where parts are looked at, one after the other: a message may hide the middle."""
_CORNER = 0.0, 0.0
"""Where a part is looked at last, together with what is around it."""
_SOME_CELLS = 0.35
"""The least share of a part that must be cells for the seed to be followed."""
_HARDLY_CELLS = 0.02
"""With a smaller share of cells in every part, what is around them is not looked at either. Plain
covered cells beside a panel had 0.4 and more, and of 209 places without a board 187 had less."""
_PLACED, WELL_PLACED = 0.012, 0.04
"""A lattice that is off by less than this, in cells, stays where it is: a seed, and a whole
board."""


def well_placed(picture: Picture, seed: Lattice, memory: Memory) -> Lattice | None:
    """The seed, moved to where some of its cells say that they are; None if these are no cells."""
    few, more = _LINES_OF_PART
    most = 0.0
    tried: set[Lattice] = set()
    for place in (_most_varied(picture, seed), *_PLACES):
        part = _part_of(seed, few, place)
        if part in tried:  # a small seed has one part, and nothing else is seen there
            continue
        tried.add(part)
        share, _ = _cells_seen(picture, part, memory)
        most = max(most, share)
        if share >= _SOME_CELLS:
            part = _part_of(seed, more, place)
            share, seen = _cells_seen(picture, part, memory)
            if seen and share >= _SOME_CELLS:
                return _moved_with(seed, part, seen)
    if most < _HARDLY_CELLS:
        return None
    corner = _part_of(seed, more, _CORNER)
    share, seen = _cells_seen(picture, corner, memory, BEYOND)
    return _moved_with(seed, corner, seen) if seen and share >= _SOME_CELLS else None


def _most_varied(picture: Picture, seed: Lattice) -> tuple[float, float]:
    """How far across and down the cells differ most: covered ones alone could be anything."""
    height, width = picture.shape[:2]
    left, right = (int(np.clip(x, 0, width - 1)) for x in (seed.left, seed.right))
    top, bottom = (int(np.clip(y, 0, height - 1)) for y in (seed.top, seed.bottom))
    part = picture[top : bottom + 1, left : right + 1]
    size = seed.columns, seed.rows
    cells = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    lines = _LINES_OF_PART[0]
    size = lines, lines
    varied = (cv2.blur(cells**2, size) - cv2.blur(cells, size) ** 2).sum(-1)
    row, column = np.unravel_index(int(varied.argmax()), varied.shape)
    return (
        float(np.clip((column - lines // 2) / max(1, seed.columns - lines), 0, 1)),
        float(np.clip((row - lines // 2) / max(1, seed.rows - lines), 0, 1)),
    )


def _moved_with(seed: Lattice, part: Lattice, seen: Sight) -> Lattice:
    """The seed, moved and stretched as its part is."""
    moved = placed(part, seen, (0, 0, part.columns, part.rows), _PLACED)
    left = round((part.left - seed.left) / seed.cell_width)
    top = round((part.top - seed.top) / seed.cell_height)
    return moved.part(-left, -top, seed.columns - left, seed.rows - top)


def _cells_seen(
    picture: Picture, lattice: Lattice, memory: Memory, around: int = 0
) -> tuple[float, Sight | None]:
    """The share of the lattice that is cells of a board, and what is on it.

    Covered cells of some looks are told only beside what is ``around`` the lattice, in lines.
    """
    seen = look(picture, lattice.grown(around), memory)
    if seen is None:
        return 0.0, None
    part = seen.part(around, around, around + lattice.columns, around + lattice.rows)
    cells = -np.expm1(part.likely[..., OUTSIDE])[part.inside]
    return float(cells.mean()) if cells.size else 0.0, part


def _part_of(lattice: Lattice, lines: int, place: tuple[float, float]) -> Lattice:
    """A part of a lattice, about ``lines`` lines each way, as far across and down as ``place``."""
    left = round(max(0, lattice.columns - lines) * place[0])
    top = round(max(0, lattice.rows - lines) * place[1])
    right = left + min(lines, max(lattice.columns, FEWEST_LINES))
    bottom = top + min(lines, max(lattice.rows, FEWEST_LINES))
    return lattice.part(left, top, right, bottom)


def placed(area: Lattice, seen: Sight, box: Box, least: float) -> Lattice:
    """The lattice, moved and stretched to where the cells say that they are."""
    left, top, right, bottom = box
    off = seen.off[top:bottom, left:right]
    xs = _moved(area.xs, off[..., 0], left, 1, least)
    ys = _moved(area.ys, off[..., 1], top, 0, least)
    return area if xs is area.xs and ys is area.ys else Lattice(xs, ys)


def _moved(
    edges: tuple[float, ...], off: Floats, first: int, axis: int, least: float
) -> tuple[float, ...]:
    """Edges moved by how far the lines between them are off, by a straight-line fit.

    Edges at whole pixels are all moved by the same whole number of pixels.
    """
    by_line = np.median(off, axis=1 - axis)
    if has_whole_pixels(edges):
        by = float(np.rint(np.median(by_line) * (edges[-1] - edges[0]) / (len(edges) - 1)))
        return tuple(edge - by for edge in edges) if by else edges
    places = np.arange(len(by_line)) + 0.5
    slope, start = np.polyfit(places, by_line, 1)
    if np.abs(start + slope * places).max() < least:
        return edges
    at = np.arange(len(edges)) - first
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    moved = np.array(edges) - (start + slope * at) * pitch
    return tuple(moved.tolist())
