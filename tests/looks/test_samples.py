"""The pictures from which the nets learn are of the kind that is asked for."""

from __future__ import annotations

import numpy as np

from benchmarks.looks.scene import SCATTERED
from benchmarks.reading_net.samples import OUTSIDE, picture_of, sample_of
from solver_bot.board import COVERED


def test_of_five_pictures_three_are_games_one_shows_all_signs_and_one_shows_no_board() -> None:
    stages = [picture_of(seed, 1).stage for seed in range(5)]
    assert stages.count(SCATTERED) == 1
    assert stages.count("") == 1


def test_new_games_alone_are_asked_for() -> None:
    for seed in range(3):
        one = picture_of(seed, 1, "new")
        assert one.stage == "new"
        assert one.board is None or set(one.board.cells) <= {COVERED, 15}


def test_no_cell_is_one_in_pictures_without_a_board() -> None:
    for seed in range(3):
        one = picture_of(seed, 1, "nothing")
        sample = sample_of(np.random.default_rng(seed), one)
        assert one.board is None
        assert (sample.classes == OUTSIDE).all()
