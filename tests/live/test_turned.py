"""Which of several games on the screen the player has turned to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from solver_bot.bot import Area, Window, boards
from solver_bot.live.turned import Turned
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests import simulated

SKINS = shipped_skins()
LEFT, RIGHT = Area(0, 0, 600, 620), Area(600, 0, 1200, 620)


class Screen:
    """A small game in the left window, and a larger one in the right."""

    def __init__(self) -> None:
        games = (
            simulated.Window(named_skin("kmines"), 9, 9, 10, desktop=(600, 620)),
            simulated.Window(named_skin("gnome-mines"), 16, 16, 40, desktop=(600, 620)),
        )
        for game in games:
            game.open(game.corner[0] + 90, game.corner[1] + 90)
            game.wait(1)
        self.picture = np.hstack([game.capture(None) for game in games])
        self.active = 0
        self.now = 0.0
        self.turned = Turned(self.windows, self.shown, (1200, 620), clock=lambda: self.now)
        self.left, self.right = sorted(
            boards(self.picture, SKINS), key=lambda one: one.lattice.left
        )

    def windows(self) -> Sequence[Window] | None:
        areas = enumerate((Area(0, 700, 300, 900), LEFT, RIGHT))
        return [Window(n, n, "", area, n == self.active) for n, area in areas]

    def shown(self, area: Area) -> Picture:
        return self.picture[area.top : area.bottom, area.left : area.right]

    def choice(self) -> Extraction:
        return self.turned.choice([self.left, self.right], SKINS)

    def leaves(self, followed: Extraction, hidden: Area | None = None) -> bool:
        self.now += 1
        return self.turned.is_elsewhere(followed.lattice, SKINS, hidden=hidden)


def test_the_game_is_taken_whose_window_has_the_keyboard() -> None:
    screen = Screen()
    screen.active = 1
    assert screen.choice() is screen.left
    screen.active = 2
    assert screen.choice() is screen.right


def test_the_largest_game_is_taken_if_the_keyboard_is_elsewhere() -> None:
    screen = Screen()
    assert screen.choice() is screen.right


def test_the_player_turns_to_another_game() -> None:
    screen = Screen()
    assert not screen.leaves(screen.right)
    screen.active = 1
    assert screen.leaves(screen.right)
    assert not screen.leaves(screen.left)


def test_a_window_without_a_game_changes_nothing() -> None:
    screen = Screen()
    for screen.active in (2, 0, 2):
        assert not screen.leaves(screen.right)


def test_a_game_that_begins_in_the_window_with_the_keyboard_is_turned_to() -> None:
    screen = Screen()
    picture, screen.active = screen.picture, 1
    screen.picture = np.full_like(picture, 240)
    assert not screen.leaves(screen.right)
    screen.picture = picture
    assert screen.leaves(screen.right)


def test_the_advice_window_is_no_other_game() -> None:
    screen = Screen()
    screen.active = 1
    assert not screen.leaves(screen.right, hidden=LEFT)


@pytest.mark.parametrize("known", [False, True])
def test_where_windows_are_not_known_the_largest_game_stays(known: bool) -> None:
    screen = Screen()
    turned = Turned(lambda: [] if known else None, screen.shown, (1200, 620))
    assert turned.choice([screen.left, screen.right], SKINS) is screen.right
    assert not turned.is_elsewhere(screen.left.lattice, SKINS)
