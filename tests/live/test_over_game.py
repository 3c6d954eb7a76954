"""What ``watch`` sees of a game on which it draws marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest

from solver_bot.board import parse_board
from solver_bot.bot import Area
from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.face import Mark
from solver_bot.desktop.overlay.opening import Overlays
from solver_bot.desktop.region import Picture, Region, View
from solver_bot.live.eyes import Eyes
from solver_bot.live.over_game import OverGame, Turns
from solver_bot.live.watch import Watcher
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import GREY

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


class Untouched(Compositor):
    """A game with a covered cell that no number touches, in a size whose total is not known."""

    def __init__(self) -> None:
        rows = ["##2.....", "##2.....", "221.....", *["........"] * 4]
        skin = named_skin("classic")
        board, _, _ = framed(draw_board(parse_board("\n".join(rows)), skin, 24), skin, 24)
        self.drawn = self.shown = np.pad(board, ((40, 40), (40, 40), (0, 0)), constant_values=GREY)
        height, width = self.shown.shape[:2]
        self.desktop = self.frame = Region(0, 0, width, height)
        self.fetched = 0
        self.marks: list[Mark] = []

    def show(self, marks: Iterable[Mark]) -> None:
        self.marks = list(marks)


@pytest.mark.parametrize(("mines", "lines"), [(None, 1), (3, 0), (4, 0)])
def test_a_line_asks_for_the_total_where_nothing_but_that_tells_more(
    mines: int | None, lines: int
) -> None:
    world = Untouched()
    view = View(world.desktop, 1.0, 1.0)
    eyes = Eyes(world, view, Overlays(lambda *_: world, lambda: None))
    watcher = Watcher(eyes.capture, SkinChoice.of(shipped_skins()), mines)
    OverGame(watcher, eyes, print).look()
    wide = [mark for mark in world.marks if mark.stamp.shown.shape[1] > 200]
    assert len(wide) == lines


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
