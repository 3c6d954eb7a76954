"""Whole sessions against a simulated window, in every skin."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver_bot.board import (
    COVERED,
    FLAG,
)
from solver_bot.bot import (
    Action,
    Bot,
    Ended,
    Event,
    Result,
    Said,
    Wishes,
)
from solver_bot.bot.finder import UNKNOWN_TOTAL
from solver_bot.bot.game import WAITS
from solver_bot.live.recording import Recorder, replay
from solver_bot.vision.extract import read
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.bot.playing import (
    SKINS,
    SMALL,
    decisions,
    odds_safe,
    play,
    play_before_the_solver,
    window,
)
from tests.simulated import Habits, Window


def test_the_scan_loop_plays_until_the_solver_is_ready() -> None:
    session, told, opened = play_before_the_solver(window(seed=2), 60)
    assert session.halted is None
    assert session.games[0].wrong_certain == 0
    assert opened > 1
    assert Said(WAITS) in told


def test_a_stop_ends_the_wait_for_the_solver() -> None:
    scene = window(seed=2)
    hands = replace(
        scene.hands(),
        can_count=lambda: False,
        halt=lambda: "Esc was pressed." if scene.now > 20 else None,
    )
    session = Bot(hands, SkinChoice.of(shipped_skins()), Wishes(mines=10)).play()
    assert session.halted == "Esc was pressed."
    assert scene.clicks


@pytest.mark.parametrize("name", SKINS)
@pytest.mark.parametrize("level", [SMALL, (16, 16, 40), (30, 16, 99)], ids=str)
def test_games_are_played_to_their_end_without_a_wrong_certain_cell(
    name: str, level: tuple[int, int, int]
) -> None:
    scene = window(name, level, habits=Habits(dialog=bool(named_skin(name).program.dismiss)))
    session, told = play(scene, games=8)
    assert session.halted is None
    assert len(session.games) == scene.games == 8
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0
    announced = [d for d in decisions(told) if d.decision.action is Action.GUESS]
    assert len(announced) == sum(game.guesses for game in session.games)
    for event in announced:
        assert event.decision.odds is not None
        assert not odds_safe(event.board)


@pytest.mark.parametrize("name", SKINS)
def test_every_reported_result_is_true(name: str) -> None:
    for seed in range(12):
        scene = window(name, seed=seed)
        session, _ = play(scene)
        assert (session.games[0].result is Result.WON) == scene.truth.won
        assert scene.truth.over


ALL = (-30, -30, 130, 130)
"""A message that hides the whole board and more."""


@pytest.mark.parametrize("name", ["kmines", "gnome-mines", "xdemineur"])
def test_wrong_flags_of_the_player_do_not_mislead_the_bot(name: str) -> None:
    for seed in range(8):
        scene = window(name, (16, 16, 40), seed=seed, habits=Habits(chords=True))
        scene.truth.open(7 * 16 + 7)
        safe = [
            cell
            for cell in range(256)
            if scene.truth.cells[cell] == COVERED and cell not in (scene.truth.layout or ())
        ]
        for cell in safe[::9]:
            scene.truth.cells[cell] = FLAG
        scene.show(bytes(scene.truth.cells))
        session, _ = play(scene)
        assert session.games[0].wrong_certain == 0
        assert session.games[0].result is not Result.STOPPED


def test_with_flags_all_mines_and_nothing_else_are_flagged() -> None:
    scene = window("kmines", (16, 16, 40), seed=2)
    session, _ = play(scene, flags=True)
    layout = scene.truth.layout or frozenset()
    flagged = {cell for button, cell in scene.clicks if button == "flag"}
    assert flagged
    assert flagged <= layout
    assert session.games[0].wrong_certain == 0


def test_with_no_guess_the_game_stops_when_nothing_is_certain() -> None:
    results = [play(window(seed=seed), no_guess=True)[0] for seed in range(10)]
    games = [session.games[0] for session in results]
    assert sum(game.guesses for game in games) == 0
    assert all(game.result is not Result.LOST for game in games)
    stopped = [game for game in games if game.result is Result.STOPPED]
    assert stopped
    assert all("Nothing is certain" in game.reason for game in stopped)
    assert all(session.halted is None for session in results)


def test_a_dry_run_touches_nothing() -> None:
    scene = window()
    session, told = play(scene, dry_run=True)
    assert (scene.clicks, scene.keys) == ([], [])
    assert decisions(told)
    assert session.games[0].result is Result.STOPPED
    assert "it would open row" in session.games[0].reason


def test_the_time_limit_ends_the_session() -> None:
    session, _ = play(window(), games=10_000, max_seconds=3)
    assert session.games[-1].result is Result.STOPPED
    assert "time limit" in session.games[-1].reason
    assert session.halted


def test_the_stop_key_ends_the_session_before_the_next_click() -> None:
    scene = window("kmines", (30, 16, 99))

    def halt() -> str | None:
        return "Esc was pressed." if len(scene.clicks) >= 5 else None

    session = Bot(scene.hands(halt), SkinChoice.of(shipped_skins()), Wishes(games=3)).play()
    assert len(scene.clicks) == 5
    assert session.halted == session.games[-1].reason == "Esc was pressed."


def test_without_the_mine_total_no_claim_depends_on_it() -> None:
    results = []
    for seed in range(10):
        scene = Window(named_skin("xdemineur"), 14, 11, 20, seed=seed)
        told: list[Event] = []
        session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=told.append).play()
        assert Said(UNKNOWN_TOTAL) in told
        assert session.games[0].wrong_certain == 0
        assert session.halted is None
        results.append(session.games[0])
        assert (session.games[0].result is Result.WON) == scene.truth.won
    assert all(game.result is not Result.STOPPED for game in results)


def test_an_impossible_board_is_reported_as_such() -> None:
    scene = window("xdemineur")
    cells = bytearray([COVERED]) * 81
    cells[0], cells[1], cells[9], cells[10] = 1, 1, 8, 1
    scene.show(bytes(cells))
    session, _ = play(scene)
    assert session.impossible
    assert "contradicts" in session.games[0].reason


def test_the_record_can_be_played_back(tmp_path: Path) -> None:
    scene = window("kmines", (16, 16, 40), seed=6)
    with Recorder(tmp_path) as recorder:
        Bot(scene.hands(), SkinChoice.of(shipped_skins()), Wishes(), recorder.note).play()
    entries = list(replay(tmp_path))
    assert len(entries) > 5
    for entry in entries:
        (seen,) = read(load_picture(entry.path), shipped_skins())
        assert seen.board.rows() == entry.board.rows()
        assert seen.skin.name == entry.skin == "kmines"


def test_every_game_is_reported() -> None:
    session, told = play(window(), games=3)
    assert [e.result for e in told if isinstance(e, Ended)] == list(session.games)
