"""A line that the nets doubt is the board's if its cells are pictures like those within."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver_bot.board import COVERED
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.like_lines import with_like_lines
from solver_bot.vision.boards.nets import OUTSIDE, STATES, Sight
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

PLACE = Lattice.even(0, 0, 24, 24, 8, 8)
BOARD, WHOLE = (0, 0, 7, 8), (0, 0, 8, 8)
"""All lines but the last column, and all."""
Draw = Callable[[Picture], None]


def grass(cell: Picture) -> None:
    cell[:] = np.random.default_rng(5).integers(60, 180, cell.shape)


def other_grass(cell: Picture) -> None:
    cell[:] = np.random.default_rng(6).integers(60, 180, cell.shape)


def plain(cell: Picture) -> None:
    cell[:] = 120


def dash(cell: Picture) -> None:
    plain(cell)
    cell[12, 6:18] = 200


def fence(cell: Picture) -> None:
    """Grass of which a fence beside the board hides the edge."""
    grass(cell)
    cell[:, -2:] = 255


def seen(within: Draw, last: Draw, gain: float) -> tuple[Sight, Floats]:
    """What is seen of cells, with such a gain in the last column, and the gain of all."""
    picture = np.empty((192, 192, 3), np.uint8)
    for row, column in np.ndindex(8, 8):
        draw = last if column == 7 else within
        draw(picture[24 * row : 24 * row + 24, 24 * column : 24 * column + 24])
    gains = np.full((8, 8), 6.0, np.float32)
    gains[:, 7] = gain
    likely = np.full((8, 8, STATES), -20, np.float32)
    likely[..., COVERED] = -np.log1p(np.exp(-gains))
    likely[..., OUTSIDE] = -np.log1p(np.exp(gains))
    nothing = np.zeros((8, 8, 2), np.float32)
    inside = np.ones((8, 8), np.bool_)
    return Sight(likely, nothing, inside, nothing, cut_patches(picture, PLACE)), gains


@pytest.mark.parametrize(("within", "last"), [(grass, grass), (grass, fence), (dash, dash)])
def test_a_doubted_line_of_cells_like_those_within_is_the_boards(within: Draw, last: Draw) -> None:
    sight, gain = seen(within, last, -3)
    sight, box = with_like_lines(sight, gain, BOARD)
    assert box == WHOLE
    assert (sight.likely[:, 7] == sight.likely[:, 6]).all()


@pytest.mark.parametrize(("within", "last"), [(grass, other_grass), (plain, plain), (dash, plain)])
def test_a_line_of_other_or_plain_cells_is_none(within: Draw, last: Draw) -> None:
    sight, gain = seen(within, last, -3)
    assert with_like_lines(sight, gain, BOARD) == (sight, BOARD)


def test_a_line_is_none_that_surely_shows_no_cells() -> None:
    sight, gain = seen(grass, grass, -5.9)
    assert with_like_lines(sight, gain, BOARD) == (sight, BOARD)
