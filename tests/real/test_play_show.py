"""``play --show`` marks what it is about to click, and plays as well as without."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from solver_bot.desktop.screen import Screen
from solver_bot.vision.stamps import AMBER, GREEN
from tests.real.conftest import Start
from tests.real.desktop import XDEMINEUR, Desktop, Program, end_group
from tests.real.marked import begun, opened, wait_for_marks
from tests.real.test_overlay import drawn


def play(desktop: Desktop, *options: str) -> subprocess.Popen[bytes]:
    return desktop.start([sys.executable, "-m", "solver_bot", "play", "--show", *options])


def test_games_are_played_to_their_end_with_marks(
    program: Program, start: Start, desktop: Desktop, screen: Screen, tmp_path: Path
) -> None:
    start(program, program.levels[0])
    results = tmp_path / "results.jsonl"
    process = play(desktop, "--games", "2", "--results", str(results))
    seen = 0
    try:
        while process.poll() is None:
            picture = screen.grab()
            seen += drawn(picture, GREEN) + drawn(picture, AMBER) > 0
        assert process.wait() == 0
    finally:
        end_group(process)
    assert seen
    games = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(games) == 2
    assert {game["result"] for game in games} <= {"won", "lost"}
    assert [game["wrong_certain"] for game in games] == [0, 0]
    assert drawn(screen.grab(), GREEN) == 0


GRAB = """
from Xlib import XK, X, display
from Xlib.error import BadAccess, CatchError
d = display.Display()
taken = CatchError(BadAccess)
code = d.keysym_to_keycode(XK.string_to_keysym("w"))
keys = code, X.ControlMask | X.Mod1Mask, False, X.GrabModeAsync, X.GrabModeAsync
d.screen().root.grab_key(*keys, onerror=taken)
d.sync()
print("taken" if taken.get_error() else "free")
"""


def test_the_key_for_reasons_is_left_to_other_programs(
    start: Start, desktop: Desktop, screen: Screen
) -> None:
    """No reasons are told while the bot plays. ``watch`` takes the key."""
    lattice = begun(start, XDEMINEUR, desktop, screen)
    watch = desktop.start([sys.executable, "-m", "solver_bot", "watch"])
    try:
        wait_for_marks(screen, lattice)
        assert key_for_reasons(desktop) == "taken"
    finally:
        end_group(watch)
    process = play(desktop, "--delay", "400")
    try:
        wait_for_marks(screen, lattice)
        assert key_for_reasons(desktop) == "free"
    finally:
        end_group(process)


def key_for_reasons(desktop: Desktop) -> str:
    """Whether another program has the key."""
    environment = desktop.environment() | {"XAUTHORITY": "/dev/null"}
    done = subprocess.run(
        [sys.executable, "-c", GRAB], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]  # Xlib may warn before


def test_a_window_in_front_stops_the_bot_as_it_does_without_marks(
    start: Start, desktop: Desktop, screen: Screen, tmp_path: Path
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    lattice = opened(desktop, screen)
    results = tmp_path / "results.jsonl"
    process = play(desktop, "--delay", "400", "--results", str(results))
    try:
        wait_for_marks(screen, lattice)
        place = game.region()
        start(XDEMINEUR, XDEMINEUR.level("small"), corner=(place.left + 60, place.top + 60))
        process.wait(60)
    finally:
        end_group(process)
    (played,) = [json.loads(line) for line in results.read_text().splitlines()]
    assert played["result"] in {"stopped", "lost"}
    assert played["wrong_certain"] == 0
