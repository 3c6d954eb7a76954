"""What a game tells of the cells of its board."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, MINE, UNREADABLE, parse_board
from solver_bot.bot.learning.told import told_by_game
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.boards.played import Told
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import tiles_at
from tests.vision.drawn import draw
from tests.vision.styles import STYLES

BEFORE = "#1...\n11...\n...11\n...1#\n...11\n"
CLICKED = 0, 0


def drawn(rows: str) -> tuple[Picture, Lattice]:
    return draw(parse_board(rows), STYLES[0], (30, 30))


def tiles(picture: Picture, place: Lattice) -> Floats:
    return tiles_at(picture, place, np.ones((place.rows, place.columns), np.bool_))


def told(after: Picture) -> Told:
    """What is told of a board of which the first cell was clicked and now looks so."""
    then, place = drawn(BEFORE)
    board = parse_board(BEFORE)
    before: Codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    unread = np.full_like(before, UNREADABLE)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[CLICKED] = True
    now = tiles(after, place)
    return told_by_game(now, tiles(then, place), unread, before, clicked, np.zeros_like(clicked))


def test_a_clicked_cell_that_has_changed_is_not_covered() -> None:
    found = told(drawn(BEFORE.replace("#", "1", 1))[0])
    assert found.excluded[CLICKED][COVERED]
    assert np.argwhere(found.changed).tolist() == [[0, 0]]


def test_a_cell_that_has_not_changed_shows_no_mine() -> None:
    found = told(drawn(BEFORE.replace("#", "1", 1))[0])
    assert found.excluded[3, 4][MINE]
    assert not found.excluded[CLICKED][MINE]


def test_all_covered_cells_may_have_changed_where_open_ones_have_not() -> None:
    """Once a game is lost, all that were left may show mines."""
    found = told(drawn(BEFORE.replace("#", "*"))[0])
    assert np.argwhere(found.changed).tolist() == [[0, 0], [3, 4]]


def test_nothing_is_told_of_a_board_that_looks_otherwise_as_a_whole() -> None:
    picture = drawn(BEFORE)[0].copy()
    picture[:, :, :2] = picture[:, :, :2] * 0.6
    found = told(picture)
    assert not found.changed.any()
    assert not found.excluded[CLICKED].any()
