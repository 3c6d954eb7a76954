"""The bot's hands on the real desktop: its captures and clicks, in pixels of what is looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from solver_bot.bot import Area, Halted, Hands
from solver_bot.desktop.mouse import Mouse, MouseError, Stopped
from solver_bot.desktop.screen import Region, Screen, ScreenError, View
from solver_bot.desktop.windows import window_around
from solver_bot.stop import Asked, Stop
from solver_bot.vision.lattice import Picture

ALIGNED = 0.01
"""By what part of a pixel, at most, a picture may begin beside where it should."""
FRAME, TITLE = 12, 40
"""How thick, in points, a window's frame and title bar may be."""
APART = 80
"""Points from a board to the window that advises, where the game's window is not known."""
LATE = 0.2
"""Seconds that the pointer may take to be where it was put, on a busy machine."""


def desktop_hands(
    screen: Screen,
    region: Region,
    mouse: Mouse | None,
    stop: Stop,
    can_count: Callable[[], bool] = lambda: True,
) -> Hands:
    """What a bot plays the real desktop with; without a mouse it touches nothing."""
    view = screen.view(region)
    ours = False

    def halt() -> str | None:
        if stop.reason:
            return stop.reason
        if mouse:
            mouse.fail_safe()
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
            capture=halting(captures(screen, view)),
            open=_untouched,
            flag=_untouched,
            park=_untouched,
            key=_untouched,
            halt=halt,
            thinking=lambda: _thinking(stop),
            can_count=can_count,
        )
    return Hands(
        capture=halting(captures(screen, view)),
        open=at(mouse.open),
        flag=at(mouse.flag),
        park=at(mouse.park),
        key=halting(mouse.key),
        halt=halting(halt),
        thinking=lambda: _thinking(stop),
        can_count=can_count,
    )


@contextmanager
def _thinking(stop: Stop) -> Iterator[None]:
    """What is thought within is broken off as soon as the player wants to stop."""
    try:
        with stop.thinking():
            yield
    except Asked as asked:
        raise Halted(str(asked)) from None


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


def place_off(
    desktop: Region, view: View, board: Area, width: int, height: int
) -> tuple[int, int] | None:
    """Where a window of this size leaves the board free, though it may hide more of the game."""
    return place_beside(desktop, _on_desktop(view, board), width, height, APART)


def place_beside_game(
    desktop: Region, view: View, board: Area, width: int, height: int
) -> tuple[int, int] | None:
    """Where a window of this size leaves the whole window free that the board is in."""
    game = window_around(_on_desktop(view, board))
    if game is None:
        return place_off(desktop, view, board, width, height)
    return place_beside(desktop, game, width, height)


def place_beside(
    desktop: Region, taken: Region, width: int, height: int, apart: int = FRAME
) -> tuple[int, int] | None:
    """Where on the desktop the frame of a window goes that leaves a rectangle of it free.

    None where no place does. It goes to the right or left, else below or above, so many points
    ``apart`` where there is room. ``width`` and ``height`` are without the frame.
    """
    width, height = width + 2 * FRAME, height + TITLE + FRAME
    last, lowest = desktop.right - width, desktop.bottom - height
    low = max(desktop.top, min(taken.top, lowest))
    near = max(desktop.left, min(taken.left, last))
    places = [
        (min(taken.right + apart, last), low),
        (max(taken.left - apart - width, desktop.left), low),
        (near, min(taken.bottom + apart, lowest)),
        (near, max(taken.top - apart - height, desktop.top)),
    ]
    for x, y in places:
        beside = x >= taken.right or x + width <= taken.left
        if beside or y >= taken.bottom or y + height <= taken.top:
            return x, y
    return None


def _on_desktop(view: View, area: Area) -> Region:
    size = area.right - area.left, area.bottom - area.top
    return view.part(area.left, area.top, *size)


def window_area(view: View, left: int, top: int, width: int, height: int) -> Area:
    """Where a window is in the view's picture; with its title bar and frame, roughly."""
    x, y = view.pixel(left - FRAME, top - TITLE)
    right, bottom = view.pixel(left + width + FRAME, top + height + FRAME)
    return Area(max(0, x), max(0, y), max(0, right), max(0, bottom))
