"""Marks on the game under window managers that frame, stack and place windows in other ways."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from solver_bot.desktop.overlay.face import Overlay
from solver_bot.desktop.overlay.game_window import GameWindow
from solver_bot.desktop.screen import Region, Screen
from solver_bot.solve.advice import advise
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import GREEN, RED
from tests.lacking import leave_out
from tests.real.desktop import (
    KMINES,
    PATIENCE,
    XDEMINEUR,
    Desktop,
    Game,
    Setup,
    end_group,
    on_desktop,
    require,
    settled,
    wait_until,
)
from tests.real.marked import cells_of, opened, wait_for_marks, watching
from tests.real.test_overlay import (
    all_marked,
    drawn,
    marks_on,
    none_marked,
    over,
    place_of,
    ring,
)
from tests.real.test_overlay import box as corner_of


@dataclass(frozen=True, slots=True)
class Manager:
    """A window manager: its Debian package, its command, and what it can't do."""

    package: str
    command: tuple[str, ...]
    tiles: bool = False


XFWM4 = ("dbus-run-session", "--", "xfwm4")
"""It asks its settings of a service, which its bus starts."""
MANAGERS = {
    "metacity": Manager("metacity", ("metacity", "--sm-disable", "--no-composite")),
    "metacity-composite": Manager("metacity", ("metacity", "--sm-disable", "--composite")),
    "icewm": Manager("icewm", ("icewm",)),
    "xfwm4": Manager("xfwm4", (*XFWM4, "--compositor=off")),
    "xfwm4-composite": Manager("xfwm4", (*XFWM4, "--compositor=on")),
    "i3": Manager("i3-wm", ("i3", "-c", "config"), tiles=True),
}
"""metacity keeps marks in front of all windows, i3 tiles, xfwm4 and icewm stack in other orders.

The compositors of two draw windows by their own notion of shapes and of what is to be drawn anew.
"""
I3 = "font pango:DejaVu Sans 8\nworkspace_layout tabbed\n"


class Managed(Desktop):
    """A desktop with another window manager."""

    def __init__(self, folder: Path, manager: Manager) -> None:
        self.manager = manager
        super().__init__(folder, 1400, 900)

    def _start_manager(self) -> None:
        config = self.folder / "config"
        config.write_text(I3, encoding="utf-8")
        words = [str(config) if word == "config" else word for word in self.manager.command]
        self._ends.callback(end_group, self.start(words))
        wait_until(self._is_managed, f"the start of {self.manager.package}")

    def _is_managed(self) -> bool:
        return "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")


@pytest.fixture(scope="module", params=MANAGERS)
def managed(request: pytest.FixtureRequest) -> Iterator[Managed]:
    """A desktop under each of the window managers in turn."""
    require(KMINES, XDEMINEUR)
    manager = MANAGERS[request.param]
    if shutil.which(manager.package.removesuffix("-wm")) is None:
        leave_out(f"not installed here: {manager.package}")
    # The service that keeps xfwm4's settings may write them once more while it ends.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        desktop = Managed(Path(folder), manager)
        try:
            with on_desktop(desktop):
                yield desktop
        finally:
            desktop.close()


@pytest.fixture
def game(managed: Managed) -> Iterator[Game]:
    """KMines, where and as large as the window manager puts it."""
    level = KMINES.level("Medium")
    home = managed.folder / "kmines"
    process = managed.start(KMINES.prepare(Setup(level, managed.region, home)), home)
    try:
        with Screen() as screen:
            wait_until(lambda: read(screen.grab(), shipped_skins()), "the board")
            settled(screen, managed.region)
        (window,) = (w for w, title in managed.windows().items() if title == KMINES.title)
        yield Game(managed, KMINES, level, window, process)
    finally:
        end_group(process)
        wait_until(lambda: not managed.windows(), "the end of its window")


@pytest.fixture
def screen(managed: Managed) -> Iterator[Screen]:
    """The screen under the window manager."""
    with Screen() as shown:
        yield shown


@pytest.fixture
def marked(game: Game, screen: Screen) -> Iterator[tuple[Overlay, int]]:
    """Marks on all cells of the game, and the number of their pixels on the screen."""
    lattice = place_of(screen)
    cells = range(lattice.columns * lattice.rows)
    with over(lattice) as overlay:
        overlay.show(marks_on(lattice, cells, ring(round(lattice.cell_width))))
        count = wait_until(lambda: drawn(screen.grab()), "the marks")
        yield overlay, count


def test_the_marks_are_those_of_the_true_board(
    managed: Managed, game: Game, screen: Screen
) -> None:
    lattice = opened(managed, screen)
    (found,) = read(screen.grab(), shipped_skins())
    advice = advise(found.board)
    with watching(managed):
        wait_for_marks(screen, lattice)

        def all_are_right() -> bool:
            picture = screen.grab()
            seen = [cells_of(picture, lattice, colour) for colour in (GREEN, RED)]
            return seen == [list(advice.safe), list(advice.mines)]

        wait_until(all_are_right, "the marks of the true board")


def test_a_click_on_a_mark_reaches_the_game(
    managed: Managed, marked: tuple[Overlay, int], screen: Screen
) -> None:
    overlay, _ = marked
    before = overlay.own_pixels(managed.region, screen.grab)
    assert before is not None
    (found,) = read(before, shipped_skins())
    x, y = (round(value) for value in found.lattice.centre(100))
    managed.run("xdotool", "mousemove", x, y, "click", 1)

    def is_open() -> bool:
        own = overlay.own_pixels(managed.region, screen.grab)
        boards = read(own, shipped_skins()) if own is not None else []
        return any(one.board.cells != found.board.cells for one in boards)

    wait_until(is_open, "the click")


def test_no_mark_is_over_a_window_in_front(
    managed: Managed, marked: tuple[Overlay, int], screen: Screen
) -> None:
    _, count = marked
    board = board_of_marks(screen)
    at = f"12x9+{board.left + 20}+{board.top + 20}"
    other = managed.start(["xdemineur", "-geometry", at])
    try:
        window = wait_until(lambda: inside(managed, "xdémineur"), "the window in front")
        managed.run("xdotool", "windowactivate", window)
        wait_until(lambda: managed.active() == window, "its turn")

        def in_front() -> int:  # its manager may still move it
            return drawn(screen.grab(managed.window_region(hex(window))))

        wait_until(lambda: in_front() == 0, "the window in front without marks")
        assert drawn(screen.grab()) < count
    finally:
        end_group(other)
    all_marked(screen, count)


def test_a_window_that_opens_while_the_marks_are_put_in_place_is_shown_whole(
    managed: Managed, marked: tuple[Overlay, int], screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens after the marks have asked which windows are in front, and before they are moved.

    The window manager then leaves the marks in front of it for a moment, or for good.
    """
    _, count = marked
    board = board_of_marks(screen)
    at = f"12x9+{board.left + 20}+{board.top + 20}"
    asked = GameWindow.windows_behind
    opened_meanwhile: list[subprocess.Popen[bytes]] = []
    is_open = Event()

    def late(game: GameWindow, window: Any) -> int | None:
        if not opened_meanwhile:
            opened_meanwhile.append(managed.start(["xdemineur", "-geometry", at]))
            wait_until(lambda: inside(managed, "xdémineur"), "the window in front")
            settled(screen, managed.region)
            is_open.set()
        return asked(game, window)

    monkeypatch.setattr(GameWindow, "windows_behind", late)
    try:
        managed.run("wmctrl", "-a", KMINES.title)
        assert is_open.wait(PATIENCE)
        window = wait_until(lambda: inside(managed, "xdémineur"), "the window in front")

        def in_front() -> int:
            return drawn(screen.grab(managed.window_region(hex(window))))

        wait_until(lambda: in_front() == 0, "the window in front without marks", 20)
    finally:
        for other in opened_meanwhile:
            end_group(other)
    all_marked(screen, count)


def test_a_window_in_front_of_all_marks_is_shown_whole(
    managed: Managed, marked: tuple[Overlay, int], screen: Screen
) -> None:
    if managed.manager.tiles:
        return  # it puts windows elsewhere
    _, count = marked
    board = board_of_marks(screen)
    at = f"12x9+{board.left - 40}+{board.top - 40}"
    for _ in range(2):  # the marks stand elsewhere in the order of windows at the second time
        other = managed.start(["xdemineur", "-geometry", at])
        try:
            window = wait_until(lambda: inside(managed, "xdémineur"), "the window in front")
            managed.run("xdotool", "windowactivate", window)
            none_marked(screen)
        finally:
            end_group(other)
        all_marked(screen, count)


def inside(desktop: Desktop, name: str) -> int | None:
    """The number of the window with this name."""
    found = desktop.run("xdotool", "search", "--onlyvisible", "--name", name).split()
    return int(found[0]) if found else None


def board_of_marks(screen: Screen) -> Region:
    left, top = corner_of(screen.grab())
    return Region(left, top, 100, 100)


def test_marks_follow_a_window_that_is_moved(
    managed: Managed, game: Game, marked: tuple[Overlay, int], screen: Screen
) -> None:
    if managed.manager.tiles:
        return  # its windows stay where they are
    _, count = marked
    before, region = corner_of(screen.grab()), game.region()
    managed.run(
        *("wmctrl", "-i", "-r", game.window),
        *("-e", f"10,{region.left + 170},{region.top + 90},-1,-1"),
    )
    wait_until(lambda: game.region() != region, "the move")
    now = game.region()
    all_marked(screen, count)
    by = now.left - region.left, now.top - region.top
    wait_until(
        lambda: corner_of(screen.grab()) == (before[0] + by[0], before[1] + by[1]),
        "the marks in their new place",
    )


def test_marks_go_with_a_window_that_is_hidden_and_come_back(
    managed: Managed, game: Game, marked: tuple[Overlay, int], screen: Screen
) -> None:
    _, count = marked
    if managed.manager.tiles:
        managed.run("i3-msg", "workspace", "2")
        none_marked(screen)
        managed.run("i3-msg", "workspace", "1")
    else:
        managed.run("xdotool", "windowminimize", int(game.window, 16))
        none_marked(screen)
        game.focus()
    all_marked(screen, count)


def test_marks_go_with_a_window_that_is_closed(
    game: Game, marked: tuple[Overlay, int], screen: Screen
) -> None:
    game.close()
    none_marked(screen)


def test_a_tiled_window_that_is_resized_gets_a_new_overlay(
    managed: Managed, game: Game, marked: tuple[Overlay, int], screen: Screen
) -> None:
    if not managed.manager.tiles:
        return  # tested elsewhere
    overlay, _ = marked
    managed.run("i3-msg", "[title=KMines] floating enable, resize set 800 600")
    none_marked(screen)
    wait_until(lambda: overlay.is_over, "the end of the overlay")
