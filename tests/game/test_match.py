"""A game with its help for the player, under chosen rules."""

from __future__ import annotations

from solver_bot.board import EXPLODED, MINE, Outcome, StartRule
from solver_bot.game.engine import Rules
from solver_bot.game.fair import Hint, Solvability
from solver_bot.game.layout import GameId
from solver_bot.game.match import FairPlay, Match, Turn, warm_up
from tests.game.drawn import drawn_match
from tests.game.player import likeliest_mine, play

# Moves


def test_a_move_says_what_it_did() -> None:
    match = drawn_match("..*\n...")
    assert match.uncover(0) == Turn(revealed=4)
    assert match.uncover(0) == Turn()
    assert match.flag(2) == Turn()
    assert match.chord(1) == Turn(revealed=1)
    assert match.outcome is Outcome.WON


def test_after_every_move_the_position_is_judged() -> None:
    match = drawn_match(".*.*..\n......")
    assert match.solvability is None
    match.uncover(0)
    assert match.solvability is Solvability.AMBIGUOUS
    match.uncover(6)
    match.uncover(11)
    assert match.solvability is Solvability.SOLVABLE


def test_a_game_that_contradicts_itself_is_reported_and_ends() -> None:
    match = drawn_match(".**\n...\n**.")
    match.uncover(0)
    match.game._truth[match.game._place(5)] = 8  # what no game of ours does
    match.uncover(5)
    assert match.solvability is Solvability.INCONSISTENT
    assert (match.outcome, match.game.hit) == (Outcome.LOST, None)


def test_a_flag_is_judged_when_it_is_set() -> None:
    match = drawn_match(".*...*")
    match.uncover(0)
    match.uncover(2)
    assert match.flag(1) == Turn()
    assert match.flag(3) == Turn(overfull=True, false_flag=True)
    assert match.overfull_flags() == {3}
    assert match.false_flags() == {3}


def test_a_flag_is_no_longer_too_many_once_another_is_taken_away() -> None:
    match = drawn_match("*..\n...")
    match.uncover(1)
    match.flag(3)
    assert match.flag(0).overfull
    match.unflag(3)
    assert match.overfull_flags() == frozenset()
    match.flag(3)
    match.unflag(3)
    match.unflag(0)
    assert match.overfull_flags() == frozenset()


def test_a_hint_opens_its_cell_and_takes_away_a_flag_there() -> None:
    match = drawn_match(".*..")
    match.uncover(0)
    match.flag(2)
    match.flag(3)
    assert match.hint().cell == 2
    assert match.board.rows() == ["1#1F"]
    assert match.game.flags == 1


def test_without_a_hint_nothing_changes() -> None:
    match = drawn_match(".*\n..")
    match.uncover(0)
    before = match.board
    assert match.hint().reason.startswith("No hint can be derived")
    assert match.board == before


def test_a_game_that_is_over_gives_no_hint() -> None:
    match = drawn_match(".*..")
    match.uncover(1)
    assert match.hint() == Hint(None, "No hint can be derived: the game is over.")


# Rules to choose


def test_lives_let_the_game_go_on_after_a_mine() -> None:
    match = drawn_match(".*.*.", Rules(lives=2))
    match.uncover(0)
    assert match.uncover(1) == Turn(lives_lost=1)
    assert (match.outcome, match.game.lives) == (Outcome.PLAYING, 1)
    assert match.board.rows() == ["1!###"]
    assert match.uncover(3) == Turn(lives_lost=1)
    assert match.outcome is Outcome.LOST


def test_a_mine_that_cost_a_life_is_known_to_the_helper() -> None:
    match = drawn_match(".*..*", Rules(lives=2))
    match.uncover(1)
    match.uncover(2)
    assert match.hint().cell == 3


def test_assist_opens_cells_for_the_player_after_his_move() -> None:
    match = drawn_match(".*\n..", fair=FairPlay(assist=True))
    turn = match.uncover(0)
    assert turn.revealed == 1
    assert len(turn.assisted) == 2
    assert match.outcome is Outcome.WON


def test_rules_go_together() -> None:
    everything = FairPlay(assist=True, kind=True, no_guess=True)
    for seed in range(10):
        match = Match(GameId(16, 16, 40, StartRule.SAFE, seed), Rules(lives=3), everything)
        result = play(match, likeliest_mine)
        assert (result.won, result.guesses, result.assisted) == (True, 0, 0)
        assert match.game.lives == 3


# Again


def test_the_same_board_again_has_the_same_mines_and_begins_where_it_began() -> None:
    match = Match(GameId(16, 16, 40, StartRule.SAFE, 3), Rules(lives=2))
    match.uncover(77)
    first = match.board
    match.uncover(min(match.game.mines()))
    again = match.again()
    assert again.game.mines() == match.game.mines()
    assert again.board == first
    assert again.game.lives == 2
    assert again.again().board == first


def test_where_the_first_cell_was_a_mine_it_stays_covered() -> None:
    match = drawn_match("*..")
    match.uncover(0)
    again = match.again()
    assert (again.board.rows(), again.first) == (["###"], None)
    again.uncover(1)
    assert again.game.mines() == {0}


def test_a_game_that_never_began_is_the_same_again() -> None:
    again = drawn_match(".*.").again()
    again.uncover(0)
    assert again.game.mines() == {1}


def test_a_board_without_guesses_needs_none_again() -> None:
    match = Match(GameId(30, 16, 99, StartRule.SAFE, 3), fair=FairPlay(no_guess=True))
    match.uncover(255)
    match.uncover(min(match.game.mines()))
    again = match.again()
    while again.outcome is Outcome.PLAYING:
        assert again.hint().cell is not None
    assert again.outcome is Outcome.WON


def test_mines_that_moved_are_where_they_were_last() -> None:
    match = drawn_match(".*\n..", fair=FairPlay(kind=True))
    match.uncover(0)
    match.uncover(1)
    assert match.again().game.mines() == match.game.mines() != {1}


def test_a_restart_is_another_game_under_the_same_rules() -> None:
    match = Match(GameId(9, 9, 10, StartRule.ZERO, 3), Rules(lives=2), FairPlay(kind=True))
    match.uncover(40)
    other = match.restart(4)
    assert str(other.game.game_id) == "9x9n10z#4"
    assert (other.game.rules, other.fair) == (match.game.rules, match.fair)
    assert other.board.count({MINE, EXPLODED}) == 0
    other.uncover(40)
    assert other.game.mines() != match.game.mines()


def test_a_helper_warmed_up_has_nothing_left_to_compile() -> None:
    warm_up()
    compiled = versions()
    assert min(compiled) >= 1
    for fair in (FairPlay(kind=True), FairPlay(assist=True), FairPlay(no_guess=True)):
        play(Match(GameId(9, 9, 20, StartRule.NONE, 3), fair=fair), likeliest_mine)
    assert versions() == compiled


def versions() -> tuple[int, int]:
    """How many versions of the two compiled functions exist, one for each kind of arguments."""
    from solver_bot.solve.compiled.analysis import answer
    from solver_bot.solve.compiled.random_layout import draw

    return len(vars(answer)["overloads"]), len(vars(draw)["overloads"])
