"""Help for the player: solvability, hints, remarks on flags, assist mode."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from solver_bot.board import COVERED, FLAG, NUMBERS, UNOPENED, WRONG_FLAG, Board, Outcome, StartRule
from solver_bot.game import fair
from solver_bot.game.engine import Game, Rules
from solver_bot.game.fair import (
    Hint,
    Knowledge,
    Solvability,
    assist,
    is_overfull,
    solvability,
)
from solver_bot.game.layout import GameId
from solver_bot.game.match import FairPlay, Match
from solver_bot.solve import certain
from solver_bot.solve.advice import Advice
from solver_bot.solve.odds import TooWide, odds
from tests.game.drawn import board, drawn_game, layout, small_positions
from tests.game.player import play
from tests.solve import oracle

SOLVABLE, AMBIGUOUS, INCONSISTENT = Solvability


# Solvability


def test_a_position_is_solvable_where_a_number_proves_a_cell_safe() -> None:
    assert solvability(board("""
        ; mines: 4
        #1###
        111##
        ..1##
    """)) is SOLVABLE  # fmt: skip


def test_two_numbers_together_may_prove_it_as_well() -> None:
    assert solvability(board("; mines: 9\n####\n121#\n...#")) is SOLVABLE


def test_a_coin_toss_is_ambiguous() -> None:
    assert solvability(board("; mines: 1\n1#\n1#")) is AMBIGUOUS


def test_a_coin_toss_elsewhere_leaves_a_position_solvable() -> None:
    assert solvability(board("""
        ; mines: 3
        1#1..1##
        1#1..1##
    """)) is AMBIGUOUS  # fmt: skip
    assert solvability(board("""
        ; mines: 3
        1#1..1#1##
        1#1..111##
    """)) is SOLVABLE  # fmt: skip


def test_where_every_covered_cell_is_a_mine_nothing_is_ambiguous() -> None:
    assert solvability(board("; mines: 2\n2#\n2#")) is SOLVABLE


def test_mines_alone_are_no_step_forward() -> None:
    assert solvability(board("; mines: 3\n1#####")) is AMBIGUOUS


def test_a_position_that_no_layout_fits_is_inconsistent() -> None:
    assert solvability(board("; mines: 5\n8##\n###")) is INCONSISTENT
    assert solvability(board("; mines: 2\n#1#\n...")) is INCONSISTENT


def test_the_mine_total_is_an_upper_limit() -> None:
    assert solvability(board("; mines: 1\n#1####1#")) is INCONSISTENT
    assert solvability(board("; mines: 1\n#1#1#")) is SOLVABLE  # the mine is in the middle


def test_where_the_frontier_takes_every_mine_the_rest_is_free() -> None:
    assert solvability(board("; mines: 1\n1###")) is SOLVABLE
    assert solvability(board("; mines: 2\n1###")) is AMBIGUOUS


def test_the_mine_total_is_no_lower_limit() -> None:
    position = board("; mines: 2\n#1#1#")  # exactly two mines are at the ends
    assert odds(position).safe == (2,)
    assert solvability(position) is AMBIGUOUS


def test_flags_count_for_nothing() -> None:
    assert solvability(board("; mines: 1\n1F\n1#")) is AMBIGUOUS
    assert solvability(board("; mines: 1\nFFF\nF1F\nFFF")) is AMBIGUOUS


def test_a_board_with_nothing_open_is_ambiguous() -> None:
    assert solvability(Board.covered(4, 4, 3)) is AMBIGUOUS


def test_a_mine_shown_counts_towards_the_limit() -> None:
    assert solvability(board("; mines: 1\n!1##")) is SOLVABLE
    assert solvability(board("; mines: 1\n!2##")) is INCONSISTENT


def listed(board: Board) -> Solvability:
    """The solvability of a board, by listing the layouts of its frontier."""
    frontier = oracle.frontier(board)
    alone = bytes(
        WRONG_FLAG if code in UNOPENED and cell not in frontier else code
        for cell, code in enumerate(board.cells)
    )
    assert board.mines is not None
    layouts = [
        mines
        for mines in oracle.layouts(replace(board, cells=alone, mines=None))
        if len(mines) <= board.mines
    ]
    if not layouts:
        return INCONSISTENT
    rest = set(board.where(UNOPENED)) - frontier
    free = frontier.difference(*layouts)
    if all(len(mines) == board.mines for mines in layouts):
        free |= rest
    done = not rest and all(mines >= frontier for mines in layouts)
    return SOLVABLE if free or done else AMBIGUOUS


def test_solvability_is_what_listing_all_layouts_says() -> None:
    rng = random.Random(1)
    found: Counter[Solvability] = Counter()
    for position in small_positions(600, seed=1):
        cells = bytearray(position.cells)
        if rng.random() < 0.4:
            cells[rng.choice(list(position.where(NUMBERS)))] = rng.randint(0, 4)
        total = max(1, position.mines or 1) + rng.choice([-1, 0, 0, 0, 1])
        asked = replace(position, cells=bytes(cells), mines=total)
        assert solvability(asked) is listed(asked), repr(asked)
        found[solvability(asked)] += 1
    assert min(found[kind] for kind in Solvability) > 50


def test_a_board_too_wide_to_count_is_judged_by_single_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_wide(_board: Board) -> None:
        raise TooWide

    monkeypatch.setattr(certain, "odds", too_wide)
    assert solvability(board("; mines: 2\n#1###\n111##\n..1##")) is SOLVABLE
    assert solvability(board("; mines: 1\n1#\n1#")) is AMBIGUOUS
    assert solvability(board("; mines: 2\n#1#\n...")) is INCONSISTENT
    assert Knowledge().hint(board("; mines: 2\n#1###\n111##\n..1##")).cell is not None


# Hints


def test_a_hint_is_a_safe_cell_and_the_reason_in_words() -> None:
    hint = Knowledge().hint(board("""
        ; mines: 4
        #1###
        111##
        ..1##
    """))  # fmt: skip
    assert hint.cell == 2
    assert hint.reason == (
        "Row 1, column 3 is safe: the 1 at row 1, column 2 has its mine at row 1, column 1; "
        "the 1 at row 2, column 2 has its mine at row 1, column 1."
    )


def test_the_places_in_a_reason_count_from_where_one_says() -> None:
    position = board("; mines: 1\n1#1#")
    hint = Knowledge().hint(position, first=0)
    assert hint == Hint(
        3, "Row 0, column 3 is safe: the 1 at row 0, column 2 has its mine at row 0, column 1."
    )


def test_where_nothing_is_proved_no_hint_can_be_derived() -> None:
    assert Knowledge().hint(board("; mines: 1\n1#\n1#")) == Hint(
        None, "No hint can be derived: the open cells prove no other cell safe."
    )
    assert Knowledge().hint(Board.covered(3, 3, 2)) == Hint(
        None, "No hint can be derived: nothing is open yet."
    )
    assert Knowledge().hint(board("; mines: 2\n2F\n2#")) == Hint(
        None, "No hint can be derived: every cell without a mine is open."
    )


def test_a_hint_never_trusts_a_flag() -> None:
    assert Knowledge().hint(board("; mines: 1\n1F\n1#")).cell is None


def test_a_flag_on_a_safe_cell_is_hinted_at_last() -> None:
    assert Knowledge().hint(board("; mines: 1\n1#F#")).cell == 3
    assert Knowledge().hint(board("; mines: 1\n1#FF")).cell == 2


def test_a_hint_uses_the_mine_total() -> None:
    hint = Knowledge().hint(board("; mines: 1\n1###"))
    assert hint == Hint(2, "Row 1, column 3 is safe: a mine there would contradict the mine total.")


def test_a_hint_may_follow_from_a_mine_that_cost_a_life() -> None:
    assert Knowledge().hint(board("; mines: 2\n!1##")).cell == 2


def test_hints_are_safe_in_every_layout_and_missing_only_where_no_cell_is() -> None:
    given = 0
    for position in small_positions(400, seed=2):
        layouts = list(oracle.layouts(position))
        free = set(position.where(UNOPENED)).difference(*layouts)
        cell = Knowledge().hint(position).cell
        assert cell in free if free else cell is None, repr(position)
        given += cell is not None
    assert 50 < given < 350


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """Every board that was analysed so far."""
    seen: list[Board] = []
    proved = fair.proved

    def look(board: Board) -> Advice:
        seen.append(board)
        return proved(board)

    monkeypatch.setattr(fair, "proved", look)
    return seen


def test_nothing_is_computed_until_it_is_asked_for(looks: list[Board]) -> None:
    match = Match(GameId(16, 16, 40, StartRule.ZERO, 1))
    match.uncover(50)
    assert looks == []


def test_without_a_known_safe_cell_a_new_look_waits_for_a_new_open_cell(
    looks: list[Board],
) -> None:
    knowledge = Knowledge()
    assert knowledge.hint(board("; mines: 3\n1#####")).cell is None
    assert knowledge.hint(board("; mines: 3\n1F####")).cell is None
    assert len(looks) == 1
    assert knowledge.hint(board("; mines: 3\n1F1###")).cell == 3
    assert len(looks) == 2


def test_as_long_as_a_safe_cell_is_known_nothing_is_looked_at_again(looks: list[Board]) -> None:
    knowledge = Knowledge()
    assert knowledge.hint(board("; mines: 1\n1###")).cell == 2
    assert knowledge.hint(board("; mines: 1\n1#1#")).cell == 3
    assert len(looks) == 1
    assert knowledge.safe(board("; mines: 1\n1F1#")) == (3,)
    assert knowledge.mines(board("; mines: 1\n1#1F")) == (1,)
    assert len(looks) == 2


def test_another_game_begins_with_no_knowledge() -> None:
    knowledge = Knowledge()
    assert knowledge.hint(board("; mines: 1\n1###")).cell == 2
    assert knowledge.hint(board("; mines: 1\n#1##")).cell == 3
    assert knowledge.hint(board("; mines: 1\n##1#")).cell == 0
    assert knowledge.hint(board("; mines: 2\n##1#")).cell is None


# Flags


def test_a_flag_too_many_is_seen_by_the_number_beside_it() -> None:
    assert not is_overfull(board("F1#\n###"), 0)
    assert is_overfull(board("F1F\n###"), 2)
    assert not is_overfull(board("F2F\n###"), 2)


def test_a_mine_that_cost_a_life_counts_like_a_flag() -> None:
    assert is_overfull(board("!1F\n###"), 2)


def test_all_flags_beside_an_overfull_number_are_too_many_and_no_other() -> None:
    position = board("F1F#2F")
    assert [is_overfull(position, cell) for cell in (0, 2, 5)] == [True, True, False]


def test_a_flag_beside_no_number_is_never_too_many() -> None:
    assert not any(is_overfull(board("FF#\nFF#\n##1"), cell) for cell in (0, 1, 3))


def test_a_flag_on_a_cell_that_is_never_a_mine_is_told() -> None:
    assert Knowledge().false_flags(board("; mines: 1\n1#F#")) == {2}


def test_flags_that_may_be_right_and_mines_without_one_are_left_alone() -> None:
    assert Knowledge().false_flags(board("; mines: 1\n1F\n1#")) == frozenset()
    assert Knowledge().false_flags(board("; mines: 1\n1F##")) == frozenset()


def test_false_flags_are_those_on_cells_free_in_every_layout() -> None:
    told = 0
    for position in small_positions(300, seed=3):
        layouts = list(oracle.layouts(position))
        free = set(position.where({FLAG})).difference(*layouts)
        assert Knowledge().false_flags(position) == free, repr(position)
        told += bool(free)
    assert told > 20


# Assist mode


def test_assist_opens_safe_cells_until_the_position_is_solvable() -> None:
    game = drawn_game("""
        ....
        .*..
        ....
        ..*.
    """)
    game.uncover(0)
    assert solvability(game.view()) is AMBIGUOUS
    opened = assist(game, random.Random(1))
    assert opened
    assert game.outcome is Outcome.PLAYING
    assert solvability(game.view()) is SOLVABLE


def test_assist_opens_nothing_where_the_player_can_go_on() -> None:
    game = drawn_game(".*...")
    game.uncover(0)
    assert assist(game, random.Random(1)) == []


def test_assist_opens_next_to_open_or_flagged_cells() -> None:
    for seed in range(20):
        game = drawn_game("......\n......\n.*..*.\n......")
        game.uncover(7)
        game.flag(0)
        before = game.view()
        first = assist(game, random.Random(seed))[0]
        near = before.neighbours()[first]
        assert any(before.cells[n] != COVERED for n in near)


def test_assist_leaves_flagged_cells_alone() -> None:
    game = drawn_game(".*\n..")
    game.uncover(0)
    game.flag(2)
    game.flag(3)
    assert assist(game, random.Random(1)) == []
    assert game.view().rows() == ["1#", "FF"]


def test_assist_opens_nothing_once_the_time_is_up() -> None:
    now = [0.0]
    game_id, lay = layout(".*\n..")
    game = Game(game_id, Rules(seconds=10), lambda: now[0], lay)
    game.uncover(0)
    now[0] = 10
    assert assist(game, random.Random(1)) == []


def test_behind_a_wall_of_mines_assist_opens_what_no_number_touches() -> None:
    game = drawn_game(".*....\n.*..*.")
    game.uncover(0)
    game.uncover(6)
    assert game.view().rows() == ["2#####", "2#####"]
    assert assist(game, random.Random(1))
    assert game.outcome is Outcome.PLAYING
    assert solvability(game.view()) is SOLVABLE


def test_with_assist_the_player_who_never_guesses_wins_every_expert_game() -> None:
    for seed in range(80):
        result = play(Match(GameId(30, 16, 99, StartRule.SAFE, seed), fair=FairPlay(assist=True)))
        assert (result.won, result.guesses) == (True, 0)


def test_with_assist_that_player_wins_dense_boards_under_every_start_rule() -> None:
    for seed in range(80):
        start = [StartRule.SAFE, StartRule.ZERO][seed % 2]
        match = Match(GameId(9, 9, 30, start, seed), Rules(), FairPlay(assist=True))
        assert play(match).won


def test_without_assist_that_player_gets_stuck() -> None:
    stuck = [
        not play(Match(GameId(30, 16, 99, StartRule.SAFE, seed))).won for seed in range(5)
    ]  # fmt: skip
    assert all(stuck)
