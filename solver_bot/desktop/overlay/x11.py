"""The overlay on X11: a window of marks directly in front of the game's window.

The marks' window consists of the marks only (SHAPE, bounding region) and takes no clicks (input
region). It stands directly in front of the game's frame, so that windows, menus and dialogs in
front of the game are in front of the marks too. The game's frame is redirected (Composite), which
keeps its pixels apart from the marks. All this was tried with openbox.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from solver_bot.desktop.overlay.canvas import Canvas
from solver_bot.desktop.overlay.connection import connect
from solver_bot.desktop.overlay.face import ROOM, WIDEST, Mark, OverlayError
from solver_bot.desktop.overlay.game_window import NO_WINDOW, GameWindow
from solver_bot.desktop.overlay.requests import opcode, redirect
from solver_bot.desktop.screen import Picture, Region

_STILL = 0.1
"""Seconds without a move after which the marks come back."""
_IDLE, _MOVING = 0.5, 0.02
"""Seconds between two checks without any event from the server."""

T = TypeVar("T")


class X11Overlay:
    """See ``Overlay``. A thread of its own keeps the marks at the game's window.

    Raises:
        OverlayError: the display lacks an extension, or no window contains the board.

    """

    def __init__(self, name: str, board: Region) -> None:
        self._lock = threading.RLock()
        self._over = False
        self._display = connect(name)
        try:
            self._open(board)
        except BaseException:
            self._disconnect()
            raise
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def _open(self, board: Region) -> None:
        from Xlib import X

        shape, composite = _extensions(self._display)
        root = self._display.screen().root
        root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._game = GameWindow(self._display, board)
        inside, frame = self._game.region(), self._game.framed()
        if inside is None or frame is None:
            raise OverlayError(NO_WINDOW)
        self._began, self._at, self.frame = inside, inside, frame
        redirect(self._display, composite, self._game.frame)
        self._canvas = Canvas(self._display, shape, _with_room(frame))
        self._wanted = self._mapped = self._checked = False
        self._moved_at = float("-inf")
        self._front: list[Region] | None = None
        self._display.sync()

    @property
    def is_over(self) -> bool:
        """See ``Overlay``."""
        return self._over

    @property
    def moved_by(self) -> tuple[int, int]:
        """See ``Overlay``."""
        return self._at.left - self._began.left, self._at.top - self._began.top

    def show(self, marks: Iterable[Mark]) -> None:
        """See ``Overlay``."""
        drawn = list(marks)
        self._do(lambda: self._show(drawn))

    def _show(self, marks: list[Mark]) -> None:
        self._canvas.draw(marks)
        self._wanted = bool(marks)
        self._settle()
        self._display.sync()

    def clear(self) -> None:
        """See ``Overlay``."""
        self.show(())

    def close(self) -> None:
        """See ``Overlay``."""
        with self._lock:
            self._over = True
            self._disconnect()
        if threading.current_thread() is not self._keeper:
            self._keeper.join(2)

    def own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        """See ``Overlay``."""
        return self._do(lambda: self._own_pixels(region, seen))

    def unmarked(self, region: Region, seen: Picture) -> Picture:
        """See ``Overlay``."""
        picture = self._do(lambda: self._unmarked(region, seen))
        return seen if picture is None else picture

    def pointer(self) -> tuple[int, int] | None:
        """See ``Overlay``."""
        found = self._do(self._game.pointer)
        if found is None:
            return None
        right, down = self.moved_by
        return found[0] - right, found[1] - down

    def _own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        part = _common(region, self.frame)
        if part is None:
            return seen(region)
        left, top = part.left - self.frame.left, part.top - self.frame.top
        pixels = self._game.pixels(Region(left, top, part.width, part.height))
        if pixels is None or part == region:
            return pixels
        picture = seen(region).copy()
        picture[_slices(part, region)] = pixels
        return picture

    def _unmarked(self, region: Region, seen: Picture) -> Picture | None:
        picture = self._own_pixels(region, lambda _: seen)
        self._follow()  # events that came before the pixels are known by now
        if picture is None or self.moved_by != (0, 0) or self._over:
            return None
        if self._front is None:
            self._front = list(self._game.in_front(self._canvas.window))
        for window in self._front:
            if part := _common(region, window):
                picture[_slices(part, region)] = seen[_slices(part, region)]
        return picture

    def _keep(self) -> None:
        while not self._over:
            moving = time.monotonic() - self._moved_at < 2 * _STILL
            try:
                select.select([self._display.fileno()], [], [], _MOVING if moving else _IDLE)
            except (OSError, ValueError):
                return
            self._do(self._follow)

    def _follow(self) -> None:
        """Handle the server's events, and put the marks where the window is."""
        from Xlib import X

        relevant = False
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.Expose:
                self._canvas.repaint()
            elif event.type == X.PropertyNotify:
                relevant |= event.atom == self._game.state
            elif getattr(event, "window", None) != self._canvas.window:
                self._front = None
                relevant = True
        if relevant:
            self._checked = False
            self._locate()
        self._settle()

    def _locate(self) -> None:
        now = self._game.region()
        if now is None or (now.width, now.height) != (self._began.width, self._began.height):
            self._end()
        elif now != self._at:
            self._at = now
            self._moved_at = time.monotonic()

    def _settle(self) -> None:
        """Show or hide the marks, as it should be now."""
        still = time.monotonic() - self._moved_at >= _STILL
        if self._over or not (self._wanted and still):
            self._hide()
        elif not self._checked:
            self._stand()
        self._display.flush()

    def _stand(self) -> None:
        """Put the marks directly in front of the game, if it is shown.

        This is checked again only after an event, because every answer of the server takes its
        time on a busy machine.
        """
        from Xlib import X

        if not self._game.is_shown():
            self._hide()
            return
        if not self._game.has_just_above(self._canvas.window):
            self._canvas.window.configure(sibling=self._game.frame, stack_mode=X.Above)
        if not self._mapped:
            right, down = self.moved_by
            place = self._canvas.region
            self._canvas.window.configure(x=place.left + right, y=place.top + down)
            self._canvas.window.map()
            self._canvas.repaint()
            self._mapped = True
        self._checked = True

    def _hide(self) -> None:
        if self._mapped:
            self._canvas.window.unmap()
            self._display.sync()
            self._mapped = self._checked = False

    def _end(self) -> None:
        self._hide()
        self._over = True

    def _do(self, work: Callable[[], T]) -> T | None:
        """Do something on the connection; None if the connection is lost or was closed."""
        from Xlib.error import XError

        with self._lock:
            if self._over:
                return None
            try:
                return work()
            except XError:  # the request was about a window that has just gone
                self._moved_at = time.monotonic()
                return None
            except Exception:  # python3-xlib may wait for ever after a failure: no more requests
                self._over = True
                self._disconnect()
                return None

    def _disconnect(self) -> None:
        with suppress(Exception):
            self._display.display.socket.close()


def check(name: str) -> None:
    """Check that a display offers all that an overlay needs.

    Raises:
        OverlayError: it does not, or it can't be opened.

    """
    display = connect(name)
    try:
        _extensions(display)
    finally:
        display.close()


def _extensions(display: Any) -> tuple[int, int]:
    """The numbers of the extensions SHAPE and Composite."""
    found = opcode(display, "SHAPE"), opcode(display, "Composite")
    if found[0] is None or found[1] is None:
        lacking = "SHAPE" if found[0] is None else "Composite"
        raise OverlayError(
            f"This display lacks the {lacking} extension, so no marks can be drawn over a game."
        )
    info = display.display.info
    odd = info.image_byte_order or info.bitmap_format_bit_order
    if odd or display.screen().root_depth != 24:
        raise OverlayError("Marks can be drawn over a game on displays of 24-bit colour only.")
    return found[0], found[1]


def _with_room(frame: Region) -> Region:
    """The frame with room for a line of text on all sides."""
    beside = max(0, WIDEST - frame.width)
    wide, tall = frame.width + 2 * beside, frame.height + 2 * ROOM
    return Region(frame.left - beside, frame.top - ROOM, wide, tall)


def _common(one: Region, other: Region) -> Region | None:
    """The part that two regions share; None if there is none."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Region(left, top, width, height) if min(width, height) > 0 else None


def _slices(part: Region, whole: Region) -> tuple[slice, slice]:
    """Where a part is in a picture of the whole."""
    left, top = part.left - whole.left, part.top - whole.top
    return slice(top, top + part.height), slice(left, left + part.width)
