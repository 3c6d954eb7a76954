"""Read the board on a lattice: find how far it goes, and say what its cells are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Floats, Kinds, Mask, Picture
from solver_bot.vision.boards.banners import with_lines_beyond_banners
from solver_bot.vision.boards.counts import told_by_counts
from solver_bot.vision.boards.drift import without_drift
from solver_bot.vision.boards.ends import BySide, by_side, endings
from solver_bot.vision.boards.extent import best_rectangle, without_gaps
from solver_bot.vision.boards.ground import told_by_ground
from solver_bot.vision.boards.hit import told_by_mines
from solver_bot.vision.boards.in_front import told_by_shape
from solver_bot.vision.boards.kinds import (
    appearance,
    edges_of,
    equal_tiles,
    kinds_of,
    mean_of_kinds,
    parted,
)
from solver_bot.vision.boards.like_lines import with_like_lines
from solver_bot.vision.boards.lines import at_pixels, continued
from solver_bot.vision.boards.narrowed import narrowed
from solver_bot.vision.boards.nets import OUTSIDE, Memory, Sight, look
from solver_bot.vision.boards.own_size import with_enlarged_signs
from solver_bot.vision.boards.placing import BEYOND, FEWEST_LINES, WELL_PLACED, placed, well_placed
from solver_bot.vision.boards.signs import told_by_signs
from solver_bot.vision.boards.surroundings import Box
from solver_bot.vision.boards.wrong import told_by_flags
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import Cut

MOST_LINES = 130
_MORE = 8
"""Lines by which the area grows where the board reaches its edge."""
_MOST_STEPS = 6
_AS_SURE = 0.98
"""The share of the odds that a reading without drift must keep to be preferred."""
_MOST_MOVES = 2
"""How often the lattice is placed anew once it need not grow any more."""
_LARGEST_GAIN = 6.0
"""No single cell counts for more than this, so that many outweigh one."""
_UNSEEN = 0.01
"""How little a tile that can't be seen counts against a board."""
_NEARLY_ONE = 1 - 1e-6
_HIDDEN, _MOSTLY = 0.5, 0.8
"""How likely a cell must be hidden to count as such, and the least share of its box that a patch of
hidden cells fills."""


class Shown(NamedTuple):
    """What the nets see on a lattice of a picture that was changed for them."""

    picture: Picture
    lattice: Lattice
    seen: Sight


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board as the nets see it.

    Attributes:
        lattice: where its cells are.
        cut: their tiles.
        likely: the logarithm of the probability of every code, given that the cell is one of the
            board's: shape (rows, columns, 16).
        gain: the logarithm of the odds that each cell is a cell, nearly 0 where something hides it:
            shape (rows, columns).
        kinds: which cells look the same, shape (rows, columns).
        equal: which cells are equal to the pixel, likewise.
        ends: the probability that the board ends at each of these sides.
        area: the lattice that was looked at, with what is around the board.
        seen: what the nets saw there.
        box: where the board is in it: left, top, right, bottom, in cells.
        narrow: what is seen there with wide cells made narrower; None if they are not wide.

    """

    lattice: Lattice
    cut: Cut
    likely: Floats
    kinds: Kinds
    equal: Kinds
    gain: Floats
    ends: BySide
    area: Lattice
    seen: Sight
    box: tuple[int, int, int, int]
    narrow: Shown | None = None

    @property
    def evidence(self) -> float:
        """The mean logarithm of the odds that the cells are cells."""
        return float(self.gain.mean())

    @property
    def odds(self) -> float:
        """The logarithm of the odds that all of its cells are cells, without an upper limit."""
        return float(self._uncut_odds().sum())

    @property
    def surest(self) -> float:
        """The logarithm of the odds for the cell that is surest to be one.

        Unlike the evidence it has no upper limit, so it tells grids apart that surely are cells.
        """
        return float(self._uncut_odds().max(initial=0.0))

    @property
    def beyond(self) -> float:
        """The same of a tile around the board, the one that looks most like a cell.

        0 if the picture shows none.
        """
        left, top, right, bottom = self.box
        around = np.zeros_like(self.seen.inside)
        around[max(0, top - 1) : bottom + 1, max(0, left - 1) : right + 1] = True
        around[top:bottom, left:right] = False
        odds = _odds(self.seen.likely[around & self.seen.inside])
        return float(odds.max()) if odds.size else 0.0

    def _uncut_odds(self) -> Floats:
        left, top, right, bottom = self.box
        inside = self.seen.inside[top:bottom, left:right]
        return _odds(self.seen.likely[top:bottom, left:right][inside])

    @property
    def clear(self) -> float:
        """The evidence without the cells that a window or a message in front hides."""
        return float(self.gain[~self.in_front].mean())

    @property
    def in_front(self) -> Mask:
        """The cells that a window or a message in front hides, a rectangle: (rows, columns)."""
        left, top, right, bottom = self.box
        hidden = np.exp(self.seen.likely[top:bottom, left:right, UNREADABLE]) > _HIDDEN
        return largest_rectangle(hidden)

    @property
    def outermost(self) -> BySide:
        """The evidence of the outermost line of cells on each side: left, top, right, bottom."""
        lines = self.gain[:, 0], self.gain[0], self.gain[:, -1], self.gain[-1]
        return by_side(float(line.mean()) for line in lines)


def read_lattice(
    picture: Picture, seed: Lattice, memory: Memory | None = None, banners: bool = True
) -> Reading | None:
    """The board that lies on this lattice; None if there is none.

    What ``memory`` holds of the same picture need not be described again. Without ``banners``, the
    board goes on behind something only where the nets see that it does.
    """
    memory = memory or Memory()
    lattice = well_placed(picture, seed, memory)
    if lattice is None:
        return None
    found = _read_around(picture, lattice, memory, banners=banners)
    # Cells that the picture's lines draw off again stay even the second time.
    for even in (False, True):
        lattice = without_drift(found.lattice, found.cut) if found else None
        other = _read_around(picture, lattice, memory, even, banners) if lattice else None
        if found is None or other is None or other.odds < _AS_SURE * found.odds:
            break
        found = other
    return found


def _read_around(
    picture: Picture, seed: Lattice, memory: Memory, even: bool = False, banners: bool = True
) -> Reading | None:
    """The board that goes on from a seed in all directions as far as cells are seen.

    ``even`` cells are not fitted to the picture's lines.
    """
    area = continued(seed if even else _fitted(picture, seed, memory), (BEYOND,) * 4)
    moves = 0
    for _ in range(_MOST_STEPS):
        if max(area.columns, area.rows) > MOST_LINES:
            return None
        seen = look(picture, area, memory)
        if seen is None:
            return None
        gain = _gain(seen)
        box = without_gaps(gain, best_rectangle(gain), _middle_of(seed, area))
        if banners:
            seen, box = with_lines_beyond_banners(seen, gain, box)
        if min(box[2] - box[0], box[3] - box[1]) < FEWEST_LINES:
            return None
        seen, box = with_like_lines(seen, _gain(seen), box)
        gain = _gain(seen)
        better = placed(area, seen, box, WELL_PLACED)
        board = better.part(*box)
        # Anything may be around the board, so only the board's lines are fitted to the picture.
        better = _grown(picture, better, box, board if even else _fitted(picture, board, memory))
        moves += (better.columns, better.rows) == (area.columns, area.rows)
        if better is area or moves > _MOST_MOVES:
            return _reading(picture, area, seen, gain, box)
        area = better
    return None


def within(picture: Picture, reading: Reading, lines: Box) -> Reading:
    """The reading of these of its lines alone; the same if these are all, or too few."""
    left, top, right, bottom = lines
    rows, columns = reading.kinds.shape
    if min(right - left, bottom - top) < FEWEST_LINES or lines == (0, 0, columns, rows):
        return reading
    x, y = reading.box[:2]
    box = x + left, y + top, x + right, y + bottom
    return _reading(picture, reading.area, reading.seen, _gain(reading.seen), box)


def _odds(likely: Floats) -> Floats:
    """The logarithm of the odds that each of these tiles is a cell."""
    outside = likely[..., OUTSIDE]
    return np.asarray(np.log1p(-np.minimum(np.exp(outside), _NEARLY_ONE)) - outside)


def _middle_of(lattice: Lattice, area: Lattice) -> tuple[float, float]:
    """How many lines of the area lie to the left of the middle of a lattice, and above it."""
    x, y = (lattice.left + lattice.right) / 2, (lattice.top + lattice.bottom) / 2
    return (x - area.left) / area.cell_width, (y - area.top) / area.cell_height


def _gain(seen: Sight) -> Floats:
    """The logarithm of the odds that each tile is a cell; nearly 0 where that can't be seen."""
    outside = np.exp(seen.likely[..., OUTSIDE])
    hidden = np.exp(seen.likely[..., UNREADABLE])
    inside = np.maximum(1 - outside - hidden, 0)
    gain = np.log(inside + hidden / 2 + 1e-6) - np.log(outside + hidden / 2 + 1e-6)
    return np.where(seen.inside, np.clip(gain, -_LARGEST_GAIN, _LARGEST_GAIN) - _UNSEEN, -_UNSEEN)


def _fitted(picture: Picture, lattice: Lattice, memory: Memory) -> Lattice:
    if lattice not in memory.fitted:
        memory.fitted[lattice] = at_pixels(picture, lattice)
    return memory.fitted[lattice]


def _grown(picture: Picture, area: Lattice, box: Box, board: Lattice) -> Lattice:
    """The area around a board, with more lines where the board reaches the area's edge.

    Args:
        picture: the picture, which must go on there.
        area: the lattice of the board and of what is around it.
        box: where the board is in it.
        board: the lattice of the board, as it is to be.

    """
    left, top, right, bottom = box
    height, width = picture.shape[:2]
    more = (
        _MORE if left < 2 and area.left > 0 else 0,
        _MORE if top < 2 and area.top > 0 else 0,
        _MORE if right > area.columns - 2 and area.right < width else 0,
        _MORE if bottom > area.rows - 2 and area.bottom < height else 0,
    )
    if not any(more) and board == area.part(*box):
        return area
    around = left, top, area.columns - right, area.rows - bottom
    left, top, right, bottom = (a + b for a, b in zip(around, more, strict=True))
    return continued(board, (left, top, right, bottom))


def _reading(
    picture: Picture, area: Lattice, seen: Sight, gain: Floats, box: tuple[int, int, int, int]
) -> Reading:
    left, top, right, bottom = box = _seen_part(seen, box)
    lattice, cut = area.part(*box), seen.cut.part(*box)
    equal = equal_tiles(cut)
    larger = with_enlarged_signs(picture, lattice, equal)
    shown = look(larger, area) if larger is not None else None
    likely = of_cells((shown or seen).likely[top:bottom, left:right])
    narrow = _in_shape(larger if larger is not None else picture, area, lattice)
    if narrow:
        other = of_cells(narrow.seen.likely[top:bottom, left:right])
        likely = np.mean([likely, other], axis=0)
    likely = mean_of_kinds(likely, equal)[equal]
    looks = appearance(cut)
    alike = kinds_of(looks)
    likely = told_by_likeness(cut, told_by_shape(alike, likely))
    ends = endings(picture, seen, area, box)
    kinds = parted(alike, (looks, edges_of(cut)), likely)
    cells = gain[top:bottom, left:right]
    return Reading(lattice, cut, likely, kinds, equal, cells, ends, area, seen, box, narrow)


def _in_shape(picture: Picture, area: Lattice, board: Lattice) -> Shown | None:
    """What is seen where wide cells are made narrower; None if they are not wide and plain."""
    shape = narrowed(picture, area, board)
    seen = look(*shape) if shape else None
    return Shown(*shape, seen) if shape and seen else None


def told_by_likeness(cut: Cut, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, with what cells drawn alike or otherwise tell.

    ``likely`` are those of the tiles of ``cut``, shape (rows, columns, 16).
    """
    marked = told_by_signs(cut, told_by_counts(cut, told_by_ground(cut, likely)))
    return told_by_flags(cut, told_by_mines(cut, marked))


def largest_rectangle(hidden: Mask) -> Mask:
    """The bounding box of the largest patch of hidden cells, if these fill most of it.

    It is never the whole board. Scattered hidden cells have nothing in front of them: they may be
    no cells.
    """
    found = np.zeros_like(hidden)
    _, _, patches, _ = cv2.connectedComponentsWithStats(hidden.astype(np.uint8))
    if len(patches) < 2:
        return found
    left, top, wide, high, count = max(patches[1:].tolist(), key=lambda patch: patch[-1])
    if _MOSTLY * wide * high <= count and wide * high < hidden.size:
        found[top : top + high, left : left + wide] = True
    return found


def _seen_part(seen: Sight, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The rectangle without outermost lines of which nothing is seen."""
    left, top, right, bottom = box
    hidden = np.exp(seen.likely[top:bottom, left:right, UNREADABLE]) > _HIDDEN
    rows, columns = np.flatnonzero(~hidden.all(1)), np.flatnonzero(~hidden.all(0))
    if len(rows) < FEWEST_LINES or len(columns) < FEWEST_LINES:
        return box
    return (
        left + int(columns[0]),
        top + int(rows[0]),
        left + int(columns[-1]) + 1,
        top + int(rows[-1]) + 1,
    )


def of_cells(likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where the tiles are a board's cells.

    A tile that does not look like a cell is one with something in front of it.
    """
    codes = likely[..., :OUTSIDE].copy()
    codes[..., UNREADABLE] = np.logaddexp(codes[..., UNREADABLE], likely[..., OUTSIDE])
    return np.asarray(codes - np.logaddexp.reduce(codes, -1, keepdims=True))
