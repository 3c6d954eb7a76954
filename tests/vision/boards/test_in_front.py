"""What is in front of a board is a rectangle, so like cells in another shape are cells."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import EMPTY, UNREADABLE, parse_board
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.in_front import told_by_shape

HIDDEN = 0.6
"""How likely the plain cells are hidden at first. Else they are empty."""


def hidden_after(plain: str, sure: float = HIDDEN) -> float:
    """How likely a plain cell (``.``) is hidden, once their shape has told what it tells."""
    board = parse_board(plain)
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    cells = codes == EMPTY
    likely: Floats = np.full((*codes.shape, 16), -20.0, np.float32)
    np.put_along_axis(likely, codes[..., None].astype(int), 0, -1)
    likely[cells, EMPTY], likely[cells, UNREADABLE] = np.log(1 - sure), np.log(sure)
    told = np.exp(told_by_shape(codes.astype(np.intp), likely))
    assert np.allclose(told.sum(-1), 1, atol=1e-4)
    assert np.allclose(told[~cells], np.exp(likely[~cells]), atol=1e-4)
    return float(told[cells, UNREADABLE].max())


@pytest.mark.parametrize(
    "plain",
    [
        """
        1......1
        1....111
        11..11##
        #1..1###
        #1111###
        """,
        """
        ..1#####
        ..12####
        ...12###
        1...12##
        11...1##
        """,
    ],
)
def test_a_plain_area_that_is_no_rectangle_is_not_in_front_of_the_board(plain: str) -> None:
    assert hidden_after(plain) < 0.05


@pytest.mark.parametrize(
    "plain",
    [
        """
        ########
        #....###
        #....###
        #....###
        ########
        """,
        """
        ....####
        .....###
        .....###
        ########
        ########
        """,
    ],
)
def test_a_plain_rectangle_may_be_in_front_with_or_without_a_corner(plain: str) -> None:
    assert hidden_after(plain) == pytest.approx(HIDDEN, abs=1e-3)


def test_a_few_plain_cells_may_be_in_front_in_any_shape() -> None:
    assert hidden_after("#..#\n##.#\n####") == pytest.approx(HIDDEN, abs=1e-3)


def test_a_plain_area_with_a_covered_cell_beside_it_may_be_in_front_in_any_shape() -> None:
    """A window in the colour of empty cells looks like more of them."""
    shape = "1......1\n1....111\n11..11##\n#1..1###\n#1111###"
    assert hidden_after(shape) < 0.05
    assert hidden_after(shape.replace("11..11##", "1#..11##")) == pytest.approx(HIDDEN, abs=1e-3)


def test_cells_that_are_surely_in_front_stay_there() -> None:
    assert hidden_after("1......1\n1....111\n11..11##\n#1..1###\n#1111###", 0.9999) > 0.9
