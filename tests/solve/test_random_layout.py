"""Layouts drawn at random: each that fits is equally likely."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from solver_bot.board import NUMBERS, Board, StartRule, parse_board
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.solve.odds import TooWide, odds
from solver_bot.solve.random_layout import random_layout
from tests.solve import oracle


def chi_square(board: Board, each: int) -> tuple[float, int]:
    """How far the drawn layouts are from even, and the degrees of freedom."""
    layouts = list(oracle.layouts(board))
    dice = random.Random(1)
    found = Counter(random_layout(board, dice) for _ in range(each * len(layouts)))
    assert set(found) == set(layouts)
    return sum((count - each) ** 2 / each for count in found.values()), len(layouts) - 1


@pytest.mark.parametrize(
    "text",
    [
        "; mines: 2\n####\n####",
        "; mines: 1\n1#\n1#\n##",
        "; mines: 3\n1###\n#2##",
        "; mines: 4\n1###\n#2##\n####",
        "; mines: 3\n!###\n#2##",
        "; mines: 3\n1F?#\n#2#F",
        "; mines: 2\n#1####1#",
    ],
)
def test_every_layout_is_drawn_equally_often(text: str) -> None:
    square, freedom = chi_square(parse_board(text), 150)
    assert square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_on_a_large_board_mines_are_drawn_as_often_as_the_odds_say() -> None:
    game = Game(GameId(30, 30, 150, StartRule.ZERO, 1))  # too large for plain doubles
    game.uncover(300)
    board = game.view()
    dice = random.Random(1)
    rounds = 400
    drawn = Counter(
        cell for _ in range(rounds) for cell in random_layout(board, dice) or frozenset()
    )
    chances = odds(board).by_cell
    for cell, chance in enumerate(chances):
        if chance is not None:
            off = abs(drawn[cell] - rounds * chance)
            assert off <= 5 * (rounds * chance * (1 - chance)) ** 0.5
    assert sum(drawn.values()) == rounds * 150


def test_a_drawn_layout_fits_every_number() -> None:
    game = Game(GameId(30, 16, 99, StartRule.ZERO, 5))
    game.uncover(93)
    board = game.view()
    for seed in range(50):
        mines = random_layout(board, random.Random(seed))
        assert mines is not None
        assert len(mines) == 99
        for cell in board.where(NUMBERS):
            assert board.cells[cell] == len(mines.intersection(board.neighbours()[cell]))


@pytest.mark.parametrize("text", ["; mines: 1\n2#\n..", "; mines: 2\n1#", "; mines: 1\n1#1#1#"])
def test_where_no_layout_fits_none_is_drawn(text: str) -> None:
    board = parse_board(text)
    assert random_layout(board, random.Random(1)) is None


def test_a_full_board_has_one_layout() -> None:
    assert random_layout(parse_board("; mines: 2\n*#"), random.Random(1)) == frozenset({0, 1})


def test_the_same_dice_draw_the_same_layout() -> None:
    board = Board.covered(30, 16, 99)
    assert random_layout(board, random.Random(1)) == random_layout(board, random.Random(1))
    assert random_layout(board, random.Random(1)) != random_layout(board, random.Random(2))


def test_without_a_mine_total_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="mine total"):
        random_layout(parse_board("1#"), random.Random(1))


def test_too_wide_a_board_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver_bot.solve.compiled import counting

    monkeypatch.setattr(counting, "MOST_WORDS", 10)
    with pytest.raises(TooWide):
        random_layout(parse_board("; mines: 4\n####\n#2##\n####"), random.Random(1))
