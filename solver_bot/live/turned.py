"""Which of several games on the screen the player has turned to: its window has the keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from solver_bot.bot import Area, NoBoard, Window, boards, choose
from solver_bot.bot.board_choice import is_going_on
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin

_EVERY = 0.5
"""Seconds between two questions which window has the keyboard."""


class Turned:
    """Chooses the player's game, and tells when the player turns to another.

    ``windows`` gives the windows in pixels of the whole picture, or None where they can't be known.
    ``shown`` captures what the screen shows of an area. ``size`` is the whole picture's width and
    height.
    """

    def __init__(
        self,
        windows: Callable[[], Sequence[Window] | None],
        shown: Callable[[Area], Picture],
        size: tuple[int, int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._windows = windows
        self._shown = shown
        self._size = size
        self._clock = clock
        self._asked = float("-inf")
        self._looked_at: Picture | None = None

    def choice(
        self, found: Sequence[Extraction], skins: Sequence[Skin], scan_only: bool = False
    ) -> Extraction:
        """The board to mark: a game in the window that has the keyboard, else as ``choose`` says.

        Raises:
            NoBoard: there is no board, or none that can be read as a whole.

        """
        active = self._active()
        inside = [one for one in found if active and _holds(active.area, one.lattice)]
        best = _in_play(inside, skins, scan_only)
        return best or choose(found, skins, scan_only)

    def is_elsewhere(
        self,
        followed: Lattice,
        skins: Sequence[Skin],
        scan_only: bool = False,
        hidden: Area | None = None,
    ) -> bool:
        """Whether another window that has the keyboard shows a game in play.

        It is looked at only if it has changed. A window in the area ``hidden`` does not count.
        """
        now = self._clock()
        if now - self._asked < _EVERY:
            return False
        self._asked = now
        active = self._active()
        area = self._seen(active.area) if active else None
        if area is None or _holds(area, followed) or (hidden and _within(area, hidden)):
            self._looked_at = None
            return False
        picture = self._shown(area)
        if self._looked_at is not None and np.array_equal(picture, self._looked_at):
            return False
        self._looked_at = picture
        return _in_play(boards(picture, skins), skins, scan_only) is not None

    def _active(self) -> Window | None:
        return next((one for one in self._windows() or () if one.has_keyboard), None)

    def _seen(self, area: Area) -> Area | None:
        """The part of an area that is in the picture; None if it is outside."""
        width, height = self._size
        left, top = max(0, area.left), max(0, area.top)
        right, bottom = min(width, area.right), min(height, area.bottom)
        return Area(left, top, right, bottom) if left < right and top < bottom else None


def _in_play(
    found: Sequence[Extraction], skins: Sequence[Skin], scan_only: bool
) -> Extraction | None:
    """The largest whole board whose game is not over; None if there is none."""
    try:
        best = choose(found, skins, scan_only)
    except NoBoard:
        return None
    return best if is_going_on(best.board, scan_only) else None


def _holds(area: Area, board: Lattice) -> bool:
    """Whether the middle of a board is in an area."""
    x, y = (board.left + board.right) / 2, (board.top + board.bottom) / 2
    return area.left <= x < area.right and area.top <= y < area.bottom


def _within(area: Area, other: Area) -> bool:
    across = other.left <= area.left and area.right <= other.right
    return across and other.top <= area.top and area.bottom <= other.bottom
