"""Games in a terminal are drawn with characters that a person can tell apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.look import draw_cells
from benchmarks.looks.terminal import terminal_look, terminal_pitch
from solver_bot.board import COVERED, EMPTY, FLAG
from solver_bot.vision.arrays import Floats

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
