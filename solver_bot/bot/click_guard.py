"""Checks, between the clicks of a batch, that the board is still where and what it was.

Between a look at the whole board and the last click of a batch, the window may be moved or covered,
or its game restarted. Before a click the guard therefore captures a cross: the three rows and
the three columns around the cell, each from one side of the frame to the other. On a small board it
captures everything, which takes no longer. Open cells and the frame must not have changed. This
detects another game, and a board that has moved by whole cells. The cell itself must not have
changed either: if it has, an earlier click of the batch opened it, and a second click on it might
open its neighbours.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np

from solver_bot.bot.hands import Area
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

_AT_ONCE = 100_000
"""How many pixels are captured in the least time that any capture takes."""
_BLACK = (0, 0, 0)
_RING = 0.5
"""The width of frame that must not change, in cells."""
_BESIDE = 0.05
"""The least share of the telling pixels that a program's own message leaves visible."""
_CONTRAST = 24
"""The least difference in brightness, 0 to 255, between a telling pixel and those beside it."""
FAINT = 12
"""The greatest difference in brightness, 0 to 255, that a message's shadow or a drift of colours
may make without hiding what is there. Telling pixels differ by more if the board has moved."""
_DIMMED = 0.15
"""The greatest share of the frame beside a message that may have changed. Title bars and buttons
are dimmed while a program shows a message. A board that has moved changes a whole side."""
_HIDES = 0.5
"""The least share of the open cells' pixels behind a message that the message changes. A board that
has moved changes fewer."""


class Place(enum.Enum):
    """What is now in the place of a cell."""

    SAME = "the cell, as it was"
    CHANGED = "the cell, but it has changed"
    GONE = "something else than this board"


@dataclass(frozen=True, eq=False)
class Moving:
    """What moves on a board all the time. Such changes tell nothing.

    Attributes:
        restless: cells that change all the time, shape (rows, columns); None if there are none.
        faint: grey levels by which any pixel may differ.
        passed: the share of the pixels that may differ more, because something passes them.

    """

    restless: Mask | None = None
    faint: int = 0
    passed: float = 0.0


@dataclass(frozen=True, eq=False)
class ClickGuard:
    """A board as it was when the move was decided.

    Attributes:
        area: where ``picture`` lies in the whole picture; it holds the board with some margin.
        picture: the board as it was captured.
        lattice: where the cells are in ``picture``.
        still: the cells that must not change, shape (rows, columns).
        moving: what may change all the same.

    """

    area: Area
    picture: Picture
    lattice: Lattice
    still: Mask
    moving: Moving = Moving()

    @cached_property
    def kept(self) -> Mask:
        """A mask of the pixels that must not change: the frame's and the ``still`` cells'."""
        (xs, ys), around = self._edges, self._around
        kept: Mask = np.zeros(self.picture.shape[:2], np.bool_)
        kept[around.top : around.bottom, around.left : around.right] = True
        still = self.still if self.moving.restless is None else self.still & ~self.moving.restless
        cells = np.repeat(np.repeat(still, np.diff(ys), 0), np.diff(xs), 1)
        kept[ys[0] : ys[-1], xs[0] : xs[-1]] = cells
        return kept

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        """The edges of the columns and of the rows, in whole pixels."""
        return whole_pixels(self.lattice.xs), whole_pixels(self.lattice.ys)

    @cached_property
    def _around(self) -> Area:
        return _ring(self.lattice, self.picture)

    @cached_property
    def telling(self) -> Mask:
        """A mask of the kept pixels that would change if the board moved.

        Plain cells and plain background look the same wherever the board is.
        """
        window = np.ones((3, 3), np.uint8)
        contrast = cv2.morphologyEx(self.picture, cv2.MORPH_GRADIENT, window).max(2)
        inner = cv2.erode(self.kept.astype(np.uint8), window) > 0
        return np.asarray(inner & (contrast >= _CONTRAST))

    def frame(self) -> ClickGuard:
        """A guard of the frame alone, which stays the same from one game to the next."""
        return replace(self, still=np.zeros_like(self.still))

    def look(self, cell: int, capture: Callable[[Area | None], Picture]) -> Place:
        """What is now in the place of ``cell``.

        Captures only the cross through the cell, unless the whole board takes no longer.
        """
        left, top, right, bottom = map(round, self.lattice.box(cell))
        same = True
        for part in self._parts(cell):
            now, before = capture(self._there(part)), self.picture[_slices(part)]
            if cv2.norm(now, before, cv2.NORM_INF) <= self.moving.faint:
                continue
            if any(self._is_other(now, before, mask[_slices(part)]) for mask in self._witnesses):
                return Place.GONE
            own = Area(left - part.left, top - part.top, right - part.left, bottom - part.top)
            other = self._is_other(now[_slices(own)], before[_slices(own)])
            same = same and (self._is_restless(cell) or not other)
        return Place.SAME if same else Place.CHANGED

    @cached_property
    def _witnesses(self) -> Sequence[Mask]:
        """The pixels that must not change.

        If something passes over them, open cells and frame have a mask each.
        """
        if not self.moving.passed:
            return (self.kept,)
        return self.telling & self._open, self.telling & ~self._open

    def _is_other(self, now: Picture, before: Picture, mask: Mask | None = None) -> bool:
        """Whether these pixels differ by more than what moves explains."""
        if not self.moving.passed:
            asked_bytes = None if mask is None else mask.view(np.uint8)
            return cv2.norm(now, before, cv2.NORM_INF, asked_bytes) > self.moving.faint
        apart = cv2.absdiff(now, before).max(2) > self.moving.faint
        asked = apart if mask is None else apart[mask]
        return bool(asked.size and asked.mean() > self.moving.passed)

    def _is_restless(self, cell: int) -> bool:
        restless = self.moving.restless
        return restless is not None and bool(restless.flat[cell])

    def is_in_place(
        self, capture: Callable[[Area | None], Picture], hidden: Mask | None = None
    ) -> bool:
        """Whether everything that must not change is as it was, or hidden by a single message.

        ``hidden`` marks the cells that can't be read, shape (rows, columns). They tell how far a
        message reaches over cells that may change.
        """
        height, width = self.kept.shape
        faint = FAINT if self.telling.any() else 0
        differs = self._differs(Area(0, 0, width, height), capture, faint) & self.kept
        if not differs.any():
            return bool(self.kept.any())
        unread = np.zeros_like(self.still) if hidden is None else hidden
        messages = self._messages(differs, unread)
        return any(self._explains(message, differs) for message in messages)

    @cached_property
    def _open(self) -> Mask:
        """A mask of the pixels of the ``still`` cells."""
        return self.kept & ~self.frame().kept

    def _messages(self, differs: Mask, hidden: Mask) -> Iterator[tuple[slice, slice]]:
        """Where a message may be that changed these pixels and hides these cells."""
        cells = self._open
        if not ((self.telling & cells).any() and (differs & cells).any()):
            yield _bounds(differs)
            return
        changed = _bounds(differs & cells)
        yield _widened(changed, _bounds(cells))
        xs, ys = self._edges
        board = slice(ys[0], ys[-1]), slice(xs[0], xs[-1])
        for rows, columns in _may_hide(hidden):
            behind = (
                slice(ys[rows.start], ys[rows.stop]),
                slice(xs[columns.start], xs[columns.stop]),
            )
            yield _widened(_joined(changed, behind), board)

    def _explains(self, message: tuple[slice, slice], differs: Mask) -> bool:
        """Whether a message in this rectangle explains which pixels differ and which do not."""
        cells = self._open
        hides = (differs & cells).sum() >= _HIDES * cells[message].sum()
        beside: Mask = self.kept.copy()
        beside[_grown(message)] = False
        seen = next(some for some in (self.telling, cells, self.kept) if some.any())
        tells = (seen & beside).sum() > _BESIDE * seen.sum()
        return bool(hides and tells and (differs & beside).sum() <= _DIMMED * beside.sum())

    def _parts(self, cell: int) -> Sequence[Area]:
        """What to capture: the cross through a cell, or on a small board all of it at once."""
        cross = tuple(self._cross(cell))
        more = _pixels(self._around) - sum(map(_pixels, cross))
        return cross if more > _AT_ONCE else (self._around,)

    def _cross(self, cell: int) -> Iterator[Area]:
        """The three rows, then the three columns around the cell, each with both frame sides."""
        ring, (xs, ys) = self._around, self._edges
        row, column = divmod(cell, self.lattice.columns)
        last_row, last_column = self.lattice.rows, self.lattice.columns
        yield Area(ring.left, ys[max(0, row - 1)], ring.right, ys[min(last_row, row + 2)])
        yield Area(xs[max(0, column - 1)], ring.top, xs[min(last_column, column + 2)], ring.bottom)

    def _differs(
        self, part: Area, capture: Callable[[Area | None], Picture], faint: int = 0
    ) -> Mask:
        """A mask of the pixels that differ from before by more than ``faint``."""
        apart = cv2.absdiff(capture(self._there(part)), self.picture[_slices(part)])
        return np.asarray(cv2.inRange(apart, _BLACK, (faint, faint, faint)) == 0)

    def _there(self, part: Area) -> Area:
        """Where a part of ``picture`` lies in the whole picture."""
        left, top = self.area.left, self.area.top
        return Area(part.left + left, part.top + top, part.right + left, part.bottom + top)


def _ring(lattice: Lattice, picture: Picture) -> Area:
    """The board and the part of its frame that must not change, clipped to the picture."""
    across, down = _RING * lattice.cell_width, _RING * lattice.cell_height
    height, width = picture.shape[:2]
    return Area(
        max(0, round(lattice.left - across)),
        max(0, round(lattice.top - down)),
        min(width, round(lattice.right + across)),
        min(height, round(lattice.bottom + down)),
    )


def _pixels(part: Area) -> int:
    return (part.right - part.left) * (part.bottom - part.top)


def _slices(part: Area) -> tuple[slice, slice]:
    """The rows and the columns of a part."""
    return slice(part.top, part.bottom), slice(part.left, part.right)


def whole_pixels(edges: tuple[float, ...]) -> list[int]:
    """Edges of a lattice in whole pixels."""
    return [round(edge) for edge in edges]


def _bounds(mask: Mask) -> tuple[slice, slice]:
    """The rows and columns of the smallest rectangle around all marked pixels."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _may_hide(cells: Mask) -> Iterator[tuple[slice, slice]]:
    """The rows and columns that a message may hide if these cells can't be read.

    Its edges may cut the outermost of them, and cells beside it may be unreadable too. So each side
    is also tried a line further in.
    """
    if not cells.any():
        return
    rows, columns = _bounds(cells)
    for top, bottom, left, right in product((0, 1), repeat=4):
        down = slice(rows.start + top, rows.stop - bottom)
        across = slice(columns.start + left, columns.stop - right)
        if cells[down, across].any():
            yield down, across


def _joined(one: tuple[slice, slice], other: tuple[slice, slice]) -> tuple[slice, slice]:
    """The smallest rectangle around two."""
    rows, columns = (
        slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(one, other, strict=True)
    )
    return rows, columns


def _widened(message: tuple[slice, slice], whole: tuple[slice, slice]) -> tuple[slice, slice]:
    """A rectangle, extended over the frame on each side where it reaches the edge of ``whole``."""
    rows, columns = (
        slice(
            0 if part.start <= within.start else part.start,
            None if part.stop >= within.stop else part.stop,
        )
        for part, within in zip(message, whole, strict=True)
    )
    return rows, columns


def _grown(inner: tuple[slice, slice]) -> tuple[slice, slice]:
    """A rectangle and the pixels beside it, whose contrast a message may change."""
    rows, columns = (
        slice(max(0, part.start - 1), None if part.stop is None else part.stop + 1)
        for part in inner
    )
    return rows, columns
