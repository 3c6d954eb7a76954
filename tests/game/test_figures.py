"""The players' figures of games that a player has played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver_bot.board import Outcome, StartRule
from solver_bot.figures import Figures
from solver_bot.game.engine import Rules
from solver_bot.game.layout import GameId, given_mines
from solver_bot.game.match import FairPlay, Match
from solver_bot.game.score_sheet import chance_of_no_mine
from solver_bot.game.words import figures_text
from tests.game.drawn import board, drawn_match


def figures(match: Match) -> Figures:
    found = match.figures()
    assert found is not None
    return found


def test_a_game_that_goes_on_has_no_figures() -> None:
    match = drawn_match(".*...")
    assert match.figures() is None
    match.uncover(4)
    assert match.figures() is None


def test_every_click_counts_also_those_that_do_nothing() -> None:
    match = drawn_match(".*..")
    match.uncover(3)
    match.uncover(3)
    match.flag(1)
    match.unflag(1)
    match.flag(2)
    match.uncover(0)
    assert match.outcome is Outcome.WON
    assert (figures(match).three_bv, figures(match).solved, figures(match).clicks) == (2, 2, 6)


def test_clicks_after_the_end_do_not_count() -> None:
    match = drawn_match(".*..")
    match.uncover(3)
    match.uncover(0)
    before = figures(match)
    match.flag(1)
    match.chord(2)
    match.uncover(1)
    assert figures(match) == before


def test_chords_may_bring_the_efficiency_above_one() -> None:
    match = drawn_match(".*.\n...\n...")
    match.uncover(6)
    match.flag(1)
    match.chord(4)
    assert match.outcome is Outcome.WON
    assert (figures(match).three_bv, figures(match).clicks, figures(match).efficiency) == (3, 3, 1)


def test_a_lost_game_is_solved_in_part() -> None:
    match = drawn_match(".*..")
    match.uncover(3)
    match.uncover(1)
    assert (figures(match).three_bv, figures(match).solved) == (2, 1)


# Guesses and luck


def test_what_is_proved_is_no_guess() -> None:
    match = drawn_match(".*..")
    match.uncover(3)  # 1 mine in 4 cells
    match.uncover(0)  # proved: the mine is beside the 1
    assert (figures(match).guesses, figures(match).luck) == (1, 0.75)


def test_the_first_click_is_no_guess_if_it_is_safe_by_the_rules() -> None:
    match = Match(GameId(4, 1, 1, StartRule.SAFE, 0), lay=given_mines([1]))
    match.uncover(3)
    match.uncover(0)
    assert (figures(match).guesses, figures(match).luck) == (0, 1.0)


def test_the_guess_that_lost_the_game_is_one() -> None:
    match = Match(GameId(3, 1, 1, StartRule.SAFE, 0), lay=given_mines([2]))
    match.uncover(1)
    match.uncover(2)
    assert match.outcome is Outcome.LOST
    assert (figures(match).guesses, figures(match).luck) == (1, 0.5)


def test_a_chord_is_one_guess_that_none_of_its_cells_is_a_mine() -> None:
    match = Match(GameId(3, 2, 2, StartRule.SAFE, 0), lay=given_mines([0, 2]))
    match.uncover(4)
    match.flag(0)
    match.flag(2)
    match.chord(4)
    assert match.outcome is Outcome.WON
    assert figures(match).guesses == 1
    assert figures(match).luck == pytest.approx(1 / 10)  # one of the pairs of five cells


def test_cells_that_exclude_each_other_have_the_chance_of_both() -> None:
    two = board("; mines: 1\n#1#")
    assert chance_of_no_mine(two, [0]) == 0.5
    assert chance_of_no_mine(two, [0, 2]) == 0
    assert chance_of_no_mine(board("; mines: 2\n#####"), [0, 1]) == pytest.approx(3 / 10)


@pytest.mark.parametrize("fair", [FairPlay(kind=True), FairPlay(assist=True)])
def test_where_the_mines_are_not_random_the_luck_is_not_known(fair: FairPlay) -> None:
    match = drawn_match(".*...*.", fair=fair)
    match.uncover(3)
    while match.outcome is Outcome.PLAYING:
        safe = set(range(7)) - match.game.mines()
        match.uncover(min(c for c in safe if match.board.cells[c] == 9))
    assert figures(match).luck is None
    assert not match.is_unhelped


# Help


def test_with_a_hint_it_is_not_known_what_the_player_solved() -> None:
    match = drawn_match(".*..")
    match.uncover(3)
    assert match.is_unhelped
    assert match.hint().cell == 0
    assert not match.is_unhelped
    told = figures(match)
    assert (told.three_bv, told.solved, told.clicks, told.guesses) == (2, None, 1, 1)


def test_on_the_same_board_again_nothing_is_a_guess() -> None:
    match = drawn_match(".*..")
    match.uncover(3)
    match.uncover(1)
    again = match.again()
    again.uncover(0)
    assert again.outcome is Outcome.WON
    told = figures(again)
    assert (told.three_bv, told.solved, told.guesses, told.luck) == (2, None, None, None)
    assert not again.is_unhelped


def test_more_lives_are_help() -> None:
    assert not drawn_match(".*..", Rules(lives=2)).is_unhelped
    assert drawn_match(".*..").is_unhelped


# In words

PLAYED = Figures(18, 18, 12.0, 20, 2, 0.424)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (PLAYED, "3BV 18 (1.50/s), efficiency 90%, 2 guesses, luck 42.4%."),
        (replace(PLAYED, guesses=1), "3BV 18 (1.50/s), efficiency 90%, 1 guess, luck 42.4%."),
        (
            replace(PLAYED, solved=6, guesses=0, luck=1.0),
            "3BV 6 of 18 (0.50/s), efficiency 30%, no guess.",
        ),
        (replace(PLAYED, luck=None), "3BV 18 (1.50/s), efficiency 90%, 2 guesses."),
        (replace(PLAYED, solved=None, guesses=None, luck=None), "3BV 18."),
        (replace(PLAYED, seconds=0.001, guesses=0), "3BV 18, efficiency 90%, no guess."),
    ],
)
def test_what_is_known_is_told_in_a_sentence(told: Figures, text: str) -> None:
    assert figures_text(told) == text
