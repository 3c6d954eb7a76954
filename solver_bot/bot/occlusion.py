"""Which window is in front of the board, and so would get the bot's keys and clicks."""

from __future__ import annotations

from solver_bot.bot.hands import Halted, Hands, Window
from solver_bot.bot.window_names import is_browser, names_the_game
from solver_bot.vision.lattice import Lattice

NOT_IN_FRONT = (
    "Another window is in front of the board, so no new game was started: bring the board's window "
    "to the front and run this again."
)


NO_KEYBOARD = (
    "The game's window could not be given the keyboard, so no key was pressed and no new game was "
    "started: click on its title bar and run this again."
)


class Front:
    """The window that a board is drawn in.

    If the desktop does not tell which windows there are, no other window is assumed to be in the
    way. ``place`` is always where the cells are in the whole picture.
    """

    def __init__(self, hands: Hands, place: Lattice) -> None:
        self._hands = hands
        self._window = window = hands.window_at(*middle(place))
        self._main = window.main if window else None

    @property
    def is_known(self) -> bool:
        """Whether the desktop tells which window the board is in."""
        return self._main is not None

    @property
    def names_the_game(self) -> bool:
        """Whether it is certain that the window had one of Minesweeper's names."""
        return self._window is not None and names_the_game(self._window)

    @property
    def gone(self) -> str:
        """What became of the window, in words; empty if it is where it was, or if nobody knows."""
        if self.is_closed:
            return "its window was closed or hidden"
        now = self._now()
        moved = now is not None and self._window is not None and now.area != self._window.area
        return "its window was moved or resized" if moved else ""

    @property
    def is_closed(self) -> bool:
        """Whether it is certain that the window is not shown any more."""
        return self.is_known and self._hands.windows() is not None and self._now() is None

    @property
    def has_stayed(self) -> bool:
        """Whether it is certain that the window's upper left corner is where it was.

        A player who moves a window moves that corner. A program that resizes its own does not.
        """
        now, was = self._now(), self._window
        return now is not None and was is not None and now.area[:2] == was.area[:2]

    @property
    def was_resized(self) -> bool:
        """Whether the window ``has_stayed``, but has another size."""
        return self.has_stayed and bool(self.gone)

    def shows_all_of(self, place: Lattice) -> bool:
        """Whether the window certainly has its old area and title, and nothing in front of it.

        ``place`` is where the board's cells were: its middle and its corners are looked at.
        """
        now, was = self._now(), self._window
        if now is None or was is None or (now.area, now.title) != (was.area, was.title):
            return False
        ends = [(x, y) for x in (place.left, place.right) for y in (place.top, place.bottom)]
        return all(self.is_own(x, y) for x, y in (middle(place), *_inwards(place, ends)))

    def _now(self) -> Window | None:
        """The window as it is now; None if it is not shown, or that is not known."""
        shown = self._hands.windows() or ()
        return next((one for one in shown if self._window and one.id == self._window.id), None)

    def dialog(self, place: Lattice) -> Window | None:
        """The topmost dialog that the board's own program shows over the board, if any."""
        for window in self._hands.windows() or ():
            if window.is_dialog and window.main == self._main and _meets(window, place):
                return window
        return None

    def close_dialog(self, place: Lattice, key: str) -> bool:
        """Press ``key`` to close the dialog over the board. Returns whether it was pressed."""
        dialog = self.dialog(place) if key else None
        if dialog is None or not self._hands.focus(*dialog.middle):
            return False
        self._hands.key(key)
        return True

    def close_page_message(self, place: Lattice, key: str) -> bool:
        """Press ``key`` to close a message of the page, if the board's window is a browser's.

        A browser shows such a message in its own window. Returns whether the key was pressed.
        """
        window = self._window
        if window is None or not is_browser(window) or self.is_other(*middle(place)):
            return False
        if not self._hands.focus(*middle(place)):
            return False
        self._hands.key(key)
        return True

    def is_other(self, x: float, y: float) -> bool:
        """Whether it is certain that the window at x and y is not one of the board's program."""
        if not self.is_known:
            return False
        window = self._hands.window_at(x, y)
        return window is None or window.main != self._main

    def is_own(self, x: float, y: float) -> bool:
        """Whether it is certain that the window at x and y is the board's own."""
        window = self._hands.window_at(x, y) if self.is_known else None
        return window is not None and window.id == self._main

    def press(self, place: Lattice, keys: str) -> None:
        """Press keys in the board's window, without a click to bring it to the front.

        Raises:
            Halted: another window is in front of the board, or the board's window does not get the
                keyboard.

        """
        if self.is_other(*middle(place)):
            raise Halted(NOT_IN_FRONT)
        if not self._hands.focus(*middle(place)):
            raise Halted(NO_KEYBOARD)
        self._hands.key(keys)


def _inwards(place: Lattice, ends: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """These points, moved a little towards the middle of a board."""
    x, y = middle(place)
    return [(0.9 * left + 0.1 * x, 0.9 * top + 0.1 * y) for left, top in ends]


def middle(place: Lattice) -> tuple[float, float]:
    """The middle of a board."""
    return (place.left + place.right) / 2, (place.top + place.bottom) / 2


def _meets(window: Window, place: Lattice) -> bool:
    area = window.area
    across = area.left < place.right and place.left < area.right
    return across and area.top < place.bottom and place.top < area.bottom
