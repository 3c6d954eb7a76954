"""Boards with textured cells are found by their periodicity and read by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import UNREADABLE, Board, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.unseen.fresh import grids
from solver_bot.vision.unseen.kinds import sort_tiles
from solver_bot.vision.unseen.reader import read_any
from solver_bot.vision.unseen.repeat import lattice_of, patches
from tests.vision import tiled
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
    (found,) = read_any(picture, (), possible)
    assert same_where_read(board, found.board)
    assert found.board.count({UNREADABLE}) <= 2
    assert np.allclose(found.lattice.xs, lattice.xs, atol=1)
    assert np.allclose(found.lattice.ys, lattice.ys, atol=1)


def test_flags_on_textured_cells_are_not_read_as_covered_cells() -> None:
    board = position(16, 16, 40, 0.88, seed=32)
    picture, _ = paint(board, painting("wood"), (32, 32))
    (found,) = read_any(picture, (), possible)
    assert same_where_read(board, found.board)


@pytest.mark.parametrize("share", [0.0, 0.45, 0.88])
@pytest.mark.parametrize("cell", [(20, 20), (30.5, 29.25)], ids=str)
@pytest.mark.parametrize("one", PAINTINGS, ids=lambda one: one.name)
def test_no_painting_is_read_wrongly(
    one: Painting, cell: tuple[float, float], share: float
) -> None:
    board = position(16, 12, 30, share, seed=round(cell[0]))
    picture, lattice = paint(board, one, cell)
    for found in read_any(picture, (), possible):
        assert says_nothing_wrong(found, board, lattice)


@pytest.mark.parametrize("hidden", [4, 11, 17])
def test_the_part_of_a_textured_board_behind_a_window_is_reported_as_missing(hidden: int) -> None:
    board = position(16, 16, 40, 0.45, seed=24)
    picture, lattice = paint(board, painting("wood"), (24, 24))
    picture[:, round(lattice.xs[11]) + hidden :] = (200, 180, 160)
    for found in read_any(picture, (), possible):
        assert says_nothing_wrong(found, board, lattice)
        assert "right" in found.cut or UNREADABLE in found.board.cells


def test_a_window_exactly_along_a_line_of_textured_cells_may_hide_more() -> None:
    board = position(16, 16, 40, 0.45, seed=24)
    picture, lattice = paint(board, painting("stone"), (24, 24))
    picture[:, round(lattice.xs[11]) :] = (200, 180, 160)
    for found in read_any(picture, (), possible):
        assert "right" in found.cut


def test_a_lattice_found_by_periodicity_is_exact_to_a_tenth_of_a_cell() -> None:
    board = position(12, 10, 20, 0.3, seed=1)
    picture, lattice = paint(board, painting("stone"), (26, 26))
    grey = np.asarray(picture.mean(axis=2), np.uint8)
    found = lattice_of(grey, patches(grey)[0])
    assert found
    assert np.allclose(found.xs, lattice.xs, atol=2.6)
    assert np.allclose(found.ys, lattice.ys, atol=2.6)
    assert len(sort_tiles(picture, found).tiles) < 40


def test_a_board_whose_every_number_has_its_largest_possible_value_may_be_a_map() -> None:
    shores = parse_board("""
        ##2.....
        ##2..111
        221..2##
        .....3##
        11...3##
        #1...2##
        11...111
        ........
    """)
    picture, _ = paint(shores, painting("badges"), (30, 30))
    for found in read_any(picture, (), possible):
        assert found.board.width != shores.width


@pytest.mark.parametrize("picture", [pytest.param(p, id=name) for name, p in tiled.pictures()])
def test_repeating_tiles_are_not_read_as_a_board(picture: Picture) -> None:
    assert not read_any(picture, shipped_skins(), possible)


@pytest.mark.parametrize("name", ["stone", "glass"])
def test_a_new_game_of_textured_cells_is_found_if_it_is_pointed_out(name: str) -> None:
    picture, lattice = paint(Board.covered(16, 12), painting(name), (24, 24))
    (grid,) = grids(picture, pictured=True)
    assert (grid.lattice.columns, grid.lattice.rows) == (16, 12)
    assert grid.lattice.left == pytest.approx(lattice.left, abs=1)
    assert grid.lattice.top == pytest.approx(lattice.top, abs=1)


def test_walls_are_not_taken_for_games_unless_pointed_out() -> None:
    walls = dict(tiled.pictures())
    assert grids(walls["wall"]) == []
    (grid,) = grids(walls["wall"], pictured=True)
    assert grid.pictured
