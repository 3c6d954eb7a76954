"""Boards whose cells are textures are read, or left unread."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import UNREADABLE, Board
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.new_games import is_new_game
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from tests.vision.boards_in import boards_in
from tests.vision.drawn import position, same_where_read
from tests.vision.textured import PAINTINGS, Painting, paint


def painting(name: str) -> Painting:
    return next(one for one in PAINTINGS if one.name == name)


def says_nothing_wrong(found: Extraction, board: Board, lattice: Lattice) -> bool:
    """Whether every readable cell is a cell of the true board with the same state."""
    for cell, code in enumerate(found.board.cells):
        x, y = found.lattice.centre(cell)
        column, row = np.searchsorted(lattice.xs, x) - 1, np.searchsorted(lattice.ys, y) - 1
        inside = 0 <= column < board.width and 0 <= row < board.height
        if code != UNREADABLE and not (inside and board.cells[row * board.width + column] == code):
            return False
    return True


@pytest.mark.parametrize("name", ["wood", "stone", "glass"])
def test_a_board_of_textured_cells_is_read_back(name: str) -> None:
    board = position(16, 16, 40, 0.45, seed=24)
    picture, lattice = paint(board, painting(name), (24, 24))
    (found,) = boards_in(picture)
    assert same_where_read(board, found.board)
    assert found.board.count({UNREADABLE}) <= 2
    assert np.allclose(found.lattice.xs, lattice.xs, atol=1)
    assert np.allclose(found.lattice.ys, lattice.ys, atol=1)


def test_flags_on_textured_cells_are_not_read_as_covered_cells() -> None:
    board = position(16, 16, 40, 0.88, seed=32)
    picture, _ = paint(board, painting("wood"), (32, 32))
    (found,) = boards_in(picture)
    assert same_where_read(board, found.board)


@pytest.mark.parametrize(
    ("cell", "share"), [((20, 20), 0.0), ((30.5, 29.25), 0.45), ((20, 20), 0.88)], ids=str
)
@pytest.mark.parametrize("one", PAINTINGS, ids=lambda one: one.name)
def test_no_painting_is_read_wrongly(
    one: Painting, cell: tuple[float, float], share: float
) -> None:
    board = position(16, 12, 30, share, seed=round(cell[0]))
    picture, lattice = paint(board, one, cell)
    for found in boards_in(picture):
        assert says_nothing_wrong(found, board, lattice)


@pytest.mark.parametrize("hidden", [4, 11, 17])
def test_the_part_of_a_textured_board_behind_a_window_is_reported_as_missing(hidden: int) -> None:
    board = position(16, 16, 40, 0.45, seed=24)
    picture, lattice = paint(board, painting("wood"), (24, 24))
    picture[:, round(lattice.xs[11]) + hidden :] = (200, 180, 160)
    for found in boards_in(picture):
        assert says_nothing_wrong(found, board, lattice)
        assert "right" in found.cut or UNREADABLE in found.board.cells


def test_a_window_exactly_along_a_line_of_textured_cells_may_hide_more() -> None:
    board = position(16, 16, 40, 0.45, seed=24)
    picture, lattice = paint(board, painting("stone"), (24, 24))
    picture[:, round(lattice.xs[11]) :] = (200, 180, 160)
    for found in boards_in(picture):
        assert "right" in found.cut


@pytest.mark.parametrize("name", ["stone", "glass"])
def test_a_new_game_of_textured_cells_is_seen(name: str) -> None:
    picture, lattice = paint(Board.covered(16, 12), painting(name), (24, 24))
    (seen,) = seen_in(picture, possible)
    assert is_new_game(picture, seen, pointed_out=True)
    assert (seen.lattice.columns, seen.lattice.rows) == (16, 12)
    assert seen.lattice.left == pytest.approx(lattice.left, abs=1)
    assert seen.lattice.top == pytest.approx(lattice.top, abs=1)
