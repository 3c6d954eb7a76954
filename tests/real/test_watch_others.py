"""``watch`` beside other games and other commands."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.screen import Region, Screen
from tests.real.conftest import Start
from tests.real.desktop import (
    KMINES,
    XDEMINEUR,
    Desktop,
    settled,
    wait_until,
)
from tests.real.marked import (
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
