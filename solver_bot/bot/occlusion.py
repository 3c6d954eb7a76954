"""What stands before the board, as the desktop tells it: whose keys and clicks would go there."""

from __future__ import annotations

from solver_bot.bot.hands import Halted, Hands, Window
from solver_bot.vision.lattice import Lattice

NOT_IN_FRONT = (
    "Another window is where the board was, so no new game is asked for: bring the board's window "
    "to the front and run this again."
)


class Front:
    """The window that a board is drawn in. Where windows can't be told, nothing speaks against it.

    ``place`` is always where the cells are in the whole picture.
    """

    def __init__(self, hands: Hands, place: Lattice) -> None:
        self._hands = hands
        window = hands.window_at(*middle(place))
        self._main = window.main if window else None

    @property
    def is_known(self) -> bool:
        """Whether it can be told whose window is seen where."""
        return self._main is not None

    def dialog(self, place: Lattice) -> Window | None:
        """The topmost dialog of the board's own program over the board, if there is one."""
        for window in self._hands.windows() or ():
            if window.is_dialog and window.main == self._main and _meets(window, place):
                return window
        return None

    def close_dialog(self, place: Lattice, key: str) -> bool:
        """Press the key that closes it, if there is one; whether there was."""
        dialog = self.dialog(place) if key else None
        if dialog:
            self._hands.focus(*dialog.middle)
            self._hands.key(key)
        return dialog is not None

    def is_other(self, x: float, y: float) -> bool:
        """Whether it is certain that what is seen there is no window of the board's program."""
        if not self.is_known:
            return False
        window = self._hands.window_at(x, y)
        return window is None or window.main != self._main

    def is_own(self, x: float, y: float) -> bool:
        """Whether it is certain that the board's window itself is seen there."""
        window = self._hands.window_at(x, y) if self.is_known else None
        return window is not None and window.id == self._main

    def press(self, place: Lattice, keys: str) -> None:
        """Have the board's window get the keys; nothing is clicked for it.

        Raises:
            Halted: it is not in front.

        """
        if self.is_other(*middle(place)):
            raise Halted(NOT_IN_FRONT)
        self._hands.focus(*middle(place))
        self._hands.key(keys)


def middle(place: Lattice) -> tuple[float, float]:
    """The middle of a board."""
    return (place.left + place.right) / 2, (place.top + place.bottom) / 2


def _meets(window: Window, place: Lattice) -> bool:
    area = window.area
    across = area.left < place.right and place.left < area.right
    return across and area.top < place.bottom and place.top < area.bottom
