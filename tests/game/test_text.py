"""Boards as people type and copy them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver_bot.board import Board, BoardError, Outcome, StartRule, boards_text, parse_board
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.game.terminal import Terminal, TerminalOptions
from solver_bot.game.text import drawn, typed_boards
from tests.test_board import boards


@given(st.lists(boards(), min_size=1, max_size=3))
def test_the_text_notation_is_understood(some: list[Board]) -> None:
    assert typed_boards(boards_text(some)) == some


@pytest.mark.parametrize(
    "text", ["0 1 #\n0 1 1", "01#\n011", ". 1 #\n\n. 1 1\n", "\t0\t1\t#\n0 1 1", "; 0 0\n.1#\n.11"]
)
def test_zeros_and_blanks_between_cells_are_understood(text: str) -> None:
    assert typed_boards(text) == [parse_board(".1#\n.11")]


@given(st.integers(1, 30), st.integers(1, 12), st.data())
def test_a_board_shown_by_the_terminal_is_understood(
    width: int, height: int, data: st.DataObject
) -> None:
    symbols = st.text(".12345678#F*!x", min_size=width, max_size=width)
    rows = data.draw(st.lists(symbols, min_size=height, max_size=height))
    board = parse_board("\n".join(rows))
    assert typed_boards(drawn(board)) == [board]


@pytest.mark.parametrize("seed", range(5))
def test_a_copied_terminal_session_gives_its_boards_and_their_true_totals(seed: int) -> None:
    terminal = Terminal(TerminalOptions(seeds=[seed]))
    lines = ["new 8 11 9", "show", "uncover 3 3", "flag 0 0", "show", "flag 7 10", "show", "solve"]
    said = "\n".join(terminal.answer(line) for line in lines)
    found = typed_boards(said)
    assert [board.mines for board in found[:3]] == [9, 9, 9]
    assert all((board.width, board.height) == (11, 8) for board in found)
    assert found[2].rows()[0][0] in "F."


def test_the_mines_left_of_a_game_with_lives_lost_count_the_mines_shown() -> None:
    board = parse_board("; mines: 3\n!F1\n##1")
    assert typed_boards(f"{drawn(board)}\nScore 2, 1 mine left.") == [board]


def test_a_finished_game_gives_no_total() -> None:
    game = Game(GameId(4, 4, 0, StartRule.SAFE, 1))
    game.uncover(0)
    assert game.outcome is Outcome.WON
    assert typed_boards(f"{drawn(game.view())}\nYou won! Score 16.")[0].mines is None


@pytest.mark.parametrize("text", ["", "hello", "0 1 2\n", "   0 1 2\n", "1 #\n1 # #"])
def test_a_text_without_a_board_is_refused(text: str) -> None:
    if text.split() == ["0", "1", "2"]:
        assert typed_boards(text) == [parse_board(".12")]
    else:
        with pytest.raises(BoardError):
            typed_boards(text)
