"""The command ``practice``."""

from __future__ import annotations

import subprocess
import sys
import tkinter
from pathlib import Path

from tests.real.desktop import PATIENCE, Desktop, end_group, wait_until


def practice(
    desktop: Desktop, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "practice", *options],
        env=desktop.environment() | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_without_a_display_the_window_is_refused_in_a_sentence(desktop: Desktop) -> None:
    done = practice(desktop, DISPLAY="")
    assert done.returncode == 6
    assert len(done.stderr.splitlines()) == 1
    assert "--terminal" in done.stderr


def test_a_game_too_large_for_the_window_is_refused_in_a_sentence(desktop: Desktop) -> None:
    done = practice(desktop, "--game", "101x5n1s#1")
    assert done.returncode == 2
    assert "A board has at most 100 rows and 100 columns here." in done.stderr


def test_without_tkinter_it_is_said_what_to_install(desktop: Desktop, tmp_path: Path) -> None:
    (tmp_path / "tkinter.py").write_text("raise ImportError")
    done = practice(desktop, PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2]}")
    assert done.returncode == 6
    assert done.stderr == "The window needs tkinter: install it (on Debian: python3-tk).\n"


def test_the_command_opens_the_menu_and_ends_when_its_window_is_closed(desktop: Desktop) -> None:
    process = desktop.start([sys.executable, "-m", "solver_bot", "practice"])
    try:
        window = wait_until(lambda: practice_window(desktop), "the window")
        desktop.run("wmctrl", "-i", "-c", window)
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        end_group(process)


def practice_window(desktop: Desktop) -> str | None:
    found = [w for w, t in desktop.windows().items() if t == "solver-bot: practice"]
    return found[0] if found else None


def test_importing_the_game_loads_no_tkinter() -> None:
    script = "import sys, solver_bot, solver_bot.game.match; print('tkinter' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
    assert tkinter.TkVersion >= 8.6
