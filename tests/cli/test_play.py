"""The commands ``play`` and ``watch``, as far as they can be tested without a desktop."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from solver_bot.bot import Area, Bot, Ended, GameResult, NoBoard, Result, Session, Wishes
from solver_bot.cli.session import exit_code, intention, session_facts, summary
from solver_bot.desktop.screen import Region, View
from solver_bot.live.hands import captures
from solver_bot.live.stop import Asked, Stop, stop_keys
from solver_bot.live.table import Scoreboard
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Window

GAME_KEYS = {
    "result", "reason", "seconds", "clicks", "guesses", "wrong_certain", "reaction_ms",
    "3bv", "3bv_solved", "3bv_per_second", "efficiency", "luck",
}  # fmt: skip


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", *arguments],
        capture_output=True,
        text=True,
        env=clean | environment,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can lack a screen")
@pytest.mark.parametrize("command", [["play"], ["watch"], ["read", "--screen"]], ids=" ".join)
def test_without_a_screen_a_sentence_says_so(command: list[str]) -> None:
    done = run(*command)
    assert done.returncode == 6
    assert "DISPLAY" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--region", "1,2,3"],
        ["--region", "0,0,0,10"],
        ["--games", "0"],
        ["--delay", "-1"],
        ["--start", "never"],
        ["--skin", "nothing"],
        ["--monitor", "1", "--region", "0,0,10,10"],
        ["--max-seconds", "0"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_reported(arguments: list[str]) -> None:
    done = run("play", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def played(**wishes: Any) -> Session:
    scene = Window(named_skin("xdemineur"), 9, 9, 10, seed=2)
    wanted = Wishes(**{"mines": 10} | wishes)
    return Bot(scene.hands(), SkinChoice.of(shipped_skins()), wanted).play()


def test_the_json_keeps_the_contract() -> None:
    facts = json.loads(json.dumps(session_facts(played(games=3))))
    assert facts.keys() == {"games", "won", "played", "stopped"}
    assert facts["stopped"] is None
    assert facts["played"] == len(facts["games"]) == 3
    assert facts["won"] == sum(game["result"] == "won" for game in facts["games"])
    assert all(game.keys() == GAME_KEYS for game in facts["games"])


def test_the_json_tells_why_a_session_ended_early() -> None:
    facts = session_facts(played(games=10**6, max_seconds=0.5))
    assert facts["played"] < 10**6
    assert facts["stopped"] == facts["games"][-1]["reason"]
    assert "time limit" in facts["stopped"]


def test_a_dry_run_prints_what_it_would_do_and_does_not_count_as_stopped() -> None:
    session = played(dry_run=True)
    assert exit_code(session) == 0
    assert session_facts(session)["stopped"] is None
    said = intention(session)
    assert said.startswith("It would open row ")
    assert said.endswith(". Nothing was clicked.")
    assert "stopped" not in said


def test_a_dry_run_on_a_finished_game_says_so() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10, seed=2)
    hands = scene.hands()
    assert Bot(hands, SkinChoice.of(shipped_skins()), Wishes(mines=10)).play().games
    session = Bot(hands, SkinChoice.of(shipped_skins()), Wishes(dry_run=True, mines=10)).play()
    assert intention(session).startswith(f"The game is {session.games[0].result}. ")
    assert intention(session).endswith(" Nothing was clicked.")


def test_one_click_and_one_guess_are_written_in_the_singular() -> None:
    session = played(no_guess=True)
    one = replace(session.games[0], clicks=1, guesses=1)
    assert " 1 click, 1 guess, " in summary(Session((one,)))


def test_exit_codes_and_the_summary() -> None:
    assert exit_code(played()) == 0
    assert exit_code(played(games=10**6, max_seconds=0.5)) == 5
    assert exit_code(played(no_guess=True)) == 0
    assert "3 games" in summary(played(games=3))


def test_a_mine_total_that_does_not_fit_is_wrong_use() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        played(mines=5000)


def test_no_board_is_an_error_of_its_own() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10)
    scene.closed = True
    with pytest.raises(NoBoard):
        Bot(scene.hands(), SkinChoice.of(shipped_skins())).play()


class ScaledScreen:
    """A scaled desktop, which has more pixels than mouse coordinates."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        scene = Window(named_skin("kmines"), 9, 9, 10, desktop=(1500, 900))
        self.whole = scene.capture(None)
        self.region = Region(-40, 20, round(1500 / scale), round(900 / scale))

    def grab(self, region: Region) -> Picture:
        left = round((region.left - self.region.left) * self.scale)
        top = round((region.top - self.region.top) * self.scale)
        width, height = round(region.width * self.scale), round(region.height * self.scale)
        return self.whole[top : top + height, left : left + width]


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_areas_are_captured_to_the_pixel_on_scaled_desktops(scale: float) -> None:
    screen = ScaledScreen(scale)
    view = View.of(screen.region, screen.whole)
    capture = captures(screen, view)  # type: ignore[arg-type] # it only grabs
    for area in (Area(80, 50, 340, 310), Area(81, 53, 342, 311), Area(0, 0, 7, 9)):
        expected = screen.whole[area.top : area.bottom, area.left : area.right]
        assert (capture(area) == expected).all()


def test_control_c_asks_to_stop() -> None:
    import signal

    with stop_keys() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.reason == "Ctrl-C was pressed."
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_escape_in_the_terminal_asks_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        with stop_keys() as stop:
            os.write(ours, b"\x1b[A")  # an arrow key is not Esc
            time.sleep(0.3)
            assert stop.reason is None
            os.write(ours, b"\x1b")
            end = time.monotonic() + 60
            while stop.reason is None and time.monotonic() < end:
                time.sleep(0.01)
        assert stop.reason == "Esc was pressed."
    os.close(ours)


def test_a_key_that_was_just_pressed_is_heard_before_the_next_click(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that reads keys has not come to its turn, because this one never pauses."""
    import pty

    ours, theirs = pty.openpty()
    between = sys.getswitchinterval()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        with stop_keys() as stop:
            sys.setswitchinterval(0.04)
            try:
                assert stop.heard() is None
                os.write(ours, b"\x1b")
                # The system passes it on a little later, on a busy machine.
                end = time.monotonic() + 60
                while not (stop.is_unread() or stop.reason) and time.monotonic() < end:
                    pass
                assert stop.heard() == "Esc was pressed."
            finally:
                sys.setswitchinterval(between)
    os.close(ours)


def test_a_computation_is_interrupted_at_once() -> None:
    import signal

    with stop_keys() as stop:
        with pytest.raises(Asked, match="The program was told to end"), stop.thinking():
            signal.raise_signal(signal.SIGTERM)
        assert stop.reason == "The program was told to end."


def test_nothing_but_a_computation_is_interrupted() -> None:
    import signal

    with stop_keys() as stop:
        with stop.thinking():
            pass
        signal.raise_signal(signal.SIGTERM)
        assert stop.reason == "The program was told to end."


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signals to threads")
def test_a_stop_from_another_thread_interrupts_a_computation() -> None:
    with stop_keys() as stop:
        asker = threading.Timer(0.1, stop.ask, ["Esc was pressed."])
        asker.start()
        with pytest.raises(Asked, match="Esc was pressed"), stop.thinking():
            sum(1 for _ in iter(int, 1))  # it would go on for ever


def test_no_computation_begins_after_a_stop() -> None:
    stop = Stop()
    stop.ask("one")
    with pytest.raises(Asked, match="one"), stop.thinking():
        pass


def test_only_the_first_reason_to_stop_counts() -> None:
    stop = Stop()
    stop.ask("one")
    stop.ask("two")
    assert stop.reason == "one"


def said_of(result: GameResult, games: int) -> str:
    """The output while ``games`` games are played of which the first ends with ``result``."""
    out = io.StringIO()
    Scoreboard(Console(file=out), games).note(Ended(1, result))
    return out.getvalue()


def test_only_the_summary_reports_a_single_game_without_a_click() -> None:
    over = replace(played(dry_run=True).games[0], result=Result.WON)
    assert said_of(over, games=1) == ""
    assert said_of(over, games=2).startswith("Game 1: won")
    assert said_of(replace(over, clicks=1), games=1).startswith("Game 1: won")
