"""The window that marks are drawn in: it consists of nothing but the marks and takes no clicks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from Xlib import X

from solver_bot.desktop.overlay.face import Mark, Stamp
from solver_bot.desktop.overlay.places import slices
from solver_bot.desktop.overlay.requests import BOUNDING, INPUT, set_mask, set_region
from solver_bot.desktop.screen import Region
from solver_bot.desktop.windows import MARKS

_MOST_BYTES = 200_000
"""The most bytes of pixels in a request. The protocol allows 262,140."""
_MOST_STAMPS = 512
"""The most stamps that the server keeps."""
_MANY = 24
"""More marks than this are painted as one box. The server goes through all others in it, too."""
_LINE_BITS = 32
"""Lines of a bitmap end on a multiple of so many bits."""


class Canvas:
    """A window as large as ``region``, shown where ``region`` is.

    Stamps are sent once and then copied inside the server, so that many marks cost little.

    Attributes:
        is_blank: whether no pixel of a mark is to be seen. The window keeps its last shape then and
            must be unmapped: metacity's compositor takes an empty shape for the whole window.

    """

    def __init__(self, display: Any, shape: int, region: Region) -> None:
        self._display = display
        self._shape = shape
        self.region = region
        screen = display.screen()
        size = region.width, region.height
        self.window = screen.root.create_window(
            region.left,
            region.top,
            *size,
            0,
            screen.root_depth,
            X.InputOutput,
            X.CopyFromParent,
            background_pixmap=X.NONE,
            override_redirect=1,
            event_mask=X.ExposureMask,
        )
        self.window.set_wm_name(MARKS)
        self._depth = screen.root_depth
        self._mask = self.window.create_pixmap(*size, 1)
        self._cut = self.window.create_pixmap(*size, 1)
        self._pixels = self.window.create_pixmap(*size, self._depth)
        self._bit = self._mask.create_gc(graphics_exposures=0, foreground=1, background=0)
        self._no_bit = self._mask.create_gc(graphics_exposures=0, foreground=0)
        self._pen = self._pixels.create_gc(graphics_exposures=0)
        self._mask.fill_rectangle(self._no_bit, 0, 0, *size)
        set_region(display, shape, self.window, INPUT, [])
        set_region(display, shape, self.window, BOUNDING, [])
        self._stamps: dict[Stamp, tuple[Any, Any]] = {}
        self._narrower = False
        self._marks: frozenset[Mark] = frozenset()
        self._left_out: tuple[Region, ...] = ()
        self.is_blank = True

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw these marks and no others. Only what differs from before is drawn anew.

        Pixels that stay are not touched, so nothing flickers.
        """
        wanted = frozenset(marks)
        gone, new = self._marks - wanted, wanted - self._marks
        if not (gone or new):
            return
        if gone:
            boxes = [(*self._place(mark), *_size(mark.stamp)) for mark in gone]
            self._mask.poly_fill_rectangle(self._no_bit, boxes)
        again = [mark for mark in self._marks & wanted if any(_meet(mark, other) for other in gone)]
        for mark in (*again, *new):
            self._copy(mark)
        self._marks = wanted
        self._reshape()
        self._paint_marks((*again, *new))

    def leave_out(self, regions: tuple[Region, ...]) -> None:
        """Show no mark in these regions, which count from the corner of the window."""
        if regions != self._left_out:
            self._left_out = regions
            self._reshape()

    def _reshape(self) -> None:
        self.is_blank = not any(map(self._peeps_out, self._marks))
        if self.is_blank:
            return
        mask = self._mask
        if self._left_out:
            mask = self._cut
            area = (0, 0, self.region.width, self.region.height)
            mask.copy_area(self._bit, self._mask, *area, 0, 0)
            boxes = [(one.left, one.top, one.width, one.height) for one in self._left_out]
            mask.poly_fill_rectangle(self._no_bit, boxes)
        set_mask(self._display, self._shape, self.window, mask)

    def _peeps_out(self, mark: Mark) -> bool:
        """Whether a pixel of a mark is outside all that is left out."""
        box = Region(*self._place(mark), *_size(mark.stamp))
        parts = [part for one in self._left_out if (part := one.common(box))]
        if not parts:
            return bool(mark.stamp.shown.any())
        shown = mark.stamp.shown.copy()
        for part in parts:
            shown[slices(part, box)] = False
        return bool(shown.any())

    def take_no_clicks(self) -> None:
        """Make a Wayland compositor mind that the window takes no clicks.

        mutter looks at the input region of a window only when its size changes, and does not see a
        change that is taken back at once.
        """
        self._narrower = not self._narrower
        self.window.configure(width=self.region.width - self._narrower)
        self._display.sync()

    def repaint(self) -> None:
        """Draw all marks anew, because something in front of them has gone.

        The server could do that by itself with a background. It would take some 300 ms for 200
        marks, because it compares every part of the window's shape with every other.
        """
        self._paint(0, 0, self.region.width, self.region.height)

    def _paint_marks(self, marks: Sequence[Mark]) -> None:
        if len(marks) > _MANY:
            self._paint(*self._around(marks))
            return
        for mark in marks:
            self._paint(*self._place(mark), *_size(mark.stamp))

    def _paint(self, left: int, top: int, width: int, height: int) -> None:
        self.window.copy_area(self._pen, self._pixels, left, top, width, height, left, top)

    def _around(self, marks: Iterable[Mark]) -> tuple[int, int, int, int]:
        """The left, top, width and height of the box around marks."""
        boxes = [(*self._place(mark), *_size(mark.stamp)) for mark in marks]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right = max(x + width for x, _, width, _ in boxes)
        bottom = max(y + height for _, y, _, height in boxes)
        return left, top, right - left, bottom - top

    def _copy(self, mark: Mark) -> None:
        bits, pixels = self._stamps.get(mark.stamp) or self._sent(mark.stamp)
        area = (0, 0, *_size(mark.stamp), *self._place(mark))
        self._mask.copy_area(self._bit, bits, *area)
        self._pixels.copy_area(self._pen, pixels, *area)

    def _place(self, mark: Mark) -> tuple[int, int]:
        return mark.x - self.region.left, mark.y - self.region.top

    def _sent(self, stamp: Stamp) -> tuple[Any, Any]:
        """The stamp's two pixmaps on the server: which pixels are drawn, and their colours."""
        if len(self._stamps) >= _MOST_STAMPS:
            for both in self._stamps.values():
                for pixmap in both:
                    pixmap.free()
            self._stamps.clear()
        width, height = _size(stamp)
        bits = self.window.create_pixmap(width, height, 1)
        pixels = self.window.create_pixmap(width, height, self._depth)
        padded = np.zeros((height, -(-width // _LINE_BITS) * _LINE_BITS), np.uint8)
        padded[:, :width] = stamp.shown
        packed = np.packbits(padded, axis=1, bitorder="little")
        _put(bits, self._bit, packed, X.XYPixmap, width, 1)
        filled = np.zeros((height, width, 4), np.uint8)
        filled[..., :3] = stamp.picture
        _put(pixels, self._pen, filled.reshape(height, -1), X.ZPixmap, width, self._depth)
        self._stamps[stamp] = bits, pixels
        return bits, pixels


def _put(pixmap: Any, pen: Any, lines: Any, kind: int, width: int, depth: int) -> None:
    """Send lines of pixels, a row of bytes each, in as many requests as it takes."""
    step = max(1, _MOST_BYTES // lines.shape[1])
    for top in range(0, len(lines), step):
        part = lines[top : top + step]
        pixmap.put_image(pen, 0, top, width, len(part), kind, depth, 0, part.tobytes())


def _size(stamp: Stamp) -> tuple[int, int]:
    height, width = stamp.shown.shape
    return width, height


def _meet(one: Mark, other: Mark) -> bool:
    """Whether the boxes of two marks overlap."""
    (wide, tall), (width, height) = _size(one.stamp), _size(other.stamp)
    across = one.x < other.x + width and other.x < one.x + wide
    return across and one.y < other.y + height and other.y < one.y + tall
