"""The order in which the pointer visits cells, and where it is parked."""

from __future__ import annotations

from solver_bot.bot import path
from solver_bot.bot.pointer import UNSURE, parking
from solver_bot.vision.lattice import Lattice
from tests.bot.playing import play, window


def test_the_pointer_is_parked_off_the_board_and_out_of_every_corner() -> None:
    scene = window()
    play(scene)
    assert scene.parked
    for x, y in scene.parked:
        assert scene.cell_at(x, y) is None
        assert 0 < x < 1099
        assert 0 < y < 619


def test_a_board_whose_edge_is_unsure_keeps_the_pointer_farther_off() -> None:
    place = Lattice.even(60, 50, 30, 30, 9, 9)
    assert place.left - parking(place, (500, 600))[0] < 3
    assert 5 <= place.left - parking(place, (500, 600), UNSURE)[0] <= 10


def test_the_path_alternates_its_direction_from_row_to_row() -> None:
    assert path([0, 1, 2, 9, 11, 20], 9) == [0, 1, 2, 11, 9, 20]
    assert path([], 9) == []
