"""``watch`` on real games: a person plays with its marks, and everything else that can happen."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import EXPLODED, FLAG, UNOPENED
from solver_bot.desktop.screen import Region, Screen
from solver_bot.solve.advice import advise
from solver_bot.vision.extract import read
from solver_bot.vision.lettering import DARK
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import AMBER, GREEN, RED, VIOLET
from tests.cli.running import SAMPLES
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    PATIENCE,
    Desktop,
    Program,
    end_group,
    on_desktop,
    settled,
    wait_until,
)
from tests.real.marked import (
    ENOUGH,
    begun,
    cells_of,
    click,
    is_marked,
    marked_cells,
    marks_in,
    opened,
    part_of,
    solvable,
    under_marks,
    wait_for_marks,
    watching,
    window_called,
)
from tests.real.test_overlay import board_of, drawn, over, place_of


def test_a_person_plays_a_whole_game_by_the_marks(
    program: Program, start: Start, desktop: Desktop, screen: Screen
) -> None:
    lattice = begun(start, program, desktop, screen)
    rings: set[int] = set()
    mines = str(program.levels[0].mines)
    with watching(desktop, "--mines", mines), over(lattice) as clean:
        wait_for_marks(screen, lattice)
        end = time.monotonic() + 2 * PATIENCE
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < 3 and time.monotonic() < end:
            picture = screen.grab()
            safe = cells_of(picture, lattice, GREEN)
            guess = cells_of(picture, lattice, AMBER)
            if safe or guess:
                rings.update(safe[:1])
                click(desktop, lattice, (safe or guess)[0])
            if safe or guess or cells_of(picture, lattice, RED):  # the game is not over yet
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
    _, lattice, advice = solvable(start, KMINES, KMINES.level("Medium"), desktop, screen)
    safe, mine = advice.safe[0], advice.mines[0]
    with watching(desktop):
        wait_until(lambda: mine in cells_of(screen.grab(), lattice, RED), "the marks")
        click(desktop, lattice, safe, button=3)
        click(desktop, lattice, mine, button=3)
        wait_until(lambda: cells_of(screen.grab(), lattice, VIOLET) == [safe], "the wrong flag")
        wait_until(lambda: mine not in cells_of(screen.grab(), lattice, RED), "the right flag")


def test_a_hint_is_one_mark(start: Start, desktop: Desktop, screen: Screen) -> None:
    _, lattice, _ = solvable(start, KMINES, KMINES.level("Medium"), desktop, screen)
    with watching(desktop, "--hint"):
        wait_for_marks(screen, lattice)
        assert len(cells_of(screen.grab(), lattice, GREEN)) == 1
        assert cells_of(screen.grab(), lattice, RED) == []


def test_odds_stand_on_every_cell_that_is_not_certain(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    (found,) = read(screen.grab(), shipped_skins())
    with watching(desktop, "--odds"), over(lattice) as clean:

        def covered_by_marks() -> list[int]:
            board = board_of(lattice)
            own = clean.own_pixels(board, screen.grab)
            assert own is not None
            changed = (own != screen.grab(board)).any(axis=2)
            at = lattice.moved(-board.left, -board.top)
            cells = range(lattice.columns * lattice.rows)
            return [cell for cell in cells if part_of(changed, at, cell).sum() > ENOUGH]

        advice = advise(found.board)
        certain = sorted((*advice.safe, *advice.mines))
        wait_until(lambda: marked_cells(screen, lattice) == certain, "all certain marks")
        unopened = list(found.board.where(UNOPENED))
        wait_until(lambda: covered_by_marks() == unopened, "a mark on every covered cell")


def test_the_reason_of_a_mark_is_told_while_the_pointer_rests_on_it(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        assert drawn(screen.grab(), DARK) < 1000
        cell = wait_until(lambda: marked_cells(screen, lattice), "a mark")[0]
        x, y = (round(value) for value in lattice.centre(cell))
        desktop.run("xdotool", "mousemove", x, y)
        wait_until(lambda: drawn(screen.grab(), DARK) > 3000, "the reason")
        desktop.park()
        wait_until(lambda: drawn(screen.grab(), DARK) < 1000, "the end of the reason")


def test_a_key_tells_the_reason_of_one_mark_after_the_other(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    level = KMINES.level("Medium")
    game, lattice, advice = solvable(start, KMINES, level, desktop, screen)
    every = sorted((*advice.safe, *advice.mines))
    with watching(desktop):
        wait_until(lambda: marked_cells(screen, lattice) == every, "all marks")
        game.focus()
        told: list[int] = []

        def another() -> list[int]:
            cells = marked_cells(screen, lattice)
            return cells if len(cells) == 1 and cells[0] not in told else []

        for _ in range(2):
            desktop.run("xdotool", "key", "ctrl+alt+w")
            told.extend(wait_until(another, "another mark alone"))
            wait_until(lambda: drawn(screen.grab(), DARK) > 3000, "its reason")
        for _ in range(len(every) + 1 - len(told)):
            desktop.run("xdotool", "key", "ctrl+alt+w")
        wait_until(lambda: marked_cells(screen, lattice) == every, "the return of all marks")
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


@pytest.mark.parametrize("key", ["Down", "Next"])
def test_the_marks_go_when_the_board_is_scrolled_and_come_back_in_the_right_place(
    key: str, desktop: Desktop, screen: Screen, tmp_path: Path
) -> None:
    picture = tmp_path / "game.png"
    shutil.copy(SAMPLES / "kmines-medium-middle.png", picture)
    command = [sys.executable, "-m", "tests.real.scrolled", str(picture)]
    program = desktop.start(command)
    try:
        window = wait_until(lambda: window_called(desktop, "scrolled"), "the window")
        desktop.focus(window)
        region = desktop.window_region(window)
        settled(screen, region)
        lattice = place_of(screen)
        (found,) = read(screen.grab(), shipped_skins())
        advice = advise(found.board)
        open_mines = set(advice.mines) - set(found.board.where({FLAG}))
        wanted = sorted({*advice.safe, *open_mines})
        with watching(desktop):
            wait_until(lambda: is_marked(screen, lattice, wanted), "all marks")
            for times in (1, 3):
                desktop.run("xdotool", "key", *[key] * times)
                lattice = lattice.moved(0, -times * (37 if key == "Down" else 32))
                wait_until(partial(is_marked, screen, lattice, wanted), "the marks again")
            desktop.run("xdotool", "key", *["Down"] * 30)
            wait_until(lambda: not marks_in(screen, region), "the end of the marks")
    finally:
        end_group(program)
        wait_until(lambda: not desktop.windows(), "the end of its window")


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
