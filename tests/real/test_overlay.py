"""Marks over the windows of real programs: where they are, what they cover, what clicks do."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import pytest

from solver_bot.board import FLAG
from solver_bot.desktop.overlay import x11
from solver_bot.desktop.overlay.face import Mark, Overlay, Stamp
from solver_bot.desktop.overlay.game_window import GameWindow
from solver_bot.desktop.overlay.opening import open_overlay
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.desktop.windows import MARKS, desktop_windows
from solver_bot.vision.extract import read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    PROGRAMS,
    XDEMINEUR,
    Desktop,
    Game,
    Program,
    settled,
    wait_until,
)

MAGENTA, CYAN = (254, 1, 253), (253, 254, 2)
"""Colours that no program shows."""


def ring(size: int, colour: tuple[int, int, int] = MAGENTA) -> Stamp:
    picture = np.full((size, size, 3), colour, np.uint8)
    shown = np.zeros((size, size), np.uint8)
    cv2.circle(shown, (size // 2, size // 2), size // 2 - 2, 1, 3)
    return Stamp(picture, shown.astype(bool))


def marks_on(lattice: Lattice, cells: Sequence[int], stamp: Stamp) -> list[Mark]:
    boxes = [lattice.box(cell) for cell in cells]
    return [Mark(round(left), round(top), stamp) for left, top, _, _ in boxes]


def place_of(screen: Screen) -> Lattice:
    (found,) = read(screen.grab(), shipped_skins())
    return found.lattice


def board_of(lattice: Lattice) -> Region:
    left, top = round(lattice.left), round(lattice.top)
    return Region(left, top, round(lattice.right) - left, round(lattice.bottom) - top)


@contextmanager
def over(lattice: Lattice) -> Iterator[Overlay]:
    overlay = open_overlay(board_of(lattice))
    try:
        yield overlay
    finally:
        overlay.close()


def drawn(picture: Picture, colour: tuple[int, int, int] = MAGENTA) -> int:
    """The number of pixels of a mark's colour."""
    return int((picture == colour).all(axis=2).sum())


def box(picture: Picture, colour: tuple[int, int, int] = MAGENTA) -> tuple[int, int]:
    """The left and top of a mark's pixels; the lower right corner if there are none."""
    ys, xs = np.nonzero((picture == colour).all(axis=2))
    return int(xs.min(initial=picture.shape[1])), int(ys.min(initial=picture.shape[0]))


def all_marked(screen: Screen, count: int) -> None:
    wait_until(lambda: drawn(screen.grab()) == count, "the return of all marks", 20)


def none_marked(screen: Screen) -> None:
    wait_until(lambda: drawn(screen.grab()) == 0, "the end of all marks", 20)


def test_the_pixels_of_a_game_are_the_same_with_and_without_marks(
    program: Program, start: Start, screen: Screen
) -> None:
    game = start(program, program.levels[1])
    lattice = place_of(screen)
    clean = settled(screen, game.region())
    cells = range(lattice.columns * lattice.rows)
    with over(lattice) as overlay:
        overlay.show(marks_on(lattice, cells, ring(round(lattice.cell_width))))
        seen = screen.grab(game.region())
        assert drawn(seen) > 1000
        board = board_of(lattice)
        own = overlay.own_pixels(board, screen.grab)
        assert own is not None
        left, top = board.left - game.region().left, board.top - game.region().top
        before = clean[top : top + board.height, left : left + board.width]
        assert np.array_equal(own, before)
        assert np.array_equal(overlay.unmarked(board, screen.grab), before)


def test_two_hundred_clicks_on_marks_reach_the_game(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Hard"), KMINES.sizes[1])
    lattice = place_of(screen)
    cells = range(200)
    with over(lattice) as overlay:
        overlay.show(marks_on(lattice, cells, ring(round(lattice.cell_width))))
        for cell in cells:
            x, y = (round(value) for value in lattice.centre(cell))
            desktop.run("xdotool", "mousemove", x, y, "mousemove", x + 9, y, "click", 3)
        desktop.park()

        def flags() -> int:
            own = overlay.own_pixels(screen.desktop, screen.grab)
            assert own is not None
            (found,) = read(own, shipped_skins())
            return found.board.count({FLAG})

        wait_until(lambda: flags() == 200, "the 200th flag", 30)


@pytest.fixture
def marked(start: Start, screen: Screen) -> Iterator[tuple[Game, Overlay, int]]:
    """KMines with forty marks, and the number of their pixels on the screen."""
    game = start(KMINES, KMINES.level("Medium"))
    lattice = place_of(screen)
    with over(lattice) as overlay:
        overlay.show(marks_on(lattice, range(40), ring(round(lattice.cell_width))))
        yield game, overlay, drawn(screen.grab())


def test_marks_follow_a_window_that_is_moved(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, overlay, count = marked
    before, region = box(screen.grab()), game.region()
    aim = Region(region.left + 150, region.top + 90, region.width, region.height)
    desktop.place(game.window, aim)
    wait_until(lambda: overlay.moved_by == (150, 90), "the move")
    all_marked(screen, count)
    assert box(screen.grab()) == (before[0] + 150, before[1] + 90)


def test_no_mark_is_left_behind_while_a_window_is_moved(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, _, count = marked
    region = game.region()
    for step in range(1, 15):
        left, top = region.left + 12 * step, region.top + 5 * step
        desktop.run("wmctrl", "-i", "-r", game.window, "-e", f"10,{left},{top},-1,-1")
    picture = screen.grab()
    assert drawn(picture) in {0, count}
    all_marked(screen, count)


def test_marks_go_with_a_minimised_window_and_come_back(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, overlay, count = marked
    place = box(screen.grab())
    desktop.run("xdotool", "windowminimize", int(game.window, 16))
    none_marked(screen)
    assert overlay.own_pixels(game.region(), screen.grab) is None
    game.focus()
    all_marked(screen, count)
    assert box(screen.grab()) == place


def test_hidden_marks_stay_hidden_if_a_window_manager_maps_them(
    marked: tuple[Game, Overlay, int], desktop: Desktop
) -> None:
    _, overlay, _ = marked
    overlay.clear()
    (marks,) = desktop.run("xdotool", "search", "--name", f"^{MARKS}$").split()
    desktop.run("xdotool", "windowmap", marks)
    wait_until(lambda: "IsUnMapped" in desktop.run("xwininfo", "-id", marks), "their end")


def test_what_happens_while_the_server_is_asked_is_noticed_at_once(
    marked: tuple[Game, Overlay, int],
    desktop: Desktop,
    screen: Screen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Events that come with an answer are in no socket any more that could be waited for."""
    game, overlay, count = marked
    region = game.region()
    aim = Region(region.left + 150, region.top + 90, region.width, region.height)
    asked = GameWindow.windows_behind
    moves: list[Region] = []

    def late(window: GameWindow, marks: Any) -> int | None:
        if not moves:
            moves.append(aim)
            desktop.place(game.window, aim)
        return asked(window, marks)

    monkeypatch.setattr(x11, "_IDLE", 600)
    monkeypatch.setattr(GameWindow, "windows_behind", late)
    desktop.run("wmctrl", "-s", 0)  # a message of which nothing follows
    wait_until(lambda: overlay.moved_by == (150, 90), "the move", 20)
    all_marked(screen, count)


def test_marks_go_when_the_window_is_closed(
    marked: tuple[Game, Overlay, int], screen: Screen
) -> None:
    game, overlay, _ = marked
    game.close()
    none_marked(screen)
    wait_until(lambda: overlay.is_over, "the end of the overlay")


def test_marks_go_when_the_window_is_resized(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, overlay, _ = marked
    desktop.run("wmctrl", "-i", "-r", game.window, "-e", "10,-1,-1,900,700")
    none_marked(screen)
    wait_until(lambda: overlay.is_over, "the end of the overlay")


def test_marks_are_never_over_a_window_in_front_of_the_game(
    marked: tuple[Game, Overlay, int], start: Start, desktop: Desktop, screen: Screen
) -> None:
    game, _, count = marked
    region = game.region()
    other = start(XDEMINEUR, XDEMINEUR.level("small"), corner=(region.left + 190, region.top + 80))
    front = screen.grab(other.region())
    assert drawn(front) == 0
    assert 0 < drawn(screen.grab()) < count
    game.focus()
    all_marked(screen, count)
    desktop.focus(other.window)
    wait_until(lambda: drawn(screen.grab(other.region())) == 0, "the window in front")


def test_marks_are_never_over_a_menu(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, overlay, count = marked
    region = game.region()
    desktop.run("xdotool", "mousemove", region.left + 90, region.top + 10, "click", 1)
    menu = wait_until(lambda: menu_of(game), "the menu")
    settled(screen, menu)
    with_marks = screen.grab(menu)
    overlay.clear()
    assert np.array_equal(screen.grab(menu), with_marks)
    desktop.run("xdotool", "key", "Escape")
    assert count


def test_marks_are_never_over_a_dialog(
    marked: tuple[Game, Overlay, int], desktop: Desktop, screen: Screen
) -> None:
    game, _, count = marked
    desktop.run("xdotool", "key", "ctrl+h")
    (dialog,) = wait_until(game.dialogs, "the dialog with the best times")
    region = desktop.window_region(dialog)
    settled(screen, region)
    assert drawn(screen.grab(region)) == 0
    assert drawn(screen.grab()) < count  # it does stand over some of the marks
    desktop.focus(dialog)
    desktop.run("xdotool", "key", "Escape")
    all_marked(screen, count)


def menu_of(game: Game) -> Region | None:
    """The menu that is open on a desktop without other windows."""
    windows = desktop_windows()
    shown = windows.seen() if windows else None
    found = [
        one.region
        for one in shown or ()
        if one.id != int(game.window, 16) and one.region.left >= 0 and one.region.height > 60
    ]
    return found[0] if found else None


def test_a_window_in_front_stays_visible_to_the_bot(
    marked: tuple[Game, Overlay, int], start: Start, screen: Screen
) -> None:
    game, overlay, _ = marked
    region = game.region()
    other = start(XDEMINEUR, XDEMINEUR.level("small"), corner=(region.left + 190, region.top + 80))
    front = other.region()
    settled(screen, front)
    left, top = front.left - region.left, front.top - region.top
    seen = overlay.unmarked(region, screen.grab)
    part = seen[top : top + front.height, left : left + front.width]
    shown = min(front.height, region.height - top), min(front.width, region.width - left)
    inside = Region(front.left, front.top, shown[1], shown[0])
    clock = 60  # the clock of xdemineur may tick meanwhile
    assert np.array_equal(part[clock:], screen.grab(inside)[clock:])
    assert drawn(seen) == 0


def test_marks_are_no_windows_in_front_of_the_game(
    marked: tuple[Game, Overlay, int],
) -> None:
    game, _, _ = marked
    windows = desktop_windows()
    assert windows
    at = game.region()
    seen = [one.id for one in windows.seen() or () if one.region.holds(at)]
    assert seen == [int(game.window, 16)]


def test_marks_that_stay_do_not_flicker_while_others_change(start: Start, screen: Screen) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = place_of(screen)
    stays = marks_on(lattice, range(40), ring(round(lattice.cell_width)))
    other = ring(round(lattice.cell_width), CYAN)
    with over(lattice) as overlay:
        overlay.show(stays)
        count = drawn(screen.grab())
        with watched_pixels() as counts:
            number = 0
            while len(counts) < 20:  # until the other thread has looked so often
                number = (number + 1) % 60
                overlay.show([*stays, *marks_on(lattice, range(48 + number, 120), other)])
        assert set(counts) == {count}


@contextmanager
def watched_pixels() -> Iterator[list[int]]:
    """The pixels of marks on the screen, counted again and again by another thread."""
    counts: list[int] = []
    done = threading.Event()

    def watch() -> None:
        with Screen() as screen:
            while not done.is_set():
                counts.append(drawn(screen.grab(Region(0, 0, 900, 700))))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield counts
    finally:
        done.set()
        thread.join()


def test_the_pointer_is_known_over_the_game_only(
    marked: tuple[Game, Overlay, int], desktop: Desktop
) -> None:
    game, overlay, _ = marked
    region = game.region()
    desktop.run("xdotool", "mousemove", region.left + 30, region.top + 120)
    assert overlay.pointer() == (region.left + 30, region.top + 120)
    desktop.park()
    assert overlay.pointer() is None


def test_every_program_has_a_window_to_mark(start: Start, screen: Screen) -> None:
    for program in PROGRAMS.values():
        game = start(program, program.levels[0])
        with over(place_of(screen)) as overlay:
            assert overlay.frame.holds(game.region()), program.name
        game.close()
