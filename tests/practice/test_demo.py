"""The demo: the bot finds the practice window on the screen, reads it and plays it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence

import pytest

from solver_bot.board import COVERED, Outcome
from solver_bot.cli.demo import _pace
from solver_bot.desktop.screen import Screen
from solver_bot.game.levels import named_level
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import shipped_skins
from tests.practice.table import Open
from tests.real.desktop import PATIENCE, Desktop, end_group, wait_until

TITLE = "solver-bot: practice"


def demo(desktop: Desktop, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "solver_bot", "demo", *options]
    return subprocess.run(
        command,
        env=desktop.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def practice_windows(desktop: Desktop) -> Sequence[str]:
    return [window for window, title in desktop.windows().items() if title == TITLE]


def test_the_bot_plays_the_practice_window_and_wins_where_nothing_is_left_to_luck(
    desktop: Desktop,
) -> None:
    desktop.park()
    done = demo(desktop, "--games", "5", "--no-guess", "--delay", "0", "--json")
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert (facts["played"], facts["won"]) == (5, 5)
    assert [game["guesses"] for game in facts["games"]] == [0] * 5
    assert sum(game["wrong_certain"] for game in facts["games"]) == 0
    said = done.stderr.splitlines()
    assert "Opening the practice window: beginner, 10 mines ..." in said
    assert any(line.startswith("Found classic, 9x9 cells") for line in said)
    assert said[-1] == "The practice window is closed."
    assert practice_windows(desktop) == []


def test_the_window_goes_even_if_the_demo_is_killed(desktop: Desktop) -> None:
    desktop.park()
    process = desktop.start([sys.executable, "-m", "solver_bot", "demo", "--games", "99"])
    try:
        wait_until(lambda: practice_windows(desktop), "the window")
        process.kill()
        wait_until(lambda: not practice_windows(desktop), "the window's end")
    finally:
        end_group(process)


@pytest.mark.parametrize("how", ["the window is closed", "Ctrl-C", "the time is over"])
def test_the_last_board_stays_until_it_has_been_seen(how: str, desktop: Desktop) -> None:
    desktop.park()
    stay = "3" if how == "the time is over" else "600"
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "demo", "--delay", "0", "--stay", stay],
        env=desktop.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stderr
        assert any(line.startswith("The window stays for") for line in process.stderr)
        (window,) = practice_windows(desktop)
        with Screen() as screen:
            (shown,) = read(screen.grab(), shipped_skins())
        assert shown.board.outcome() is Outcome.LOST or shown.board.count({COVERED}) == 10
        if how == "the window is closed":
            desktop.run("wmctrl", "-i", "-c", window)
        elif how == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1] == "The practice window is closed.\n"
        assert process.returncode == 0
        assert practice_windows(desktop) == []
    finally:
        process.kill()
        process.communicate()


def test_a_larger_board_is_played_at_a_faster_pace() -> None:
    levels = ("8x8n10", "beginner", "intermediate", "expert", "100x100n900")
    assert [_pace(named_level(level)) for level in levels] == [400, 400, 200, 120, 120]


def test_a_board_of_this_look_that_is_there_already_is_not_touched(
    desktop: Desktop, open_table: Open
) -> None:
    table = open_table("9x9n10z#4")
    table.shown()
    done = demo(desktop)
    assert done.returncode == 5
    assert done.stderr == (
        "A board of this look is on the screen already. Hide it, and try demo again.\n"
    )
    assert table.match.first is None


@pytest.mark.parametrize("command", ["demo", "practice"])
def test_without_a_display_the_message_says_so(command: str, desktop: Desktop) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", command],
        env=desktop.environment() | {"DISPLAY": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 6
    assert len(done.stderr.splitlines()) == 1
