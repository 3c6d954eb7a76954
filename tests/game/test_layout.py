"""Game IDs, and the mines that an ID stands for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver_bot.board import (
    Outcome,
    StartRule,
    neighbours,
)
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameError, GameId, lay_mines, parse_game_id
from tests.game.drawn import begun, games

SAFE, ZERO, NONE = StartRule


# A game and its ID


def test_an_id_names_size_mines_start_rule_and_seed() -> None:
    assert str(GameId(30, 16, 99, SAFE, 7)) == "30x16n99s#7"
    assert parse_game_id("8x9n10z#123") == GameId(8, 9, 10, ZERO, 123)


@given(games)
def test_reading_an_id_is_the_inverse_of_writing_it(game: GameId) -> None:
    assert parse_game_id(str(game)) == game


@pytest.mark.parametrize(
    "text", ["", "30x16", "30x16n99s", "30x16n99q#1", "x", "3x3n-1s#1", f"9x9n1s#{'1' * 5000}"]
)
def test_a_text_that_is_no_id_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(GameError, match="one looks like 30x16n99s#7"):
        parse_game_id(text)


@pytest.mark.parametrize("text", ["0x5n0s#1", "5x0n0s#1", "3x3n9s#1", "1x1n1s#1"])
def test_a_game_without_a_cell_free_of_mines_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        parse_game_id(text)


def test_the_same_id_gives_the_same_game_in_every_version() -> None:
    game = begun(8, 8, 10)
    assert sorted(game.mines()) == [8, 10, 13, 18, 31, 33, 43, 49, 51, 54]


def test_another_seed_gives_another_game() -> None:
    layouts = {tuple(sorted(lay_mines(GameId(8, 8, 10, SAFE, seed), 0))) for seed in range(50)}
    assert len(layouts) == 50


# Where the mines are


@given(games, st.data())
def test_there_are_exactly_as_many_mines_as_promised(game: GameId, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, game.width * game.height - 1))
    mines = lay_mines(game, first)
    assert len(set(mines)) == len(mines) == game.mines


@given(games, st.data())
def test_the_first_cell_is_no_mine_where_the_rule_promises_it(
    game: GameId, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, game.width * game.height - 1))
    assert game.start is NONE or first not in lay_mines(game, first)


def test_under_the_rule_none_the_first_cell_may_be_a_mine() -> None:
    games = [Game(GameId(3, 3, 4, NONE, seed)) for seed in range(100)]
    for game in games:
        game.uncover(4)
    assert {game.outcome for game in games} == {Outcome.LOST, Outcome.PLAYING}


@given(games, st.data())
def test_under_the_rule_zero_neighbours_have_mines_only_where_no_other_cell_is_left(
    game: GameId, data: st.DataObject
) -> None:
    size = game.width * game.height
    first = data.draw(st.integers(0, size - 1))
    around = neighbours(game.width, game.height)[first]
    mines = lay_mines(GameId(game.width, game.height, game.mines, ZERO, game.seed), first)
    assert len(set(mines) & set(around)) == max(0, game.mines - (size - 1 - len(around)))


def test_a_mine_under_the_first_cell_moves_and_all_others_stay() -> None:
    for seed in range(100):
        anyhow = set(lay_mines(GameId(5, 5, 6, NONE, seed), 7))
        moved = set(lay_mines(GameId(5, 5, 6, SAFE, seed), 7))
        assert len(anyhow - moved) == len(moved - anyhow) == (7 in anyhow)


@pytest.mark.parametrize(
    ("start", "first", "free"), [(NONE, 0, 6), (SAFE, 0, 5), (SAFE, 4, 5), (ZERO, 0, 2)]
)
def test_all_layouts_that_keep_the_rule_are_equally_likely(
    start: StartRule, first: int, free: int
) -> None:
    """Chi-square over all layouts of 2 mines on 3x2 cells. Seeds and result are fixed."""
    rounds = 6000
    found = Counter(
        tuple(sorted(lay_mines(GameId(3, 2, 2, start, seed), first))) for seed in range(rounds)
    )
    possible = comb(free, 2)
    assert len(found) == possible
    expected = rounds / possible
    square = sum((found[layout] - expected) ** 2 / expected for layout in found)
    assert square < {14: 36.1, 9: 27.9, 0: 1e-9}[possible - 1]  # exceeded by chance once in 1000


def test_where_neighbours_must_have_mines_each_is_equally_likely() -> None:
    layouts = Counter(
        tuple(sorted(lay_mines(GameId(3, 2, 3, ZERO, seed), 0))) for seed in range(3000)
    )
    assert set(layouts) == {tuple(sorted({2, 5, near})) for near in (1, 3, 4)}
    assert all(abs(count - 1000) < 100 for count in layouts.values())


def test_every_layout_is_reachable_under_the_rule_none() -> None:
    found = {frozenset(lay_mines(GameId(2, 2, 2, NONE, seed), 0)) for seed in range(200)}
    assert found == {frozenset(pair) for pair in combinations(range(4), 2)}
