"""Read the board on a lattice: place it exactly, find how far it goes, say what its cells are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.extent import best_rectangle
from solver_bot.vision.boards.inference import Kinds
from solver_bot.vision.boards.kinds import appearance, kinds_of
from solver_bot.vision.boards.nets import OUTSIDE, Sight, look
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

FEWEST_LINES = 4
MOST_LINES = 130
_BEYOND = 3
"""Lines beyond the seed that are looked at first."""
_MORE = 8
"""Lines by which the area grows where the board reaches its edge."""
_MOST_STEPS = 6
_LARGEST_GAIN = 6.0
"""No single cell counts for more than this, so that many outweigh one."""
_LINES_OF_MIDDLE = 10
_SOME_CELLS = 0.35
"""The least share of a seed's middle that must be cells for the seed to be followed."""
_PLACED, _WELL_PLACED = 0.012, 0.04
"""A lattice less far off than this, in cells, stays where it is: a seed, and a whole board."""
_NARROW = 0.06
"""A picture that ends so soon beyond a side, in cells, does not show that the board ends there."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board as the nets see it.

    Attributes:
        lattice: where its cells are.
        likely: the logarithm of the probability of every code, given that the cell is one of the
            board's: shape (rows, columns, 16).
        evidence: the mean logarithm of the odds that its cells are cells.
        kinds: which cells look the same, shape (rows, columns).
        ends: the probability that the board ends at each side: left, top, right, bottom.

    """

    lattice: Lattice
    likely: Floats
    kinds: Kinds
    evidence: float
    ends: tuple[float, float, float, float]


def read_lattice(picture: Picture, seed: Lattice) -> Reading | None:
    """The board that lies on this lattice; None if there is none."""
    lattice = _well_placed(picture, seed)
    area = lattice and lattice.grown(_BEYOND)
    for _ in range(_MOST_STEPS):
        if area is None or max(area.columns, area.rows) > MOST_LINES:
            return None
        seen = look(picture, area)
        if seen is None:
            return None
        gain = _gain(seen)
        box = best_rectangle(gain)
        if min(box[2] - box[0], box[3] - box[1]) < FEWEST_LINES:
            return None
        better = _grown(picture, _placed(area, seen, box, _WELL_PLACED), box)
        if better is area:
            return _reading(picture, area, seen, gain, box)
        area = better
    return None


def _well_placed(picture: Picture, seed: Lattice) -> Lattice | None:
    """The seed where the cells in its middle say that they are; None if these are no cells."""
    middle = _middle(seed)
    seen = look(picture, middle)
    if seen is None:
        return None
    cells = -np.expm1(seen.likely[..., OUTSIDE])[seen.inside]
    if not cells.size or cells.mean() < _SOME_CELLS:
        return None
    box = 0, 0, middle.columns, middle.rows
    placed = _placed(middle, seen, box, _PLACED)
    left = round((middle.left - seed.left) / seed.cell_width)
    top = round((middle.top - seed.top) / seed.cell_height)
    return placed.part(-left, -top, seed.columns - left, seed.rows - top)


def _middle(lattice: Lattice) -> Lattice:
    """The middle of a lattice, of so many lines that most of a seed's errors show."""
    left = max(0, lattice.columns - _LINES_OF_MIDDLE) // 2
    top = max(0, lattice.rows - _LINES_OF_MIDDLE) // 2
    right = left + min(_LINES_OF_MIDDLE, max(lattice.columns, FEWEST_LINES))
    bottom = top + min(_LINES_OF_MIDDLE, max(lattice.rows, FEWEST_LINES))
    return lattice.part(left, top, right, bottom)


def _gain(seen: Sight) -> Floats:
    """The logarithm of the odds that each tile is a cell; 0 beyond the picture."""
    outside = np.clip(seen.likely[..., OUTSIDE], None, -1e-6)
    gain = np.log1p(-np.exp(outside)) - outside
    return np.where(seen.inside, np.clip(gain, -_LARGEST_GAIN, _LARGEST_GAIN), -0.01)


def _placed(area: Lattice, seen: Sight, box: tuple[int, int, int, int], least: float) -> Lattice:
    """The lattice, moved and stretched to where the cells say that they are."""
    left, top, right, bottom = box
    off = seen.off[top:bottom, left:right]
    xs = _moved(area.xs, off[..., 0], left, 1, least)
    ys = _moved(area.ys, off[..., 1], top, 0, least)
    return area if xs is area.xs and ys is area.ys else Lattice(xs, ys)


def _moved(
    edges: tuple[float, ...], off: Floats, first: int, axis: int, least: float
) -> tuple[float, ...]:
    """Edges moved by what the lines between them are off, as a straight line tells it."""
    by_line = np.median(off, axis=1 - axis)
    places = np.arange(len(by_line)) + 0.5
    slope, start = np.polyfit(places, by_line, 1)
    if np.abs(start + slope * places).max() < least:
        return edges
    at = np.arange(len(edges)) - first
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    moved = np.array(edges) - (start + slope * at) * pitch
    return tuple(moved.tolist())


def _grown(picture: Picture, area: Lattice, box: tuple[int, int, int, int]) -> Lattice:
    """The area with more lines where the board reaches its edge and the picture goes on."""
    left, top, right, bottom = box
    height, width = picture.shape[:2]
    more = (
        _MORE if left < 2 and area.left > 0 else 0,
        _MORE if top < 2 and area.top > 0 else 0,
        _MORE if right > area.columns - 2 and area.right < width else 0,
        _MORE if bottom > area.rows - 2 and area.bottom < height else 0,
    )
    if not any(more):
        return area
    return area.part(-more[0], -more[1], area.columns + more[2], area.rows + more[3])


def _reading(
    picture: Picture, area: Lattice, seen: Sight, gain: Floats, box: tuple[int, int, int, int]
) -> Reading:
    left, top, right, bottom = box
    lattice = area.part(*box)
    likely = of_cells(seen.likely[top:bottom, left:right])
    evidence = float(gain[top:bottom, left:right].mean())
    hidden = np.exp(seen.likely[..., UNREADABLE]) * seen.inside
    beyond = (
        hidden[top:bottom, left - 1] if left else None,
        hidden[top - 1, left:right] if top else None,
        hidden[top:bottom, right] if right < area.columns else None,
        hidden[bottom, left:right] if bottom < area.rows else None,
    )
    shown = _shown_beyond(picture, lattice)
    ends = tuple(
        0.0 if part is None or margin < _NARROW else 1 - float(part.mean())
        for part, margin in zip(beyond, shown, strict=True)
    )
    kinds = kinds_of(appearance(cut_patches(picture, lattice)))
    return Reading(lattice, likely, kinds, evidence, (ends[0], ends[1], ends[2], ends[3]))


def of_cells(likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where the tiles are a board's cells.

    A tile that does not look like a cell is one with something in front of it.
    """
    codes = likely[..., :OUTSIDE].copy()
    codes[..., UNREADABLE] = np.logaddexp(codes[..., UNREADABLE], likely[..., OUTSIDE])
    return np.asarray(codes - np.logaddexp.reduce(codes, -1, keepdims=True))


def _shown_beyond(picture: Picture, lattice: Lattice) -> tuple[float, float, float, float]:
    """How much of the picture is seen beyond each side, in cells."""
    height, width = picture.shape[:2]
    return (
        lattice.left / lattice.cell_width,
        lattice.top / lattice.cell_height,
        (width - lattice.right) / lattice.cell_width,
        (height - lattice.bottom) / lattice.cell_height,
    )
