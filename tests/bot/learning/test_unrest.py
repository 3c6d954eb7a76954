"""Which cells of a board never rest, and when the others count as still."""

from __future__ import annotations

import numpy as np

from solver_bot.bot.learning.unrest import Unrest
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

SIZE, FRAME = 20, 0.02
LATTICE = Lattice.even(0, 0, SIZE, SIZE, 3, 3)
MIDDLE = slice(SIZE, 2 * SIZE), slice(SIZE, 2 * SIZE)
RIM = np.pad(np.zeros((SIZE - 6,) * 2, np.bool_), 3, constant_values=True)


def plain(level: int = 90) -> Picture:
    return np.full((3 * SIZE, 3 * SIZE, 3), level, np.uint8)


def pulsing(frame: int, inside: int = 90) -> Picture:
    """The rim of the middle cell pulses."""
    picture = plain()
    picture[MIDDLE] = inside
    picture[MIDDLE][RIM] = 150 + 80 * np.sin(0.3 * frame)
    return picture


def watched(seconds: float) -> Unrest:
    """A board whose middle cell has pulsed for so long."""
    unrest = Unrest(LATTICE)
    for frame in range(round(seconds / FRAME)):
        unrest.look(pulsing(frame), frame * FRAME)
    return unrest


def test_a_cell_that_changes_is_noticed() -> None:
    unrest = Unrest(LATTICE)
    assert not unrest.look(plain(), 0.0)
    assert not unrest.look(plain(), 0.1)
    assert unrest.look(pulsing(0), 0.2)


def test_a_cell_that_pulses_is_restless_after_a_while() -> None:
    assert not watched(0.6).restless.any()
    middle: Mask = np.zeros((3, 3), np.bool_)
    middle[1, 1] = True
    assert (watched(1.5).restless == middle).all()


def test_what_a_restless_cell_does_is_no_change() -> None:
    assert not watched(1.5).look(pulsing(75), 1.5)


def test_what_another_cell_does_is_a_change() -> None:
    picture = pulsing(75)
    picture[:SIZE, :SIZE] = 200
    assert watched(1.5).look(picture, 1.5)


def test_a_clicked_cell_is_expected_to_change() -> None:
    unrest = watched(1.5)
    clicked: Mask = np.ones((3, 3), np.bool_)
    unrest.expect(clicked)
    assert unrest.look(pulsing(75), 1.5)


def test_time_in_which_nobody_looks_does_not_count() -> None:
    assert not watched(1.5).look(pulsing(76), 60.0)


def test_a_board_that_changes_everywhere_has_no_restless_cells() -> None:
    unrest = Unrest(LATTICE)
    for frame in range(100):
        unrest.look(plain(60 + frame), frame * FRAME / 10)
    assert not unrest.restless.any()


def test_a_speck_that_comes_and_goes_is_no_change() -> None:
    unrest = Unrest(LATTICE)
    assert not unrest.look(plain(), 0.0)
    small, large = plain(), plain()
    small[30:32, 30:33] = large[30:36, 30:33] = 200
    assert not unrest.look(small, 0.1)
    assert unrest.look(large, 0.2)


def test_stars_that_twinkle_between_all_cells_do_not_keep_a_board_from_resting() -> None:
    unrest = Unrest(LATTICE)
    looks = []
    for frame in range(100):
        picture = plain()
        for row, column in np.ndindex(3, 3):
            star = slice(row * SIZE, row * SIZE + 3), slice(column * SIZE, column * SIZE + 4)
            picture[star] = 90 + 50 * (frame % 3)
        looks.append(unrest.look(picture, frame * FRAME))
    assert unrest.restless.all()
    assert not any(looks[50:])


def test_colours_that_drift_slowly_are_no_change() -> None:
    unrest = Unrest(LATTICE)
    looks = [unrest.look(plain(90 + frame // 5), frame * FRAME) for frame in range(100)]
    assert not any(looks)
    assert unrest.drifts


def test_colours_that_fade_are_a_change_and_no_drift() -> None:
    unrest = Unrest(LATTICE)
    looks = [unrest.look(plain(90 + 5 * frame), frame * FRAME) for frame in range(20)]
    assert all(looks[1:])
    assert not unrest.drifts


def test_a_restless_cell_is_calmed_to_what_it_was() -> None:
    unrest = watched(1.5)
    assert (unrest.calmed(pulsing(74), plain()) == plain()).all()


def test_a_restless_cell_that_has_changed_within_shows_that() -> None:
    unrest = watched(1.5)
    for frame in range(75, 110):
        unrest.look(pulsing(frame, inside=200), frame * FRAME)
    calm = unrest.calmed(pulsing(109, inside=200), plain())
    assert (calm[MIDDLE] == 200).all()
