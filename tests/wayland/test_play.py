"""The bot plays real programs on a headless sway: with Qt and GTK on Wayland, and one on X11."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from solver_bot.vision.picture import load_picture
from tests.real.desktop import PROGRAMS, XDEMINEUR
from tests.wayland.conftest import Start
from tests.wayland.sway import Sway, play, players

BEGINNERS = {name: program.levels[0] for name, program in PROGRAMS.items()}


@pytest.mark.parametrize("name", BEGINNERS)
def test_five_games_are_played_to_their_end(name: str, start: Start, sway: Sway) -> None:
    level = BEGINNERS[name]
    start(PROGRAMS[name], level)
    done = play(sway, "--games=5", f"--mines={level.mines}", "--backend=wlroots")
    assert done.returncode == 0, done.stdout + done.stderr
    games = json.loads(done.stdout)["games"]
    assert len(games) == 5
    assert all(game["result"] in {"won", "lost"} for game in games)
    assert sum(game["wrong_certain"] for game in games) == 0


def test_an_x11_program_is_played_by_its_window_alone(start: Start, sway: Sway) -> None:
    """It needs nothing of the compositor but its X server, and no package for Wayland."""
    level = BEGINNERS["xdemineur"]
    start(XDEMINEUR, level)
    done = play(sway, "--games=10", f"--mines={level.mines}", "--backend=xwayland")
    assert done.returncode == 0, done.stdout + done.stderr
    games = json.loads(done.stdout)["games"]
    assert all(game["result"] in {"won", "lost"} for game in games)
    assert sum(game["wrong_certain"] for game in games) == 0
    assert "Only windows of X11 programs" in done.stderr


@pytest.mark.parametrize("backend", ["wlroots", "xwayland"])
def test_what_is_annotated_is_the_game_and_not_the_whole_desktop(
    start: Start, sway: Sway, tmp_path: Path, backend: str
) -> None:
    """Only XWayland tells which windows there are. Elsewhere a margin is left around the board."""
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "solver_bot", "annotate", "--screen"),
            *(f"--backend={backend}", "-d", str(tmp_path)),
        ],
        env=players(sway.environment()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    height, width = load_picture(tmp_path / "screen.marked.png").shape[:2]
    window = game.region()
    assert window.width - 40 < width < window.width + 160
    assert window.height - 100 < height < window.height + 240
