"""The bot plays real programs: every level, two window sizes, and all programs at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG
from solver_bot.bot import Bot, Event, Found, Result, Session, Wishes, boards
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.faces import MouseFace
from solver_bot.desktop.screen import Region, Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.extract import read
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.conftest import Start
from tests.real.desktop import (
    GNOME_MINES,
    KMINES,
    PATIENCE,
    PROGRAMS,
    XDEMINEUR,
    Desktop,
    Game,
    Level,
    Program,
    end_group,
    settled,
    wait_until,
)

LEVELS = [
    pytest.param(program.name, level.name, size, id=f"{program.name}-{level.name}-{size}")
    for program in PROGRAMS.values()
    for level in program.levels
    for size in (program.sizes or (None,))
]


@pytest.fixture
def mouse(screen: Screen) -> MouseFace:
    """The pointer of the virtual desktop."""
    return usual_mouse(screen.desktop)


def play(
    screen: Screen, mouse: MouseFace, region: Region | None = None, **wishes: Any
) -> tuple[Session, Sequence[Event]]:
    told: list[Event] = []
    wanted = Wishes(**{"max_seconds": PATIENCE} | wishes)
    hands = desktop_hands(screen, region or screen.desktop, mouse, Stop())
    return Bot(hands, SkinChoice.of(shipped_skins()), wanted, told.append).play(), told


def check(session: Session, games: int) -> None:
    assert session.halted is None
    assert len(session.games) == games
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0


@pytest.mark.parametrize(("name", "level_name", "size"), LEVELS)
def test_games_are_played_to_their_end(
    name: str,
    level_name: str,
    size: tuple[int, int] | None,
    start: Start,
    screen: Screen,
    mouse: MouseFace,
) -> None:
    level = PROGRAMS[name].level(level_name)
    start(PROGRAMS[name], level, size)
    session, _ = play(screen, mouse, games=2, mines=level.mines)
    check(session, 2)


@pytest.mark.parametrize("level", GNOME_MINES.levels, ids=lambda level: level.name)
def test_games_are_played_to_their_end_while_tiles_fade(
    level: Level, start: Start, screen: Screen, mouse: MouseFace
) -> None:
    """GNOME Mines with its default settings has animations."""
    start(GNOME_MINES, level, animated=True)
    session, _ = play(screen, mouse, games=2, mines=level.mines)
    check(session, 2)


def test_a_win_is_followed_by_a_new_game(
    program: Program, start: Start, screen: Screen, mouse: MouseFace
) -> None:
    level = program.levels[0]
    game = start(program, level)
    session, _ = play(screen, mouse, games=6, mines=level.mines)
    check(session, 6)
    assert session.won > 0
    assert game.dialogs() == {}


def test_a_new_game_follows_one_that_is_given_up(
    program: Program, start: Start, screen: Screen, mouse: MouseFace
) -> None:
    level = program.levels[2]
    start(program, level)
    session, _ = play(screen, mouse, games=3, mines=level.mines, no_guess=True)
    assert session.halted is None
    assert len(session.games) == 3
    assert all(game.guesses == 0 for game in session.games)


def test_a_half_played_game_with_the_players_flags_is_played_to_its_end(
    program: Program, start: Start, screen: Screen, mouse: MouseFace, desktop: Desktop
) -> None:
    """Most of the flags are wrong. The rows differ in height at this size of GNOME Mines."""
    level = program.levels[1]
    game = start(program, level, program.sizes[-1] if program.sizes else None)
    (fresh,) = read(screen.grab(), shipped_skins())
    if fresh.board.count({COVERED}) == len(fresh.board.cells):
        mouse.open(*map(int, fresh.lattice.centre(7 * level.columns + 7)))
    desktop.park()
    settled(screen, game.region())
    (opened,) = boards(screen.grab(), shipped_skins())
    for cell in list(opened.board.where({COVERED}))[::24]:
        flag(desktop, screen, mouse, *map(int, fresh.lattice.centre(cell)))
    desktop.park()
    settled(screen, game.region())
    session, told = play(screen, mouse, mines=level.mines)
    (found,) = (event for event in told if isinstance(event, Found))
    assert found.chosen.board.count({FLAG}) > 5
    check(session, 1)


def flag(desktop: Desktop, screen: Screen, mouse: MouseFace, x: int, y: int) -> None:
    """Set a flag, and leave the pointer until it is visible, because fast clicks can get lost."""
    desktop.run("xdotool", "mousemove", x, y)
    tile = Region(x - 6, y - 6, 12, 12)
    before = settled(screen, tile, 0.1).copy()
    mouse.flag(x, y)
    wait_until(lambda: not np.array_equal(screen.grab(tile), before), "the flag")


def test_with_flags_mines_are_flagged(
    program: Program, start: Start, screen: Screen, mouse: MouseFace
) -> None:
    level = program.levels[1]
    start(program, level)
    session, _ = play(screen, mouse, mines=level.mines, flags=True)
    check(session, 1)


def test_among_all_programs_the_wanted_one_is_played(
    start: Start, screen: Screen, mouse: MouseFace
) -> None:
    games = [
        start(XDEMINEUR, XDEMINEUR.level("small"), None, (1300, 60)),
        start(KMINES, KMINES.level("Easy"), (760, 440), (60, 560)),
        start(GNOME_MINES, GNOME_MINES.level("small"), (900, 460), (60, 60)),
    ]
    for game in games:
        game.focus()
        session, told = play(screen, mouse, inside(game), mines=game.level.mines)
        check(session, 1)
        (found,) = (event for event in told if isinstance(event, Found))
        assert found.chosen.skin.name == game.program.name
    games[1].focus()
    session, told = play(screen, mouse, games=1)
    (found,) = (event for event in told if isinstance(event, Found))
    assert len(found.boards) >= 2
    assert sum(game.wrong_certain for game in session.games) == 0


def inside(game: Game) -> Region:
    """The part of its window's inside that is on the desktop."""
    return game.region()


def test_watch_beside_shows_a_window_beside_the_board_and_does_not_move_the_mouse(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    game = start(KMINES, KMINES.level("Hard"), (900, 640), (500, 200))
    (seen,) = read(screen.grab(), shipped_skins())
    pointer = desktop.run("xdotool", "getmouselocation")
    watching = desktop.start([sys.executable, "-m", "solver_bot", "watch", "--beside"])
    try:
        window = wait_until(lambda: next(iter(advice_windows(desktop)), None), "the window")
        settled(screen, desktop.window_region(window), 1.0)
        found = read(screen.grab(), shipped_skins())
        assert [one.board.cells for one in found if one.lattice == seen.lattice] == [
            seen.board.cells
        ]
        # The window draws the board without a frame, so it may be read as a part of a larger one.
        drawn = [one for one in found if one.lattice != seen.lattice and not one.cut]
        assert [one.board.cells for one in drawn] in ([], [seen.board.cells])
        assert desktop.run("xdotool", "getmouselocation") == pointer
        assert game.window in desktop.windows()
        desktop.run("wmctrl", "-i", "-c", window)
        assert watching.wait(timeout=PATIENCE) == 0
    finally:
        end_group(watching)


def advice_windows(desktop: Desktop) -> list[str]:
    return [window for window, title in desktop.windows().items() if "advice" in title]


def test_an_empty_desktop_is_reported_as_without_a_board(desktop: Desktop) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "play"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "No Minesweeper board was found" in done.stderr
    assert done.stdout == ""


def test_the_screen_and_a_picture_of_it_are_read_alike(start: Start, screen: Screen) -> None:
    start(XDEMINEUR, XDEMINEUR.levels[0], None)
    (seen,) = read(screen.grab(), shipped_skins())
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "read", "--screen"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == seen.board.rows()


def test_a_dry_run_prints_once_what_it_would_do(start: Start, screen: Screen) -> None:
    start(KMINES, KMINES.level("Easy"))
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "play", "--dry-run"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "It would open row 4, column 4. Nothing was clicked.\n"
    assert "Nothing was clicked" not in done.stderr
    assert "stopped" not in done.stderr
    (seen,) = read(screen.grab(), shipped_skins())
    assert seen.board.count({COVERED}) == 81
