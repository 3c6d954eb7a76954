"""The 3BV of games that the bot has played: true where it is told, and not told where unknown."""

from __future__ import annotations

import math

import pytest

from solver_bot.board import Outcome, parse_board
from solver_bot.bot import Action, Decision, Result
from solver_bot.bot.board_value import UNKNOWN, BoardValue, Step, board_value
from solver_bot.figures import solved, three_bv
from tests.bot.playing import SKINS, decisions, play, window
from tests.simulated import Habits

START = Decision(Action.FIRST, (0,))
GUESS = Decision(Action.GUESS, (1,))
WON = Decision(Action.OVER, outcome=Outcome.WON)
LOST = Decision(Action.OVER, outcome=Outcome.LOST)


def value(
    first: str,
    last: tuple[str, Decision],
    end: tuple[str, Decision],
    mines: int | None = 1,
) -> BoardValue:
    header = "" if mines is None else f"; mines: {mines}\n"
    steps = (
        Step(parse_board(header + text), decision) for text, decision in ((first, START), last, end)
    )
    return board_value(*steps)


def test_a_won_game_is_solved_as_a_whole() -> None:
    assert value("####", ("###.", GUESS), ("#1..", WON)) == BoardValue(1, 1)
    assert value("#####", ("1##..", GUESS), ("1#1..", WON)) == BoardValue(2, 2)


def test_what_was_open_before_the_first_step_is_not_solved_by_the_bot() -> None:
    assert value("##1..", ("##1..", GUESS), ("1#1..", WON)) == BoardValue(2, 1)


def test_a_lost_game_is_solved_as_far_as_it_was_open_before_the_guess() -> None:
    assert value("#####", ("##1..", GUESS), ("#!1..", LOST)) == BoardValue(2, 1)
    opened_by_the_program = "1!1.."
    assert value("#####", ("##1..", GUESS), (opened_by_the_program, LOST)) == BoardValue(2, 1)


def test_a_proved_mine_counts_where_a_lost_game_does_not_show_it() -> None:
    proved = Decision(Action.GUESS, (1,), mines=(4,))
    assert value("######", ("###1#1", proved), ("#!#1F1", LOST), 2) == BoardValue(4, 2)
    assert value("######", ("###1#1", GUESS), ("#!#1F1", LOST), 2) == UNKNOWN


def test_a_board_whose_mines_are_not_all_known_has_no_3bv() -> None:
    assert value("#####", ("##1..", GUESS), ("#!1..", LOST), 2) == UNKNOWN
    assert value("#####", ("##1..", GUESS), ("#!1..", LOST), None) == UNKNOWN
    assert value("#####", ("##1..", GUESS), ("1#1..", WON), None) == UNKNOWN


def test_without_a_mine_total_every_covered_cell_must_be_proved() -> None:
    proved = Decision(Action.OVER, mines=(1,), outcome=Outcome.WON)
    assert value("#####", ("##1..", GUESS), ("1#1..", proved), None) == BoardValue(2, 2)


def test_a_message_over_a_won_board_does_not_hide_what_the_last_step_left() -> None:
    opened = Decision(Action.OPEN, (0,))
    assert value("#####", ("##1..", opened), ("~~~~.", WON)) == BoardValue(2, 2)
    flagged = Decision(Action.FLAG, (1,))
    assert value("#####", ("##1..", flagged), ("~~~~.", WON)) == UNKNOWN


def test_what_another_move_has_lost_is_solved_to_an_unknown_part() -> None:
    opened = Decision(Action.OPEN, (0, 1))
    assert value("#####", ("##1..", opened), ("#!1..", LOST)) == BoardValue(2, None)


@pytest.mark.parametrize("name", SKINS)
def test_the_figures_of_whole_games_are_true(name: str) -> None:
    told_values = 0
    for seed in range(10):
        scene = window(name, seed=seed, habits=Habits(dialog=name == "kmines"))
        session, told = play(scene)
        game, mines = session.games[0], scene.truth.layout
        assert mines is not None
        guesses = [d.decision.odds for d in decisions(told) if d.decision.action is Action.GUESS]
        assert game.luck == pytest.approx(math.prod(1 - (odds or 0.0) for odds in guesses))
        if game.three_bv is not None:
            told_values += 1
            assert game.three_bv == three_bv(9, 9, mines)
        if game.result is Result.WON:
            begun = decisions(told)[0].board  # a game of xdemineur begins with an opening
            assert game.solved == three_bv(9, 9, mines) - solved(begun, mines)
    assert told_values >= 8


def test_without_the_mine_total_the_luck_of_a_guess_is_not_known() -> None:
    games = [play(window(seed=seed), mines=None)[0].games[0] for seed in range(10)]
    assert {game.guesses == 0 for game in games} == {True, False}
    for game in games:
        assert game.luck == (None if game.guesses else 1.0)
