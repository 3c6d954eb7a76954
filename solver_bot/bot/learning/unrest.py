"""When the cells of a board last changed, and which of them never rest.

Some programs let the selected cell pulse, and in some colours drift slowly behind the cells. Both
go on for as long as the game, so a board must count as still in spite of them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.bot.click_guard import whole_pixels
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

_FAINT, _MOMENT = 3, 0.1
"""No cell of a still board changes by more than these grey levels in these seconds. A drift of
colours is slower, an animation faster but for its last frames."""
_SPECK = 0.02
"""The largest share of a cell's pixels whose change is ignored: a star may twinkle behind cells."""
_LONG, _BREAK = 0.8, 0.3
"""The least seconds for which a restless cell has changed, never pausing for longer than
``_BREAK``. A cell that opens changes for a shorter time."""
_LITTLE = 0.25
"""The largest share of the board's pixels that move if cells are restless. If more move, it is a
message or an animation of the board."""
_OFTEN = 5
"""Colours drift once they have changed faintly, and nothing else has, at this many looks."""

Times = NDArray[np.float64]
"""Seconds, of cells or of pixels: shape (rows, columns) or (height, width)."""


class Unrest:
    """Follows which cells change in pictures of the same place.

    Attributes:
        restless: the cells that change all the time, shape (rows, columns).

    """

    def __init__(self, lattice: Lattice) -> None:
        shape = lattice.rows, lattice.columns
        self.restless: Mask = np.zeros(shape, np.bool_)
        self._faintly = 0
        self._xs, self._ys = whole_pixels(lattice.xs), whole_pixels(lattice.ys)
        self._board = slice(self._ys[0], self._ys[-1]), slice(self._xs[0], self._xs[-1])
        self._last: Picture | None = None
        self._shown: Picture | None = None
        self._moved_at: Times | None = None
        self._looked_at = self._shown_at = 0.0
        self._changed_at: Times = np.full(shape, -np.inf)
        self._since: Times = np.zeros(shape)

    @property
    def drifts(self) -> bool:
        """Whether colours go on changing faintly where nothing else does."""
        return self._faintly >= _OFTEN

    def expect(self, clicked: Mask) -> None:
        """Take the next changes of these cells for the effect of clicks."""
        self.restless &= ~clicked
        self._changed_at[clicked] = -np.inf

    def look(self, picture: Picture, now: float) -> bool:
        """Whether a cell has changed that is not restless. ``now`` is in seconds."""
        self._pass_over(now - self._looked_at)
        self._looked_at = now
        changed = self._changed(picture)
        if not changed.any() and not self.restless.any():
            return False
        begun = changed & (now - self._changed_at > _BREAK)
        self._since[begun] = now
        self._changed_at[changed] = now
        lasting = (now - self._changed_at <= _BREAK) & (self._changed_at - self._since >= _LONG)
        self.restless = lasting & (lasting.any() and self._moving_share() <= _LITTLE)
        return bool((changed & ~self.restless).any())

    def calmed(self, picture: Picture, earlier: Picture) -> Picture:
        """The picture without what never rests.

        A restless cell is shown as it was ``earlier`` if nothing else in it has changed. In any
        other, restless pixels get the median colour of the others.
        """
        if not self.restless.any() or self._moved_at is None:
            return picture
        calm = picture.copy()
        for row, column in zip(*np.nonzero(self.restless), strict=True):
            place = self._place(int(row), int(column))
            moving = self._looked_at - self._moved_at[place] <= _BREAK
            cell, before = calm[place], earlier[place]
            apart = cv2.absdiff(cell, before).max(2)
            if (apart[~moving] <= _FAINT).all():
                cell[:] = before
            else:
                cell[moving] = np.median(cell[~moving], 0)
        return calm

    def _moving_share(self) -> float:
        """The share of the board's pixels that have changed just now."""
        if self._moved_at is None:
            return 0.0
        return float((self._looked_at - self._moved_at[self._board] <= _BREAK).mean())

    def _pass_over(self, seconds: float) -> None:
        """Count no time in which nobody looked."""
        if seconds > _BREAK and self._moved_at is not None:
            self._changed_at += seconds
            self._since += seconds
            self._moved_at += seconds

    def _changed(self, picture: Picture) -> Mask:
        """Which cells differ, at more than a speck, from what they showed a moment ago."""
        last, shown, moved_at = self._last, self._shown, self._moved_at
        self._last = picture
        if last is None or shown is None or moved_at is None or last.shape != picture.shape:
            self._shown, self._shown_at = picture.copy(), self._looked_at
            self._moved_at = np.full(picture.shape[:2], -np.inf)
            return np.zeros(self.restless.shape, np.bool_)
        board, changed = self._board, np.zeros(self.restless.shape, np.bool_)
        if not np.array_equal(picture[board], last[board]):
            apart = cv2.absdiff(picture[board], shown[board]).max(2) > _FAINT
            moved_at[board][apart] = self._looked_at
            ys, xs = (np.subtract(edges[:-1], edges[0]) for edges in (self._ys, self._xs))
            pixels = np.add.reduceat(np.add.reduceat(apart, ys, 0, np.int32), xs, 1)
            changed = pixels > _SPECK * np.outer(np.diff(self._ys), np.diff(self._xs))
            shown[board][apart] = picture[board][apart]
            at_rest = self._looked_at - self._changed_at.max() > _MOMENT
            self._faintly += int(at_rest and not apart.any())
        if self._looked_at - self._shown_at >= _MOMENT:
            self._shown, self._shown_at = picture.copy(), self._looked_at
        return np.asarray(changed)

    def _place(self, row: int, column: int) -> tuple[slice, slice]:
        return slice(*self._ys[row : row + 2]), slice(*self._xs[column : column + 2])
