"""Pictures and clicks on monitors of any scale, turned monitors, and several monitors."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from solver_bot.bot import Area
from solver_bot.desktop.backends import OpenDesktop, open_desktop
from solver_bot.desktop.faces import MouseFace
from solver_bot.desktop.region import Region, ScreenError
from solver_bot.desktop.virtual_mouse import VirtualMouse
from solver_bot.desktop.wayland.connection import Connection
from solver_bot.desktop.wayland.input import WlrootsDriver
from solver_bot.desktop.wayland.layered import sentry
from solver_bot.live.hands import captures
from tests.real.desktop import DesktopError, end_group, settled, wait_until
from tests.wayland.sway import Monitor, Sway, on_sway, require
from tests.wayland.target import middles

COLUMNS, ROWS, SIZE = 30, 16, 17
CLICKS = 500


@dataclass(frozen=True, slots=True)
class Shown:
    """The window of coloured cells on a desktop."""

    desktop: OpenDesktop
    sway: Sway
    notes: Path

    def lines(self) -> list[str]:
        return self.notes.read_text().splitlines()


@contextmanager
def target(sway: Sway, place: tuple[int, int], folder: Path) -> Iterator[Shown]:
    """The window of coloured cells, with its corner at ``place``."""
    notes = folder / "notes"
    before = sway.windows()
    root = Path(__file__).resolve().parents[2]
    with notes.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.wayland.target", *map(str, (COLUMNS, ROWS, SIZE))],
            env=sway.environment(),
            cwd=root,
            stdout=out,
            start_new_session=True,
        )
    try:
        window = wait_until(lambda: next(iter(sway.windows().keys() - before), None), "the window")
        sway.say(f"[con_id={window}] move absolute position {place[0]} {place[1]}")
        wait_until(lambda: sway.windows()[window].left == place[0], "the move")
        with on_sway(sway):
            desktop = open_desktop("wlroots")
            with desktop.screen as screen:
                settled(screen, screen.desktop)
                yield Shown(desktop, sway, notes)
    finally:
        end_group(process)


@contextmanager
def compositor(*monitors: Monitor) -> Iterator[Sway]:
    require()
    sway = Sway(*monitors)
    try:
        yield sway
    finally:
        sway.close()


def click_everywhere(shown: Shown, mouse: MouseFace, region: Region, clicks: int) -> None:
    """Click on random cells where the picture of ``region`` shows them."""
    screen = shown.desktop.screen
    view, picture = screen.view(region), screen.grab(region)
    draw = random.Random(1)
    cells = [draw.randrange(COLUMNS * ROWS) for _ in range(clicks)]
    place = middles(picture)
    for cell in cells:
        mouse.open(*view.point(*place[cell]))
    expected = [f"{event} {cell} left" for cell in cells for event in ("button", "release")]
    with suppress(DesktopError):
        wait_until(lambda: len(shown.lines()) >= len(expected), "the last click", 20)
    assert shown.lines() == expected
    assert not mouse.moved()


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_every_click_is_in_its_cell(scale: float, tmp_path: Path) -> None:
    with compositor(Monitor(scale=scale)) as sway, target(sway, (31, 17), tmp_path) as shown:
        screen = shown.desktop.screen
        assert screen.grab().shape == (1000, 1280, 3)
        assert screen.view().across == pytest.approx(scale, rel=0.01)
        click_everywhere(shown, shown.desktop.mouse(), screen.desktop, CLICKS)


def test_every_click_is_in_its_cell_on_the_second_of_two_monitors(tmp_path: Path) -> None:
    """The monitors have different scales, and the left one begins left of zero."""
    monitors = Monitor(800, 600, -400, 100, 2), Monitor(1280, 1000, 0, 0, 1.25)
    with compositor(*monitors) as sway, target(sway, (45, 60), tmp_path) as shown:
        screen = shown.desktop.screen
        assert screen.monitors() == (Region(-400, 100, 400, 300), Region(0, 0, 1024, 800))
        assert screen.desktop == Region(-400, 0, 1424, 800)
        mouse = shown.desktop.mouse()
        click_everywhere(shown, mouse, screen.monitor(2), 50)
        shown.notes.write_text("")
        click_everywhere(shown, mouse, screen.desktop, 50)


@pytest.mark.parametrize("transform", ["90", "180", "270", "flipped", "flipped-90"])
def test_a_turned_monitor_is_seen_upright(transform: str, tmp_path: Path) -> None:
    with compositor(Monitor(transform=transform)) as sway, target(sway, (5, 9), tmp_path) as shown:
        click_everywhere(shown, shown.desktop.mouse(), shown.desktop.screen.desktop, 20)


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_parts_are_cut_to_the_pixel(scale: float, tmp_path: Path) -> None:
    with compositor(Monitor(scale=scale)) as sway, target(sway, (31, 17), tmp_path) as shown:
        screen = shown.desktop.screen
        for region in (screen.desktop, Region(33, 21, 401, 299)):
            whole, capture = screen.grab(region), captures(screen, screen.view(region))
            height, width = whole.shape[:2]
            for area in (Area(0, 0, 7, 9), Area(81, 53, 342, 271), Area(3, 5, width, height)):
                expected = whole[area.top : area.bottom, area.left : area.right]
                assert not np.argwhere(capture(area) != expected).tolist()


def test_keys_reach_the_window_that_has_the_keyboard(tmp_path: Path) -> None:
    with compositor() as sway, target(sway, (31, 17), tmp_path) as shown:
        mouse = shown.desktop.mouse()
        for keys in ("ctrl+n", "f2", "return"):
            mouse.key(keys)
        wait_until(lambda: len(shown.lines()) >= 8, "the last key")
        down = [line for line in shown.lines() if line.startswith("key ")]
        assert down == ["key 29 0", "key 49 4", "key 60 0", "key 28 0"]
        assert shown.lines()[2:4] == ["keyup 49", "keyup 29"]


def test_a_monitor_whose_resolution_changes_ends_the_captures(tmp_path: Path) -> None:
    with compositor() as sway, target(sway, (5, 5), tmp_path) as shown:
        sway.say("output HEADLESS-1 resolution 800x600")
        with pytest.raises(ScreenError, match="can no longer be captured"):
            wait_until(lambda: shown.desktop.screen.grab() is None, "an error", 20)


@pytest.mark.parametrize("by", ["3 2", "300 200"])
def test_a_hand_that_moves_the_mouse_during_a_click_is_noticed(by: str, tmp_path: Path) -> None:
    with compositor() as sway, target(sway, (31, 17), tmp_path) as shown:
        desktop = shown.desktop.screen.desktop
        connection = Connection()
        driver = Disturbed(connection, desktop, sway)
        mouse = VirtualMouse(
            driver, sentry(connection, driver.seat, desktop, driver.nudge), desktop
        )
        mouse.open(100, 100)
        assert not mouse.moved()
        driver.hand = by
        mouse.open(200, 100)
        assert mouse.moved()
        connection.close()


class Disturbed(WlrootsDriver):
    """A mouse that a hand moves in the middle of a click."""

    def __init__(self, connection: Connection, desktop: Region, sway: Sway) -> None:
        super().__init__(connection, desktop)
        self.sway, self.hand = sway, ""

    def deliver(self) -> None:
        if self.hand:
            self.sway.say(f"seat - cursor move {self.hand}")
        super().deliver()
