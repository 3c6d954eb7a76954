"""The callables that the bot captures, clicks and presses keys with. The caller provides them.

All coordinates are pixels of the whole picture, which is the one that ``capture(None)`` gives. The
provider translates them to places on the desktop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import NamedTuple

from solver_bot.vision.arrays import Picture


class Area(NamedTuple):
    """A rectangle of the whole picture, in pixels; ``right`` and ``bottom`` are outside it."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Window:
    """A window on the screen, as the desktop describes it.

    Attributes:
        id: its number.
        main: the number of the window it belongs to. It is ``id`` itself, except for a dialog.
        program: the name of its program, for example ``kmines``; empty if it gives no name.
        area: where it is.
        has_keyboard: whether it has the keyboard focus.
        title: what its title bar says; empty if it has none.

    """

    id: int
    main: int
    program: str
    area: Area
    has_keyboard: bool
    title: str = ""

    @property
    def is_dialog(self) -> bool:
        """Whether it belongs to another window."""
        return self.id != self.main

    @property
    def middle(self) -> tuple[float, float]:
        area = self.area
        return (area.left + area.right) / 2, (area.top + area.bottom) / 2


class Halted(RuntimeError):
    """The session can't or must not go on. The message is the reason.

    Attributes:
        impossible: whether the reason is that the board contradicts itself.
        unseen: whether the reason is that the board can't be seen or read any more.

    """

    def __init__(self, reason: str, impossible: bool = False, unseen: bool = False) -> None:
        self.impossible = impossible
        self.unseen = unseen
        super().__init__(reason)


_SLICE = 0.03
"""Seconds between two checks, during a pause, whether to stop."""
_LONG_WAIT = 1.5
"""Seconds of waiting after which the player is told the reason."""


def _nothing() -> None:
    """Return None, for not known."""


def _stay(_x: float, _y: float) -> bool:
    """Leave the keyboard focus where it is, as if that were the right window."""
    return True


def _always() -> bool:
    return True


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Hands:
    """The callables that the bot captures, clicks and presses keys with.

    Each of them may raise ``Halted``.

    Attributes:
        capture: returns the picture of an area; with None, the whole picture.
        open: left-clicks at x and y.
        flag: right-clicks at x and y.
        hold: left-clicks at x and y with the button held for some pictures of a program; None where
            that is the same as ``open``.
        park: moves the pointer to x and y without a click.
        key: presses keys together, for example ``ctrl+n``.
        focus: raises the window at x and y and gives it the keyboard, without a click that any
            control could react to. Returns whether the window has the keyboard.
        windows: returns all shown windows, the topmost first; None if they are not known.
        halt: returns why to stop now (a stop key, or the player has taken the mouse), or None.
        thinking: a context in which work can be interrupted at once with ``Halted``.
        undisturbed: returns whether certainly nobody else has moved, opened or closed a window or
            pressed a key since this was last asked. It knows what happened before the last
            ``halt``. False if that can't be known.
        can_count: whether the compiled half of the solver is ready. Until then the bot plays by
            the scan loop.
        clock: returns the time in seconds, from an arbitrary start.
        wait: sleeps for a number of seconds.

    """

    capture: Callable[[Area | None], Picture]
    open: Callable[[float, float], None]
    flag: Callable[[float, float], None]
    park: Callable[[float, float], None]
    key: Callable[[str], None]
    hold: Callable[[float, float], None] | None = None
    focus: Callable[[float, float], bool] = _stay
    windows: Callable[[], Sequence[Window] | None] = _nothing
    halt: Callable[[], str | None] = _nothing
    thinking: Callable[[], AbstractContextManager[object]] = nullcontext
    undisturbed: Callable[[], bool] = _never
    can_count: Callable[[], bool] = _always
    clock: Callable[[], float] = time.perf_counter
    wait: Callable[[float], None] = time.sleep

    def check(self) -> None:
        """Raise ``Halted`` if there is a reason to stop.

        Raises:
            Halted: there is a reason to stop.

        """
        if reason := self.halt():
            raise Halted(reason)

    def pause(self, seconds: float) -> None:
        """Wait for some seconds, or until there is a reason to stop.

        Raises:
            Halted: there is a reason to stop.

        """
        end = self.clock() + seconds
        while (left := end - self.clock()) > 0:
            self.wait(min(left, _SLICE))
            self.check()

    def await_solver(self, say: Callable[[], object]) -> None:
        """Wait until the compiled half of the solver is ready. If that takes long, call ``say``.

        Raises:
            Halted: there is a reason to stop.

        """
        said, end = False, self.clock() + _LONG_WAIT
        while not self.can_count():
            if not said and self.clock() > end:
                said = True
                say()
            self.pause(_SLICE)

    def window_at(self, x: float, y: float) -> Window | None:
        """The topmost window at x and y; None if there is none or windows are not known."""
        for window in self.windows() or ():
            area = window.area
            if area.left <= x < area.right and area.top <= y < area.bottom:
                return window
        return None

    def limited(self, seconds: float | None) -> Hands:
        """The same hands with a time limit: after ``seconds``, ``halt`` also gives a reason."""
        if seconds is None:
            return self
        end = self.clock() + seconds

        def halt() -> str | None:
            return (
                f"The time limit of {seconds:g} s is over." if self.clock() > end else self.halt()
            )

        return replace(self, halt=halt)
