"""The bot's hands on the real desktop: its captures and clicks, in pixels of what is looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from solver_bot.bot import Area, Halted, Hands, Window
from solver_bot.desktop.mouse import Mouse, MouseError, Stopped
from solver_bot.desktop.screen import Region, Screen, ScreenError, View
from solver_bot.desktop.windows import desktop_windows
from solver_bot.stop import Stop
from solver_bot.vision.lattice import Picture

ALIGNED = 0.01
"""By what part of a pixel, at most, a picture may begin beside where it should."""
FRAME, TITLE = 12, 40
"""How thick, in points, a window's frame and title bar may be."""
APART = 80
"""Points from the board to the window that advises, where there is room: the game has a frame."""
LATE = 0.2
"""Seconds that the pointer may take to be where it was put, on a busy machine."""


def desktop_hands(screen: Screen, region: Region, mouse: Mouse | None, stop: Stop) -> Hands:
    """What a bot plays the real desktop with; without a mouse it touches nothing."""
    view = screen.view(region)
    touch = _Touch(screen, view, mouse, stop) if mouse else None
    return Hands(
        capture=halting(captures(screen, view)),
        open=halting(touch.open) if touch else _untouched,
        flag=halting(touch.flag) if touch else _untouched,
        park=halting(touch.park) if touch else _untouched,
        key=halting(touch.mouse.key) if touch else _untouched,
        focus=halting(touch.focus) if touch else _untouched,
        windows=_shown(view),
        halt=halting(touch.halt) if touch else lambda: stop.reason,
    )


class _Touch:
    """All that is done with the mouse, and whether the player has taken it."""

    def __init__(self, screen: Screen, view: View, mouse: Mouse, stop: Stop) -> None:
        self.mouse = mouse
        self._screen = screen
        self._view = view
        self._stop = stop
        self._ours = self._clicked = False

    def open(self, x: float, y: float) -> None:
        self.mouse.open(*self._view.point(x, y))
        self._ours = self._clicked = True

    def flag(self, x: float, y: float) -> None:
        self.mouse.flag(*self._view.point(x, y))
        self._ours = True

    def park(self, x: float, y: float) -> None:
        self.mouse.park(*self._view.point(x, y))
        self._ours = True

    def focus(self, x: float, y: float) -> None:
        if windows := desktop_windows():
            windows.focus(*self._view.point(x, y))
        elif not self._clicked:  # clicks on a board bring its window to the front
            self.open(x, y)

    def halt(self) -> str | None:
        if self._stop.reason:
            return self._stop.reason
        if self._ours and _taken(self.mouse):
            # a screen that became smaller took it along, and fails here
            self._screen.grab(self._view.region)
            return "The mouse was moved, so it is yours."
        return None


def _shown(view: View) -> Callable[[], Sequence[Window] | None]:
    """The windows, in pixels of the whole view."""

    def look() -> Sequence[Window] | None:
        windows = desktop_windows()
        found = windows.seen() if windows else None
        if found is None:
            return None
        return [
            Window(one.id, one.main, one.name, _area(view, one.region), one.has_keyboard)
            for one in found
        ]

    return look


def _area(view: View, region: Region) -> Area:
    return Area(*view.pixel(region.left, region.top), *view.pixel(region.right, region.bottom))


def _taken(mouse: Mouse) -> bool:
    """Whether the player has moved the pointer.

    While a window manager looks at a click, the server keeps later moves back and says that the
    pointer is where it was before. So it counts as moved only where it stays elsewhere.
    """
    end = time.monotonic() + LATE
    while mouse.moved():
        if time.monotonic() > end:
            return True
        time.sleep(0.001)  # the server tells nobody that it has caught up
    return False


def _untouched(*_: object) -> None:
    """Do nothing."""


def halting(action: Callable[..., Any]) -> Callable[..., Any]:
    """The same, with the desktop's errors as the bot's reason to halt."""

    def act(*arguments: Any) -> Any:
        try:
            return action(*arguments)
        except (MouseError, ScreenError, Stopped) as error:
            raise Halted(str(error)) from error

    return act


def captures(screen: Screen, view: View) -> Callable[[Area | None], Picture]:
    """Pictures of areas given in pixels of the whole view."""

    def capture(area: Area | None) -> Picture:
        if area is None:
            return screen.grab(view.region)
        x, y = _aligned(area.left, view.across), _aligned(area.top, view.down)
        right, bottom = math.ceil(area.right / view.across), math.ceil(area.bottom / view.down)
        part = Region(view.region.left + x, view.region.top + y, right - x, bottom - y)
        left, top = round(x * view.across), round(y * view.down)
        picture = screen.grab(part)
        return picture[area.top - top : area.bottom - top, area.left - left : area.right - left]

    return capture


def _aligned(pixel: int, ratio: float) -> int:
    """The point, counted from the view's corner, at or before a pixel that begins on a pixel."""
    point = math.floor(pixel / ratio)
    while point > 0 and abs(point * ratio - round(point * ratio)) > ALIGNED:
        point -= 1
    return point


def place_beside(
    desktop: Region, view: View, board: Area, width: int, height: int
) -> tuple[int, int] | None:
    """Where on the desktop a window of that size leaves the board free; None where it can't.

    To its right or left, else below or above. Sizes and the answer are in points.
    """
    left, top = view.point(board.left, board.top)
    right, bottom = view.point(board.right, board.bottom)
    low = max(desktop.top + TITLE, min(top, desktop.bottom - height - FRAME))
    near = max(desktop.left + FRAME, min(left, desktop.right - width - FRAME))
    places = [
        (min(right + APART, desktop.right - width - FRAME), low),
        (max(left - APART - width, desktop.left + FRAME), low),
        (near, min(bottom + APART, desktop.bottom - height - FRAME)),
        (near, max(top - APART - height, desktop.top + TITLE)),
    ]
    for x, y in places:
        beside = x - FRAME >= right or x + width + FRAME <= left
        if beside or y - TITLE >= bottom or y + height + FRAME <= top:
            return x, y
    return None


def window_area(view: View, left: int, top: int, width: int, height: int) -> Area:
    """Where a window is in the view's picture; with its title bar and frame, roughly."""
    x, y = view.pixel(left - FRAME, top - TITLE)
    right, bottom = view.pixel(left + width + FRAME, top + height + FRAME)
    return Area(max(0, x), max(0, y), max(0, right), max(0, bottom))
