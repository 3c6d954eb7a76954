"""The lattice: where the cells of a board are in a picture."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture, Points

_WHOLE = 2.0
"""How much a lattice may be stretched, in pixels, to make its cells a whole number of pixels."""
_SAME_LINE = 0.2
"""The share of a cell by which a line is seen at another place at most."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The edges of a board's columns and rows, in pixels of the picture, possibly fractions.

    Cells are adjacent: each half of a gap belongs to the cell on its side. Cells may differ in
    width, because some toolkits distribute left-over pixels one by one.

    Attributes:
        xs: the left edge of every column, and the right edge of the last; ascending.
        ys: the top edge of every row, and the bottom edge of the last; ascending.

    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @classmethod
    def even(
        cls,
        left: float,
        top: float,
        cell_width: float,
        cell_height: float,
        columns: int,
        rows: int,
    ) -> Lattice:
        """A lattice of equal cells."""
        return cls(
            tuple(left + cell_width * i for i in range(columns + 1)),
            tuple(top + cell_height * i for i in range(rows + 1)),
        )

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def left(self) -> float:
        return self.xs[0]

    @property
    def top(self) -> float:
        return self.ys[0]

    @property
    def right(self) -> float:
        return self.xs[-1]

    @property
    def bottom(self) -> float:
        return self.ys[-1]

    @property
    def cell_width(self) -> float:
        """The mean distance from one column to the next."""
        return (self.right - self.left) / self.columns

    @property
    def cell_height(self) -> float:
        """The mean distance from one row to the next."""
        return (self.bottom - self.top) / self.rows

    def box(self, cell: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of one cell."""
        row, column = divmod(cell, self.columns)
        return self.xs[column], self.ys[row], self.xs[column + 1], self.ys[row + 1]

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of one cell."""
        left, top, right, bottom = self.box(cell)
        return (left + right) / 2, (top + bottom) / 2

    def cell_at(self, x: float, y: float) -> int | None:
        """The cell at a pixel; None outside the lattice."""
        column, row = bisect_right(self.xs, x) - 1, bisect_right(self.ys, y) - 1
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside else None

    def part(self, left: int, top: int, right: int, bottom: int) -> Lattice:
        """The columns from ``left`` to ``right`` and the rows from ``top`` to ``bottom``.

        The ends are excluded. Bounds may lie outside the lattice, which is then continued with
        lines like its outermost ones.
        """
        return Lattice(_lines(self.xs, left, right), _lines(self.ys, top, bottom))

    def grown(self, lines: int) -> Lattice:
        """The same lattice with ``lines`` more lines of cells on every side."""
        return self.part(-lines, -lines, self.columns + lines, self.rows + lines)

    def clipped(self, width: int, height: int) -> Lattice:
        """The lattice without what reaches beyond a picture of this size, in pixels."""
        xs = tuple(min(max(x, 0.0), float(width)) for x in self.xs)
        ys = tuple(min(max(y, 0.0), float(height)) for y in self.ys)
        return Lattice(xs, ys)

    def moved(self, right: float, down: float) -> Lattice:
        """The same lattice, moved by so many pixels."""
        return Lattice(tuple(x + right for x in self.xs), tuple(y + down for y in self.ys))

    def inside(self, picture: Picture) -> Lattice | None:
        """The part of the lattice whose cells lie completely in the picture; None if none does."""
        height, width = picture.shape[:2]
        xs, ys = _within(self.xs, width), _within(self.ys, height)
        return Lattice(xs, ys) if min(len(xs), len(ys)) > 1 else None

    def is_inside(self, picture: Picture) -> bool:
        """Whether all cells lie completely in the picture."""
        return self.inside(picture) == self

    @property
    def pitch(self) -> float:
        """The smaller of the mean distances between columns and between rows."""
        return min(self.cell_width, self.cell_height)

    @property
    def is_whole(self) -> bool:
        """Whether every edge lies between two pixels."""
        return all(float(edge).is_integer() for edge in (*self.xs, *self.ys))

    def is_part_of(self, other: Lattice, within: bool = False) -> bool:
        """Whether another lattice has all lines of this one, give or take, and more cells.

        With ``within``, these must be parts of cells: it ends where this one does.
        """
        if other.columns * other.rows <= self.columns * self.rows:
            return False
        if within and not self.ends_like(other, 0.5):
            return False
        lines = (self.xs, other.xs, self.cell_width), (self.ys, other.ys, self.cell_height)
        return all(_are_among(edges, others, cell) for edges, others, cell in lines)

    def ends_like(self, other: Lattice, within: float = 1.0) -> bool:
        """Whether the two end within so many cells of this one of each other on all sides."""
        across = abs(self.left - other.left), abs(self.right - other.right)
        down = abs(self.top - other.top), abs(self.bottom - other.bottom)
        return max(across) < within * self.cell_width and max(down) < within * self.cell_height

    def overlaps(self, other: Lattice) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def _are_among(edges: tuple[float, ...], others: tuple[float, ...], cell: float) -> bool:
    """Whether edges of cells of this size are among others, but for a part of a cell."""
    apart = np.abs(np.subtract.outer(edges, others)).min(1)
    return bool(apart.max() < _SAME_LINE * cell)


def _lines(edges: tuple[float, ...], first: int, last: int) -> tuple[float, ...]:
    before, after = edges[1] - edges[0], edges[-1] - edges[-2]
    end = len(edges) - 1
    return (
        *(edges[0] + before * i for i in range(first, min(0, last + 1))),
        *edges[max(first, 0) : last + 1],
        *(edges[-1] + after * (i - end) for i in range(max(end + 1, first), last + 1)),
    )


def _within(edges: tuple[float, ...], length: int) -> tuple[float, ...]:
    slack = 0.5
    return tuple(edge for edge in edges if -slack <= edge <= length + slack)


class Placed(Protocol):
    """Something on a lattice."""

    @property
    def lattice(self) -> Lattice:
        """Where its cells are."""


SomePlaced = TypeVar("SomePlaced", bound=Placed)


def in_reading_order(some: Iterable[SomePlaced]) -> list[SomePlaced]:
    """From top to bottom, and from left to right what begins at one height, but for half a cell."""
    ordered = sorted(some, key=lambda one: one.lattice.top)
    rows: list[list[SomePlaced]] = []
    for one in ordered:
        first = rows[-1][0].lattice if rows else None
        if first and one.lattice.top - first.top < first.cell_height / 2:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: one.lattice.left)]


def scaled(picture: Picture, width: int, height: int) -> Picture:
    """The picture at another size: averaged if that is smaller, interpolated if it is larger."""
    if picture.shape[:2] == (height, width):
        return picture
    shrinks = width * height < picture.shape[0] * picture.shape[1]
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=method), dtype=np.uint8)


def line_edges(middles: Points, pitch: float) -> list[tuple[float, ...]]:
    """Possible edges of the lines of cells, about ``pitch`` apart, that have these middles.

    The choices are: lines a whole number of pixels apart, if the pitch is close to that; equal
    lines; and lines that each follow their own middles. The last come first if a toolkit seems to
    have given left-over pixels to the first lines. Choices that hardly differ from an earlier one
    are left out.
    """
    pitch, start = _equal_lines(middles, pitch)
    number = np.rint((middles - start) / pitch)
    first, last = int(min(number)), int(max(number)) + 1
    choices = []
    if abs(pitch - round(pitch)) * (last - first) < _WHOLE:
        corner = round(start + pitch * (first + last - 1) / 2 - round(pitch) * (last - first) / 2)
        choices.append(tuple(float(corner + round(pitch) * i) for i in range(last - first + 1)))
    choices.append(tuple(start + pitch * (i - 0.5) for i in range(first, last + 1)))
    seen = _seen_lines(middles, pitch)
    drawn = _with_left_over_pixels(seen)
    if drawn and not any(_is_near(drawn, other) for other in choices):
        choices.insert(0, drawn)
    else:
        choices.append(seen)
    return [
        edges
        for index, edges in enumerate(choices)
        if not any(_is_near(edges, other) for other in choices[:index])
    ]


def _equal_lines(middles: Points, pitch: float) -> tuple[float, float]:
    """The pitch of equal lines through most of the middles, and the place of one line."""
    start = float(middles.min())
    for _ in range(2):
        number = np.rint((middles - start) / pitch)
        start = start + _commonest(middles - start - number * pitch)
        number = np.rint((middles - start) / pitch)
        agreed = abs(middles - start - number * pitch) <= 1
        if np.ptp(number[agreed]) > 0:
            pitch, start = _line_through(number[agreed], middles[agreed])
    return pitch, start


def _line_through(xs: Points, ys: Points) -> tuple[float, float]:
    """The slope and the height at 0 of the straight line with the least squared differences."""
    x, y = float(xs.mean()), float(ys.mean())
    off = xs - x
    slope = float(off @ (ys - y) / (off @ off))
    return slope, y - slope * x


def _seen_lines(middles: Points, pitch: float) -> tuple[float, ...]:
    """The edges of lines that each follow their own middles. Missing lines are interpolated."""
    places, index = _numbered(middles, pitch)
    every = np.interp(np.arange(index[-1] + 1), index, places).tolist()
    if len(every) == 1:
        return every[0] - pitch / 2, every[0] + pitch / 2
    between = [(a + b) / 2 for a, b in pairwise(every)]
    return (2 * every[0] - between[0], *between, 2 * every[-1] - between[-1])


def _with_left_over_pixels(edges: tuple[float, ...]) -> tuple[float, ...] | None:
    """The edges at whole or half pixels, if the first lines are wider by one pixel than the others.

    Only the edge between the two is not there already: the middles of lines of different widths
    are not as far from it.
    """
    for begin in (0.0, 0.5):
        drawn = np.rint(np.array(edges) - begin) + begin
        narrower = np.diff(drawn, n=2)
        change = np.flatnonzero(narrower)
        moved = np.flatnonzero(drawn != edges)
        if narrower[change].tolist() == [-1] and moved.tolist() == (change + 1).tolist():
            return tuple(drawn.tolist())
    return None


def _numbered(middles: Points, pitch: float) -> tuple[Points, Points]:
    """The place of each line that has a middle, and its number counted from the first line."""
    ordered = np.sort(middles)
    ends = np.append(np.flatnonzero(np.diff(ordered) > pitch / 2) + 1, len(ordered))
    starts = np.append(0, ends[:-1])
    places = (ordered[(starts + ends - 1) // 2] + ordered[(starts + ends) // 2]) / 2
    steps = np.maximum(1, np.rint(np.diff(places) / pitch))
    return places, np.concatenate(([0.0], np.cumsum(steps)))


def _commonest(values: Points) -> float:
    """The median of the values in the densest interval of one pixel."""
    near = abs(values[:, None] - values[None, :64]) <= 0.5
    return median(values[near[:, int(near.sum(axis=0).argmax())]])


def median(values: NDArray[np.floating]) -> float:
    """The median of one or more values. NumPy's own first loads its masked arrays."""
    ordered = np.sort(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return float(ordered[half])
    return float((ordered[half - 1] + ordered[half]) / 2)


def _is_near(edges: tuple[float, ...], others: tuple[float, ...]) -> bool:
    """Whether both have the same number of edges, at the same places to half a pixel."""
    return len(edges) == len(others) and all(
        abs(a - b) <= 0.5 for a, b in zip(edges, others, strict=True)
    )
