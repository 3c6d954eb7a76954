"""Players' figures. The 3BV of every drawn board was counted by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given

from solver_bot.board import COVERED, EMPTY, MINE, Board, parse_board
from solver_bot.figures import Figures, solved, three_bv
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId, given_mines, lay_mines
from tests.game.drawn import games


def drawn(text: str) -> Board:
    return parse_board(dedent(text))


def value(text: str) -> int:
    board = drawn(text)
    return three_bv(board.width, board.height, list(board.where({MINE})))


# 3BV


@pytest.mark.parametrize(
    ("text", "clicks"),
    [
        ("...", 1),  # one opening
        ("***", 0),  # nothing to open
        ("*1.", 1),  # the number comes with the opening
        ("*1", 1),  # a number by itself
        ("..1*1..", 2),  # two openings with their numbers
        ("*11*", 2),  # two numbers beside no opening
    ],
)
def test_an_opening_is_one_click_and_so_is_every_number_beside_none(text: str, clicks: int) -> None:
    assert value(text) == clicks


def test_a_number_between_two_openings_comes_with_either() -> None:
    assert value(".1*\n121\n*1.") == 2


def test_empty_cells_that_touch_by_a_corner_are_one_opening() -> None:
    assert value("..1*\n..11\n11..\n*1..") == 1


def test_a_larger_board() -> None:
    text = """
        *22*1...
        2*2221..
        1222*1..
        .1*32211
        .113*21*
        ...2*211
        """
    by_themselves = [2, 3, 2, 2, 2, 3]  # numbers beside no opening, row by row
    openings = 2  # upper right and lower left
    assert value(text) == sum(by_themselves) + openings == 16


@given(games)
def test_so_many_clicks_win_a_game_in_which_the_openings_come_first(game_id: GameId) -> None:
    mines = lay_mines(game_id, 0)
    safe = set(range(game_id.width * game_id.height)).difference(mines)
    seen, game = (Game(game_id, lay=given_mines(mines)) for _ in range(2))
    for cell in safe:
        seen.uncover(cell)
    openings_first = sorted(safe, key=lambda cell: seen.view().cells[cell] != EMPTY)
    clicks = sum(game.uncover(cell) > 0 for cell in openings_first)
    assert clicks == three_bv(game_id.width, game_id.height, mines)


# What was solved


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("###\n###\n###", 0),
        ("#1#\n###\n###", 0),  # a number that comes with an opening
        ("#1#\n11#\n###", 0),
        ("..#\n###\n###", 0),  # a part of an opening; a flag kept the rest covered
        ("*1.\n11.\n...", 1),
        ("#1.\n11.\n...", 1),
    ],
)
def test_a_piece_counts_once_it_is_open_as_a_whole(text: str, count: int) -> None:
    assert solved(drawn(text), [0]) == count


def test_in_a_won_game_everything_is_solved() -> None:
    board = drawn("#22#1...\n2#2221..\n1222#1..\n.1#32211\n.113#21#\n...2#211")
    assert solved(board, list(board.where({COVERED}))) == 16


# The figures of a game


def test_speed_and_efficiency_count_what_was_solved() -> None:
    figures = Figures(three_bv=40, solved=30, seconds=20.0, clicks=25, guesses=1, luck=0.5)
    assert figures.per_second == 1.5
    assert figures.efficiency == 1.2


@pytest.mark.parametrize(
    "figures",
    [
        Figures(None, None, 20.0, 25, 0, 1.0),
        Figures(40, 0, 0.0, 0, 0, 1.0),
    ],
)
def test_what_can_not_be_known_is_none(figures: Figures) -> None:
    assert figures.per_second is None
    assert figures.efficiency is None
