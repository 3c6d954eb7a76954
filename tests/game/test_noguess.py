"""Boards that need no guess: the solver proves them from the first click on."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import pytest

from solver_bot.board import NUMBERS, Outcome, StartRule
from solver_bot.game import noguess
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameError, GameId, given_mines
from solver_bot.game.match import FairPlay, Match
from solver_bot.game.noguess import needs_no_guess, no_guess_layout
from tests.game.drawn import layout
from tests.game.player import play
from tests.solve import oracle

SAFE, ZERO, NONE = StartRule


def drawn_needs_no_guess(text: str, first: int) -> bool:
    """Whether a drawn layout needs no guess."""
    game_id, lay = layout(text)
    return needs_no_guess(game_id, first, lay(game_id, first))


def test_a_board_that_single_numbers_solve_needs_no_guess() -> None:
    assert drawn_needs_no_guess("*....\n.....\n....*", 2)


def test_a_coin_toss_needs_a_guess() -> None:
    assert not drawn_needs_no_guess("..*\n...", 0)


def test_the_mine_total_may_decide() -> None:
    assert drawn_needs_no_guess(".*..", 0)
    assert not drawn_needs_no_guess(".*.*", 0)


def test_a_mine_that_is_opened_first_proves_nothing() -> None:
    assert not drawn_needs_no_guess("*..", 0)


@pytest.mark.parametrize("mended", [False, True], ids=["drawn", "mended"])
def test_the_player_who_never_guesses_wins_every_expert_board(
    mended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mended:
        monkeypatch.setattr(noguess, "MOST_DRAWN", 0)
    for seed in range(80):
        match = Match(GameId(30, 16, 99, SAFE, seed), fair=FairPlay(no_guess=True))
        assert play(match).won
        assert len(match.game.mines()) == 99


def test_there_are_no_guess_boards_for_every_first_cell_and_many_sizes() -> None:
    rng = random.Random(1)
    for seed in range(150):
        width, height = rng.randint(4, 12), rng.randint(4, 12)
        mines = rng.randint(1, width * height // 4)
        game_id = GameId(width, height, mines, rng.choice(list(StartRule)), seed)
        first = rng.randrange(width * height)
        try:
            found = no_guess_layout(game_id, first)
        except GameError:
            assert width * height < 30  # on the smallest boards there may be none
            continue
        assert len(set(found)) == len(found) == mines
        assert needs_no_guess(game_id, first, found)


def test_by_listing_all_layouts_something_is_always_certain() -> None:
    for seed in range(30):
        game_id = GameId(4, 4, 3, ZERO, seed)
        found = no_guess_layout(game_id, 0)
        game = Game(game_id, lay=given_mines(found))
        game.uncover(0)
        while game.outcome is Outcome.PLAYING:
            board = game.view()
            layouts = list(oracle.layouts(board))
            free = set(range(16)).difference(*layouts, board.where(NUMBERS))
            assert free
            for cell in free:
                game.uncover(cell)
        assert game.outcome is Outcome.WON


def test_the_first_cell_opens_an_empty_area_whatever_the_start_rule() -> None:
    for start in StartRule:
        match = Match(GameId(16, 16, 40, start, 3), fair=FairPlay(no_guess=True))
        assert match.uncover(100).revealed >= 9


def test_the_id_and_the_first_cell_decide_which_board_it_is() -> None:
    game_id = GameId(16, 16, 40, ZERO, 7)
    assert no_guess_layout(game_id, 50) == no_guess_layout(game_id, 50)
    assert no_guess_layout(game_id, 50) != no_guess_layout(game_id, 51)
    named = GameId(9, 9, 10, ZERO, 7)
    assert no_guess_layout(named, 40) == [14, 16, 26, 29, 37, 53, 55, 56, 63, 78]


def test_a_board_far_too_dense_to_be_drawn_is_mended() -> None:
    game_id = GameId(9, 9, 35, ZERO, 1)
    found = no_guess_layout(game_id, 40)
    assert needs_no_guess(game_id, 40, found)


def test_all_boards_that_need_no_guess_are_equally_likely() -> None:
    away = [cell for cell in range(16) if cell not in {0, 1, 4, 5}]
    game_id = GameId(4, 4, 3, ZERO, 0)
    wanted = {mines for mines in combinations(away, 3) if needs_no_guess(game_id, 0, mines)}
    assert 20 < len(wanted) < comb(12, 3)
    rounds = 30 * len(wanted)
    found = Counter(
        tuple(no_guess_layout(replace(game_id, seed=seed), 0)) for seed in range(rounds)
    )
    assert set(found) == wanted
    square = sum((count - 30) ** 2 / 30 for count in found.values())
    freedom = len(wanted) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_what_cannot_be_done_is_said_plainly_and_nothing_has_begun() -> None:
    match = Match(GameId(2, 2, 1, SAFE, 1), fair=FairPlay(no_guess=True))
    with pytest.raises(GameError, match=r"no board of 2x2 cells with 1 mines .* fewer mines"):
        match.uncover(0)
    assert match.first is None
    assert match.board.rows() == ["##", "##"]


def test_a_board_with_a_single_free_cell_is_won_by_it() -> None:
    match = Match(GameId(5, 5, 24, SAFE, 1), fair=FairPlay(no_guess=True))
    match.uncover(12)
    assert match.outcome is Outcome.WON
