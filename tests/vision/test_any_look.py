"""A picture that is looked at once is read by nets where the other ways find no whole board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import CODES, UNREADABLE, Board, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.reader import lies_together, read_any_look
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice, _joined, read_boards, read_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.vision import not_minesweeper, tiled
from tests.vision.drawn import STYLES, draw, position
from tests.vision.textured import PAINTINGS, paint

SKINS = SkinChoice.of(shipped_skins(), unknown=True)
ROOT = Path(__file__).resolve().parents[2]
OTHER_THINGS = [*not_minesweeper.pictures(), *tiled.pictures()]
BOARD = position(12, 10, 18, 0.15, seed=5)


def painted(name: str, pitch: int) -> Picture:
    return paint(BOARD, next(one for one in PAINTINGS if one.name == name), (pitch, pitch))[0]


def test_a_board_that_is_found_in_no_other_way_is_read_by_the_nets() -> None:
    picture = painted("stone", 28)
    assert not read_boards(picture, SKINS, possible)
    (found,) = read_picture(picture, SKINS, possible)
    assert found.board.rows() == BOARD.rows()
    assert not found.skin.known


def test_a_board_of_which_the_nets_read_more_cells_is_read_by_them() -> None:
    picture = painted("glass", 34)
    assert UNREADABLE in read_boards(picture, SKINS, possible)[0].board.cells
    (found,) = read_picture(picture, SKINS, possible)
    assert found.board.rows() == BOARD.rows()


def test_a_cell_that_the_nets_read_otherwise_is_unread() -> None:
    board = position(12, 10, 18, 0.45, seed=5)
    picture = draw(board, next(one for one in STYLES if one.name == "dark"), (28, 28))[0]
    (sure,) = read_any_look(picture, possible)
    cells = bytearray(board.cells)
    cell = cells.index(CODES["1"])
    cells[cell] = CODES["2"]
    wrong = replace(sure, board=Board(board.width, board.height, bytes(cells)))
    agreed = _joined(wrong, [sure]).board
    assert agreed.cells[cell] == UNREADABLE
    assert agreed.count({UNREADABLE}) == 1


@pytest.mark.parametrize("name", ["kmines-easy-early", "xdemineur-small-early"])
def test_a_board_in_a_known_skin_is_read_as_before(name: str) -> None:
    picture = load_picture(ROOT / "samples" / f"{name}.png")
    (before,), (now,) = (one(picture, SKINS, possible) for one in (read_boards, read_picture))
    assert (now.board, now.skin.name, now.lattice) == (
        before.board,
        before.skin.name,
        before.lattice,
    )


def test_nothing_is_read_in_unknown_skins_where_only_known_ones_are_asked_for() -> None:
    assert not read_picture(painted("stone", 28), SkinChoice.of(shipped_skins()), possible)


@pytest.mark.parametrize("picture", [pytest.param(p, id=name) for name, p in OTHER_THINGS])
def test_no_board_is_found_in_pictures_of_other_things(picture: Picture) -> None:
    assert not read_picture(picture, SKINS, possible)


@pytest.mark.parametrize(
    ("rows", "together"), [("###1 #11. #1..", True), ("#### #1## ###2", False), ("#### 1F##", True)]
)
def test_numbers_of_a_game_touch_other_open_cells_or_flags(rows: str, together: bool) -> None:
    board = parse_board("\n".join(rows.split()))
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    assert lies_together(codes) is together
