"""Whole lines of a board that a banner hides: the board goes on beyond them.

Once a game has ended, a ribbon as wide as its board may lie over it. The nets see no cells there,
so the board seems to end. Between two boards on one lattice lies what lies around both.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.boards.nets import Sight
from solver_bot.vision.boards.surroundings import Box, mask_of
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import RIM

_MOST_LINES, _MOST_BETWEEN, _FEWEST_LINES = 5, 8, 2
"""The most lines that a banner hides whole, the most lines between two parts of a board, and the
fewest lines of a part."""
_CELLS = 3.0
"""The least mean logarithm of the odds for cells of the first line beyond a banner."""
_OTHER_COLOUR, _MOSTLY = 8.0, 0.8
"""Grey levels by which tiles of a banner differ from those around the board, and the share of tiles
that do."""
_BESIDE = 0.2
"""Cells by which the lines of two parts of a board may be off each other."""
_SURELY, _NEVER = -1e-6, -20.0


def with_lines_beyond_banners(seen: Sight, gain: Floats, box: Box) -> tuple[Sight, Box]:
    """The rectangle with the lines beyond banners; the tiles of these become hidden cells.

    Args:
        seen: what the nets see.
        gain: the logarithm of the odds that each tile is a cell, shape (rows, columns).
        box: the rectangle.

    """
    hidden = np.zeros(gain.shape, np.bool_)
    if min(box[2] - box[0], box[3] - box[1]) < _FEWEST_LINES:
        return seen, box
    for turns in range(4):  # so that the side is the top one
        turned = _turned(box, gain.shape, turns)
        lines = _beyond(np.rot90(gain, turns), turned)
        if lines is None:
            continue
        banner, top = lines
        left, end, right, bottom = turned
        between = slice(banner, end), slice(left, right)
        cells = np.rot90(gain > 0, turns)[between]
        if not _is_in_front(np.rot90(_colours(seen), turns), cells, turned, banner):
            continue
        np.rot90(hidden, turns)[between] = ~cells
        box = _turned((left, top, right, bottom), np.rot90(gain, turns).shape, -turns)
    if not hidden.any():
        return seen, box
    likely = seen.likely.copy()
    likely[hidden] = _NEVER
    likely[hidden, UNREADABLE] = _SURELY
    return replace(seen, likely=likely), box


def across_banner(one: Lattice, other: Lattice) -> Lattice | None:
    """The lattice of two boards that a banner may divide; None if no lattice has both."""
    down = _across(one, other)
    if down:
        return down
    right = _across(Lattice(one.ys, one.xs), Lattice(other.ys, other.xs))
    return Lattice(right.ys, right.xs) if right else None


def _across(one: Lattice, other: Lattice) -> Lattice | None:
    """The lattice of two boards one of which is above the other."""
    above, below = sorted((one, other), key=lambda part: part.top)
    if above.columns != below.columns:
        return None
    sides = (above.left - below.left, above.right - below.right)
    lines = (below.top - above.bottom) / above.cell_height
    fitting = abs(lines - round(lines)) <= _BESIDE and 1 <= round(lines) <= _MOST_BETWEEN
    if not fitting or max(map(abs, sides)) > _BESIDE * above.cell_width:
        return None
    rows = above.rows + round(lines) + below.rows
    return Lattice(above.xs, tuple(np.linspace(above.top, below.bottom, rows + 1).tolist()))


def _turned(box: Box, shape: tuple[int, ...], turns: int) -> Box:
    """The rectangle in an array of this shape once it is turned to the left ``turns`` times."""
    rows, columns = np.nonzero(np.rot90(mask_of(box, shape), turns))
    return int(columns[0]), int(rows[0]), int(columns.max()) + 1, int(rows.max()) + 1


def _beyond(gain: Floats, box: Box) -> tuple[int, int] | None:
    """The first line of a banner above a board's top, and the first line of the part above it.

    None if no line above shows cells, or if the cells go on further to the left or right.
    """
    left, top, right, _ = box
    lines = gain[:top, left:right].mean(1)
    for line in range(top - 2, max(-1, top - 2 - _MOST_LINES), -1):
        if lines[line] < _CELLS:
            continue
        beside = gain[line, max(0, left - 1) : left], gain[line, right : right + 1]
        if any((side > 0).any() for side in beside):
            return None
        first = line
        while first and lines[first - 1] > 0:
            first -= 1
        return line + 1, first
    return None


def _is_in_front(colours: Floats, cells: Mask, box: Box, first: int) -> bool:
    """Whether tiles from line ``first`` to the top have another colour than those around.

    ``cells`` are those tiles that are cells: there may be some at both ends of a banner.
    """
    left, top, right, bottom = box
    around = np.concatenate(
        [colours[top:bottom, max(0, left - 1) : left], colours[top:bottom, right : right + 1]], 1
    ).reshape(-1, 3)
    if not len(around):
        return False
    tiles = colours[first:top, left:right][~cells][:, None]
    other = np.abs(tiles - np.unique(around, axis=0)).max(-1).min(-1) > _OTHER_COLOUR
    return bool(other.size and other.mean() >= _MOSTLY)


def _colours(seen: Sight) -> Floats:
    """The mean colour of every tile: shape (rows, columns, 3)."""
    faces = seen.cut.patches[:, RIM:-RIM, RIM:-RIM, :3]
    return np.asarray(faces.mean((1, 2)), np.float32)[seen.cut.of]
