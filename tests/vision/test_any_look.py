"""A picture is read by nets where there is no board in a known skin."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import (
    UNREADABLE,
    Board,
    parse_board,
)
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.new_games import is_new_game, new_games_in
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.boards.sure import flags_stand_apart, is_sure, lies_together
from solver_bot.vision.extract import read
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.vision import not_minesweeper, tiled
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES
from tests.vision.textured import PAINTINGS, paint

SKINS = SkinChoice.of(shipped_skins(), unknown=True)
ROOT = Path(__file__).resolve().parents[2]
OTHER_THINGS = [*not_minesweeper.pictures(), *tiled.pictures()]
BOARD = position(12, 10, 18, 0.15, seed=5)
DARK = position(12, 10, 18, 0.45, seed=5)


def painted(name: str, pitch: int) -> Picture:
    return paint(BOARD, next(one for one in PAINTINGS if one.name == name), (pitch, pitch))[0]


def dark() -> Picture:
    """The board ``DARK`` in the style of that name."""
    return draw(DARK, next(one for one in STYLES if one.name == "dark"), (28, 28))[0]


@pytest.mark.parametrize(("name", "pitch"), [("stone", 28), ("wood", 34)])
def test_a_board_of_painted_cells_is_read(name: str, pitch: int) -> None:
    (found,) = read_picture(painted(name, pitch), SKINS, possible)
    assert found.board.rows() == BOARD.rows()
    assert not found.skin.known


def test_a_board_whose_signs_the_nets_hardly_know_is_read_by_the_rules() -> None:
    """The numbers of this theme are small pictures, of which the nets know less than half."""
    path = ROOT / "benchmarks" / "unseen" / "kmines-graveyard-mayhem-size3-middle.png"
    (found,) = read_picture(load_picture(path), SkinChoice(unknown=True), possible)
    truth = parse_board(path.with_suffix(".txt").read_text(encoding="utf-8"))
    pairs = list(zip(found.board.cells, truth.cells, strict=True))
    assert all(seen in (shown, UNREADABLE) for seen, shown in pairs)
    assert sum(seen == shown for seen, shown in pairs) > 0.9 * len(pairs)


def test_a_new_game_in_an_unknown_skin_is_no_board_that_is_read() -> None:
    picture, _ = draw(Board.covered(9, 9), STYLES[0], (28, 28))
    (seen,) = seen_in(picture, possible)
    assert is_new_game(picture, seen)
    assert not read_picture(picture, SkinChoice(unknown=True), possible)


@pytest.mark.parametrize(("size", "new"), [((16, 16), True), ((30, 16), True), ((15, 17), False)])
def test_a_grid_of_a_size_that_no_program_has_must_be_seen_more_surely(
    size: tuple[int, int], new: bool
) -> None:
    picture, _ = draw(Board.covered(*size), STYLES[3], (28, 28))
    (seen,) = seen_in(picture, possible)
    assert is_new_game(picture, replace(seen, surest=8.0)) == new
    assert is_new_game(picture, replace(seen, surest=11.0))
    assert is_new_game(picture, seen, pointed_out=True)


@pytest.mark.parametrize(("hidden", "new"), [(8, True), (9, False)])
def test_a_pointer_over_a_new_game_hides_few_of_its_cells(hidden: int, new: bool) -> None:
    picture, _ = draw(Board.covered(9, 9), STYLES[0], (28, 28))
    (seen,) = seen_in(picture, possible)
    codes = seen.codes.copy()
    codes.flat[:hidden] = UNREADABLE
    assert is_new_game(picture, replace(seen, codes=codes)) == new


def test_a_new_game_in_several_colours_is_one_where_it_is_pointed_out() -> None:
    picture, _ = draw(Board.covered(9, 9), STYLES[0], (28, 28))
    (seen,) = seen_in(picture, possible)
    tinted = picture.copy()
    tinted[:, ::3, 0] //= 4
    tinted[: len(tinted) // 2] //= 2
    assert not is_new_game(tinted, seen)
    assert is_new_game(tinted, seen, pointed_out=True)


def test_a_game_in_play_is_no_new_one() -> None:
    (seen,) = seen_in(dark(), possible)
    assert not is_new_game(dark(), seen)


def test_a_part_of_a_board_goes_on_where_the_picture_ends() -> None:
    picture, place = draw(BOARD, STYLES[0], (28, 28))
    below = round(place.ys[8])
    (found,) = read_picture(picture[:below], SkinChoice(unknown=True), possible)
    assert found.cut == ("bottom",)
    shown = found.board.rows()[:8]
    assert shown == BOARD.rows()[:8]


@pytest.mark.parametrize(
    ("rows", "apart"),
    [
        ("F11#/11##", True),
        ("F.#F/...#", False),
        ("F.##/..##", True),  # a single flag may be a mistake
        ("F.##/..##/####/##FF", True),
    ],
)
def test_flags_beside_empty_cells_show_that_covered_cells_were_taken_for_empty(
    rows: str, apart: bool
) -> None:
    board = parse_board(rows.replace("/", "\n"))
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    assert flags_stand_apart(codes) == apart


@pytest.mark.parametrize("name", ["kmines-easy-early", "xdemineur-small-early"])
def test_a_board_in_a_known_skin_is_read_as_before(name: str) -> None:
    picture = load_picture(ROOT / "samples" / f"{name}.png")
    (before,), (now,) = read(picture, SKINS.shipped), read_picture(picture, SKINS, possible)
    assert (now.board, now.skin.name, now.lattice) == (
        before.board,
        before.skin.name,
        before.lattice,
    )


def test_nothing_is_read_in_unknown_skins_where_only_known_ones_are_asked_for() -> None:
    assert not read_picture(painted("stone", 28), SkinChoice.of(shipped_skins()), possible)


@pytest.mark.parametrize(
    ("rows", "together"),
    [
        ("###1 #11. #1..", True),
        ("#### #1## ###2", False),
        ("#### #1~# #~#2", False),
        ("#### 1F##", True),
    ],
)
def test_numbers_of_a_game_touch_other_open_cells_or_flags(rows: str, together: bool) -> None:
    board = parse_board("\n".join(rows.split()))
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    assert lies_together(codes) is together


@pytest.mark.parametrize("name", ["bevel", "google", "dark", "gradient", "mono"])
def test_a_new_game_is_seen_where_it_is(name: str) -> None:
    style = next(one for one in STYLES if one.name == name)
    picture, place = draw(Board.covered(9, 9), style, (28, 28))
    (seen,) = new_games_in(picture, possible)
    assert (seen.columns, seen.rows) == (9, 9)
    assert abs(seen.left - place.left) < 2
    assert abs(seen.top - place.top) < 2


LIKE_A_NEW_GAME = {"empty spreadsheet", "grey buttons without a gap", "buttons that shine"}
"""Nobody could tell these from a new game."""


@pytest.mark.parametrize(
    ("name", "picture"), [pytest.param(name, p, id=name) for name, p in OTHER_THINGS]
)
def test_neither_board_nor_new_game_is_seen_in_pictures_of_other_things(
    name: str, picture: Picture
) -> None:
    seen = seen_in(picture, possible)
    assert not read(picture, SKINS.shipped)
    assert not any(map(is_sure, seen))
    if name not in LIKE_A_NEW_GAME:
        assert not any(is_new_game(picture, one) for one in seen)
