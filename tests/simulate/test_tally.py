"""Results: kept in files, counted, compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver_bot.simulate.games import fingerprint, play_chunk
from solver_bot.simulate.tally import (
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
from tests.simulate.running import WRONG_USE, chunk, ran, run, setup

# Files of results


def test_a_line_of_a_file_holds_a_whole_chunk() -> None:
    one = replace(chunk("0110", 40), wrong_certain=(41,))
    assert parse_line(one.line()) == one


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"level": "expert"', "null"])
def test_a_line_that_holds_no_results_is_refused(text: str) -> None:
    with pytest.raises(TallyError):
        parse_line(text)


@given(st.integers(0, 400))
def test_a_line_cut_off_anywhere_is_refused_or_whole(end: int) -> None:
    line = chunk("0110", 40).line()
    if end < len(line):
        with pytest.raises(TallyError):
            parse_line(line[:end])


def test_no_file_holds_no_results(tmp_path: Path) -> None:
    assert load(tmp_path / "none") == ([], 0)


def test_a_file_whose_only_line_was_cut_off_counts_as_results(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(chunk("11").line()[:40])
    assert load(path) == ([], 1)


@pytest.mark.parametrize("text", ["some notes\n", "{}\n", '{"result": "won"}\n'])
def test_a_file_of_something_else_is_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text(text)
    with pytest.raises(TallyError, match="does not hold results"):
        load(tmp_path / "notes")


def test_a_line_after_one_that_was_cut_off_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "results"
    append(path, chunk("01"))
    path.write_text(path.read_text() + chunk("11", 2).line()[:40])
    append(path, chunk("00", 4))
    assert load(path) == ([chunk("01"), chunk("00", 4)], 1)


def test_a_run_that_was_cut_off_within_a_line_can_be_resumed(tmp_path: Path) -> None:
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


def test_games_in_a_file_are_not_played_again(tmp_path: Path) -> None:
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


def test_a_file_that_cannot_be_written_is_reported_before_playing(tmp_path: Path) -> None:
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


def test_gaps_are_the_unknown_games_in_pieces() -> None:
    (tally,) = tallies([chunk("01", 3), chunk("0", 7)])
    assert list(tally.gaps(12, 2)) == [(0, 2), (2, 1), (5, 2), (8, 2), (10, 2)]
    assert list(tally.gaps(4, 9)) == [(0, 3)]


def test_runs_with_different_seeds_are_added_up() -> None:
    other = replace(setup(), seed=2)
    (summary,) = summaries(tallies([chunk("01"), chunk("111", 0, other)]))
    assert (summary.games, summary.won) == (5, 4)


def test_only_the_games_asked_for_count_of_a_chunk() -> None:
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


def test_only_games_won_by_one_strategy_alone_tell_them_apart() -> None:
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
def test_mcnemars_test_is_that_of_a_fair_coin(ours: int, theirs: int, p: float) -> None:
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


def test_a_comparison_is_described_in_words() -> None:
    result = run("--level", "beginner", "--games", 60, "--jobs", 1, "--compare", "plain:5")
    assert "On the same 60 games best won" in result.stdout
    assert "plain:5" in result.stdout


@pytest.mark.parametrize("other", ["best", "nobody", "plain:x", "plain:0", ""])
def test_a_comparison_with_itself_or_nobody_is_wrong_use(other: str) -> None:
    result = run("--games", 5, "--compare", other)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
