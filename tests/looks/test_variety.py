"""Generated cells of one state may differ from each other, as stones and sketches do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.looks.drawing import draw_cells
from benchmarks.looks.look import Look, random_look
from benchmarks.looks.variety import KINDS, Variety
from solver_bot.board import COVERED, EMPTY
from solver_bot.vision.arrays import Floats

SIDE = 30


def board(look: Look, code: int, lines: int = 6) -> Floats:
    """The cells of a board that shows nothing but this state: (cells, height, width, 3)."""
    edges = [float(SIDE * i) for i in range(lines + 1)]
    drawn = draw_cells(look, np.full((lines, lines), code, np.uint8), edges, edges)
    cells = drawn.reshape(lines, SIDE, lines, SIDE, 3).swapaxes(1, 2)
    return np.asarray(cells.reshape(-1, SIDE, SIDE, 3))


def drawings(cells: Floats) -> int:
    return len({cell.tobytes() for cell in cells})


@pytest.fixture(scope="module")
def plain() -> Look:
    look = random_look(np.random.default_rng(3), SIDE, SIDE)
    covered = replace(look.covered, style="gloss", second=look.covered.colour, mark="")
    return replace(look, covered=covered, signs={}, overlay=None, seam=None, variety=None)


def test_cells_of_most_looks_are_alike(plain: Look) -> None:
    assert drawings(board(plain, COVERED)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_covered_cells_have_as_many_drawings_as_a_look_gives_them(plain: Look, kind: str) -> None:
    look = replace(plain, variety=Variety(kind, 3, 1.0, 5, opened=False))
    assert 2 <= drawings(board(look, COVERED)) <= 3


def test_open_cells_differ_only_where_a_look_says_so(plain: Look) -> None:
    variety = Variety("tinted", 3, 1.0, 5, opened=False)
    assert drawings(board(replace(plain, variety=variety), EMPTY)) <= 2  # a chequered board has two
    both = replace(variety, opened=True)
    assert drawings(board(replace(plain, variety=both), EMPTY)) >= 3


def test_a_cell_keeps_its_drawing_from_one_picture_to_the_next(plain: Look) -> None:
    look = replace(plain, variety=Variety("strewn", 1 << 20, 1.0, 5, opened=False))
    assert np.array_equal(board(look, COVERED), board(look, COVERED))
