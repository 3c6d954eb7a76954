"""``watch`` on real games: a person plays with its marks, and everything else that can happen."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import EXPLODED
from solver_bot.desktop.overlay.opening import open_overlay
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.solve.advice import advise
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.lettering import DARK
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import AMBER, GREEN, RED, VIOLET
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    Desktop,
    Game,
    Program,
    end_group,
    on_desktop,
    settled,
    wait_until,
)
from tests.real.test_overlay import board_of, drawn, over, place_of

ENOUGH = 12
"""The least number of a mark's pixels in a marked cell."""


def cells_of(picture: Picture, lattice: Lattice, colour: tuple[int, int, int]) -> list[int]:
    """The cells with a mark of a colour."""
    found = []
    for cell in range(lattice.columns * lattice.rows):
        left, top, right, bottom = map(round, lattice.box(cell))
        if drawn(picture[top:bottom, left:right], colour) >= ENOUGH:
            found.append(cell)
    return found


@contextmanager
def watching(desktop: Desktop, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    process = desktop.start([sys.executable, "-m", "solver_bot", "watch", *options])
    try:
        yield process
    finally:
        end_group(process)


def click(desktop: Desktop, lattice: Lattice, cell: int, button: int = 1) -> None:
    x, y = (round(value) for value in lattice.centre(cell))
    desktop.run("xdotool", "mousemove", x, y, "click", button)
    desktop.park()


def opened(desktop: Desktop, screen: Screen) -> Lattice:
    """Open a cell in the middle of the board, and return where the cells are."""
    lattice = place_of(screen)
    click(desktop, lattice, lattice.columns * (lattice.rows // 2) + lattice.columns // 2)
    settled(screen, board_of(lattice))
    return lattice


def begun(start: Start, program: Program, desktop: Desktop, screen: Screen) -> Lattice:
    """Start a program and open a cell. xdemineur may have a mine there, and is then started again.

    Returns where the cells are.
    """
    while True:
        game = start(program, program.levels[0])
        lattice = opened(desktop, screen)
        settled(screen, game.region())
        (found,) = read(screen.grab(), shipped_skins())
        if not found.board.count({EXPLODED}):
            return lattice
        game.close()


def wait_for_marks(screen: Screen, lattice: Lattice) -> None:
    def seen() -> bool:
        picture = screen.grab()
        return any(cells_of(picture, lattice, colour) for colour in (GREEN, AMBER))

    wait_until(seen, "the marks")


def test_a_person_plays_a_whole_game_by_the_marks(
    program: Program, start: Start, desktop: Desktop, screen: Screen
) -> None:
    lattice = begun(start, program, desktop, screen)
    rings: set[int] = set()
    with watching(desktop), over(lattice) as clean:
        wait_for_marks(screen, lattice)
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < 3:
            picture = screen.grab()
            safe = cells_of(picture, lattice, GREEN)
            guess = cells_of(picture, lattice, AMBER)
            if safe or guess:
                rings.update(safe[:1])
                click(desktop, lattice, (safe or guess)[0])
                quiet_since = time.monotonic()
        assert drawn(screen.grab(), RED) == 0  # a game that is over has no marks
        own = clean.own_pixels(screen.desktop, screen.grab)
    assert own is not None
    assert rings
    for found in read(own, shipped_skins()):
        assert not rings & set(found.board.where({EXPLODED}))


def test_marks_read_from_the_screen_are_those_of_the_true_board(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    (found,) = read(screen.grab(), shipped_skins())
    advice = advise(found.board)
    with watching(desktop):

        def all_marked() -> bool:
            picture = screen.grab()
            rings, crosses = (cells_of(picture, lattice, colour) for colour in (GREEN, RED))
            return (rings, crosses) == (list(advice.safe), list(advice.mines))

        wait_until(all_marked, "the marks of the true board")


def test_a_wrong_flag_is_marked_and_a_right_one_left_alone(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        safe = cells_of(screen.grab(), lattice, GREEN)[0]
        mine = cells_of(screen.grab(), lattice, RED)[0]
        click(desktop, lattice, safe, button=3)
        click(desktop, lattice, mine, button=3)
        wait_until(lambda: cells_of(screen.grab(), lattice, VIOLET) == [safe], "the wrong flag")
        wait_until(lambda: mine not in cells_of(screen.grab(), lattice, RED), "the right flag")


def test_a_hint_is_one_mark(start: Start, desktop: Desktop, screen: Screen) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop, "--hint"):
        wait_for_marks(screen, lattice)
        assert len(cells_of(screen.grab(), lattice, GREEN)) == 1
        assert cells_of(screen.grab(), lattice, RED) == []


def test_the_reason_of_a_mark_is_told_while_the_pointer_rests_on_it(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        assert drawn(screen.grab(), DARK) < 1000
        cell = cells_of(screen.grab(), lattice, GREEN)[0]
        x, y = (round(value) for value in lattice.centre(cell))
        desktop.run("xdotool", "mousemove", x, y)
        wait_until(lambda: drawn(screen.grab(), DARK) > 3000, "the reason")
        desktop.park()
        wait_until(lambda: drawn(screen.grab(), DARK) < 1000, "the end of the reason")


def test_the_marks_are_found_again_after_the_window_was_resized(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    game = start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        place = game.region()
        desktop.place(game.window, Region(place.left, place.top, 900, 700))

        def again() -> bool:
            found = under_marks(game, screen)
            if found is None or found.lattice == lattice:
                return False
            safe = list(advise(found.board).safe)
            return cells_of(screen.grab(), found.lattice, GREEN) == safe

        wait_until(again, "the marks on the larger board")


def under_marks(game: Game, screen: Screen) -> Extraction | None:
    """The board of a game, be there marks on it."""
    overlay = open_overlay(game.region())
    try:
        own = overlay.own_pixels(screen.desktop, screen.grab)
        return next(iter(read(own, shipped_skins())), None) if own is not None else None
    finally:
        overlay.close()


def test_a_new_game_gets_marks_of_its_own(start: Start, desktop: Desktop, screen: Screen) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        before = cells_of(screen.grab(), lattice, GREEN)
        desktop.run("xdotool", "key", "ctrl+n")

        def marks() -> list[int]:
            return cells_of(screen.grab(), lattice, GREEN) + cells_of(screen.grab(), lattice, RED)

        wait_until(lambda: not marks(), "the end of the marks")
        click(desktop, lattice, 0)
        wait_for_marks(screen, lattice)
        assert marks() != before


def test_no_mark_is_left_when_watch_is_ended(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    clean = screen.grab(Region(240, 200, 300, 200))
    with watching(desktop) as process:
        wait_for_marks(screen, lattice)
        process.terminate()
        assert process.wait(20) == 0
    wait_until(
        lambda: np.array_equal(screen.grab(Region(240, 200, 300, 200)), clean), "the clean board"
    )


class Plain(Desktop):
    """A desktop without the extension that marks over games need."""

    def server_options(self) -> list[str]:
        return ["-extension", "Composite"]


def test_without_the_extension_it_says_so_and_advises_beside(tmp_path: Path) -> None:
    from tests.real.desktop import require, start_game
    from tests.real.test_watch import advice

    require(KMINES)
    desktop = Plain(tmp_path)
    try:
        with on_desktop(desktop):
            game = start_game(desktop, KMINES, KMINES.level("Easy"))
            process = subprocess.Popen(
                [sys.executable, "-m", "solver_bot", "watch"],
                env=desktop.environment(),
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            wait_until(lambda: advice(desktop), "the window beside the game", 60)
            end_group(process)
            said = process.communicate()[1].decode()
            assert "lacks the Composite extension" in said
            assert "beside the game" in said
            game.close()
    finally:
        desktop.close()


@pytest.mark.parametrize("options", [["--hint", "--odds"]])
def test_options_that_exclude_each_other_are_refused(options: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "watch", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "not both" in done.stderr
