"""Guesses on boards with numbers that can only be read in part."""

from __future__ import annotations

import pytest

from solver_bot.board import Board, StartRule, parse_board
from solver_bot.bot.assumption import Probable, assuming
from solver_bot.bot.decision import Action, Decision, think


def decide(board: Board) -> Decision:
    return think(board, StartRule.NONE)


def test_what_a_doubtful_number_makes_certain_is_a_guess_with_its_doubt_as_odds() -> None:
    board = parse_board("1~#\n##2\n###\n")
    decision = assuming(board, {1: Probable(1, 0.9)}, decide)
    assert decision is not None
    assert decision.action is Action.GUESS
    assert decision.odds == pytest.approx(0.1)
    assert decision.assumed == ((1, 1),)
    assert not decision.mines


def test_the_odds_of_a_guess_count_that_the_number_may_be_another() -> None:
    board = parse_board("; mines: 3\n~##\n###\n###\n")
    sure, doubtful = (assuming(board, {0: Probable(1, share)}, decide) for share in (1.0, 0.8))
    assert sure is not None
    assert doubtful is not None
    assert sure.odds is not None
    assert doubtful.odds == pytest.approx(1 - 0.8 * (1 - sure.odds))


def test_a_number_that_the_guess_does_not_need_is_not_assumed() -> None:
    """A guess was said to be a mine with up to 87 %: every doubtful number of the board counted."""
    board = parse_board("1~#~\n##2#\n####\n")
    decision = assuming(board, {1: Probable(1, 0.9), 3: Probable(1, 0.5)}, decide)
    assert decision is not None
    assert decision.assumed == ((1, 1),)
    assert decision.odds == pytest.approx(0.1)
    assert decision.odds_if_assumed == 0


def test_a_number_that_contradicts_the_rest_is_not_assumed() -> None:
    board = parse_board("1~#~\n##2#\n####\n")
    decision = assuming(board, {1: Probable(1, 0.9), 3: Probable(8, 0.5)}, decide)
    assert decision is not None
    assert decision.assumed == ((1, 1),)


def test_a_number_that_contradicts_the_others_helps_to_no_guess() -> None:
    board = parse_board("~1\n11\n")
    assert assuming(board, {0: Probable(3, 0.9)}, decide) is None


def test_without_any_probable_number_nothing_is_guessed() -> None:
    assert assuming(parse_board("~#\n##\n"), {}, decide) is None
