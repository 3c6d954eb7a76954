"""The mouse and the keyboard on desktops that let programs make input of their own.

What makes the input is a ``Driver``. What notices the player's hand on the mouse is a ``Sentry``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from solver_bot.desktop.faces import lost
from solver_bot.desktop.keys import split
from solver_bot.desktop.mouse import STOPPED, Button, MouseError, Stopped, signals_held_back
from solver_bot.desktop.region import Region

CORNER = 5
"""How far from a corner of the desktop the pointer is parked at least, in points."""


class DriverError(RuntimeError):
    """Input can no longer be made. The message is the reason."""


class Driver(Protocol):
    """Makes input. Every method may raise ``DriverError``."""

    def move(self, x: int, y: int) -> None:
        """Move the pointer to a point of the desktop."""

    def nudge(self) -> None:
        """Move the pointer by nothing, so that the desktop tells where it is."""

    def button(self, button: Button, down: bool) -> None:
        """Press or release a button of the mouse."""

    def key(self, key: str, down: bool) -> None:
        """Press or release a key, named as in ``keys.CODES``."""

    def send(self) -> None:
        """Send what was made on its way, without waiting."""

    def finish(self) -> None:
        """Wait until the desktop has taken what was made."""

    def deliver(self) -> None:
        """Wait until the program under the pointer has got what was made, if that can be known."""


class Sentry(Protocol):
    """Notices the player's hand on the mouse."""

    def expect(self, x: int, y: int, click: bool) -> None:
        """The pointer is about to be moved here by solver-bot, to click or to rest."""

    def arrived(self) -> None:
        """All input made so far has been taken, so the pointer should be where it was expected."""

    def taken(self) -> bool:
        """Whether the player has moved the pointer."""

    def in_corner(self) -> bool:
        """Whether the player has pushed the pointer into a corner of the desktop."""


class NoSentry:
    """Notices nothing, on desktops that don't tell where the pointer is."""

    def expect(self, x: int, y: int, click: bool) -> None: ...

    def arrived(self) -> None: ...

    def taken(self) -> bool:
        return False

    def in_corner(self) -> bool:
        return False


class VirtualMouse:
    """The pointer and the keyboard of a desktop, with the methods of ``MouseFace``.

    A click returns once it is on its way, so that a capture can begin meanwhile. Whatever is done
    or asked next first sees to it that the program has the click and that the sentry looks after
    the place of it.
    """

    def __init__(self, driver: Driver, sentry: Sentry, desktop: Region) -> None:
        self._driver = driver
        self._sentry = sentry
        self._desktop = desktop
        self._lost: str | None = None
        self._clicked: tuple[int, int] | None = None

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
        """Move the pointer out of the way. A point in a corner of the desktop is moved beside."""
        x, y = _out_of_corner(x, y, self._desktop)
        with self._acting():
            self._sentry.expect(x, y, False)
            self._driver.move(x, y)
            self._driver.finish()
            self._sentry.arrived()

    def key(self, combination: str) -> None:
        """Press keys together and release them: ``"f2"``, ``"ctrl+n"``.

        Raises:
            MouseError: a key does not exist on this system.

        """
        try:
            keys = split(combination)
        except ValueError as error:
            raise MouseError(str(error)) from None
        with self._acting():
            self._press_and_release(
                lambda: self._keys(keys, True), lambda: self._keys(keys[::-1], False)
            )
            self._driver.finish()

    def moved(self) -> bool:
        """Whether the player has moved the pointer, as far as that can be known here."""
        with self._in_plain_words():
            self._look_after_click()
            return self._sentry.taken()

    def in_place(self) -> bool:
        """Return False: on Wayland the place of the pointer is not known."""
        return False

    def behind(self) -> bool:
        """Return False: on Wayland no client delays the pointer."""
        return False

    def undisturbed(self) -> bool:
        """Return False: on Wayland it is not known what others do."""
        return False

    def fail_safe(self) -> None:
        """Check whether the pointer was pushed into a corner; if so, raise ``Stopped``."""
        with self._in_plain_words():
            self._check_corners()

    def _click(self, x: int, y: int, button: Button, held: float = 0.0) -> None:
        with self._acting():
            self._sentry.expect(x, y, True)
            self._driver.move(x, y)
            self._press_and_release(
                lambda: self._press(button, held),
                lambda: self._driver.button(button, False),
            )
            self._driver.send()
            self._clicked = x, y

    def _press(self, button: Button, held: float) -> None:
        self._driver.button(button, True)
        if held:
            self._driver.finish()
            time.sleep(held)  # no program says that it has seen the press

    def _keys(self, keys: Sequence[str], down: bool) -> None:
        for key in keys:
            self._driver.key(key, down)

    def _look_after_click(self) -> None:
        """Have the sentry look after the pointer where the last click has left it.

        It is not moved there once more: a hand may have moved it since.
        """
        if self._clicked is None:
            return
        place, self._clicked = self._clicked, None
        self._driver.deliver()
        self._sentry.expect(*place, False)
        self._driver.nudge()
        self._driver.finish()
        self._sentry.arrived()

    def _press_and_release(
        self, press: Callable[[], object], release: Callable[[], object]
    ) -> None:
        try:
            press()
        except BaseException:
            with suppress(DriverError):
                release()
            raise
        release()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Protect a block: the corners are checked before it, signals are handled after it."""
        with signals_held_back(), self._in_plain_words():
            self._check_corners()
            yield

    def _check_corners(self) -> None:
        self._look_after_click()
        if self._sentry.in_corner():
            raise Stopped(STOPPED)

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        if self._lost:
            raise MouseError(self._lost)
        try:
            yield
        except DriverError as error:
            self._lost = lost(error)
            raise MouseError(self._lost) from error


def _out_of_corner(x: int, y: int, desktop: Region) -> tuple[int, int]:
    near_side = min(x - desktop.left, desktop.right - 1 - x) < CORNER
    near_end = min(y - desktop.top, desktop.bottom - 1 - y) < CORNER
    if near_side and near_end:
        middle = desktop.left + desktop.width // 2
        x += CORNER if x < middle else -CORNER
    return x, y
