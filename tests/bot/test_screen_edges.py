"""A board at the screen's edge ends there if its window does."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.bot import Area, Window
from solver_bot.bot.screen_edges import ScreenEdges
from solver_bot.vision.lattice import Lattice

SCREEN = np.full((80, 100, 3), 7, np.uint8)


def window(left: int, top: int, right: int, bottom: int) -> Window:
    return Window(1, 1, "game", Area(left, top, right, bottom), True)


def edges(*windows: Window) -> ScreenEdges:
    return ScreenEdges.of(SCREEN, windows)


def test_ground_is_laid_beside_a_screen_whose_windows_end_within_it() -> None:
    wide = edges(window(0, 10, 100, 80)).widened(SCREEN)
    assert min(wide.shape[:2]) > 200
    assert (wide[0] == 128).all()


@pytest.mark.parametrize(
    ("area", "side"),
    [
        ((-5, 10, 60, 60), "left"),
        ((5, -10, 60, 60), "top"),
        ((5, 10, 101, 60), "right"),
        ((5, 10, 60, 90), "bottom"),
    ],
)
def test_nothing_is_laid_beside_a_side_that_a_window_crosses(
    area: tuple[int, int, int, int], side: str
) -> None:
    found = edges(window(*area))
    sides = ("left", "top", "right", "bottom")
    assert [one for one in sides if not getattr(found, one)] == [side]


def test_nothing_is_laid_beside_sides_that_are_far_from_all_windows() -> None:
    far = ScreenEdges.of(np.zeros((300, 400, 3), np.uint8), [window(5, 100, 200, 200)])
    assert (far.left > 0, far.top, far.right, far.bottom) == (True, 0, 0, 0)


def test_a_window_beside_the_screen_says_nothing_of_it() -> None:
    """Openbox keeps one there."""
    assert edges(window(5, 5, 60, 60), window(-100, -100, -99, -99)).left > 0


def test_nothing_is_laid_where_windows_are_not_known() -> None:
    assert ScreenEdges.of(SCREEN, None).widened(SCREEN) is SCREEN
    assert edges().widened(SCREEN) is SCREEN


def test_a_place_is_found_again_on_the_screen() -> None:
    found = edges(window(5, 5, 60, 60))
    assert found.on_screen(Lattice.even(110, 120, 8, 8, 4, 4)) == Lattice.even(10, 20, 8, 8, 4, 4)
