"""The mouse: clicks and keys, with a fail-safe corner and a button that is never left pressed."""

from __future__ import annotations

import enum
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from solver_bot.desktop.screen import claim_pixels, missing_display, unreachable_display

STOPPED = "The pointer was pushed into a corner of the screen, which stops solver-bot."

_STOP_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_OUT_OF_CORNER = 5

Step: TypeAlias = Callable[[], object]


class MouseError(RuntimeError):
    """The mouse cannot be used. The message is one sentence that says what to do."""


class Stopped(RuntimeError):  # noqa: N818 - to stop is no error
    """The player pushed the pointer into a corner of the screen: the fail-safe."""


class Button(enum.StrEnum):
    """The buttons of a mouse."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Mouse:
    """The pointer and the keyboard, in mouse points of the whole desktop.

    Every method but ``position`` and ``moved`` first looks whether the pointer is in a corner of
    the screen.

    On macOS the system drops clicks, without a word, from a terminal that is not allowed under
    Privacy & Security, Accessibility.

    Raises:
        MouseError: no display, or one that cannot be reached; later, one that has gone.
        Stopped: the pointer is in a corner of the screen.

    """

    def __init__(self) -> None:
        self._gui = _load()
        self._left_at: tuple[int, int] | None = None
        self._lost: str | None = None

    def open(self, x: int, y: int) -> None:
        """Open the cell at this point: a left click."""
        self._click(x, y, Button.LEFT)

    def flag(self, x: int, y: int) -> None:
        """Flag the cell at this point: a right click."""
        self._click(x, y, Button.RIGHT)

    def chord(self, x: int, y: int, button: Button = Button.MIDDLE) -> None:
        """Open all around the number at this point, with the button that the program wants."""
        self._click(x, y, button)

    def park(self, x: int, y: int) -> None:
        """Move the pointer out of the way, but never into a fail-safe corner: beside it."""
        if (x, y) in self._gui.FAILSAFE_POINTS:
            x += _OUT_OF_CORNER if x == 0 else -_OUT_OF_CORNER
        with self._acting():
            self._gui.moveTo(x, y)
        self._left_at = x, y

    def key(self, combination: str) -> None:
        """Press keys together and let them go: ``"f2"``, ``"ctrl+n"``.

        Raises:
            MouseError: a key that does not exist here.

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
        """Where the pointer is."""
        with _signals_held_back(), self._in_plain_words():
            x, y = self._gui.position()
        return int(x), int(y)

    def moved(self) -> bool:
        """Whether the pointer is not where this mouse left it: the player has taken it."""
        return self._left_at is not None and self.position() != self._left_at

    def _click(self, x: int, y: int, button: Button) -> None:
        with self._acting():
            self._press_and_release(
                [partial(self._gui.mouseDown, x, y, button=button.value)],
                [partial(self._gui.mouseUp, x, y, button=button.value)],
            )
        self._left_at = x, y

    @staticmethod
    def _press_and_release(presses: list[Step], releases: list[Step]) -> None:
        try:
            for press in presses:
                press()
        except BaseException:
            # python3-xlib may wait for ever after a failure, so the release is not waited for
            helper = threading.Thread(target=_do_all, args=(releases,), daemon=True)
            helper.start()
            helper.join(1)
            raise
        _do_all(releases)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Do the block as one: the fail-safe looks before it, a signal waits until after it.

        Inside, pyautogui's own look is off, for it would refuse a release as well as a press.
        """
        with _signals_held_back(), self._in_plain_words():
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
            detail = " ".join(str(error).split()) or type(error).__name__
            self._lost = (
                f"The mouse can no longer be used ({detail}): see that the graphical session is "
                "still there, and start solver-bot again."
            )
            raise MouseError(self._lost) from error


def _do_all(steps: list[Step]) -> None:
    for step in steps:
        step()


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Let Ctrl-C and its like take effect only after the block.

    Python runs handlers in the main thread alone, so elsewhere nothing can break in.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    found = [number for number in _STOP_SIGNALS if signal.getsignal(number) is not None]
    handlers = {number: signal.signal(number, note) for number in found}
    try:
        yield
    finally:
        for number, handler in reversed(handlers.items()):
            signal.signal(number, handler)
        for number in waiting:
            signal.raise_signal(number)


def _load() -> Any:
    """Import pyautogui, which opens the display as it is imported, and make it fast."""
    if problem := missing_display():
        raise MouseError(problem)
    claim_pixels()
    with warnings.catch_warnings(), _without_tkinter(), authority(), silence():
        warnings.simplefilter("ignore")
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


def silence() -> redirect_stdout[io.StringIO]:
    """Keep python3-xlib from printing, on standard output, that it found no authority."""
    return redirect_stdout(io.StringIO())


@contextmanager
def _without_tkinter() -> Iterator[None]:
    """Keep out mouseinfo, a window of pyautogui's that ends the program where tkinter is missing.

    pyautogui does without it when its import fails.
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


@contextmanager
def authority() -> Iterator[None]:
    """Have an X authority file: python3-xlib fails without one, even where none is needed."""
    home = os.environ.get("HOME")
    if "XAUTHORITY" in os.environ or (home and Path(home, ".Xauthority").exists()):
        yield
        return
    os.environ["XAUTHORITY"] = os.devnull
    try:
        yield
    finally:
        del os.environ["XAUTHORITY"]
