"""Simulated games: the same seed gives the same results, however they are played and counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from solver_bot import simulate
from solver_bot.board import Board, StartRule
from solver_bot.cli import commands
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.published import PUBLISHED, published
from solver_bot.simulate import (
    LEVELS,
    STRATEGIES,
    fingerprint,
    game_id,
    game_seed,
    named_level,
    play,
    play_all,
    play_chunk,
)
from solver_bot.solve.odds import Contradiction, Odds, TooWide, odds
from solver_bot.tally import (
    Chunk,
    Level,
    Setup,
    Tally,
    TallyError,
    append,
    compare,
    cut,
    load,
    mcnemar,
    parse_line,
    summaries,
    tallies,
    wilson,
)

SAFE, ZERO, NONE = StartRule
DONE, WRONG_CERTAIN, WRONG_USE = 0, 1, 2
CONTRACT = {"level", "start", "games", "won", "win_rate", "low", "high", "cpu_ms_per_game"}


def setup(level: str = "beginner", start: StartRule = SAFE, strategy: str = "safest") -> Setup:
    return Setup(LEVELS[level], start, strategy, None, 1)


def chunk(won: str, first: int = 0, what: Setup | None = None) -> Chunk:
    return Chunk(what or setup(), "abcd", first, won, 2 * len(won), (), 0.5)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["simulate", *map(str, arguments)])


def ran(*arguments: object) -> dict[str, Any]:
    """What a run prints as JSON, without the time, which is never the same twice."""
    result = run(*arguments, "--json")
    assert result.exit_code == DONE, result.stderr
    facts: dict[str, Any] = json.loads(result.stdout)
    for one in facts.get("runs", [facts]):
        del one["cpu_ms_per_game"]
    return facts


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
def test_so_many_games_are_won_with_the_least_likely_mine(
    level: str, start: StartRule, games: int, won: int
) -> None:
    assert play_chunk(setup(level, start), 0, games).won.count("1") == won


def test_every_game_of_a_run_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(100)}
    assert len(seeds) == 2000


def test_the_seeds_stay_what_they_are() -> None:
    assert str(game_id(setup("expert"), 3)) == "30x16n99s#7118570248305656225"


def test_a_game_does_not_depend_on_those_before_it() -> None:
    whole = play_chunk(setup(), 0, 30).won
    assert play_chunk(setup(), 10, 20).won == whole[10:]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_plays_every_rule_to_the_end_and_is_never_wrong_where_it_is_certain(
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


def test_a_board_too_wide_to_count_is_played_by_single_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_wide(_board: Board) -> Odds:
        raise TooWide("too wide")

    monkeypatch.setattr(simulate, "odds", too_wide)
    played = [play(game_id(setup(), n), STRATEGIES["safest"]) for n in range(30)]
    assert any(game.won for game in played)
    assert not any(game.wrong_certain for game in played)


# Levels


def test_a_level_has_a_name_or_is_told_by_size_and_mines() -> None:
    assert named_level("expert") == Level("expert", 30, 16, 99)
    assert named_level("20x10n30") == Level("20x10n30", 20, 10, 30)


@pytest.mark.parametrize("name", ["hard", "20x10", "3x3n9", "0x4n0", ""])
def test_a_level_that_is_none_is_wrong_use(name: str) -> None:
    result = run("--level", name)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    assert "--level" in result.stderr


# However it is played


def played(games: int, jobs: int) -> str:
    tally = Tally(setup())
    for part in play_all([setup()], games, [tally], jobs):
        tally.add(part)
    return tally.results.decode()


def test_two_processes_find_what_one_finds() -> None:
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


def test_a_cluster_finds_what_one_process_finds(cluster: str) -> None:
    common = ("--level", "beginner", "--games", 700)
    assert ran(*common, "--cluster", cluster) == ran(*common, "--jobs", 1)


def test_a_cluster_that_is_not_there_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = run("--cluster", "nowhere")
    assert result.exit_code == WRONG_USE
    assert "no Dask cluster at nowhere" in result.stderr


# Files of results


def test_a_line_of_a_file_holds_a_chunk_whole() -> None:
    one = replace(chunk("0110", 40), wrong_certain=(41,))
    assert parse_line(one.line()) == one


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"level": "expert"', "null"])
def test_a_line_that_holds_no_results_is_refused(text: str) -> None:
    with pytest.raises(TallyError):
        parse_line(text)


@given(st.integers(0, 400))
def test_a_line_cut_anywhere_is_refused_or_whole(end: int) -> None:
    line = chunk("0110", 40).line()
    if end < len(line):
        with pytest.raises(TallyError):
            parse_line(line[:end])


def test_no_file_holds_no_results(tmp_path: Path) -> None:
    assert load(tmp_path / "none") == ([], 0)


def test_after_a_line_that_was_cut_off_the_next_stands_on_its_own(tmp_path: Path) -> None:
    path = tmp_path / "results"
    append(path, chunk("01"))
    path.write_text(path.read_text() + chunk("11", 2).line()[:40])
    append(path, chunk("00", 4))
    assert load(path) == ([chunk("01"), chunk("00", 4)], 1)


def test_a_run_that_was_cut_off_in_the_middle_of_a_line_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results"
    whole = ran("--games", 250, "--jobs", 1, "--save", path)
    text = path.read_text()
    first, second, _third = text.splitlines(keepends=True)
    path.write_text(first + second[: len(second) // 2])

    result = run("--games", 250, "--jobs", 1, "--save", path, "--json")
    again = json.loads(result.stdout)
    again.pop("cpu_ms_per_game")
    assert again | {"guesses_per_game": 0} == whole | {"guesses_per_game": 0}
    assert "A line of" in result.stderr
    assert "100 games are in" in result.stderr
    assert path.read_text().startswith(first)
    assert sum(len(part.won) for part in load(path)[0]) == 250


def test_what_a_file_holds_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    ran("--level", "beginner", "--games", 60, "--save", path)
    before = path.read_bytes()
    shorter = ran("--level", "beginner", "--games", 40, "--save", path)
    assert path.read_bytes() == before
    assert shorter["won"] == ran("--level", "beginner", "--games", 40)["won"]


def test_a_longer_run_plays_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "results"
    ran("--level", "beginner", "--games", 60, "--save", path)
    longer = ran("--level", "beginner", "--games", 100, "--save", path)
    assert longer == ran("--level", "beginner", "--games", 100)
    assert [part.first for part in load(path)[0]] == [0, 60]


def test_results_of_another_solver_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    append(path, chunk("0" * 50, 0, setup(strategy="best")))
    result = run("--level", "beginner", "--games", 50, "--save", path, "--json")
    assert json.loads(result.stdout)["won"] > 40
    assert "another version of the solver" in result.stderr


def test_the_fingerprint_is_of_this_solver_only() -> None:
    assert fingerprint() == play_chunk(setup(), 0, 1).solver != "abcd"


def test_a_file_that_cannot_be_written_is_said_before_a_game_is_lost(tmp_path: Path) -> None:
    result = run("--games", 5, "--save", tmp_path / "missing" / "results")
    assert result.exit_code == WRONG_USE
    assert "can't be written" in result.stderr


# Counting


def test_chunks_are_counted_by_setup() -> None:
    expert = setup("expert")
    first, second = tallies([chunk("01"), chunk("1", 0, expert), chunk("11", 2)])
    assert [tally.results.decode() for tally in (first, second)] == ["0111", "1"]


def test_a_game_known_twice_counts_once() -> None:
    (tally,) = tallies([chunk("0110"), chunk("101", 2)])
    (summary,) = summaries([tally])
    assert (summary.games, summary.won) == (5, 3)
    assert (summary.guesses_per_game, summary.cpu_ms_per_game) == (2, 1000 / 7)


def test_a_game_won_once_and_lost_once_is_refused() -> None:
    with pytest.raises(TallyError, match=r"game 2 of seed 1 .* was won once and lost once"):
        tallies([chunk("0110"), chunk("0", 2)])


def test_gaps_are_what_is_not_known_in_pieces() -> None:
    (tally,) = tallies([chunk("01", 3), chunk("0", 7)])
    assert list(tally.gaps(12, 2)) == [(0, 2), (2, 1), (5, 2), (8, 2), (10, 2)]
    assert list(tally.gaps(4, 9)) == [(0, 3)]


def test_runs_with_other_seeds_are_put_together() -> None:
    other = replace(setup(), seed=2)
    (summary,) = summaries(tallies([chunk("01"), chunk("111", 0, other)]))
    assert (summary.games, summary.won) == (5, 4)


def test_of_a_chunk_only_the_games_asked_for_count() -> None:
    part = replace(chunk("0110", 10), wrong_certain=(10, 13))
    assert cut(part, 10) is None
    assert cut(part, 12) == replace(
        part, won="01", guesses=4, cpu_seconds=0.25, wrong_certain=(10,)
    )
    assert cut(part, 99) == part


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    """The last line is the worked example of R. G. Newcombe (1998), method 3."""
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


# Comparing


def test_only_games_that_one_alone_won_tell_strategies_apart() -> None:
    first, second = tallies([chunk("110010"), chunk("010100", 0, setup(strategy="plain"))])
    found = compare(first, second)
    assert (found.games, found.only_first, found.only_second) == (6, 2, 1)
    assert found.difference == pytest.approx(1 / 6)
    assert found.low < 0 < found.high


def test_equal_results_have_no_difference_but_still_an_interval() -> None:
    first, second = tallies([chunk("10" * 50), chunk("10" * 50, 0, setup(strategy="plain"))])
    found = compare(first, second)
    assert (found.difference, found.p_value) == (0, 1)
    assert -0.03 < found.low < 0 < found.high < 0.03


@pytest.mark.parametrize(
    ("ours", "theirs", "p"), [(0, 0, 1), (5, 5, 1), (5, 0, 2 / 32), (1, 9, 22 / 1024)]
)
def test_mcnemars_test_is_a_fair_coins(ours: int, theirs: int, p: float) -> None:
    assert mcnemar(ours, theirs) == pytest.approx(p) == mcnemar(theirs, ours)


def test_two_strategies_play_the_same_mines() -> None:
    facts = ran("--level", "intermediate", "--games", 120, "--jobs", 1, "--compare", "plain")
    best, plain = facts["runs"]
    found = facts["comparison"]
    alone = ran("--level", "intermediate", "--games", 120, "--jobs", 1, "--strategy", "plain")
    assert (best["strategy"], plain) == ("best", alone)
    assert found["games"] == 120
    assert found["only_first"] - found["only_second"] == best["won"] - plain["won"]
    assert found["low"] < found["difference"] < found["high"]


def test_a_comparison_is_told_in_words() -> None:
    result = run("--level", "beginner", "--games", 60, "--jobs", 1, "--compare", "plain:5")
    assert "On the same 60 games best won" in result.stdout
    assert "plain:5" in result.stdout


@pytest.mark.parametrize("other", ["best", "nobody", "plain:x", "plain:0", ""])
def test_a_comparison_with_itself_or_nobody_is_wrong_use(other: str) -> None:
    result = run("--games", 5, "--compare", other)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")


# The command


def test_one_run_is_one_json_object_with_the_keys_of_the_contract() -> None:
    facts = json.loads(run("--level", "beginner", "--games", 50, "--jobs", 1, "--json").stdout)
    assert facts.keys() >= CONTRACT
    assert (facts["level"], facts["start"], facts["games"]) == ("beginner", "safe", 50)
    assert facts["win_rate"] == facts["won"] / 50
    assert facts["low"] < facts["win_rate"] < facts["high"]
    assert facts["cpu_ms_per_game"] > 0
    assert facts["wrong_certain"] == 0


def test_people_get_a_table_and_what_others_reach() -> None:
    result = run("--level", "beginner", "--games", 50, "--jobs", 1)
    assert result.exit_code == DONE
    assert "of 50" in result.stdout
    assert "91.69 % (PSEQ-D256)" in result.stdout
    assert max(map(len, result.stdout.splitlines()[:5])) <= 80


def test_workers_with_another_version_of_the_solver_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulate, "play_chunk", lambda *_: chunk("01"))
    result = run("--level", "beginner", "--games", 2)
    assert result.exit_code == WRONG_USE
    assert "another version of the solver" in result.stderr


def test_the_help_names_every_strategy() -> None:
    text = run("--help").stdout
    assert all(name in text for name in STRATEGIES)


def test_files_are_counted_together(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    common = ("--level", "beginner", "--games", 50, "--jobs", 1)
    one = ran(*common, "--save", first)
    two = ran(*common, "--seed", 2, "--save", second)
    both = ran("--merge", first, second, first)
    assert (both["games"], both["won"]) == (100, one["won"] + two["won"])


def test_files_of_several_levels_give_a_run_each(tmp_path: Path) -> None:
    path = tmp_path / "results"
    one = ran("--level", "beginner", "--games", 20, "--jobs", 1, "--save", path)
    two = ran("--level", "beginner8", "--games", 20, "--jobs", 1, "--save", path)
    assert ran("--merge", path)["runs"] == [one, two]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--merge",),
        ("results",),
        ("--merge", "results", "--save", "other"),
        ("--merge", "missing"),
        ("--games", 0),
        ("--strategy", "nobody"),
    ],
)
def test_wrong_use_is_told_apart(arguments: tuple[object, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    assert result.stderr


def test_a_safe_cell_that_is_a_mine_fails_the_run_and_names_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board shown is another game's, so that what it proves is wrong here."""
    view = Game.view

    def lying(game: Game) -> Board:
        board = view(game)
        return replace(board, cells=bytes(2 if code == 3 else code for code in board.cells))

    monkeypatch.setattr(Game, "view", lying)
    monkeypatch.setattr(simulate, "odds", forgiving(odds))
    result = run("--level", "intermediate", "--games", 30, "--jobs", 1, "--json")
    assert result.exit_code == WRONG_CERTAIN
    assert json.loads(result.stdout)["wrong_certain"] > 0
    assert "a cell called safe was a mine" in result.stderr
    assert "16x16n40s#" in result.stderr


def forgiving(count: Callable[[Board], Odds]) -> Callable[[Board], Odds]:
    """Odds for which a contradiction is a board too wide to count."""

    def forgive(board: Board) -> Odds:
        try:
            return count(board)
        except Contradiction:
            raise TooWide("it contradicts itself") from None

    return forgive


def test_ctrl_c_ends_a_run_that_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "results"
    script = (
        "import os, signal, sys, threading, time\n"
        "from pathlib import Path\n"
        "from solver_bot.cli import commands\n"
        "def press():\n"
        f"    while not Path({str(path)!r}).exists(): time.sleep(0.05)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=press, daemon=True).start()\n"
        f"commands(['simulate', '--games', '1000000', '--jobs', '2', '--save', {str(path)!r}])\n"
    )
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == (
        f"Stopped. What was played is in {path}; the same command goes on from there.\n"
    )
    assert sum(len(part.won) for part in load(path)[0]) >= 100


# The plot


def test_the_plot_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    assert run("--level", "beginner", "--games", 50, "--jobs", 1, "--plot", path).exit_code == DONE
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert len(picture.convert("RGB").getcolors(1_000_000) or []) > 20


def test_a_plot_that_cannot_be_written_is_said_before_playing(tmp_path: Path) -> None:
    result = run("--games", 10**6, "--plot", tmp_path / "missing" / "plot.png")
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")


def test_published_figures_are_shares_of_levels_there_are() -> None:
    assert all(0 < figure.win_rate < 1 and figure.level in LEVELS for figure in PUBLISHED)
    assert {figure.system for figure in published("expert", ZERO)} == {
        "D. Hill's solver", "PSEQ-D256",
    }  # fmt: skip
