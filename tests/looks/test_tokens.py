"""Boards of small pictures and of boxes apart from each other show what their cells are."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from benchmarks.looks.drawing import draw_cells
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.look import Look, random_look
from benchmarks.looks.tokens import spaced, token_look, token_pitch
from solver_bot.board import COVERED, EMPTY, FLAG
from solver_bot.vision.arrays import Floats

TOLD = 15
"""Grey levels by which two cells differ somewhere."""
STATES = (COVERED, EMPTY, FLAG, 1)


def _drawn(look: Look, codes: tuple[int, ...], width: float, height: float) -> list[Floats]:
    xs = [width * i for i in range(len(codes) + 1)]
    board = draw_cells(look, np.array([codes], np.uint8), xs, [0, height])
    return np.split(board, len(codes), axis=1)


def tokens(seed: int, codes: tuple[int, ...]) -> list[Floats]:
    rng = np.random.default_rng(seed)
    width, height = token_pitch(rng)
    return _drawn(token_look(rng, width, height, usable_fonts()), codes, width, height)


def boxes(seed: int) -> tuple[Look, Floats]:
    """A look with boxes apart and nothing over them, and a covered cell of 60 by 30 pixels."""
    rng = np.random.default_rng(seed)
    look = replace(spaced(rng, random_look(rng, 60, 30, usable_fonts()), 60), overlay=None)
    return look, _drawn(look, (COVERED,), 60, 30)[0]


@pytest.mark.parametrize("seed", range(20))
def test_covered_and_empty_cells_flags_and_numbers_differ(seed: int) -> None:
    for one, other in combinations(tokens(seed, STATES), 2):
        assert np.abs(one - other).max() > TOLD


@pytest.mark.parametrize("seed", range(20))
def test_keycaps_of_numbers_differ(seed: int) -> None:
    for one, other in combinations(tokens(seed, tuple(range(1, 9))), 2):
        assert np.abs(one - other).max() > TOLD


@pytest.mark.parametrize("seed", range(20))
def test_the_ground_of_the_window_is_between_boxes(seed: int) -> None:
    look, cell = boxes(seed)
    assert np.allclose(cell[0, 0], look.palette.around, atol=1)
    assert np.abs(cell[15, 30] - look.palette.around).max() > 1


@pytest.mark.parametrize("seed", range(20))
def test_covered_and_open_boxes_differ(seed: int) -> None:
    look, _ = boxes(seed)
    assert np.abs(look.covered.colour - look.opened.colour).max() > TOLD / 2
