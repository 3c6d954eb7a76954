"""The board: neighbours, the text notation, and the status of a position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver_bot.board import (
    COVERED,
    Board,
    BoardError,
    Break,
    Outcome,
    board_text,
    boards_text,
    neighbours,
    parse_board,
    parse_boards,
)


def test_a_corner_an_edge_and_an_inner_cell_have_3_5_and_8_neighbours() -> None:
    table = neighbours(3, 3)
    assert table[0] == (1, 3, 4)
    assert table[1] == (0, 2, 3, 4, 5)
    assert table[4] == (0, 1, 2, 3, 5, 6, 7, 8)


def test_neighbours_do_not_wrap_around_the_rows() -> None:
    assert neighbours(2, 2)[1] == (0, 2, 3)
    assert neighbours(4, 1)[0] == (1,)


def test_every_symbol_of_the_notation_is_read_and_written() -> None:
    text = "; mines: 4\n.12345678\n#F?*!x~##\n"
    assert board_text(parse_board(text)) == text


def test_blank_lines_comments_and_indentation_are_ignored() -> None:
    board = parse_board("\n; made by hand\n  .1\n\n  1#\n; end\n")
    assert (board.width, board.height, board.mines) == (2, 2, None)
    assert board.rows() == [".1", "1#"]


def test_boards_of_one_text_are_told_apart_by_their_header_lines() -> None:
    boards = parse_boards("; a desktop\n; board 1\n; mines: 1\n#1\n\n; board 2\n..\n..\n")
    assert [board.rows() for board in boards] == [["#1"], ["..", ".."]]
    assert [board.mines for board in boards] == [1, None]


def boards() -> st.SearchStrategy[Board]:
    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Board]:
        width, height = size
        cells = st.binary(min_size=width * height, max_size=width * height)
        total = st.none() | st.integers(0, width * height)
        return st.builds(
            lambda codes, mines: Board(width, height, bytes(c % 16 for c in codes), mines),
            cells,
            total,
        )

    return st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(of_size)


@given(st.lists(boards(), min_size=1, max_size=3))
def test_parsing_and_printing_are_inverse(some: list[Board]) -> None:
    assert parse_boards(boards_text(some)) == some


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no board"),
        ("; only a comment\n", "no board"),
        ("; board 1\n##\n; board 2\n", "no board"),
        ("##\n###\n", "line 2 has 3 cells, but the rows before it have 2"),
        ("#9\n", "line 1: '9' is not a cell"),
        ("; mines: many\n##\n", "'many' is not a whole number"),
        ("; mines: 3\n##\n", "3 mines do not fit on 2 cells"),
    ],
)
def test_text_that_is_no_board_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        parse_board(text)


@pytest.mark.parametrize(
    ("width", "cells", "mines"),
    [(0, b"", None), (2, b"\x00", None), (1, b"\x10", None), (1, b"\x09", -1)],
)
def test_an_impossible_board_is_not_made(width: int, cells: bytes, mines: int | None) -> None:
    with pytest.raises(BoardError):
        Board(width, 1, cells, mines)


def test_a_board_is_a_value() -> None:
    board = Board.covered(2, 2, 1)
    assert board == Board(2, 2, bytes([COVERED] * 4), 1)
    assert len({board, Board.covered(2, 2, 1)}) == 1
    with pytest.raises(AttributeError):
        board.width = 3  # type: ignore[misc] # frozen: that is the test


def test_its_repr_shows_the_cells() -> None:
    assert repr(parse_board("; mines: 1\n#1\n11")) == "<Board 2x2, mines=1\n#1\n11>"


@pytest.mark.parametrize(
    ("text", "kind", "cell"),
    [
        ("1*\n*#", Break.TOO_MANY_MINES, 0),
        (".*", Break.TOO_MANY_MINES, 0),
        ("2#", Break.TOO_FEW_PLACES, 0),
        ("3*\n#.", Break.TOO_FEW_PLACES, 0),
        ("1F\nF#", Break.TOO_MANY_FLAGS, 0),
        (".F", Break.TOO_MANY_FLAGS, 0),
        ("; mines: 1\n*1*", Break.TOTAL_EXCEEDED, None),
        ("; mines: 3\n##1", Break.TOTAL_UNREACHABLE, None),
        ("; mines: 1\nFF#", Break.TOTAL_OVERFLAGGED, None),
    ],
)
def test_status_names_the_broken_rule_and_the_cell(
    text: str, kind: Break, cell: int | None
) -> None:
    assert (kind, cell) in {(problem.rule, problem.cell) for problem in parse_board(text).status()}


def test_a_possible_position_has_nothing_to_report() -> None:
    assert parse_board("; mines: 2\n.1#\n12~\n#1?").status() == ()


def test_too_many_flags_are_the_players_fault_not_the_boards() -> None:
    problems = parse_board("; mines: 1\n1F\nF#").status()
    assert problems
    assert all(problem.rule.by_player for problem in problems)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("; mines: 1\n#1\n11", Outcome.WON),
        ("; mines: 1\nF1\n11", Outcome.WON),
        ("; mines: 1\n##\n11", Outcome.PLAYING),
        ("; mines: 1\n!1\n11", Outcome.LOST),
        ("; mines: 2\n*1\nx1", Outcome.LOST),
        ("*#\n11", Outcome.LOST),
        ("#1\n11", Outcome.PLAYING),
        ("; mines: 1\n~1\n11", Outcome.PLAYING),
        ("..\n..", Outcome.WON),
        ("*1\n11", Outcome.WON),
        ("*2~\n121", Outcome.PLAYING),
    ],
)
def test_the_end_of_a_game_is_recognised(text: str, outcome: Outcome) -> None:
    assert parse_board(text).outcome() is outcome


@pytest.mark.parametrize(
    "text",
    [
        "11\n11",
        "; mines: 0\n11\n11",
        "; mines: 3\n1#\n##",
        "; mines: 1\n#.\n11",
        "; mines: 4\n*1\n11",
        "; mines: 1\n**\n22",
        "F2\n1*",
    ],
)
def test_a_board_that_contradicts_itself_is_never_won(text: str) -> None:
    assert parse_board(text).outcome() is Outcome.PLAYING
