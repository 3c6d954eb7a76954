"""What ``watch`` sees of a game on which it draws marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from solver_bot.bot import Area
from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.face import Mark
from solver_bot.desktop.region import Picture, Region, View
from solver_bot.live.eyes import Eyes
from solver_bot.live.over_game import Turns

DESKTOP = Region(0, 0, 40, 30)


class Compositor(ScreenFace):
    """A screen and an overlay. The screen shows what a program draws only once it is told to."""

    desktop = DESKTOP
    frame = DESKTOP
    is_over = False
    knows_windows = True
    moved_by = 0, 0
    asked = 0

    def __init__(self) -> None:
        self.drawn = np.zeros((30, 40, 3), np.uint8)
        self.shown = self.drawn.copy()
        self.fetched = 0

    def monitors(self) -> tuple[Region, ...]:
        return (DESKTOP,)

    def grab(self, region: Region | None = None) -> Picture:
        return _part(self.shown, self.on_desktop(region))

    def own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        self.fetched += 1
        return _part(self.drawn, region)

    def listen(self) -> None: ...

    def show(self, marks: Iterable[Mark]) -> None: ...

    def clear(self) -> None: ...

    def close(self) -> None: ...

    def unmarked(self, region: Region, seen: Callable[[Region], Picture]) -> Picture:
        return seen(region)

    def shows(self, part: Region) -> bool:
        return True

    def pointer(self) -> tuple[int, int] | None:
        return None


def _part(picture: Picture, region: Region) -> Picture:
    return picture[region.top : region.bottom, region.left : region.right].copy()


def test_what_a_compositor_does_not_show_is_seen_a_moment_later() -> None:
    now = 0.0
    world = Compositor()
    eyes = Eyes(world, View(DESKTOP, 1.0, 1.0), clock=lambda: now)
    eyes.overlay = world
    area = Area(5, 5, 25, 25)
    assert not eyes.capture(area).any()
    world.drawn[10, 10] = 255
    assert not eyes.capture(area).any()
    assert world.fetched == 1
    now = 1.0
    assert eyes.capture(area).any()


def test_every_press_of_the_key_goes_to_the_next_mark_and_after_the_last_to_none() -> None:
    turns = Turns([7, 3], presses=5)
    assert [turns.cell(5 + press) for press in range(5)] == [None, 7, 3, None, 7]


def test_without_marks_the_key_tells_nothing() -> None:
    assert Turns().cell(4) is None


def test_a_cell_keeps_its_turn_where_other_cells_come_or_go() -> None:
    """More advice may come after the key was pressed, in another order."""
    turns = Turns([7, 3], presses=5).with_cells([3, 9, 7], presses=6)
    assert [turns.cell(presses) for presses in (6, 7)] == [7, None]
    assert turns.with_cells([3, 9], presses=6).cell(6) is None
