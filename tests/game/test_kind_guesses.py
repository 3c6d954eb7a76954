"""Kind guesses: if no cell is certainly safe, a guess that could be safe is safe."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from solver_bot.board import NUMBERS, UNOPENED, Outcome, StartRule
from solver_bot.game import kind_guesses as kind
from solver_bot.game.engine import Game
from solver_bot.game.kind_guesses import kind_guesses, kinder_layout
from solver_bot.game.layout import GameId
from solver_bot.game.match import FairPlay, Match
from solver_bot.solve.odds import TooWide
from tests.game.drawn import board, drawn_game, small_positions
from tests.game.player import Guesser, least_likely_mine, likeliest_mine, play
from tests.solve import oracle


def kind_game(text: str, seed: int = 1) -> Game:
    """A game on a drawn layout, with kind guesses."""
    return drawn_game(text, mover=kind_guesses(random.Random(seed)))


def test_a_guess_that_could_be_safe_is_safe() -> None:
    game = kind_game("""
        .*
        ..
    """)
    game.uncover(0)
    game.uncover(1)
    assert game.outcome is Outcome.PLAYING
    assert game.view().cells[1] == 1
    assert 1 not in game.mines()


def test_the_first_cell_is_a_guess_too() -> None:
    game = kind_game("**\n*.")
    game.uncover(0)
    assert game.outcome is Outcome.WON


def test_what_was_shown_stays_true_when_the_mines_move() -> None:
    game = kind_game("""
        ..**
        ....
        .**.
    """)
    game.uncover(0)
    before = game.view()
    game.uncover(2)
    after = game.view()
    assert game.outcome is Outcome.PLAYING
    assert all(after.cells[cell] == before.cells[cell] for cell in before.where(NUMBERS))
    assert len(game.mines()) == 4


def test_a_cell_that_is_proved_a_mine_still_loses() -> None:
    game = kind_game(".*....*")
    game.uncover(0)
    game.uncover(1)
    assert (game.outcome, game.hit) == (Outcome.LOST, 1)


def test_where_another_cell_is_certainly_safe_a_guess_still_loses() -> None:
    game = kind_game("""
        *....*
        .....*
        ......
    """)
    game.uncover(8)
    assert kinder_layout(game.view(), [0], random.Random(1)) is None
    game.uncover(5)
    assert game.outcome is Outcome.LOST


def test_a_flag_proves_nothing_so_mines_may_move_from_under_it() -> None:
    game = kind_game(".*\n..")
    game.uncover(0)
    game.flag(2)
    game.uncover(1)
    assert game.outcome is Outcome.PLAYING
    assert game.mines() <= {2, 3}


def test_a_chord_is_a_guess_of_all_its_cells_at_once() -> None:
    game = kind_game(".*\n..")
    game.uncover(0)
    game.flag(2)
    game.chord(0)
    assert game.outcome is Outcome.WON
    assert game.mines() == {2}


def test_a_chord_with_a_wrong_flag_loses_where_another_cell_is_certainly_safe() -> None:
    game = kind_game("""
        .*.
        ...
    """)
    game.uncover(0)
    game.uncover(3)
    game.flag(4)
    game.chord(0)
    assert (game.outcome, game.hit) == (Outcome.LOST, 1)


def test_the_new_mines_fit_all_that_is_shown_and_spare_the_cell() -> None:
    dice = random.Random(1)
    moved = 0
    for position in small_positions(300, seed=4):
        layouts = set(oracle.layouts(position))
        free = set(position.where(UNOPENED)).difference(*layouts)
        for cell in position.where(UNOPENED):
            found = kinder_layout(position, [cell], dice)
            spared = {layout for layout in layouts if cell not in layout}
            assert found in spared if spared and not free else found is None, repr(position)
            moved += found is not None
    assert moved > 300


@pytest.mark.parametrize(
    "text", ["; mines: 3\n1####\n#####", "; mines: 4\n####\n#2##\n####", "; mines: 3\n####\n####"]
)
def test_every_layout_with_the_cell_safe_is_equally_likely(text: str) -> None:
    position = board(text)
    cell = len(position.cells) - 1
    spared = [layout for layout in oracle.layouts(position) if cell not in layout]
    dice = random.Random(1)
    rounds = 200 * len(spared)
    found = Counter(kinder_layout(position, [cell], dice) for _ in range(rounds))
    assert set(found) == set(spared)
    square = sum((count - 200) ** 2 / 200 for count in found.values())
    freedom = len(spared) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_a_board_too_wide_to_count_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_wide(_board: object) -> None:
        raise TooWide

    monkeypatch.setattr(kind, "odds", too_wide)
    assert kinder_layout(board("; mines: 1\n1#\n1#"), [1], random.Random(1)) is None


@pytest.mark.parametrize("guess", [least_likely_mine, likeliest_mine])
def test_with_kind_guesses_no_expert_game_is_lost(guess: Guesser) -> None:
    for seed in range(60):
        match = Match(GameId(30, 16, 99, StartRule.NONE, seed), fair=FairPlay(kind=True))
        assert play(match, guess).won


def test_the_same_guesses_are_answered_alike_in_the_same_game() -> None:
    games = [
        Match(GameId(16, 16, 60, StartRule.SAFE, 5), fair=FairPlay(kind=True)) for _ in range(2)
    ]
    for match in games:
        play(match, likeliest_mine)
    assert games[0].game.mines() == games[1].game.mines()
