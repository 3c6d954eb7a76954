"""``watch`` beside other games and other commands."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.screen import Region, Screen
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    PATIENCE,
    XDEMINEUR,
    Desktop,
    Program,
    end_group,
    settled,
    wait_until,
)
from tests.real.marked import (
    begun,
    marks_in,
    opened,
    wait_for_marks,
    watching,
)
from tests.real.test_overlay import board_of, place_of


@pytest.mark.parametrize("way", ["minimised", "covered"])
def test_the_marks_go_over_to_another_game_once_nothing_of_the_first_is_seen(
    way: str, start: Start, desktop: Desktop, screen: Screen
) -> None:
    first = start(XDEMINEUR, XDEMINEUR.level("small"), corner=(100, 160))
    lattice = place_of(screen)
    with watching(desktop):
        wait_for_marks(screen, lattice)
        if way == "minimised":
            desktop.run("xdotool", "windowminimize", int(first.window, 16))
        other = start(KMINES, KMINES.level("Easy"), size=(700, 600))
        assert other.region().holds(board_of(lattice))
        opened(desktop, screen)
        wait_until(lambda: marks_in(screen, other.region()), "marks on the other game")


def test_what_else_reads_the_screen_sees_no_marks(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    before = settled(screen, board_of(lattice))
    seen = open_desktop("x11")
    with seen.screen, watching(desktop):
        wait_for_marks(screen, lattice)
        assert (screen.grab(board_of(lattice)) != before).any()
        assert np.array_equal(seen.screen.grab(board_of(lattice)), before)


def test_the_bot_plays_a_game_that_watch_marks(
    program: Program, start: Start, desktop: Desktop, screen: Screen, tmp_path: Path
) -> None:
    lattice = begun(start, program, desktop, screen)
    results = tmp_path / "results.jsonl"
    with watching(desktop, "--odds"):
        wait_for_marks(screen, lattice)
        process = desktop.start(
            [
                *(sys.executable, "-m", "solver_bot", "play"),
                *("--games", "2", "--results", str(results)),
            ]
        )
        try:
            assert process.wait(PATIENCE) == 0
        finally:
            end_group(process)
    games = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(games) == 2
    assert {game["result"] for game in games} <= {"won", "lost"}
    assert [game["wrong_certain"] for game in games] == [0, 0]


def test_a_window_in_front_of_a_marked_game_is_read_as_it_is_seen(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    start(KMINES, KMINES.level("Medium"))
    lattice = opened(desktop, screen)
    seen = open_desktop("x11")
    with seen.screen, watching(desktop, "--skin", "kmines"):
        wait_for_marks(screen, lattice)
        other = start(XDEMINEUR, XDEMINEUR.level("small"), corner=(200, 260))
        covered = settled(screen, other.region())
        assert np.array_equal(seen.screen.grab(other.region()), covered)


def test_of_two_games_the_one_is_marked_whose_window_has_the_keyboard(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    large = start(KMINES, KMINES.level("Medium"), size=(600, 500), corner=(700, 400))
    opened(desktop, screen)
    small = start(XDEMINEUR, XDEMINEUR.level("small"))
    with watching(desktop):
        for game, other in ((small, large), (large, small), (small, large)):
            game.focus()
            wait_until(partial(marks_in, screen, game.region()), "marks on the game")
            wait_until(partial(are_gone, screen, other.region()), "the end of the other marks")


def are_gone(screen: Screen, region: Region) -> bool:
    return marks_in(screen, region) == 0
