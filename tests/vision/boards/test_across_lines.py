"""No sign of a board lies across the lines of its cells."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import COVERED, parse_board
from solver_bot.vision.arrays import Codes
from solver_bot.vision.boards.across_lines import has_signs_across_lines
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw
from tests.vision.styles import STYLES, Style

BOARD = """
#####1...
#####211.
#######1.
###21111.
###2.....
###2.....
###1.....
###111...
#####1...
"""
WIDE = 48, 24


@pytest.fixture(name="codes")
def _codes() -> Codes:
    board = parse_board(BOARD)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_signs_in_their_cells_lie_across_no_line(style: Style, codes: Codes) -> None:
    picture, lattice = draw(parse_board(BOARD), style, (24, 24))
    assert not has_signs_across_lines(picture, lattice, codes)


def test_of_two_columns_taken_for_one_some_signs_lie_across_lines() -> None:
    """A noisy board of 9x9 cells was read as 4x9, and some of its covered cells as safe."""
    google = next(style for style in STYLES if style.name == "google")
    picture, lattice = draw(parse_board(BOARD), google, (24, 24))
    wide = Lattice.even(lattice.left + 15, lattice.top, *WIDE, 4, 9)
    read = np.full((9, 4), COVERED, np.uint8)
    read[:, 2:] = 1
    assert has_signs_across_lines(picture, wide, read)


def test_faint_marks_of_a_texture_are_no_signs(codes: Codes) -> None:
    """A board on a woven ground was refused, though all its cells were read right."""
    google = next(style for style in STYLES if style.name == "google")
    picture, lattice = draw(parse_board(BOARD), google, (24, 24))
    left, top, right, bottom = map(round, lattice.box(5))
    sign = picture[top:bottom, left + 3 : right - 3]
    woven = picture.copy()
    covered = woven[round(lattice.top) : round(lattice.bottom), round(lattice.left) :][:, :72]
    covered[:] = np.tile(sign, (9, 4, 1))
    assert has_signs_across_lines(woven, lattice, codes)
    covered[:] = np.tile((0.47 * sign + 80).astype(np.uint8), (9, 4, 1))
    assert not has_signs_across_lines(woven, lattice, codes)
