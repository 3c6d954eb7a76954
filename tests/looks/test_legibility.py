"""A person can read every generated look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.looks.cells import random_cells
from benchmarks.looks.faces import Face
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.legibility import is_legible
from benchmarks.looks.look import Look
from benchmarks.looks.signs import Layer
from solver_bot.board import COVERED, FLAG, MINE, QUESTION


def look_of(seed: int) -> tuple[Look, tuple[float, float]]:
    _, geometry, look = random_cells(np.random.default_rng(seed), 9, 9, usable_fonts())
    return look, geometry.pitch


def _on_covered(look: Look, code: int) -> dict[int, Face]:
    """The grounds of signs, that of this state being a covered cell's."""
    return {**look.grounds, code: look.covered}


@pytest.mark.parametrize("seed", range(30))
def test_a_generated_look_is_legible(seed: int) -> None:
    look, pitch = look_of(seed)
    assert is_legible(look, *pitch)


@pytest.mark.parametrize("seed", range(5))
def test_a_flag_without_a_sign_is_not_legible(seed: int) -> None:
    look, pitch = look_of(seed)
    signs = {**look.signs, FLAG: look.signs.get(COVERED, [])}
    assert not is_legible(replace(look, signs=signs, grounds=_on_covered(look, FLAG)), *pitch)


@pytest.mark.parametrize("seed", range(5))
def test_a_flag_hardly_lighter_than_its_cell_is_not_legible(seed: int) -> None:
    look, pitch = look_of(seed)
    lighter = np.clip(look.covered.colour + 6, 0, 255).astype(np.float32)
    square = Layer(np.ones((8, 8), np.float32), lighter)
    signs = {**look.signs, FLAG: [square], COVERED: []}
    flat = replace(look.covered, style="flat", mark="", pictured=0.0, second=look.covered.colour)
    plain = replace(look, signs=signs, covered=flat, grounds={**look.grounds, FLAG: flat})
    assert not is_legible(plain, *pitch)


@pytest.mark.parametrize("seed", range(5))
def test_a_flag_that_looks_like_a_mine_is_not_legible(seed: int) -> None:
    look, pitch = look_of(seed)
    signs = {**look.signs, FLAG: look.signs[MINE]}
    grounds = {**look.grounds, FLAG: look.grounds[MINE]}
    assert not is_legible(replace(look, signs=signs, grounds=grounds), *pitch)


@pytest.mark.parametrize("seed", range(5))
def test_covered_cells_may_show_question_marks(seed: int) -> None:
    look, pitch = look_of(seed)
    covered = look.signs.get(COVERED, [])
    signs = {**look.signs, COVERED: covered, QUESTION: covered}
    assert is_legible(replace(look, signs=signs, grounds=_on_covered(look, QUESTION)), *pitch)
