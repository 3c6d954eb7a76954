"""The bot's hands on the real desktop: its captures and clicks, in pixels of what is looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from solver_bot.bot import Area, Halted, Hands
from solver_bot.desktop.mouse import Mouse, MouseError, Stopped
from solver_bot.desktop.screen import Region, Screen, ScreenError, View
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
HELD_BACK = 3.0
"""The same while it is where it was put before: no hand puts it exactly there."""


def desktop_hands(screen: Screen, region: Region, mouse: Mouse | None, stop: Stop) -> Hands:
    """What a bot plays the real desktop with; without a mouse it touches nothing."""
    view = screen.view(region)
    ours = False

    def halt() -> str | None:
        if stop.reason:
            return stop.reason
        if mouse and ours and _taken(mouse):
            screen.grab(view.region)  # a screen that became smaller took it along, and fails here
            return "The mouse was moved, so it is yours."
        return None

    def at(action: Callable[[int, int], object]) -> Callable[[float, float], None]:
        def act(x: float, y: float) -> None:
            nonlocal ours
            action(*view.point(x, y))
            ours = True

        return halting(act)

    if mouse is None:
        return Hands(
            halting(captures(screen, view)), _untouched, _untouched, _untouched, _untouched, halt
        )
    return Hands(
        capture=halting(captures(screen, view)),
        open=at(mouse.open),
        flag=at(mouse.flag),
        park=at(mouse.park),
        key=halting(mouse.key),
        halt=halting(halt),
    )


def _taken(mouse: Mouse) -> bool:
    """Whether the player has moved the pointer.

    While a window manager looks at a click, the server keeps later moves back and says that the
    pointer is where it was before. So it counts as moved only where it stays elsewhere.
    """
    begin = time.monotonic()
    while mouse.moved():
        patience = HELD_BACK if mouse.behind() else LATE
        if time.monotonic() - begin > patience and mouse.moved():
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
