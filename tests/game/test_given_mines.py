"""Games whose mines are given, and mines that move in a game."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from solver_bot.board import (
    Board,
    Outcome,
    StartRule,
)
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameError, GameId, given_mines
from tests.game.drawn import begun

SAFE, ZERO, NONE = StartRule


def test_a_given_layout_is_played() -> None:
    game = Game(GameId(3, 1, 1, SAFE, 1), lay=given_mines([0]))
    assert game.uncover(2) == 2
    assert game.view().rows() == ["#1."]
    assert game.mines() == {0}


@pytest.mark.parametrize("mines", [[], [0, 1], [0, 0], [5]])
def test_a_layout_that_is_not_this_game_is_refused_and_nothing_has_begun(mines: list[int]) -> None:
    game = Game(GameId(3, 1, 1, SAFE, 1), lay=given_mines(mines))
    with pytest.raises(GameError):
        game.uncover(2)
    assert (game.mines(), game.seconds) == (frozenset(), 0.0)


def test_a_mover_is_asked_only_before_a_mine_is_opened() -> None:
    asked = []

    def mover(board: Board, cells: Collection[int]) -> Collection[int]:
        asked.append((board.rows(), list(cells)))
        return [2]

    game = Game(GameId(2, 2, 1, NONE, 1), lay=given_mines([3]), mover=mover)
    game.uncover(0)
    assert asked == []
    game.uncover(3)
    assert asked == [(["1#", "##"], [3])]
    assert game.outcome is Outcome.PLAYING
    assert game.mines() == {2}


def test_mines_moved_must_fit_what_is_shown() -> None:
    game = Game(GameId(5, 1, 1, NONE, 1), lay=given_mines([2]), mover=lambda _board, _cells: [4])
    game.uncover(0)
    with pytest.raises(GameError, match="do not fit what is shown"):
        game.uncover(2)
    assert game.mines() == {2}


def test_a_mover_may_leave_the_mines_where_they_are() -> None:
    game = Game(GameId(5, 1, 1, NONE, 1), lay=given_mines([2]), mover=lambda _board, _cells: None)
    game.uncover(2)
    assert game.outcome is Outcome.LOST


def test_a_game_that_is_stopped_is_lost_and_one_that_is_over_stays_as_it_is() -> None:
    game = begun(8, 8, 10)
    game.stop()
    assert (game.outcome, game.hit) == (Outcome.LOST, None)
    won = begun(3, 2, 0)
    won.stop()
    assert won.outcome is Outcome.WON
