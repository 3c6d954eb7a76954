"""Marks on displays that don't tell where windows are: Wayland.

Captures of such a screen have the marks in them. What is beneath a mark is known from the time
before it was drawn. It is still true as long as nothing changes next to the mark. If something
does, the mark is taken away, so that the next capture shows what is there, and comes back once its
place has been at rest for a while. All other marks stay as they are, so nothing flickers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver_bot.desktop.overlay.face import ROOM, WIDEST, Mark, OverlayError
from solver_bot.desktop.region import Picture, Region, View

_BESIDE = 12
"""Points around the board that count as the game's window, which is not known."""
_REST = 0.3
"""Seconds without a change after which a mark comes back."""
_TRIES = 3
"""Captures in which changes are looked for before all marks are taken away."""
_SLACK = 1
"""Pixels around a mark's pixels that count as the mark's where places are rounded."""

Slices = tuple[slice, slice]


class MarkCanvas(Protocol):
    """What marks are drawn on."""

    def draw(self, marks: Collection[Mark]) -> None:
        """Draw these marks and no others. They are in all pictures taken after this returns.

        Raises:
            OverlayError: the display has gone.

        """

    def close(self) -> None:
        """Take everything away."""


class ScreenOverlay:
    """See ``Overlay``. The marks stay at their place on the screen, whatever becomes of the game.

    ``open_canvas`` opens what the marks are drawn on, given where they may be. ``seen`` captures an
    aligned part of ``view``; the regions given to the methods must be such parts.

    Raises:
        OverlayError: there can be no marks.

    """

    knows_windows = False
    moved_by = (0, 0)
    asked = 0

    def __init__(
        self,
        open_canvas: Callable[[Region], MarkCanvas],
        board: Region,
        view: View,
        seen: Callable[[Region], Picture],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._view = view
        self._clock = clock
        self.frame = board.grown(_BESIDE, _BESIDE)
        self._place = _clipped(self.frame.grown(max(0, WIDEST - board.width), ROOM), view)
        self._beneath = seen(self._place).copy()
        self._canvas = open_canvas(self._place)
        self._mask: NDArray[np.bool_] = np.zeros(self._beneath.shape[:2], np.bool_)
        self._boxes: dict[Mark, Slices] = {}
        self._hidden: dict[Mark, float] = {}
        self.is_over = False

    def listen(self) -> None:
        """Do nothing: no key is reported to a program without the keyboard."""

    def show(self, marks: Iterable[Mark]) -> None:
        """See ``Overlay``."""
        self._boxes = {mark: self._slices(mark) for mark in marks}
        self._hidden = {}
        self._draw()

    def clear(self) -> None:
        """See ``Overlay``."""
        self.show(())

    def close(self) -> None:
        """See ``Overlay``."""
        if not self.is_over:
            self.is_over = True
            self._canvas.close()

    def shows(self, part: Region) -> bool:
        """See ``Overlay``."""
        return True

    def pointer(self) -> tuple[int, int] | None:
        """Return None: it is not known."""
        return None

    def own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture:
        """See ``Overlay``. The screen shows windows in front, so the picture shows them too."""
        return self.unmarked(region, seen)

    def unmarked(self, region: Region, seen: Callable[[Region], Picture]) -> Picture:
        """See ``Overlay``."""
        part = region.common(self._place)
        if part is None or self.is_over:
            return seen(region)
        there, here = self._cut(part, self._place), self._cut(part, region)
        picture = self._settled(region, there, here, seen)
        return self._filled(picture, there, here)

    def _settled(
        self, region: Region, there: Slices, here: Slices, seen: Callable[[Region], Picture]
    ) -> Picture:
        """A capture in which nothing has changed next to a mark that is in it."""
        for _ in range(_TRIES):
            picture = seen(region)
            changed = self._changed(picture, there, here)
            stale = [one for one in self._drawn if changed[self._boxes[one]].any()]
            if not stale:
                self._bring_back(changed, there)
                return picture
            self._hide(stale)
        self._hide(self._drawn)
        return seen(region)

    def _changed(self, picture: Picture, there: Slices, here: Slices) -> NDArray[np.bool_]:
        """Which pixels are not as they were, as far as can be seen. As large as ``beneath``."""
        changed = np.zeros_like(self._mask)
        shown, known = picture[here], self._beneath[there]
        if not np.array_equal(shown, known):
            changed[there] = (shown != known).any(axis=2) & ~self._mask[there]
        return changed

    def _filled(self, picture: Picture, there: Slices, here: Slices) -> Picture:
        """The picture with what is beneath the marks in their place."""
        filled = picture.copy()
        np.copyto(filled[here], self._beneath[there], where=self._mask[there][..., np.newaxis])
        self._beneath[there] = filled[here]
        return filled

    @property
    def _drawn(self) -> list[Mark]:
        return [mark for mark in self._boxes if mark not in self._hidden]

    def _hide(self, marks: Iterable[Mark]) -> None:
        now = self._clock()
        self._hidden.update((mark, now) for mark in marks)
        self._draw()

    def _bring_back(self, changed: NDArray[np.bool_], looked: Slices) -> None:
        """Draw the hidden marks again whose places were looked at and at rest for a while."""
        now = self._clock()
        for mark in self._hidden:
            if changed[self._boxes[mark]].any():
                self._hidden[mark] = now
        back = [
            mark
            for mark, since in self._hidden.items()
            if now - since >= _REST and _holds(looked, self._boxes[mark])
        ]
        if back:
            for mark in back:
                del self._hidden[mark]
            self._draw()

    def _draw(self) -> None:
        drawn = self._drawn
        self._cover(drawn)
        try:
            self._canvas.draw(drawn)
        except OverlayError:
            self.is_over = True
            with suppress(OverlayError):
                self._canvas.close()

    def _cover(self, marks: Iterable[Mark]) -> None:
        """Count the pixels of these marks, and those next to them, as unknown."""
        import cv2

        covered = np.zeros(self._beneath.shape[:2], np.uint8)
        height, width = self._beneath.shape[:2]
        for mark in marks:
            left, top = self._corner(mark)
            shown = mark.stamp.shown
            part = shown[max(0, -top) : max(0, height - top), max(0, -left) : max(0, width - left)]
            y, x = max(0, top), max(0, left)
            covered[y : y + part.shape[0], x : x + part.shape[1]] |= part
        if not (self._view.across.is_integer() and self._view.down.is_integer()):
            around = np.ones((2 * _SLACK + 1, 2 * _SLACK + 1), np.uint8)
            covered = np.asarray(cv2.dilate(covered, around), np.uint8)
        self._mask = covered.astype(np.bool_)

    def _slices(self, mark: Mark) -> Slices:
        """The pixels around a mark."""
        left, top = self._corner(mark)
        height, width = mark.stamp.shown.shape
        return _span(top, height), _span(left, width)

    def _corner(self, mark: Mark) -> tuple[int, int]:
        """The left and top of a mark, in pixels of ``beneath``."""
        left, top = self._view.corner(self._place)
        across, down = self._view.across, self._view.down
        return (
            round((mark.x - self._view.region.left) * across) - left,
            round((mark.y - self._view.region.top) * down) - top,
        )

    def _cut(self, part: Region, whole: Region) -> Slices:
        """Where a part is in a capture of an aligned region."""
        left, top, right, bottom = self._view.box(part)
        x, y = self._view.corner(whole)
        return slice(top - y, bottom - y), slice(left - x, right - x)


def _span(first: int, length: int) -> slice:
    return slice(max(0, first), max(0, first + length))


def _holds(one: Slices, other: Slices) -> bool:
    return all(a.start <= b.start and b.stop <= a.stop for a, b in zip(one, other, strict=True))


def _clipped(region: Region, view: View) -> Region:
    """The aligned part of the view that shows a region."""
    part = region.common(view.region)
    if part is None:
        raise OverlayError("The board is not on the screen, so no marks can be drawn over it.")
    left, top = view.pixel(part.left, part.top)
    right, bottom = view.pixel(part.right, part.bottom)
    return view.aligned_part(left, top, max(1, right - left), max(1, bottom - top))
