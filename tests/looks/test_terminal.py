"""Games in a terminal are drawn with characters that a person can tell apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from benchmarks.looks.drawing import draw_cells
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.terminal import border_of_characters, terminal_look, terminal_pitch
from solver_bot.board import COVERED, EMPTY, FLAG
from solver_bot.vision.arrays import Floats
from solver_bot.vision.lattice import Lattice

TOLD = 15
"""Grey levels by which two cells differ somewhere."""


def cells(seed: int, codes: tuple[int, ...]) -> list[Floats]:
    """One cell of each code in the look of this seed."""
    rng = np.random.default_rng(seed)
    width, height, characters = terminal_pitch(rng)
    look = terminal_look(rng, width, height, characters, usable_fonts())
    xs = [width * i for i in range(len(codes) + 1)]
    drawn = draw_cells(look, np.array([codes], np.uint8), xs, [0, height])
    return np.split(drawn, len(codes), axis=1)


@pytest.mark.parametrize("seed", range(20))
def test_covered_and_empty_cells_and_flags_differ(seed: int) -> None:
    for one, other in combinations(cells(seed, (COVERED, EMPTY, FLAG)), 2):
        assert np.abs(one - other).max() > TOLD


@pytest.mark.parametrize("seed", range(20))
def test_numbers_differ(seed: int) -> None:
    for one, other in combinations(cells(seed, tuple(range(1, 9))), 2):
        assert np.abs(one - other).max() > TOLD


@pytest.mark.parametrize("seed", range(20))
def test_numbers_stand_on_the_ground_of_empty_cells(seed: int) -> None:
    empty, number = cells(seed, (EMPTY, 1))
    assert (empty[0, 0] == number[0, 0]).all()


@pytest.mark.parametrize("seed", range(10))
def test_a_border_of_characters_is_around_the_cells_and_not_on_them(seed: int) -> None:
    canvas = np.zeros((200, 200, 3), np.float32)
    cells = Lattice.even(50, 50, 10, 20, 10, 5)
    border_of_characters(np.random.default_rng(seed), canvas, cells, np.zeros(3, np.float32))
    assert not canvas[50:150, 50:150].any()
    for side in (canvas[:50], canvas[150:], canvas[:, :50], canvas[:, 150:]):
        assert side.any()


def test_all_cells_have_the_same_fence_whatever_they_show() -> None:
    fenced = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        width, height, characters = terminal_pitch(rng)
        signs = terminal_look(rng, width, height, characters, usable_fonts()).signs
        if 1 in signs:
            fences = [sign[0].mask for sign in signs.values() if sign]
            assert all((fence == fences[0]).all() for fence in fences)
            fenced += bool(fences[0].any())
    assert fenced
