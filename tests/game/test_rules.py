"""The engine's rules that can be chosen: a time limit and lives."""

from __future__ import annotations

import pytest

from solver_bot.board import (
    COVERED,
    Outcome,
    StartRule,
)
from solver_bot.game.engine import Game, Rules
from solver_bot.game.layout import GameError, GameId, given_mines

SAFE, ZERO, NONE = StartRule


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


# Time


def test_time_runs_from_the_first_opened_cell_to_the_end() -> None:
    clock = Clock()
    game = Game(GameId(8, 8, 10, SAFE, 1), clock=clock)
    clock.now += 5
    assert game.seconds == 0
    game.uncover(0)
    clock.now += 7
    assert game.seconds == 7
    game.uncover(min(game.mines()))
    clock.now += 100
    assert game.seconds == 7


def test_a_game_out_of_time_is_lost_at_that_moment() -> None:
    clock = Clock()
    game = Game(GameId(8, 8, 10, SAFE, 1), Rules(seconds=60), clock)
    clock.now += 1000
    game.uncover(0)
    clock.now += 59
    assert game.tick()
    clock.now += 2
    assert not game.tick()
    assert (game.outcome, game.hit, game.seconds) == (Outcome.LOST, None, 60)
    assert game.view().outcome() is Outcome.LOST


def test_a_move_that_comes_too_late_changes_nothing_but_that_the_game_is_lost() -> None:
    clock = Clock()
    game = Game(GameId(8, 8, 10, SAFE, 1), Rules(seconds=60), clock)
    game.uncover(0)
    score = game.score
    clock.now += 60
    free = next(c for c in game.view().where({COVERED}) if c not in game.mines())
    assert game.uncover(free) == 0
    assert (game.outcome, game.score) == (Outcome.LOST, score)


def test_a_game_won_in_time_stays_won() -> None:
    clock = Clock()
    game = Game(GameId(2, 1, 0, SAFE, 1), Rules(seconds=60), clock)
    game.uncover(0)
    clock.now += 100
    assert not game.tick()
    assert game.outcome is Outcome.WON


# Lives


def lived(lives: int, **rules: bool) -> Game:
    """A game ``.*.*.`` with some lives, its first cell open."""
    game_id = GameId(5, 1, 2, NONE, 1)
    game = Game(game_id, Rules(lives=lives, **rules), lay=given_mines([1, 3]))
    game.uncover(0)
    return game


def test_a_mine_costs_a_life_and_stays_shown() -> None:
    game = lived(2)
    assert game.uncover(1) == 0
    assert (game.outcome, game.lives, game.hit) == (Outcome.PLAYING, 1, None)
    assert game.view().rows() == ["1!###"]


def test_the_last_life_loses() -> None:
    game = lived(2)
    game.uncover(1)
    game.uncover(3)
    assert (game.outcome, game.lives, game.hit) == (Outcome.LOST, 0, 3)
    assert game.view().rows() == ["1!#!#"]


def test_a_mine_shown_counts_as_found() -> None:
    game = lived(2)
    game.flag(3)
    assert game.mines_left == 1
    game.uncover(1)
    assert game.mines_left == 0


def test_the_mine_that_ends_the_game_does_not_count_as_found() -> None:
    game = lived(2)
    game.uncover(1)
    assert game.mines_left == 1
    game.uncover(3)
    assert game.mines_left == 1


def test_after_a_win_no_mine_is_left_to_be_found() -> None:
    game = lived(1)
    game.uncover(2)
    game.uncover(4)
    assert (game.outcome, game.mines_left) == (Outcome.WON, 0)


def test_a_mine_shown_can_be_neither_flagged_nor_opened_again() -> None:
    game = lived(3)
    game.uncover(1)
    assert not game.flag(1)
    assert game.uncover(1) == 0
    assert game.lives == 2


def test_a_game_is_won_with_mines_shown() -> None:
    game = lived(2)
    for cell in (1, 2, 4):
        game.uncover(cell)
    assert (game.outcome, game.score) == (Outcome.WON, 3)


def test_where_every_mine_must_be_flagged_a_mine_shown_need_not_be() -> None:
    game = lived(2, flag_all=True)
    for cell in (1, 2, 4):
        game.uncover(cell)
    assert [game.outcome, game.flag(3), game.outcome] == [Outcome.PLAYING, True, Outcome.WON]


def test_a_chord_counts_mines_shown_and_stops_at_a_mine() -> None:
    game = lived(3)
    game.uncover(1)
    game.uncover(2)
    game.flag(3)
    assert game.chord(2) == 0
    other = Game(GameId(3, 3, 3, NONE, 1), Rules(lives=3), lay=given_mines([0, 1, 2]))
    other.uncover(4)
    for cell in (3, 5, 6):
        other.flag(cell)
    assert other.chord(4) == 0
    assert other.lives == 2
    assert other.view().rows() == ["!##", "F3F", "F##"]


def test_a_game_takes_at_least_one_life() -> None:
    with pytest.raises(GameError, match="at least one life, not 0"):
        Rules(lives=0)
