"""What the bot looks and acts with: plain callables, handed in.

Places are pixels of the whole picture, the one that ``capture(None)`` gives; what they are on the
desktop is the business of who hands in.
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
    """A window on the screen, as far as the desktop tells of it.

    Attributes:
        id: its number.
        main: the number of the window it belongs to: its own, but for dialogs and their like.
        program: the name of its program, such as ``kmines``; empty where it tells none.
        area: where it is.
        has_keyboard: whether keys go to it.

    """

    id: int
    main: int
    program: str
    area: Area
    has_keyboard: bool

    @property
    def is_dialog(self) -> bool:
        """Whether it belongs to another window."""
        return self.id != self.main

    @property
    def middle(self) -> tuple[float, float]:
        area = self.area
        return (area.left + area.right) / 2, (area.top + area.bottom) / 2


class Halted(RuntimeError):  # noqa: N818 - to halt is no error
    """The session can't go on, or shall not. The message is the reason.

    Attributes:
        impossible: because the board contradicts itself.
        unseen: because the board can't be seen, or not read, any more.

    """

    def __init__(self, reason: str, impossible: bool = False, unseen: bool = False) -> None:
        self.impossible = impossible
        self.unseen = unseen
        super().__init__(reason)


_SLICE = 0.03
"""Seconds of a pause after which it is seen whether to stop."""
_LONG_WAIT = 1.5
"""Seconds of a wait after which the player is told what is waited for."""


def _nothing() -> None:
    """Answer that nothing is known."""


def _stay(_x: float, _y: float) -> None:
    """Do nothing: the keyboard stays where it is."""


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Hands:
    """What the bot looks and acts with. Each may raise ``Halted``.

    Attributes:
        capture: the picture of an area, or the whole picture.
        open: a left click at x and y.
        flag: a right click there.
        park: moves the pointer there without a click.
        key: presses keys together, such as ``ctrl+n``.
        focus: gives the keyboard to the window at x and y, and raises it. It clicks on nothing
            that can answer.
        windows: all windows that are shown, the topmost first; None where that can't be told.
        halt: why to stop now (a stop key, the player has taken the mouse), or None.
        thinking: what is done within can be broken off at once, with ``Halted``.
        can_count: whether the compiled half of the solver can be asked without a wait; until
            then the bot plays by the scan loop.
        clock: the time in seconds, from any moment on.
        wait: lets so many seconds pass.

    """

    capture: Callable[[Area | None], Picture]
    open: Callable[[float, float], None]
    flag: Callable[[float, float], None]
    park: Callable[[float, float], None]
    key: Callable[[str], None]
    focus: Callable[[float, float], None] = _stay
    windows: Callable[[], Sequence[Window] | None] = _nothing
    halt: Callable[[], str | None] = _nothing
    thinking: Callable[[], AbstractContextManager[object]] = nullcontext
    can_count: Callable[[], bool] = _always
    clock: Callable[[], float] = time.perf_counter
    wait: Callable[[float], None] = time.sleep

    def check(self) -> None:
        """Go on only if nothing says to stop.

        Raises:
            Halted: something does.

        """
        if reason := self.halt():
            raise Halted(reason)

    def pause(self, seconds: float) -> None:
        """Let so many seconds pass, unless something says to stop meanwhile.

        Raises:
            Halted: something does.

        """
        end = self.clock() + seconds
        while (left := end - self.clock()) > 0:
            self.wait(min(left, _SLICE))
            self.check()

    def await_solver(self, say: Callable[[], object]) -> None:
        """Wait until the compiled half of the solver can be asked; ``say`` so if that takes long.

        Raises:
            Halted: something says to stop meanwhile.

        """
        said, end = False, self.clock() + _LONG_WAIT
        while not self.can_count():
            if not said and self.clock() > end:
                said = True
                say()
            self.pause(_SLICE)

    def window_at(self, x: float, y: float) -> Window | None:
        """The window that is seen at x and y; None where there is none, or it can't be told."""
        for window in self.windows() or ():
            area = window.area
            if area.left <= x < area.right and area.top <= y < area.bottom:
                return window
        return None

    def limited(self, seconds: float | None) -> Hands:
        """The same hands, which also say to stop once so many seconds from now have gone by."""
        if seconds is None:
            return self
        end = self.clock() + seconds

        def halt() -> str | None:
            return (
                f"The time limit of {seconds:g} s is over." if self.clock() > end else self.halt()
            )

        return replace(self, halt=halt)
