"""The mouse and the keyboard. A corner of the screen is a fail-safe; no button is left pressed."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # CPython's own, which signal wraps slowly
import enum
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, TypeAlias

from solver_bot.desktop.faces import lost
from solver_bot.desktop.screen import claim_pixels, missing_display, unreachable_display
from solver_bot.desktop.xlib import quiet_xlib

STOPPED = "The pointer was pushed into a corner of the screen, which stops solver-bot."

_STOP_SIGNALS = tuple(
    int(getattr(signal, name)) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_OUT_OF_CORNER = 5

Step: TypeAlias = Callable[[], object]


class MouseError(RuntimeError):
    """The mouse cannot be used. The message is one sentence that tells the user what to do."""


class Stopped(RuntimeError):
    """The player pushed the pointer into a corner of the screen: the fail-safe."""


class Button(enum.StrEnum):
    """The buttons of a mouse."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Mouse:
    """The pointer and the keyboard. Positions are mouse points of the whole desktop.

    Every method that does not ask for the place of the pointer first checks whether it is in a
    corner of the screen.

    macOS silently drops clicks from a terminal that is not allowed under Privacy & Security,
    Accessibility.

    Raises:
        MouseError: there is no display, it cannot be reached, or it has gone since.
        Stopped: the pointer is in a corner of the screen.

    """

    def __init__(self) -> None:
        self._gui = _load()
        self._left_at: tuple[int, int] | None = None
        self._earlier: deque[tuple[int, int]] = deque(maxlen=8)
        self._lost: str | None = None

    def open(self, x: int, y: int, held: float = 0.0) -> None:
        """Open the cell at this point: a left click, with the button ``held`` for seconds."""
        self._click(x, y, Button.LEFT, held)

    def flag(self, x: int, y: int) -> None:
        """Flag the cell at this point: a right click."""
        self._click(x, y, Button.RIGHT)

    def chord(self, x: int, y: int, button: Button = Button.MIDDLE) -> None:
        """Make a chord on the number at this point, with the button that the program expects."""
        self._click(x, y, button)

    def park(self, x: int, y: int) -> None:
        """Move the pointer out of the way. A point in a fail-safe corner is moved beside it."""
        if (x, y) in self._gui.FAILSAFE_POINTS:
            x += _OUT_OF_CORNER if x == 0 else -_OUT_OF_CORNER
        with self._acting():
            self._gui.moveTo(x, y)
        self._leave(x, y)

    def key(self, combination: str) -> None:
        """Press keys together and release them: ``"f2"``, ``"ctrl+n"``.

        Raises:
            MouseError: a key does not exist on this system.

        """
        keys = combination.lower().split("+")
        unknown = [key for key in keys if not self._gui.isValidKey(key)]
        if unknown:
            raise MouseError(f"There is no key {unknown[0]!r}: write it like f2 or ctrl+n.")
        with self._acting():
            self._press_and_release(
                [partial(self._gui.keyDown, key) for key in keys],
                [partial(self._gui.keyUp, key) for key in reversed(keys)],
            )

    def position(self) -> tuple[int, int]:
        """The position of the pointer."""
        with signals_held_back(), self._in_plain_words():
            x, y = self._gui.position()
        return int(x), int(y)

    def moved(self) -> bool:
        """Whether the pointer is not where this object left it, so that the player has moved it."""
        return self._left_at is not None and self.position() != self._left_at

    def in_place(self) -> bool:
        """Whether the pointer is certainly where this object left it, which is in no corner."""
        return self._left_at is not None and self.position() == self._left_at

    def behind(self) -> bool:
        """Whether the pointer is where an earlier move left it, so that later moves are delayed."""
        return self.position() in self._earlier

    def undisturbed(self) -> bool:
        """Return False: what others do is not known here."""
        return False

    def fail_safe(self) -> None:
        """Check whether the pointer is in a corner of the screen; if so, raise ``Stopped``."""
        with signals_held_back(), self._in_plain_words():
            self._gui.failSafeCheck()

    def _click(self, x: int, y: int, button: Button, held: float = 0.0) -> None:
        with self._acting():
            self._press_and_release(
                [
                    partial(self._gui.mouseDown, x, y, button=button.value),
                    partial(time.sleep, held),
                ],
                [partial(self._gui.mouseUp, x, y, button=button.value)],
            )
        self._leave(x, y)

    def _leave(self, x: int, y: int) -> None:
        if self._left_at is not None:
            self._earlier.append(self._left_at)
        self._left_at = x, y

    @staticmethod
    def _press_and_release(presses: list[Step], releases: list[Step]) -> None:
        try:
            for press in presses:
                press()
        except BaseException:
            # python3-xlib may wait for ever after a failure, so the release gets one second
            helper = threading.Thread(target=_try_all, args=(releases,), daemon=True)
            helper.start()
            helper.join(1)
            raise
        _do_all(releases)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Protect a block: the fail-safe is checked before it, and signals are handled after it.

        Inside, pyautogui's own check is off, because it would refuse a release as well as a press.
        """
        with signals_held_back(), self._in_plain_words():
            self._gui.failSafeCheck()
            self._gui.FAILSAFE = False
            try:
                yield
            finally:
                self._gui.FAILSAFE = True

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        if self._lost:
            raise MouseError(self._lost)
        try:
            yield
        except self._gui.FailSafeException:
            raise Stopped(STOPPED) from None
        except Exception as error:
            self._lost = lost(error)
            raise MouseError(self._lost) from error


def _do_all(steps: list[Step]) -> None:
    for step in steps:
        step()


def _try_all(steps: list[Step]) -> None:
    """Do what can be done. The failure before is the one that is told."""
    for step in steps:
        with suppress(Exception):
            step()


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Delay Ctrl-C and the other signals that stop a program until the end of the block.

    Python runs signal handlers in the main thread only, so other threads need no protection.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    found = [(number, _signal.getsignal(number)) for number in _STOP_SIGNALS]
    handlers = [(number, handler) for number, handler in found if handler is not None]
    for number, _ in handlers:
        _signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in reversed(handlers):
            _signal.signal(number, handler)
        for number in waiting:
            signal.raise_signal(number)


def _load() -> Any:
    """Import pyautogui and remove its pauses. The import opens the display."""
    if problem := missing_display():
        raise MouseError(problem)
    claim_pixels()
    with _without_tkinter(), quiet_xlib():
        try:
            import pyautogui
        except ImportError as error:
            raise MouseError(
                f"The mouse cannot be used, because {error}: install solver-bot again."
            ) from error
        except Exception as error:
            raise MouseError(unreachable_display()) from error
    pyautogui.PAUSE = 0
    pyautogui.MINIMUM_DURATION = 0
    pyautogui.FAILSAFE = True
    return pyautogui


@contextmanager
def _without_tkinter() -> Iterator[None]:
    """Make the import of mouseinfo fail, which pyautogui tolerates.

    mouseinfo is a window of pyautogui. Its import ends the program if tkinter is missing.
    """
    modules: dict[str, Any] = sys.modules
    if "mouseinfo" in modules:
        yield
        return
    modules["mouseinfo"] = None
    try:
        yield
    finally:
        del modules["mouseinfo"]
