"""The scan loop, with a drawing for each rule.

In the drawings, ``s`` is a covered cell that must be found safe, and ``m`` is a covered cell that
must be found to be a mine. Nothing else may be found.
"""

from __future__ import annotations

import pytest

from solver_bot.board import NUMBERS, Board, parse_board
from solver_bot.solve.advice import advise
from solver_bot.solve.explain import reason
from solver_bot.solve.scan import Grid, scan, scan_cell, scan_game


def drawn(drawing: str) -> tuple[Board, set[int], set[int]]:
    """The board of a drawing, and the cells of its ``s`` and ``m``."""
    cells = "".join(drawing.split())
    board = parse_board(drawing.replace("s", "#").replace("m", "#"))
    return (
        board,
        {cell for cell, symbol in enumerate(cells) if symbol == "s"},
        {cell for cell, symbol in enumerate(cells) if symbol == "m"},
    )


def test_scan_cell_counts_marked_mines_and_names_covered_neighbours() -> None:
    grid = Grid.of(parse_board("*#.\n.2#\n!.."))
    assert scan_cell(grid, 4) == (2, [1, 5])


def test_scan_cell_looks_only_inside_the_board() -> None:
    assert scan_cell(Grid.of(parse_board("1#\n##")), 0) == (0, [1, 2, 3])


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param("m1\n11", id="a number with one covered cell finds a mine"),
        pytest.param("m3\nmm", id="a number that needs all its covered cells finds mines"),
        pytest.param("*1s\n11s", id="a number that has its mines finds the rest safe"),
        pytest.param(".s\nss", id="an empty cell finds everything around it safe"),
        pytest.param("m1s\n11s", id="what one number marks, the next one uses"),
        pytest.param("m1ss1m\n11ss11", id="both ways at once"),
        pytest.param("#2#\n###", id="a number between the two finds nothing"),
        pytest.param("F1#", id="a flag is no evidence"),
        pytest.param("?1#", id="neither is a question mark"),
        pytest.param("~1#", id="a tile that could not be read may hide the mine"),
        pytest.param("~2m", id="or be the second of two"),
        pytest.param("x1m", id="a wrong flag is no mine"),
    ],
)
def test_a_rule(drawing: str) -> None:
    board, safe, mines = drawn(drawing)
    result = scan(board)
    assert (set(result.safe), set(result.mines)) == (safe, mines)


def test_a_cell_named_by_several_numbers_is_found_once_with_all_of_them() -> None:
    safe, mines = scan_game(Grid.of(parse_board("#1\n11")))
    assert safe == {}
    assert mines == {0: (1, 2, 3)}


def test_the_loop_ends_with_the_first_look_that_finds_nothing_new() -> None:
    assert scan(parse_board("#2#\n###")).rounds == 1
    assert scan(parse_board("#1#\n11#")).rounds == 3


def test_a_flag_that_the_numbers_contradict_is_reported() -> None:
    result = scan(parse_board("#1F\n11#"))
    assert result.wrong_flags == (2,)
    assert 2 in result.safe


def test_a_flag_on_a_mine_is_not_reported_and_found_like_any_mine() -> None:
    result = scan(parse_board("F1#\n11#"))
    assert result.wrong_flags == ()
    assert set(result.mines) == {0}


def test_nothing_is_claimed_about_a_tile_that_could_not_be_read() -> None:
    result = scan(parse_board("~1\n11"))
    assert (result.safe, result.mines) == ({}, {})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("2#\n1.", id="a number with too few places"),
        pytest.param("1*\n*#", id="a number with too many mines"),
        pytest.param("1#1\n.#1", id="a cell both safe and a mine"),
    ],
)
def test_a_board_that_contradicts_itself_claims_nothing_and_names_numbers(text: str) -> None:
    board = parse_board(text)
    result = scan(board)
    assert result.contradictions
    assert all(board.cells[cell] in NUMBERS for cell in result.contradictions)
    assert (result.safe, result.mines) == ({}, {})


def test_a_reason_names_the_numbers_by_row_and_column() -> None:
    board = parse_board("#1#\n11#")
    result = advise(board)
    assert reason(board, result, 0) == (
        "row 1, column 1 is a mine: "
        "the 1 at row 2, column 1 needs every covered cell left around it"
    )
    assert reason(board, result, 2) == (
        "row 1, column 3 is safe: the 1 at row 1, column 2 has its mine at row 1, column 1; "
        "the 1 at row 2, column 2 has its mine at row 1, column 1"
    )
