"""The advice window opens beside the windows of real programs, never over them."""

from __future__ import annotations

import re
import sys
import tkinter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from solver_bot.bot import Area
from solver_bot.desktop.screen import Region, Screen
from solver_bot.desktop.windows import window_around
from solver_bot.live.hands import captures, place_beside_game, place_off, window_area
from solver_bot.live.panel import NO_ROOM, Site, _Panel
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.vision.extract import read
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.conftest import Start
from tests.real.desktop import (
    GNOME_MINES,
    KMINES,
    PROGRAMS,
    XDEMINEUR,
    Desktop,
    Program,
    end_group,
    wait_until,
)

TITLE = "solver-bot: advice"


def framed(desktop: Desktop, window: str) -> Region:
    """The region of a window with its frame, according to the window manager."""
    inside = desktop.window_region(window)
    said = desktop.run("xprop", "-id", window, "_NET_FRAME_EXTENTS")
    left, right, top, bottom = map(int, re.findall(r"\d+", said.partition("=")[2]))
    size = inside.width + left + right, inside.height + top + bottom
    return Region(inside.left - left, inside.top - top, *size)


def apart(one: Region, other: Region) -> bool:
    across = one.right <= other.left or other.right <= one.left
    return across or one.bottom <= other.top or other.bottom <= one.top


@contextmanager
def watching(desktop: Desktop) -> Iterator[str]:
    """Run ``watch --beside``, and give the id of its window."""
    process = desktop.start([sys.executable, "-m", "solver_bot", "watch", "--beside"])
    try:
        yield wait_until(lambda: advice(desktop), "the window of watch", 60)
    finally:
        end_group(process)
        wait_until(lambda: not advice(desktop), "the end of the window of watch")


def advice(desktop: Desktop) -> str | None:
    return next((w for w, title in desktop.windows().items() if title == TITLE), None)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_window_around_a_board_is_known_with_its_frame(
    name: str, start: Start, desktop: Desktop, screen: Screen
) -> None:
    program = PROGRAMS[name]
    game = start(program, program.levels[0])
    (found,) = read(screen.grab(), shipped_skins())
    place = found.lattice
    left, top, right, bottom = map(round, (place.left, place.top, place.right, place.bottom))
    board = Region(left, top, right - left, bottom - top)
    assert window_around(board) == framed(desktop, game.window)


def test_a_place_outside_all_windows_has_no_window(start: Start, desktop: Desktop) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("small"))
    around = framed(desktop, game.window)
    assert window_around(Region(around.right - 5, around.bottom - 5, 10, 10)) is None


@pytest.mark.parametrize(
    ("program", "level", "size", "corner"),
    [
        (KMINES, "Easy", (760, 540), (60, 60)),
        (KMINES, "Hard", (1360, 900), (0, 0)),
        (KMINES, "Hard", (1370, 640), (540, 400)),
        (KMINES, "Easy", (900, 900), (510, 60)),
        (GNOME_MINES, "medium", (900, 600), (1010, 450)),
        (XDEMINEUR, "medium", None, (1500, 600)),
    ],
    ids=lambda value: value.name if isinstance(value, Program) else str(value),
)
def test_the_advice_is_never_over_the_window_of_the_game(
    program: Program,
    level: str,
    size: tuple[int, int] | None,
    corner: tuple[int, int],
    start: Start,
    desktop: Desktop,
) -> None:
    game = start(program, program.level(level), size, corner)
    with watching(desktop) as window:
        own = framed(desktop, window)
        assert apart(own, framed(desktop, game.window))
        assert desktop.region.holds(own)
        assert own.height > 250  # the board is drawn in it


def test_a_lack_of_room_beside_the_window_is_reported_and_the_board_stays_free(
    start: Start, desktop: Desktop
) -> None:
    start(KMINES, KMINES.level("Easy"), (1800, 980), (20, 20))
    with panel_beside_the_game() as (panel, view):
        assert NO_ROOM in str(panel._text.cget("text"))
        own, board = panel.area(), view.area
        assert own
        assert board
        assert apart(region(own), region(board))


def test_the_keyboard_stays_with_the_game_until_the_window_is_clicked(
    start: Start, desktop: Desktop
) -> None:
    game = start(GNOME_MINES, GNOME_MINES.level("medium"), (700, 500), (900, 60))
    game.focus()
    with watching(desktop) as window:
        wait_until(lambda: desktop.window_region(window).height > 250, "the board in the window")
        assert active(desktop) == int(game.window, 16)
        place = desktop.window_region(window)

        def clicked() -> bool:
            desktop.run("xdotool", "mousemove", place.left + 20, place.top + 20, "click", 1)
            return active(desktop) == int(window, 16)

        wait_until(clicked, "the keyboard for the window")


def active(desktop: Desktop) -> int:
    """The id of the window that has the keyboard."""
    return int(desktop.run("xdotool", "getactivewindow"))


def test_the_window_keeps_its_size_for_any_sentence(start: Start, desktop: Desktop) -> None:
    start(KMINES, KMINES.level("Easy"))
    with panel_beside_the_game() as (panel, view):
        before = panel.area()
        longest = "Nothing is certain. Best guess: row 100, column 100, 33.3% a mine (999 mines)."
        for sentence in ("Lost.", longest):
            panel.draw(replace(view, sentence=sentence))
            panel._root.update()
            assert panel.area() == before


@contextmanager
def panel_beside_the_game() -> Iterator[tuple[_Panel, AdviceView]]:
    """The advice window in this process, after its first look at the screen."""
    root = tkinter.Tk()
    with Screen() as screen:
        whole = screen.view()
        panel = _Panel(
            root,
            Site(
                lambda *place: window_area(whole, *place),
                lambda *wanted: place_beside_game(screen.desktop, whole, *wanted),
                lambda *wanted: place_off(screen.desktop, whole, *wanted),
            ),
        )
        try:
            view = Watcher(captures(screen, whole), SkinChoice.of(shipped_skins())).look()
            assert view
            panel.draw(view)
            root.wait_visibility()
            root.update()
            yield panel, view
        finally:
            root.destroy()


def region(area: Area) -> Region:
    return Region(area.left, area.top, area.right - area.left, area.bottom - area.top)
