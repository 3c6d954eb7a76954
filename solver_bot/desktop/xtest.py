"""The pointer and the keyboard of an X server by XTest, without a question for each event.

pyautogui, which serves Windows and macOS, waits for the server nine times a click. Here a click
waits once, for the place of the pointer before it.
"""

from __future__ import annotations

import math
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from solver_bot.desktop.keys import CODES
from solver_bot.desktop.mouse import Button, MouseError
from solver_bot.desktop.region import Region
from solver_bot.desktop.screen import missing_display, unreachable_display
from solver_bot.desktop.virtual_mouse import DriverError, VirtualMouse
from solver_bot.desktop.xlib import end_connection, open_display

_BUTTONS = {Button.LEFT: 1, Button.MIDDLE: 2, Button.RIGHT: 3}
_ANY_BUTTON = 0x1F00
"""The buttons among the modifiers that the server tells with the place of the pointer."""
_KEYSYMS = {
    "esc": "Escape", "escape": "Escape", "backspace": "BackSpace", "tab": "Tab",
    "enter": "Return", "return": "Return", "space": "space", "ctrl": "Control_L",
    "shift": "Shift_L", "alt": "Alt_L", "win": "Super_L", "home": "Home", "end": "End",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "pageup": "Prior",
    "pagedown": "Next", "insert": "Insert", "delete": "Delete", "-": "minus", "=": "equal",
    "[": "bracketleft", "]": "bracketright", ";": "semicolon", "'": "apostrophe", "`": "grave",
    "\\": "backslash", ",": "comma", ".": "period", "/": "slash",
}  # fmt: skip
"""The X names of keys. Function keys have theirs in capitals; letters and digits have their own."""

_JUST_NOW = 0.0005
"""Seconds for which the place of the pointer need not be asked for again."""
_KEYS_TAKE = 0.5
"""Seconds in which a program may still act on a key that was down."""
NO_XTEST = "The X server lets no program use the mouse: start it with its extension XTEST."

T = TypeVar("T")


def xtest_mouse(server: Server, desktop: Region) -> VirtualMouse:
    """The mouse of an X server."""
    sentry = PointerSentry(server.pointer, desktop)
    return _XTestMouse(XTestDriver(server), sentry, desktop)


def x11_mouse(desktop: Region, display: Any) -> VirtualMouse:
    """The mouse of an X server on which a window manager may handle clicks before the program.

    Raises:
        MouseError: the server lets no program make input.

    """
    if not display.has_extension("XTEST"):
        raise MouseError(NO_XTEST)
    server = Server(display)
    sentry = ClickSentry(server, desktop)
    return _X11Mouse(XTestDriver(server), sentry, desktop, Interference(server))


def opened_x11_mouse(desktop: Region) -> VirtualMouse:
    """The mouse of the X server that DISPLAY names, on a connection that ends with it.

    Raises:
        MouseError: there is no X server, it can't be reached, or it lets no program make input.

    """
    if problem := missing_display():
        raise MouseError(problem)
    try:
        display = open_display()
    except Exception as error:  # python3-xlib raises many kinds of errors
        raise MouseError(unreachable_display()) from error
    mouse = x11_mouse(desktop, display)
    weakref.finalize(mouse, end_connection, display).atexit = False
    return mouse


class Server:
    """A connection to an X server. After a failure, every request fails at once.

    python3-xlib may wait for ever on a connection that has failed.
    """

    def __init__(self, display: Any) -> None:
        self.display = display
        self.is_behind = False
        """Whether input was sent since the server last answered."""
        self.is_pressed = False
        """Whether a button was down when the server last told of the pointer."""
        self.tells_keys = False
        """Whether keys are asked for together with the pointer."""
        self.is_typing = False
        """Whether a key was down at any such time. Whoever reads it sets it back."""
        self._root = display.screen().root
        self._lost: str | None = None

    def ask(self, request: Callable[[], T]) -> T:
        """Make requests.

        Raises:
            DriverError: the server has gone.

        """
        if self._lost is not None:
            raise DriverError(self._lost)
        try:
            return request()
        except Exception as error:  # python3-xlib raises many kinds of errors
            self._lost = " ".join(str(error).split()) or type(error).__name__
            raise DriverError(self._lost) from error

    def catch_up(self) -> None:
        """Wait until the server has handled all input, so that a program can begin to draw."""
        if self.is_behind:
            self.ask(self.display.sync)
            self.is_behind = False

    def pointer(self) -> tuple[int, int]:
        """Where the pointer is."""
        found = self.ask(self._pointer_and_keys if self.tells_keys else self._root.query_pointer)
        self.is_behind = False
        self.is_pressed = bool(found.mask & _ANY_BUTTON)
        return int(found.root_x), int(found.root_y)

    def _pointer_and_keys(self) -> Any:
        """The pointer. Whether a key is down is asked in the same turn."""
        from Xlib.protocol.request import QueryKeymap

        keys = QueryKeymap(display=self.display.display, defer=1)
        found = self._root.query_pointer()
        keys.reply()
        self.is_typing = self.is_typing or any(keys.map)
        return found


class Interference:
    """Notices what others do: windows that appear, move, are raised or go, and keys.

    The server sends word of windows before its next answer, so none of what came before the place
    of the pointer is missed. Keys that are down are asked for together with that place.
    """

    def __init__(self, server: Server) -> None:
        from Xlib import X

        self._server = server
        server.tells_keys = True
        self._typed_at = -math.inf
        self._changed = False
        root = server.display.screen().root
        server.ask(lambda: root.change_attributes(event_mask=X.SubstructureNotifyMask))

    def seen(self) -> bool:
        """Whether a window changed since this was last asked, or a key was down of late."""
        now = time.monotonic()
        if self._server.is_typing:
            self._server.is_typing, self._typed_at = False, now
        self.listen()
        changed, self._changed = self._changed, False
        return changed or now - self._typed_at < _KEYS_TAKE

    def listen(self) -> None:
        """Take in what came about windows, so that it does not pile up."""
        self._server.ask(self._take)

    def _take(self) -> None:
        display = self._server.display
        for _ in range(display.pending_events()):
            display.next_event()
            self._changed = True


class XTestDriver:
    """Makes input by XTest. The server handles it in the order in which it was made."""

    def __init__(self, server: Server) -> None:
        from Xlib import XK, X
        from Xlib.ext.xtest import fake_input

        display = server.display
        self._server, self._fake = server, fake_input
        self._motion, self._buttons, self._keys = (
            X.MotionNotify,
            (X.ButtonRelease, X.ButtonPress),
            (X.KeyRelease, X.KeyPress),
        )
        names = {key: _KEYSYMS.get(key, key.upper() if key[1:] else key) for key in CODES}
        self._codes = {
            key: display.keysym_to_keycode(XK.string_to_keysym(name)) for key, name in names.items()
        }

    def move(self, x: int, y: int) -> None:
        """Move the pointer to a point of the desktop."""
        self._make(self._motion, 0, x, y)

    def nudge(self) -> None:
        """Do nothing: the server tells where the pointer is whenever it is asked."""

    def button(self, button: Button, down: bool) -> None:
        """Press or release a button of the mouse."""
        self._make(self._buttons[down], _BUTTONS[button])

    def key(self, key: str, down: bool) -> None:
        """Press or release a key."""
        self._make(self._keys[down], self._codes[key])

    def send(self) -> None:
        """Send what was made on its way, without waiting."""
        self._server.ask(self._server.display.flush)
        self._server.is_behind = True

    def finish(self) -> None:
        """Send what was made. What is asked next on this connection is answered after it."""
        self.send()

    def deliver(self) -> None:
        """Do nothing: captures come by the same connection, and so after what was made."""

    def _make(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        self._server.ask(lambda: self._fake(self._server.display, kind, detail, x=x, y=y))


class PointerSentry:
    """Notices the player's hand by asking where the pointer is."""

    def __init__(self, pointer: Callable[[], tuple[int, int]], desktop: Region) -> None:
        self._pointer = pointer
        self._left_at: tuple[int, int] | None = None
        self._earlier: deque[tuple[int, int]] = deque(maxlen=8)
        last, lowest = desktop.right - 1, desktop.bottom - 1
        self._corners = {(x, y) for x in (desktop.left, last) for y in (desktop.top, lowest)}

    def expect(self, x: int, y: int, click: bool) -> None:
        """The pointer is about to be moved here by solver-bot, to click or to rest."""
        if self._left_at not in {None, (x, y)}:
            self._earlier.append(self._left_at)
        self._left_at = x, y

    def arrived(self) -> None:
        """The pointer is where it was expected."""

    def taken(self) -> bool:
        """Whether the pointer is not where solver-bot left it."""
        return self._left_at is not None and self._pointer() != self._left_at

    def in_place(self) -> bool:
        """Whether the pointer is where solver-bot left it."""
        return self._left_at is not None and self._pointer() == self._left_at

    def in_corner(self) -> bool:
        """Whether the player has pushed the pointer into a corner of the desktop."""
        return self._pointer() in self._corners

    def behind(self) -> bool:
        """Whether the pointer is where an earlier move left it, so that later moves are delayed."""
        return self._pointer() in self._earlier


class ClickSentry(PointerSentry):
    """Also notices whether a window manager still holds back the last click.

    While a manager looks at a press, the server holds all later input back, so the button stays
    down. If the pointer is moved meanwhile, the program finds the release at the later place and
    does not open the cell. Until the release, the pointer therefore counts as on its way.
    """

    def __init__(self, server: Server, desktop: Region) -> None:
        super().__init__(server.pointer, desktop)
        self._server = server

    def taken(self) -> bool:
        """Whether the pointer is not where solver-bot left it, or not yet released there."""
        return self._left_at is not None and not self.in_place()

    def in_place(self) -> bool:
        """Whether the pointer is where solver-bot left it, and the last click is passed on."""
        return super().in_place() and not self._server.is_pressed

    def behind(self) -> bool:
        """Whether the pointer is where a move left it, so that later input is delayed."""
        found = self._pointer()
        return found == self._left_at or found in self._earlier


class _XTestMouse(VirtualMouse):
    """The mouse of an X server, on which a program can delay the pointer."""

    def __init__(self, driver: XTestDriver, sentry: PointerSentry, desktop: Region) -> None:
        super().__init__(driver, sentry, desktop)
        self._pointer = sentry

    def in_place(self) -> bool:
        """Whether the pointer is certainly where this object left it."""
        with self._in_plain_words():
            return self._pointer.in_place()

    def behind(self) -> bool:
        """Whether the pointer is where an earlier move left it, so that later moves are delayed."""
        with self._in_plain_words():
            return self._pointer.behind()


class _X11Mouse(_XTestMouse):
    """The mouse of an X server with a window manager."""

    _seen_in_place = -math.inf

    def __init__(
        self,
        driver: XTestDriver,
        sentry: PointerSentry,
        desktop: Region,
        interference: Interference,
    ) -> None:
        super().__init__(driver, sentry, desktop)
        self._interference = interference

    def undisturbed(self) -> bool:
        """Whether certainly nobody else did anything since this was last asked."""
        with self._in_plain_words():
            return not self._interference.seen()

    def in_place(self) -> bool:
        """Whether the pointer is certainly where this object left it, its last click passed on."""
        found = super().in_place()
        with self._in_plain_words():
            self._interference.listen()
        if found:
            self._seen_in_place = time.monotonic()
        return found

    def _check_corners(self) -> None:
        """A pointer that was just seen in its place is in no corner."""
        self._look_after_click()
        if time.monotonic() - self._seen_in_place > _JUST_NOW:
            super()._check_corners()
