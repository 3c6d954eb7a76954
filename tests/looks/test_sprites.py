"""Boards of painted things on one ground show what their cells are."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from benchmarks.looks.cells import random_cells
from benchmarks.looks.drawing import cell_picture, draw_cells
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.look import Look
from benchmarks.looks.sprites import sprite_look
from solver_bot.board import COVERED, EMPTY, FLAG, MINE

TOLD = 15
"""Grey levels by which two cells differ somewhere."""
SIDE = 40


def look(seed: int) -> Look:
    return sprite_look(np.random.default_rng(seed), SIDE, SIDE, usable_fonts())


@pytest.mark.parametrize("seed", range(20))
def test_a_person_tells_the_cells_of_a_game_apart(seed: int) -> None:
    rng = np.random.default_rng(seed)
    _, geometry, chosen = random_cells(rng, 9, 9, usable_fonts(), "sprites")
    size = tuple(round(length) for length in geometry.pitch)
    states = (COVERED, EMPTY, FLAG, MINE, *range(1, 9))
    cells = [cell_picture(chosen, state, *size) for state in states]
    for one, other in combinations(cells, 2):
        assert np.abs(one - other).max() > TOLD


@pytest.mark.parametrize("seed", range(20))
def test_all_cells_stand_on_one_ground(seed: int) -> None:
    chosen = look(seed)
    assert chosen.covered is chosen.opened
    assert {id(face) for face in chosen.grounds.values()} == {id(chosen.covered)}


@pytest.mark.parametrize("seed", range(20))
def test_cells_of_one_state_are_equal_but_for_what_lies_over_the_board(seed: int) -> None:
    chosen = look(seed)
    edges = [0.0, SIDE, 2 * SIDE, 3 * SIDE]
    board = draw_cells(chosen, np.full((1, 3), COVERED, np.uint8), edges, [0, SIDE])
    first, second, third = np.split(board, 3, axis=1)
    alike = np.allclose(first, third) and np.allclose(first, second)
    assert alike == (chosen.overlay is None)
