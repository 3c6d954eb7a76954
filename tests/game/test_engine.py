"""The engine: opening, flags, chords, and how games end."""

from __future__ import annotations

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
from solver_bot.game.layout import GameError, GameId
from tests.game.drawn import begun, games

SAFE, ZERO, NONE = StartRule


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
