"""The bot's hands on the real desktop. Coordinates are pixels of the captured picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from solver_bot.bot import Area, Halted, Hands, Window
from solver_bot.desktop.faces import CuttingScreen, MouseFace, ScreenFace
from solver_bot.desktop.mouse import MouseError, Stopped
from solver_bot.desktop.region import Region, ScreenError, View
from solver_bot.desktop.windows import Windows, desktop_windows, window_around
from solver_bot.live.stop import Asked, Stop
from solver_bot.vision.arrays import Picture

_IN_CORNER = (
    "The pointer is in a corner of the screen, which stops solver-bot: move it elsewhere and run "
    "this again."
)
FRAME, TITLE = 12, 40
"""The greatest thickness of a window's frame and of its title bar, in points."""
APART = 80
"""Points between a board and the advice window, if the game's window is not known."""
LATE = 0.2
"""Seconds that the pointer may take to reach its place on a busy machine."""
HELD_BACK = 3.0
"""The same while the pointer is still exactly at its previous place, where no hand would put it."""
HELD = 0.12
"""Seconds for which the button is held in a click that is repeated. Some programs ask for its
release only once they have seen that it was pressed."""
OFTEN = 0.0001
"""Seconds between two questions where the pointer is, while it is on its way."""


def desktop_hands(
    screen: ScreenFace,
    region: Region,
    mouse: MouseFace | None,
    stop: Stop,
    can_count: Callable[[], bool] = lambda: True,
    windows: Callable[[], Windows | None] = desktop_windows,
) -> Hands:
    """The hands for the real desktop. Without a mouse they capture but click nothing."""
    view = screen.view(region)
    touch = _Touch(screen, view, mouse, stop, windows) if mouse else None
    return Hands(
        capture=halting(captures(screen, view)),
        open=halting(touch.open) if touch else _untouched,
        flag=halting(touch.flag) if touch else _untouched,
        hold=halting(touch.hold) if touch else _untouched,
        park=halting(touch.park) if touch else _untouched,
        key=halting(touch.mouse.key) if touch else _untouched,
        focus=halting(touch.focus) if touch else _without_keyboard,
        windows=shown_windows(view, windows),
        halt=halting(touch.halt) if touch else lambda: stop.reason,
        thinking=lambda: _thinking(stop),
        undisturbed=halting(touch.mouse.undisturbed) if touch else lambda: False,
        can_count=can_count,
    )


class _Touch:
    """Everything done with the mouse and the keyboard, and whether the player took the mouse."""

    def __init__(
        self,
        screen: ScreenFace,
        view: View,
        mouse: MouseFace,
        stop: Stop,
        windows: Callable[[], Windows | None],
    ) -> None:
        self.mouse = mouse
        self._windows = windows
        self._screen = screen
        self._view = view
        self._stop = stop
        self._ours = self._clicked = False

    def open(self, x: float, y: float) -> None:
        self.mouse.open(*self._view.point(x, y))
        self._ours = self._clicked = True

    def hold(self, x: float, y: float) -> None:
        self.mouse.open(*self._view.point(x, y), HELD)
        self._ours = self._clicked = True

    def flag(self, x: float, y: float) -> None:
        self.mouse.flag(*self._view.point(x, y))
        self._ours = True

    def park(self, x: float, y: float) -> None:
        if reason := self.halt():  # the program may lose a click that the pointer runs away from
            raise Halted(reason)
        self.mouse.park(*self._view.point(x, y))
        self._ours = True

    def focus(self, x: float, y: float) -> bool:
        if windows := self._windows():
            return windows.focus(*self._view.point(x, y))
        return self._clicked  # clicks on a board bring its window to the front

    def halt(self) -> str | None:
        if reason := self._stop.heard():
            return reason
        if self._ours and self.mouse.in_place():
            return self._stop.reason
        try:
            self.mouse.fail_safe()
        except Stopped:
            if self._ours:
                raise
            return _IN_CORNER
        if self._ours and _is_taken(self.mouse, self._stop):
            # A screen that became smaller also moves the pointer; then this capture fails.
            self._screen.grab(self._view.region)
            return "The mouse was moved, so it is yours."
        return self._stop.reason


def shown_windows(
    view: View, desktop: Callable[[], Windows | None]
) -> Callable[[], Sequence[Window] | None]:
    """A function that tells the windows, in pixels of the whole view."""

    def look() -> Sequence[Window] | None:
        windows = desktop()
        found = windows.seen() if windows else None
        if found is None:
            return None
        return [
            Window(one.id, one.main, one.name, _area(view, one.region), one.has_keyboard, one.title)
            for one in found
        ]

    return look


def _area(view: View, region: Region) -> Area:
    return Area(*view.pixel(region.left, region.top), *view.pixel(region.right, region.bottom))


@contextmanager
def _thinking(stop: Stop) -> Iterator[None]:
    """Interrupt the work done inside as soon as the player wants to stop.

    Raises:
        Halted: the player wanted to stop.

    """
    try:
        with stop.thinking():
            yield
    except Asked as asked:
        raise Halted(str(asked)) from None


def _is_taken(mouse: MouseFace, stop: Stop) -> bool:
    """Whether the player has moved the pointer.

    While a window manager handles a click, the display server delays later moves and reports the
    pointer's previous place. The pointer therefore counts as moved only if it stays elsewhere.
    """
    begin = time.monotonic()
    while mouse.moved() and not stop.reason:
        passed = time.monotonic() - begin
        late = passed > LATE and (passed > HELD_BACK or not mouse.behind())
        if late and mouse.moved():
            return True
        time.sleep(OFTEN)  # the server does not announce that it has caught up
    return False


def _without_keyboard(_x: float, _y: float) -> bool:
    """Give the keyboard to nobody."""
    return False


def _untouched(*_: object) -> None:
    """Do nothing."""


def halting(action: Callable[..., Any]) -> Callable[..., Any]:
    """The same action, which raises ``Halted`` in place of the desktop's errors."""

    def act(*arguments: Any) -> Any:
        try:
            return action(*arguments)
        except (MouseError, ScreenError, Stopped) as error:
            raise Halted(str(error)) from error

    return act


def captures(screen: ScreenFace, view: View) -> Callable[[Area | None], Picture]:
    """A function that captures an area, given in pixels of the whole view."""
    if isinstance(screen, CuttingScreen):
        return lambda area: screen.cut(view, *area) if area else screen.grab(view.region)

    def capture(area: Area | None) -> Picture:
        if area is None:
            return screen.grab(view.region)
        part = view.aligned_part(*_measured(area))
        return cut_to(view, area, part, screen.grab(part))

    return capture


def cut_to(view: View, area: Area, part: Region, picture: Picture) -> Picture:
    """The pixels of an area, of a picture of an aligned part that contains it."""
    left, top = view.corner(part)
    return picture[area.top - top : area.bottom - top, area.left - left : area.right - left]


def aligned_region(view: View, area: Area) -> Region:
    """The smallest aligned part of the view that contains an area of its picture."""
    return view.aligned_part(*_measured(area))


def _measured(area: Area) -> tuple[int, int, int, int]:
    """The left, top, width and height of an area."""
    return area.left, area.top, area.right - area.left, area.bottom - area.top


def place_off(
    desktop: Region, view: View, board: Area, width: int, height: int
) -> tuple[int, int] | None:
    """A place for a window of this size that leaves the board free, but maybe not its window."""
    return place_beside(desktop, _on_desktop(view, board), width, height, APART)


def place_beside_game(
    desktop: Region, view: View, board: Area, width: int, height: int
) -> tuple[int, int] | None:
    """A place for a window of this size that leaves the board's whole window free."""
    game = window_around(_on_desktop(view, board))
    if game is None:
        return place_off(desktop, view, board, width, height)
    return place_beside(desktop, game, width, height)


def place_beside(
    desktop: Region, taken: Region, width: int, height: int, apart: int = FRAME
) -> tuple[int, int] | None:
    """The left and top of a window's frame on the desktop so that it leaves ``taken`` free.

    The window goes to the right or left, else below or above, ``apart`` points away if there is
    room. ``width`` and ``height`` are without the frame, in points. None if there is no room.
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
    """The area of a window in the view's picture, roughly, with its title bar and frame."""
    x, y = view.pixel(left - FRAME, top - TITLE)
    right, bottom = view.pixel(left + width + FRAME, top + height + FRAME)
    return Area(max(0, x), max(0, y), max(0, right), max(0, bottom))
