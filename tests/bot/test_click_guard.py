"""The click guard: what must not change during a batch and from one game to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.bot.click_guard import ClickGuard, Moving, Place
from solver_bot.bot.hands import Area
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

PLACE = Lattice.even(20, 20, 10, 10, 6, 6)
TILE = np.pad(np.ones((6, 6, 1), np.uint8), ((2, 2), (2, 2), (0, 0)))
CELLS = slice(20, 80), slice(20, 80)


def board() -> Picture:
    """Cells in a frame of varying colours."""
    return np.random.default_rng(1).integers(0, 255, (100, 100, 3), np.uint8)


def guard_of(picture: Picture) -> ClickGuard:
    """A guard of a board whose cells are all open."""
    return ClickGuard(Area(0, 0, 100, 100), picture, PLACE, np.ones((6, 6), bool))


def captured(now: Picture) -> Callable[[Area | None], Picture]:
    def capture(area: Area | None) -> Picture:
        assert area
        return now[area.top : area.bottom, area.left : area.right]

    return capture


def is_in_place(what: ClickGuard, now: Picture, hidden: Mask | None = None) -> bool:
    return what.is_in_place(captured(now), hidden)


@pytest.mark.parametrize("message", [(30, 40, 80, 60), (25, 0, 95, 100), (35, 15, 100, 75)])
def test_a_board_is_in_place_behind_a_message_that_hides_most_of_it(
    message: tuple[int, int, int, int],
) -> None:
    before = board()
    now = before.copy()
    left, top, right, bottom = message
    now[top:bottom, left:right] = 0
    assert is_in_place(guard_of(before), now)


@pytest.mark.parametrize(("line", "told"), [(80, True), (230, False)])
def test_a_frame_with_contrast_tells_the_place_of_a_board_whose_open_cells_are_hidden(
    line: int, told: bool
) -> None:
    """The message hides seven columns of nine, and half of the other two."""
    before = np.full((120, 120, 3), 240, np.uint8)
    before[15:105, 12:108] = line
    before[15:105, 15:105] = 200
    still = np.zeros((9, 9), bool)
    still[2:7, 1:8] = True
    guard = ClickGuard(Area(0, 0, 120, 120), before, Lattice.even(15, 15, 10, 10, 9, 9), still)
    now = before.copy()
    now[5:115, 20:100] = 252
    assert is_in_place(guard, now) == told


def half_open() -> tuple[Picture, ClickGuard]:
    """A board whose lower rows and first column are open, and its guard, before a plain ground."""
    picture = np.full((100, 100, 3), 240, np.uint8)
    picture[CELLS] = np.kron(np.random.default_rng(1).integers(1, 4, (6, 6, 1)) * 50, TILE)
    still = np.zeros((6, 6), bool)
    still[3:] = still[:, 0] = True
    return picture, ClickGuard(Area(0, 0, 100, 100), picture, PLACE, still)


def test_cells_that_cannot_be_read_tell_how_far_a_message_reaches() -> None:
    """It hides the frame too, beside rows that were covered, so that no open cell tells of it."""
    before, guard = half_open()
    now = before.copy()
    now[:70, 30:] = 130
    hidden = np.zeros((6, 6), bool)
    hidden[:5, 1:] = True
    assert is_in_place(guard, now, hidden)
    assert not is_in_place(guard, now)


@pytest.mark.parametrize("by", [1, 10, 30])
def test_a_board_that_moved_is_not_in_place_whatever_can_be_read(by: int) -> None:
    before, guard = half_open()
    now = np.roll(before, by, axis=1)
    for columns in range(7):
        hidden = np.zeros((6, 6), bool)
        hidden[:, :columns] = True
        assert not is_in_place(guard, now, hidden)
        assert not is_in_place(guard, now, hidden.T)


def test_a_completely_hidden_board_is_not_in_place() -> None:
    assert not is_in_place(guard_of(board()), np.zeros_like(board()))


@pytest.mark.parametrize("by", [1, 10, 30])
def test_a_board_that_moved_is_not_in_place(by: int) -> None:
    """The background is plain, so it looks the same wherever the window is."""
    before = np.full((100, 100, 3), 240, np.uint8)
    before[CELLS] = np.kron(np.random.default_rng(1).integers(1, 4, (6, 6, 1)) * 50, TILE)
    assert not is_in_place(guard_of(before), np.roll(before, by, axis=1))


def test_in_a_new_game_only_the_frame_must_be_in_place() -> None:
    before = board()
    now = before.copy()
    now[CELLS] = 0
    assert is_in_place(guard_of(before).frame(), now)
    assert not is_in_place(guard_of(before).frame(), np.roll(now, 10, axis=1))


def test_a_board_is_in_place_behind_a_message_with_a_shadow_beside_buttons_that_it_dims() -> None:
    """As GNOME Mines shows its best times. A button lies within half a cell of the board."""
    before = np.full((100, 100, 3), 240, np.uint8)
    before[CELLS] = np.kron(np.random.default_rng(1).integers(1, 4, (6, 6, 1)) * 50, TILE)
    before[70:80, 82:] = 60
    now = before.copy()
    now[16:80, 18:] = now[16:80, 18:] * 0.96
    now[20:70, 34:76] = 250
    now[70:80, 82:] = 90
    assert is_in_place(guard_of(before), now)


def looked_at(guard: ClickGuard, now: Picture, cell: int) -> Place:
    return guard.look(cell, captured(now))


def lively() -> tuple[Picture, ClickGuard]:
    """A half open board over which something moves."""
    picture, guard = half_open()
    return picture, replace(guard, moving=Moving(faint=10, passed=0.25))


def test_what_passes_over_a_board_is_no_other_board() -> None:
    before, guard = lively()
    now = before.copy()
    now[60:70, 40:52] = 250
    assert looked_at(guard, now, cell=4) is Place.SAME
    assert looked_at(replace(guard, moving=Moving()), now, cell=4) is Place.GONE


def test_a_cell_that_something_passes_is_not_clicked() -> None:
    before, guard = lively()
    now = before.copy()
    now[20:30, 60:70] = 250
    assert looked_at(guard, now, cell=4) is Place.CHANGED


def test_another_game_is_noticed_though_something_passes_over_the_board() -> None:
    """All its cells are covered."""
    before, guard = lively()
    now = before.copy()
    now[CELLS] = 120
    assert looked_at(guard, now, cell=4) is Place.GONE


def test_a_board_that_was_moved_is_noticed_though_something_passes_over_it() -> None:
    before, guard = lively()
    assert looked_at(guard, np.roll(before, 3, (0, 1)), cell=4) is Place.GONE
