"""Best times: which games count, and what becomes of the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver_bot.board import StartRule
from solver_bot.game.engine import Rules
from solver_bot.game.layout import GameId, given_mines
from solver_bot.game.match import FairPlay, Match
from solver_bot.practice.best_times import Best, BestTimesError, load, note_time

LEVEL = "4x1n1s"


def ended(
    seconds: float, *opened: int, rules: Rules | None = None, fair: FairPlay | None = None
) -> Match:
    """A game on ``.*..`` whose cells were opened in this order, and which took so long."""
    times: Iterator[float] = iter([0.0])
    match = Match(
        GameId(4, 1, 1, StartRule.SAFE, 0),
        rules or Rules(),
        fair or FairPlay(),
        clock=lambda: next(times, seconds),
        lay=given_mines([1]),
    )
    for cell in opened:
        match.uncover(cell)
    return match


def won(seconds: float) -> Match:
    return ended(seconds, 3, 0)


def test_the_first_win_of_a_level_is_its_best_time(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "best.json"
    assert note_time(won(12.5), file) == Best(12.5, None)
    assert load(file) == {LEVEL: 12.5}


def test_a_better_time_replaces_it_and_a_worse_one_does_not(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    note_time(won(12.5), file)
    assert note_time(won(20), file) == Best(12.5, 12.5)
    best = note_time(won(11), file)
    assert best == Best(11, 12.5)
    assert best.is_new
    assert load(file) == {LEVEL: 11}


def test_a_time_is_rounded_once_so_the_window_tells_the_same_time(tmp_path: Path) -> None:
    best = note_time(won(1.3151), tmp_path / "best.json")
    assert best is not None
    assert f"{best.seconds:.2f}" == "1.32"


def test_other_levels_keep_theirs(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    file.write_text('{"9x9n10s": 3}')
    note_time(won(12.5), file)
    assert load(file) == {"9x9n10s": 3, LEVEL: 12.5}
    assert [path.name for path in tmp_path.iterdir()] == ["best.json"]


def test_boards_that_need_no_guess_are_a_level_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    note_time(ended(2, 3, 0, fair=FairPlay(no_guess=True)), file)
    assert load(file) == {f"{LEVEL} no-guess": 2}


def hinted() -> Match:
    match = ended(1, 3)
    match.hint()
    return match


def played_again() -> Match:
    match = won(5).again()
    match.uncover(0)
    return match


@pytest.mark.parametrize(
    "match",
    [
        ended(1, 3),
        ended(1, 3, 1),
        ended(1, 3, 0, rules=Rules(lives=2)),
        ended(1, 3, 0, fair=FairPlay(kind=True)),
        ended(1, 3, 0, fair=FairPlay(assist=True)),
        hinted(),
        played_again(),
    ],
    ids=["goes on", "lost", "lives", "kind", "assist", "hint", "again"],
)
def test_what_was_not_won_alone_does_not_count(match: Match, tmp_path: Path) -> None:
    assert note_time(match, tmp_path / "best.json") is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"9x9n10s": "fast"}', '{"a": -1}', '{"a": NaN}'])
def test_a_damaged_file_is_reported_and_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    file.write_text(text)
    with pytest.raises(BestTimesError, match="damaged"):
        note_time(won(1), file)
    assert file.read_text() == text


def test_a_file_that_can_not_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(BestTimesError, match=r"can't be (read|written)"):
        note_time(won(1), tmp_path / "folder" / "best.json")


def test_nothing_is_written_without_a_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    assert note_time(won(1), home / ".local" / "best.json") is None
    assert not home.exists()


def test_the_file_is_plain_json(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    note_time(won(12.5), file)
    assert json.loads(file.read_text()) == {LEVEL: 12.5}
