"""A veil over a board is lifted, so that what lies beneath it is read as before."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.veil import without_veil

PLACE = Lattice.even(10, 10, 24, 24, 8, 6)
ALL: Mask = np.ones((6, 8), np.bool_)


def board() -> Picture:
    """Numbers on tan cells."""
    picture = np.full((170, 220, 3), (140, 180, 210), np.uint8)
    for cell in range(48):
        x, y = map(round, PLACE.centre(cell))
        at, colour = (x - 6, y + 6), (200 * (cell % 2), 60, 160 * (cell % 3 == 0))
        cv2.putText(picture, str(1 + cell % 8), at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 2)
    return picture


def veiled(picture: Picture, left: float, colour: tuple[int, int, int]) -> Picture:
    mixed = picture * left + (1 - left) * np.array(colour, np.float32)
    return np.rint(mixed).astype(np.uint8)


@pytest.mark.parametrize("left", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (120, 40, 20)])
def test_a_veil_of_any_colour_is_lifted(left: float, colour: tuple[int, int, int]) -> None:
    last = board()
    lifted = without_veil(veiled(last, left, colour), last, PLACE, ALL)
    assert np.abs(lifted.astype(int) - last).mean() < 2


def test_a_message_that_hides_half_of_the_cells_does_not_keep_a_veil_from_being_lifted() -> None:
    last = board()
    picture = veiled(last, 0.4, (0, 0, 0))
    picture[:80] = 250
    lifted = without_veil(picture, last, PLACE, ALL)
    assert np.abs(lifted[90:].astype(int) - last[90:]).mean() < 2


def test_a_cell_that_has_changed_beneath_a_veil_is_seen_as_it_is() -> None:
    last = board()
    now = last.copy()
    now[12:32, 12:32] = (30, 90, 240)
    lifted = without_veil(veiled(now, 0.4, (0, 0, 0)), last, PLACE, ALL)
    assert np.abs(lifted.astype(int) - now).mean() < 2


def test_a_veil_over_a_game_without_open_cells_is_lifted_by_the_rims_of_covered_ones() -> None:
    last = np.full((170, 220, 3), 190, np.uint8)
    for x, y in (PLACE.centre(cell) for cell in range(48)):
        cv2.rectangle(last, (round(x) - 11, round(y) - 11), (round(x) + 11, round(y) + 11), 90, 2)
    lifted = without_veil(veiled(last, 0.4, (0, 0, 0)), last, PLACE, ~ALL)
    assert np.abs(lifted.astype(int) - last).mean() < 2


def test_an_area_that_opens_on_a_plain_board_is_no_veil() -> None:
    """White cells with black lines become grey, but for mines."""
    last = np.full((170, 220, 3), 255, np.uint8)
    for x, y in (PLACE.centre(cell) for cell in range(48)):
        cv2.rectangle(last, (round(x) - 12, round(y) - 12), (round(x) + 12, round(y) + 12), 0, 1)
    now = (last * 0.5).astype(np.uint8)
    now[82:106, 58:82] = last[82:106, 58:82]
    assert without_veil(now, last, PLACE, ~ALL) is now


def test_a_board_without_a_veil_is_left_as_it_is() -> None:
    last = board()
    now = last.copy()
    now[:60] = 20
    assert without_veil(now, last, PLACE, ALL) is now


def test_another_board_is_no_veil() -> None:
    last = board()
    now = np.roll(last, 24, 1)
    assert without_veil(now, last, PLACE, ALL) is now
