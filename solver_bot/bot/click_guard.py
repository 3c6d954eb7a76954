"""What must not change while a batch is clicked: looked at just before every click.

Between a look at the whole board and the last click of a batch the window may be moved, covered or
its game restarted. So before each click a cross is looked at: the rows and the columns around the
cell, from frame to frame. What was open must be as it was, and so must the frame; that tells a
board that has moved by whole cells, or another game. The cell itself must be as it was too: else
an earlier click of the batch has opened it, and a second click might open what is around it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from solver_bot.bot.hands import Area
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

_BLACK = (0, 0, 0)
_RING = 0.5
"""How much of the frame must not change, in cells."""
_BESIDE = 0.05
"""The share of what must not change that must be seen beside a program's own message."""
_HIDES = 0.5
"""The share of open cells' pixels that a message changes; where the board has moved, less do."""


class Place(enum.Enum):
    """What is found where a cell was."""

    SAME = "the cell, as it was"
    CHANGED = "the cell, but it has changed"
    GONE = "something else than this board"


@dataclass(frozen=True, eq=False)
class ClickGuard:
    """A board as it was decided on.

    Attributes:
        area: the part of the whole picture that ``picture`` shows, the board with some margin.
        lattice: where the cells are in ``picture``.
        still: the cells that must not change, shape (rows, columns).

    """

    area: Area
    picture: Picture
    lattice: Lattice
    still: Mask

    @cached_property
    def kept(self) -> Mask:
        """The pixels that must not change: the frame's, and those of cells that may not."""
        xs, ys = _whole(self.lattice.xs), _whole(self.lattice.ys)
        kept: Mask = np.zeros(self.picture.shape[:2], np.bool_)
        around = _ring(self.lattice, self.picture)
        kept[around.top : around.bottom, around.left : around.right] = True
        cells = np.repeat(np.repeat(self.still, np.diff(ys), 0), np.diff(xs), 1)
        kept[ys[0] : ys[-1], xs[0] : xs[-1]] = cells
        return kept

    def frame(self) -> ClickGuard:
        """What must not change even from one game to the next: the frame alone."""
        return replace(self, still=np.zeros_like(self.still))

    def look(self, cell: int, capture: Callable[[Area | None], Picture]) -> Place:
        """What is there now; captures only the cross through the cell."""
        left, top, right, bottom = map(round, self.lattice.box(cell))
        same = True
        for part in self._cross(cell):
            differs = self._differs(part, capture)
            here = slice(part.top, part.bottom), slice(part.left, part.right)
            if (differs & self.kept[here]).any():
                return Place.GONE
            own = differs[top - part.top : bottom - part.top, left - part.left : right - part.left]
            same = same and not own.any()
        return Place.SAME if same else Place.CHANGED

    def is_in_place(self, capture: Callable[[Area | None], Picture]) -> bool:
        """Whether all that must not change is as it was, but for one message over it."""
        height, width = self.kept.shape
        differs = self._differs(Area(0, 0, width, height), capture) & self.kept
        if not differs.any():
            return bool(self.kept.any())
        message = _bounds(differs)
        cells = self.kept & ~self.frame().kept
        hides = (differs & cells).sum() >= _HIDES * cells[message].sum()
        seen = cells if cells.any() else self.kept
        return bool(hides and seen[message].sum() < (1 - _BESIDE) * seen.sum())

    def _cross(self, cell: int) -> Iterator[Area]:
        """The rows beside and through the cell, then the columns, each from frame to frame."""
        ring = _ring(self.lattice, self.picture)
        row, column = divmod(cell, self.lattice.columns)
        xs, ys = _whole(self.lattice.xs), _whole(self.lattice.ys)
        last_row, last_column = self.lattice.rows, self.lattice.columns
        yield Area(ring.left, ys[max(0, row - 1)], ring.right, ys[min(last_row, row + 2)])
        yield Area(xs[max(0, column - 1)], ring.top, xs[min(last_column, column + 2)], ring.bottom)

    def _differs(self, part: Area, capture: Callable[[Area | None], Picture]) -> Mask:
        left, top = self.area.left, self.area.top
        there = Area(part.left + left, part.top + top, part.right + left, part.bottom + top)
        before = self.picture[part.top : part.bottom, part.left : part.right]
        same = cv2.inRange(cv2.absdiff(capture(there), before), _BLACK, _BLACK)
        return np.asarray(same == 0)


def _ring(lattice: Lattice, picture: Picture) -> Area:
    """The board with the part of its frame that must not change, as far as the picture goes."""
    across, down = _RING * lattice.cell_width, _RING * lattice.cell_height
    height, width = picture.shape[:2]
    return Area(
        max(0, round(lattice.left - across)),
        max(0, round(lattice.top - down)),
        min(width, round(lattice.right + across)),
        min(height, round(lattice.bottom + down)),
    )


def _whole(edges: tuple[float, ...]) -> list[int]:
    return [round(edge) for edge in edges]


def _bounds(mask: Mask) -> tuple[slice, slice]:
    """The rows and columns of the smallest rectangle around what is marked."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
