"""The overlay on X11: a window of marks directly in front of the game's window.

The marks' window consists of the marks only (SHAPE, bounding region) and takes no clicks (input
region). It stands directly in front of the game's frame, so that windows, menus and dialogs in
front of the game are in front of the marks too. Some window managers keep such a window in front of
all others, and some compositors draw windows in another order than the server has them. The marks
therefore leave out what is behind other windows. The game's frame is redirected (Composite), which
keeps its pixels apart from the marks.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from solver_bot.desktop.overlay.bell import Bell
from solver_bot.desktop.overlay.canvas import Canvas
from solver_bot.desktop.overlay.connection import connect
from solver_bot.desktop.overlay.extensions import extensions
from solver_bot.desktop.overlay.face import Mark, OverlayError
from solver_bot.desktop.overlay.game_window import NO_WINDOW, GameWindow
from solver_bot.desktop.overlay.others import belong
from solver_bot.desktop.overlay.places import covered, slices, with_room
from solver_bot.desktop.overlay.requests import redirect
from solver_bot.desktop.overlay.why_key import grab
from solver_bot.desktop.screen import Picture, Region

_STILL = 0.1
"""Seconds without a move after which the marks come back."""
_IDLE, _MOVING = 0.5, 0.02
"""Seconds between two checks without any event from the server."""

_PUSHES, _CALM = 3, 2.0
"""How often the marks are put behind other windows at most, in so many seconds."""

T = TypeVar("T")


class X11Overlay:
    """See ``Overlay``. A thread of its own keeps the marks at the game's window.

    ``on_wayland`` tells that the X server belongs to a Wayland desktop.

    Raises:
        OverlayError: the display lacks an extension, or no window contains the board.

    """

    def __init__(self, name: str, board: Region, *, on_wayland: bool = False) -> None:
        self._resized = on_wayland
        self._lock = threading.RLock()
        self._over = False
        self._display = connect(name)
        try:
            self._open(board)
        except BaseException:
            self._disconnect()
            raise
        self._bell = Bell()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def _open(self, board: Region) -> None:
        from Xlib import X

        shape, composite = extensions(self._display)
        root = self._display.screen().root
        root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._game = GameWindow(self._display, board)
        inside, frame = self._game.region(), self._game.framed()
        if inside is None or frame is None:
            raise OverlayError(NO_WINDOW)
        self._began, self._at, self.frame = inside, inside, frame
        redirect(self._display, composite, self._game.frame)
        self._canvas = Canvas(self._display, shape, with_room(frame))
        belong(self._display, self._canvas.window, self._game.frame)
        self._wanted = self._mapped = self._checked = False
        self._moved_at = float("-inf")
        self._pushes: list[float] = []
        self._asked = 0
        self._front: list[Region] | None = None
        self._display.sync()

    knows_windows = True

    @property
    def is_over(self) -> bool:
        """See ``Overlay``."""
        return self._over

    @property
    def moved_by(self) -> tuple[int, int]:
        """See ``Overlay``."""
        return self._at.left - self._began.left, self._at.top - self._began.top

    @property
    def asked(self) -> int:
        """See ``Overlay``."""
        return self._asked

    def listen(self) -> None:
        """See ``Overlay``."""
        self._do(lambda: grab(self._display))

    def show(self, marks: Iterable[Mark]) -> None:
        """See ``Overlay``."""
        drawn = list(marks)
        self._do(lambda: self._show(drawn))

    def _show(self, marks: list[Mark]) -> None:
        self._canvas.draw(marks)
        self._wanted = bool(marks)
        self._checked &= self._mapped != self._canvas.is_blank
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
        self._bell.ring()
        if threading.current_thread() is not self._keeper:
            self._keeper.join(2)
        self._bell.close()

    def own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        """See ``Overlay``."""
        return self._do(lambda: self._own_pixels(region, seen))

    def unmarked(self, region: Region, seen: Callable[[Region], Picture]) -> Picture:
        """See ``Overlay``."""
        shown = seen(region)
        picture = self._do(lambda: self._unmarked(region, shown))
        return shown if picture is None else picture

    def shows(self, part: Region) -> bool:
        """See ``Overlay``."""
        return self._do(lambda: self._game.is_shown() and not self._hides(part)) is not False

    def _hides(self, part: Region) -> bool:
        return any(window.holds(self._moved(part)) for window in self._in_front())

    def pointer(self) -> tuple[int, int] | None:
        """See ``Overlay``."""
        found = self._do(self._game.pointer)
        if found is None:
            return None
        right, down = self.moved_by
        return found[0] - right, found[1] - down

    def _own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        part = region.common(self.frame)
        if part is None:
            return seen(region)
        left, top = part.left - self.frame.left, part.top - self.frame.top
        pixels = self._game.pixels(Region(left, top, part.width, part.height))
        if pixels is None or part == region:
            return pixels
        picture = seen(region).copy()
        picture[slices(part, region)] = pixels
        return picture

    def _unmarked(self, region: Region, seen: Picture) -> Picture | None:
        picture = self._own_pixels(region, lambda _: seen)
        self._follow()  # events that came before the pixels are known by now
        if picture is None or self.moved_by != (0, 0) or self._over:
            return None
        for window in self._in_front():
            if part := region.common(window):
                picture[slices(part, region)] = seen[slices(part, region)]
        return picture

    def _keep(self) -> None:
        while not self._over:
            moving = time.monotonic() - self._moved_at < 2 * _STILL
            waits_for = [self._display, self._bell]
            try:
                select.select(waits_for, [], [], _MOVING if moving else _IDLE)
            except (OSError, ValueError):
                return
            self._bell.hush()
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
            elif event.type == X.KeyPress:
                self._asked += 1
            elif getattr(event, "window", None) != self._canvas.window:
                self._front = None
                relevant = True
                if event.type == X.ConfigureNotify:
                    self._stay_in_front(event)
            elif event.type == X.MapNotify:
                self._stay_hidden()
            else:  # the window manager may have put the marks elsewhere
                relevant |= event.type == X.ConfigureNotify
        if relevant:
            self._checked = False
            self._locate()
        self._settle()

    def _stay_in_front(self, event: Any) -> None:
        """Put the marks back at once if the game was raised in front of them.

        openbox and jwm do so at every click. All further questions to the server would take long
        enough to see the marks flicker.
        """
        raised = event.window == self._game.frame and event.above_sibling == self._canvas.window
        if raised and self._mapped:
            self._put_in_front()
            self._display.flush()

    def _stay_hidden(self) -> None:
        """Unmap the marks again if they were mapped though they are to be hidden.

        metacity maps them when it first hears of them, even if they were unmapped meanwhile.
        """
        if not self._mapped:
            self._canvas.window.unmap()

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
        if not self._game.is_shown():
            self._hide()
            return
        place = self._moved(self._canvas.region)
        self._canvas.leave_out(covered(place, self._in_front()))
        if self._canvas.is_blank:
            self._hide()
        self._stack()
        if not (self._mapped or self._canvas.is_blank):
            self._canvas.window.configure(x=place.left, y=place.top)
            self._map()
        self._checked = True

    def _map(self) -> None:
        self._canvas.window.map()
        if self._resized:
            self._canvas.take_no_clicks()
        self._canvas.repaint()
        self._mapped = True

    def _stack(self) -> None:
        """Put the marks directly in front of the game's frame."""
        between = self._game.windows_behind(self._canvas.window)
        if between is None or (between and self._may_push()):
            self._put_in_front()

    def _put_in_front(self) -> None:
        """Put the marks elsewhere in the order of windows, while they are not mapped.

        A window may have opened since the server was asked for the order, and the marks may be in
        front of it. If a mapped window is put behind another, xfwm4's compositor draws nothing anew
        in that other window: what was in front of it would stay on the screen for ever. A Wayland
        compositor has no such fault, and is not made to mind again that the window takes no clicks.
        """
        from Xlib import X

        again = self._mapped and not self._resized
        if again:
            self._canvas.window.unmap()
        self._canvas.window.configure(sibling=self._game.frame, stack_mode=X.Above)
        if again:
            self._map()

    def _moved(self, region: Region) -> Region:
        """Where a region is now that the window has moved."""
        right, down = self.moved_by
        return Region(region.left + right, region.top + down, region.width, region.height)

    def _in_front(self) -> list[Region]:
        """The windows in front of the game, asked for again only after an event."""
        if self._front is None:
            self._front = list(self._game.in_front())
        return self._front

    def _may_push(self) -> bool:
        """Whether to ask again to have the marks behind the windows in front of the game.

        A window manager that puts them back every time is not asked without end.
        """
        now = time.monotonic()
        self._pushes = [then for then in self._pushes if now - then < _CALM]
        if len(self._pushes) == _PUSHES:
            return False
        self._pushes.append(now)
        return True

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
                done = work()
                if self._display.pending_events():  # they came with answers of the server
                    self._bell.ring()
                return done
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
