"""How far a board goes: the best rectangle, and the gaps that divide it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from solver_bot.vision.boards.extent import best_rectangle, without_gaps


def test_what_is_for_a_board_is_in_and_what_is_against_it_out() -> None:
    gain = np.array([[-1, -1, -1, -1], [-1, 2, 2, -1], [-1, 2, 2, -1]], np.float32)
    assert best_rectangle(gain) == (1, 1, 3, 3)


def test_a_doubtful_cell_within_stays_in() -> None:
    gain = np.ones((3, 3), np.float32)
    gain[1, 1] = -2
    assert best_rectangle(gain) == (0, 0, 3, 3)


@pytest.mark.parametrize("seed", range(20))
def test_no_rectangle_has_a_greater_sum(seed: int) -> None:
    gain = np.random.default_rng(seed).normal(0, 1, (5, 6)).astype(np.float32)
    left, top, right, bottom = best_rectangle(gain)
    every = [
        gain[t:b, a:z].sum()
        for t, b in combinations(range(6), 2)
        for a, z in combinations(range(7), 2)
    ]
    assert gain[top:bottom, left:right].sum() == pytest.approx(max(every), abs=1e-5)


def test_two_boards_with_a_gap_between_them_are_not_one() -> None:
    gain = np.full((4, 9), 5, np.float32)
    gain[:, 4] = -5
    box = best_rectangle(gain)
    assert box == (0, 0, 9, 4)
    assert without_gaps(gain, box, (1.5, 2)) == (0, 0, 4, 4)
    assert without_gaps(gain, box, (7.0, 2)) == (5, 0, 9, 4)


def test_a_board_with_some_cells_behind_a_message_is_one() -> None:
    gain = np.full((6, 9), 5, np.float32)
    gain[1:4, 2:7] = -5
    assert without_gaps(gain, (0, 0, 9, 6), (4.5, 2.5)) == (0, 0, 9, 6)
