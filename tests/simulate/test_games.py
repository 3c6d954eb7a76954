"""Simulated games: the same seed gives the same results, however they are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from solver_bot.board import Board, StartRule
from solver_bot.game.layout import GameId
from solver_bot.simulate import games
from solver_bot.simulate.games import (
    STRATEGIES,
    game_id,
    game_seed,
    play,
    play_all,
    play_chunk,
)
from solver_bot.simulate.tally import Tally
from solver_bot.solve import certain
from solver_bot.solve.odds import Odds, TooWide
from tests.simulate.running import NONE, SAFE, WRONG_USE, ZERO, ran, run, setup

# Games


@pytest.mark.parametrize(
    ("level", "start", "games", "won"),
    [
        ("beginner", SAFE, 300, 277),
        ("beginner", ZERO, 300, 291),
        ("beginner", NONE, 300, 244),
        ("beginner8", SAFE, 300, 239),
        ("intermediate", SAFE, 200, 157),
        ("expert", SAFE, 200, 75),
        ("expert", ZERO, 200, 104),
    ],
)
def test_the_least_likely_mine_wins_an_exact_number_of_games(
    level: str, start: StartRule, games: int, won: int
) -> None:
    assert play_chunk(setup(level, start), 0, games).won.count("1") == won


def test_every_game_of_a_run_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(100)}
    assert len(seeds) == 2000


def test_the_seeds_never_change() -> None:
    assert str(game_id(setup("expert"), 3)) == "30x16n99s#7118570248305656225"


def test_a_game_does_not_depend_on_those_before_it() -> None:
    whole = play_chunk(setup(), 0, 30).won
    assert play_chunk(setup(), 10, 20).won == whole[10:]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_finishes_under_every_rule_and_its_certain_cells_are_right(
    strategy: str,
) -> None:
    for start in StartRule:
        played = play_chunk(setup("intermediate", start, strategy), 0, 20)
        assert set(played.won) == {"0", "1"}
        assert played.wrong_certain == ()


def test_a_board_without_mines_is_won_without_a_guess() -> None:
    played = play(GameId(9, 9, 0, SAFE, 1), STRATEGIES["safest"])
    assert (played.won, played.guesses) == (True, 0)


def test_guesses_are_counted_but_not_the_first_cell() -> None:
    asked: list[Board] = []

    def watched(board: Board, exact: Odds, nodes: int | None) -> int:
        asked.append(board)
        return STRATEGIES["safest"](board, exact, nodes)

    played = [play(game_id(setup("expert"), n), watched) for n in range(10)]
    assert sum(game.guesses for game in played) == len(asked) > 0


def test_the_budget_in_nodes_reaches_the_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = set()

    def watched(board: Board, exact: Odds, nodes: int | None) -> int:
        budgets.add(nodes)
        return STRATEGIES["safest"](board, exact, nodes)

    monkeypatch.setitem(STRATEGIES, "watched", watched)
    play_chunk(replace(setup("expert", strategy="watched"), nodes=77), 0, 5)
    assert 77 in budgets


def test_a_stop_while_workers_start_drops_their_tasks_without_a_warning(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    @contextmanager
    def stopped() -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "_children_deaf", stopped)
    with pytest.raises(KeyboardInterrupt):
        next(play_all([setup()], 10_000, [Tally(setup())], jobs=2))
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []


def test_a_board_too_wide_to_count_is_played_by_single_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_wide(_board: Board) -> Odds:
        raise TooWide("too wide")

    monkeypatch.setattr(certain, "odds", too_wide)
    played = [play(game_id(setup(), n), STRATEGIES["safest"]) for n in range(30)]
    assert any(game.won for game in played)
    assert not any(game.wrong_certain for game in played)


# However it is played


def played(games: int, jobs: int) -> str:
    tally = Tally(setup())
    for part in play_all([setup()], games, [tally], jobs):
        tally.add(part)
    return tally.results.decode()


def test_two_processes_give_the_results_of_one() -> None:
    assert played(600, jobs=2) == played(600, jobs=1) == play_chunk(setup(), 0, 600).won


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster inside this process."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call] # Dask is untyped
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
    ) as local:
        yield local.scheduler_address


def test_a_cluster_gives_the_results_of_one_process(cluster: str) -> None:
    common = ("--level", "beginner", "--games", 700)
    assert ran(*common, "--cluster", cluster) == ran(*common, "--jobs", 1)


def test_a_missing_cluster_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = run("--cluster", "nowhere")
    assert result.exit_code == WRONG_USE
    assert "no Dask cluster at nowhere" in result.stderr
