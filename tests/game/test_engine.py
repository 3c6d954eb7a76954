"""The engine: what a game is and what its moves do."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    WRONG_FLAG,
    Board,
    Outcome,
    StartRule,
    neighbours,
)
from solver_bot.game.engine import Game, Rules
from solver_bot.game.layout import GameError, GameId, given_mines, lay_mines
from tests.game.drawn import begun, games

SAFE, ZERO, NONE = StartRule


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


# Opening


def test_a_new_game_is_covered_and_nothing_has_happened() -> None:
    game = Game(GameId(4, 3, 2, SAFE, 1))
    assert game.view() == Board.covered(4, 3, 2)
    assert (game.outcome, game.score, game.mines()) == (Outcome.PLAYING, 0, frozenset())


@given(games, st.data())
def test_every_open_cell_shows_how_many_mines_are_around_it(
    game_id: GameId, data: st.DataObject
) -> None:
    game = Game(game_id)
    for cell in data.draw(st.permutations(range(game_id.width * game_id.height))):
        game.uncover(cell)
    table = neighbours(game_id.width, game_id.height)
    board = game.view()
    for cell in board.where(NUMBERS):
        assert board.cells[cell] == len(game.mines().intersection(table[cell]))


@given(games, st.data())
def test_all_around_an_open_empty_cell_is_open(game_id: GameId, data: st.DataObject) -> None:
    game = Game(game_id)
    game.uncover(data.draw(st.integers(0, game_id.width * game_id.height - 1)))
    board = game.view()
    for cell in board.where({0}):
        assert all(board.cells[n] in NUMBERS for n in board.neighbours()[cell])


def test_opening_returns_how_many_cells_it_revealed_and_the_score_is_their_sum() -> None:
    game = Game(GameId(8, 8, 10, ZERO, 1))
    first = game.uncover(27)
    second = game.uncover(next(c for c in game.view().where({COVERED}) if c not in game.mines()))
    assert first > 8
    assert second >= 1
    assert game.score == first + second == game.view().count(NUMBERS)


def test_an_open_cell_opens_no_second_time() -> None:
    game = begun(8, 8, 10)
    before = game.view()
    assert game.uncover(0) == 0
    assert game.view() == before


def test_a_board_without_mines_is_won_by_its_first_cell() -> None:
    game = begun(3, 2, 0)
    assert (game.outcome, game.score) == (Outcome.WON, 6)


def test_a_board_with_one_free_cell_is_won_by_opening_that() -> None:
    game = begun(3, 3, 8, first=4)
    assert game.outcome is Outcome.WON
    assert game.view().rows() == ["###", "#8#", "###"]


def test_a_million_empty_cells_open_at_once() -> None:
    game = begun(1000, 1000, 0)
    assert game.score == 1_000_000


def test_a_large_board_spreads_to_its_mines() -> None:
    game = begun(1000, 1000, 1, first=999_999)
    assert game.score >= 999_998


@pytest.mark.parametrize("cell", [-1, 12, 10**9])
def test_a_cell_off_the_board_is_refused(cell: int) -> None:
    game = Game(GameId(4, 3, 2, SAFE, 1))
    for move in (game.uncover, game.chord, game.flag, game.unflag, game.is_flagged):
        with pytest.raises(GameError, match="off the board"):
            move(cell)


@given(games, st.data())
def test_the_flood_opens_what_is_connected_by_empty_cells_and_nothing_else(
    game_id: GameId, data: st.DataObject
) -> None:
    size = game_id.width * game_id.height
    game = Game(game_id)
    first = data.draw(st.integers(0, size - 1))
    for cell in data.draw(st.sets(st.integers(0, size - 1), max_size=6)) - {first}:
        game.flag(cell)
    before = game.view()
    game.uncover(first)
    table = neighbours(game_id.width, game_id.height)
    reached: set[int] = set()
    waiting = [first] if first not in game.mines() else []
    while waiting:
        cell = waiting.pop()
        if cell not in reached and before.cells[cell] == COVERED:
            reached.add(cell)
            waiting += table[cell] if not game.mines().intersection(table[cell]) else []
    assert set(game.view().where(NUMBERS)) == reached
    assert game.score == len(reached)


# Flags


def test_a_flag_is_set_once_and_taken_away_once() -> None:
    game = Game(GameId(4, 3, 2, SAFE, 1))
    assert [game.flag(5), game.flag(5), game.is_flagged(5), game.mines_left] == [
        True,
        False,
        True,
        1,
    ]
    assert [game.unflag(5), game.unflag(5), game.is_flagged(5), game.mines_left] == [
        True, False, False, 2,
    ]  # fmt: skip


def test_an_open_cell_takes_no_flag() -> None:
    assert not begun(8, 8, 10).flag(0)


def test_a_flagged_cell_cannot_be_opened() -> None:
    game = Game(GameId(4, 3, 2, SAFE, 1))
    game.flag(5)
    assert game.uncover(5) == 0
    assert game.view().cells[5] == FLAG


def test_a_flag_stops_the_spreading() -> None:
    game = Game(GameId(5, 1, 0, SAFE, 1))
    game.flag(2)
    assert game.uncover(0) == 2
    assert game.view().rows() == ["..F##"]
    game.unflag(2)
    assert game.uncover(2) == 3
    assert game.outcome is Outcome.WON


def test_more_flags_than_mines_may_be_set() -> None:
    game = Game(GameId(3, 1, 1, SAFE, 1))
    assert all(game.flag(cell) for cell in range(3))
    assert game.mines_left == -2


# Chords


def at_a_one() -> tuple[Game, int, int]:
    """A game in which a cell shows 1, that cell, and its mine."""
    game = begun(8, 8, 10, ZERO, 27)
    board = game.view()
    one = next(c for c in board.where({1}) if board.cells.count(COVERED))
    (mine,) = game.mines().intersection(board.neighbours()[one])
    return game, one, mine


def test_a_chord_opens_all_around_a_number_that_has_its_flags() -> None:
    game, one, mine = at_a_one()
    assert game.chord(one) == 0
    game.flag(mine)
    game.chord(one)
    board = game.view()
    assert all(board.cells[n] in NUMBERS for n in board.neighbours()[one] if n != mine)
    assert game.outcome is Outcome.PLAYING


def test_a_chord_with_a_wrong_flag_loses() -> None:
    for seed in range(100):
        game = Game(GameId(8, 8, 10, SAFE, seed))
        game.uncover(0)
        around = [n for n in neighbours(8, 8)[0] if n not in game.mines()]
        if game.view().cells[0] == 1:
            game.flag(around[0])
            game.chord(0)
            assert game.outcome is Outcome.LOST
            assert game.view().cells[around[0]] == WRONG_FLAG
            return
    pytest.fail("no seed gave a 1 in the corner")


def test_a_chord_on_a_covered_cell_does_nothing() -> None:
    game = Game(GameId(8, 8, 10, SAFE, 1))
    assert game.chord(5) == 0
    assert game.view() == Board.covered(8, 8, 10)


# The end


def test_a_game_is_won_when_every_cell_without_a_mine_is_open() -> None:
    game = begun(8, 8, 10)
    while game.score < 54:
        assert game.tick()
        game.uncover(next(c for c in game.view().where({COVERED}) if c not in game.mines()))
    assert game.outcome is Outcome.WON
    assert game.view().outcome() is Outcome.WON


def test_where_the_rule_says_so_every_mine_must_be_flagged_too() -> None:
    game = Game(GameId(3, 3, 2, SAFE, 1), Rules(flag_all=True))
    game.uncover(0)
    for cell in set(range(9)) - game.mines():
        game.uncover(cell)
    assert game.tick()
    first, last = game.mines()
    game.flag(first)
    assert game.tick()
    game.flag(last)
    assert game.outcome is Outcome.WON


def test_a_lost_game_shows_the_mine_hit_the_other_mines_and_the_wrong_flags() -> None:
    game = begun(8, 8, 10)
    hit, flagged, *others = sorted(game.mines())
    wrong = next(c for c in game.view().where({COVERED}) if c not in game.mines())
    game.flag(flagged)
    game.flag(wrong)
    before = game.view()
    assert game.uncover(hit) == 0
    after = game.view()
    changed = {cell for cell in range(64) if before.cells[cell] != after.cells[cell]}
    assert (game.outcome, game.hit) == (Outcome.LOST, hit)
    assert after.outcome() is Outcome.LOST
    assert after.cells[hit] == EXPLODED
    assert after.cells[wrong] == WRONG_FLAG
    assert after.cells[flagged] == FLAG
    assert {after.cells[cell] for cell in others} == {MINE}
    assert changed == {hit, wrong, *others}


def test_nothing_moves_in_a_game_that_is_over() -> None:
    game = begun(8, 8, 10)
    game.uncover(min(game.mines()))
    over = game.view()
    for cell in range(64):
        moves = (game.uncover, game.chord, game.flag, game.unflag)
        assert not any(move(cell) for move in moves)
    assert game.view() == over


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


def test_every_layout_is_reachable_under_the_rule_none() -> None:
    found = {frozenset(lay_mines(GameId(2, 2, 2, NONE, seed), 0)) for seed in range(200)}
    assert found == {frozenset(pair) for pair in combinations(range(4), 2)}


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


# Mines given, and mines that move


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
