"""The windows of the desktop: their programs, their places, and which one has the keyboard.

Only X11 is supported, through python3-xlib, which pyautogui installs. On other systems the answer
is always "unknown".
"""

from __future__ import annotations

import os
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from solver_bot.desktop.screen import Region, is_wayland
from solver_bot.desktop.xlib import end_connection, open_display

_DEEPEST = 4
"""The most levels of windows inside a window manager's frame to search for a program's window."""
_PATIENCE = 2.0
"""Seconds that the window manager may take to give a window the keyboard."""
_BETWEEN = 0.002
"""Seconds between two checks whether the window has the keyboard."""
_PAGER = 2
"""The source of a request to a window manager: the user, not a program (EWMH source indication)."""

MARKS = "solver-bot: marks"
"""The name of windows of marks. They take no clicks, so they are in front of nothing."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TopLevel:
    """A window as the player sees it.

    Attributes:
        id: its number on the X server.
        main: the number of the window that it belongs to. For a dialog that is another window, else
            it is the window itself.
        name: the name of its program, such as ``kmines``; empty if the window has none.
        region: its place on the desktop, without its frame.
        has_keyboard: whether key presses go to it.
        title: what its title bar says; empty if it has none.

    """

    id: int
    main: int
    name: str
    region: Region
    has_keyboard: bool
    title: str = ""


def desktop_windows() -> Windows | None:
    """The windows of the current desktop; None if they cannot be known."""
    name = os.environ.get("DISPLAY")
    if sys.platform in {"darwin", "win32"} or not name or is_wayland():
        return None
    windows = _connected(name)
    if windows and windows.lost:  # a new server may have the same name by now
        _connected.cache_clear()
        windows = _connected(name)
    return windows


def window_around(region: Region) -> Region | None:
    """The window that contains ``region``, with its frame; None if none does or it is unknown."""
    windows = desktop_windows()
    return windows.around(region) if windows else None


@lru_cache(maxsize=4)
def _connected(name: str) -> Windows | None:
    """The connection to a display. It stays open, because opening costs more than all requests."""
    try:
        display = open_display(name)
    except Exception:  # python3-xlib raises many kinds of errors, and the bot works without it
        return None
    windows = Windows(display)
    weakref.finalize(windows, end_connection, display).atexit = False  # once it is forgotten
    return windows


class Windows:
    """A connection to an X server. Once it is ``lost``, every answer is None or False."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self.lost = False

    def seen(self) -> tuple[TopLevel, ...] | None:
        """All windows that are shown, the topmost first; None if they cannot be known."""
        return self._ask(lambda: tuple(self._all()))

    def around(self, region: Region) -> Region | None:
        """The window that contains ``region``, with its frame and title bar; None if none does."""
        return self._ask(lambda: next((a for a in self._frames() if a.holds(region)), None))

    def focus(self, x: int, y: int) -> bool:
        """Give the keyboard to the window at this point, and raise the window, without a click.

        A window that has the keyboard already is left as it is.

        Returns whether the window has the keyboard now.
        """
        target = next((one for one in self.seen() or () if _holds(one.region, x, y)), None)
        if target is None:
            return False
        if not target.has_keyboard:
            self._ask(lambda: self._activate(target.id))
        return target.has_keyboard or self._gets_keyboard(target.id)

    def _ask(self, question: Callable[[], T]) -> T | None:
        from Xlib.error import XError

        if self.lost:
            return None
        try:
            return question()
        except XError:  # the request was about a window that has just gone
            return None
        except Exception:  # python3-xlib may wait for ever after a failure: no more requests
            self.lost = True
            with suppress(Exception):
                self._display.display.socket.close()
            return None

    def _frames(self) -> Iterator[Region]:
        """The regions of all windows with their frames, the topmost first."""
        from Xlib import X
        from Xlib.error import XError

        for frame in reversed(self._display.screen().root.query_tree().children):
            with suppress(XError):  # it has gone meanwhile
                if frame.get_attributes().map_state == X.IsViewable and not is_marks(frame):
                    area = frame.get_geometry()
                    edges = 2 * area.border_width
                    yield Region(area.x, area.y, area.width + edges, area.height + edges)

    def _all(self) -> Iterator[TopLevel]:
        from Xlib.error import XError

        focused = self._focused()
        for frame in reversed(self._display.screen().root.query_tree().children):
            with suppress(XError):  # it has gone meanwhile
                if one := self._top_level(frame, focused):
                    yield one

    def _top_level(self, frame: Any, focused: set[int]) -> TopLevel | None:
        from Xlib import X

        attributes = frame.get_attributes()
        if attributes.map_state != X.IsViewable or attributes.win_class != X.InputOutput:
            return None
        if is_marks(frame):
            return None
        window = self._with_state(frame, 0) or frame
        size = window.get_geometry()
        place = self._display.screen().root.translate_coords(window, 0, 0)
        owner = window.get_wm_transient_for()
        return TopLevel(
            window.id,
            owner.id if owner and owner.id != self._display.screen().root.id else window.id,
            _program(window),
            Region(place.x, place.y, size.width, size.height),
            window.id in focused,
            self._title(window),
        )

    def _title(self, window: Any) -> str:
        """What the title bar of a window says. Old programs write it in Latin-1."""
        from Xlib import X, Xatom

        named = self._display.intern_atom("_NET_WM_NAME"), Xatom.WM_NAME
        for name, coding in zip(named, ("utf-8", "latin-1"), strict=True):
            found = window.get_full_property(name, X.AnyPropertyType)
            if found and found.value:
                value = found.value
                return value.decode(coding, "replace") if isinstance(value, bytes) else str(value)
        return ""

    def _with_state(self, window: Any, depth: int) -> Any:
        """The program's own window inside a window manager's frame; None if it is not found."""
        state = self._display.intern_atom("WM_STATE")
        if window.get_full_property(state, 0) is not None:
            return window
        if depth == _DEEPEST:
            return None
        children = window.query_tree().children
        return next(filter(None, (self._with_state(one, depth + 1) for one in children)), None)

    def _focused(self) -> set[int]:
        """The window that key presses go to, and the windows that contain it."""
        window = self._display.get_input_focus().focus
        found: set[int] = set()
        while not isinstance(window, int) and window.id not in found:
            found.add(window.id)
            window = window.query_tree().parent or 0
        return found

    def _activate(self, window: int) -> None:
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        root = self._display.screen().root
        activate = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        if not self._has_manager(activate):
            self._take(window)
            return
        message = ClientMessage(
            window=self._display.create_resource_object("window", window),
            client_type=activate,
            data=(32, [_PAGER, X.CurrentTime, 0, 0, 0]),
        )
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._display.sync()

    def _has_manager(self, activate: int) -> bool:
        """Whether a window manager is running that activates windows on request."""
        root = self._display.screen().root
        check = root.get_full_property(self._display.intern_atom("_NET_SUPPORTING_WM_CHECK"), 0)
        able = root.get_full_property(self._display.intern_atom("_NET_SUPPORTED"), 0)
        if check is None or able is None or activate not in able.value:
            return False
        manager = self._display.create_resource_object("window", check.value[0])
        return self._ask(manager.get_attributes) is not None

    def _take(self, window: int) -> None:
        """Raise a window and focus the keyboard on it, on a desktop without a window manager."""
        from Xlib import X
        from Xlib.error import CatchError

        refused = CatchError()
        it = self._display.create_resource_object("window", window)
        it.configure(stack_mode=X.Above, onerror=refused)
        it.set_input_focus(X.RevertToPointerRoot, X.CurrentTime, onerror=refused)
        self._display.sync()

    def _gets_keyboard(self, window: int) -> bool:
        """Wait until the window has the keyboard. Returns whether it got it in time."""
        end = time.monotonic() + _PATIENCE
        while True:
            if window in (self._ask(self._focused) or ()):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(_BETWEEN)  # a window manager does not say that it has declined


def is_marks(window: Any) -> bool:
    """Whether a window consists of marks."""
    from Xlib import Xatom

    found = window.get_full_property(Xatom.WM_NAME, Xatom.STRING)
    return found is not None and found.value in {MARKS, MARKS.encode()}


def _program(window: Any) -> str:
    """The name of a window's program; empty if it has none.

    ``get_wm_class`` fails where the name has another type than the standard says, and where an old
    program writes it in Latin-1, as xdemineur does.
    """
    from Xlib import X, Xatom

    found = window.get_full_property(Xatom.WM_CLASS, X.AnyPropertyType)
    value = found.value if found else b""
    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
    return text.partition("\0")[0].lower()


def _holds(region: Region, x: int, y: int) -> bool:
    return region.left <= x < region.right and region.top <= y < region.bottom
