"""Plays Minesweeper programs that others have published on PyPI, as they come.

Each program is installed into an environment of its own below FOLDER, without being changed. Every
game is played in a freshly started program with an empty home folder, on a virtual screen of
1280x800 pixels. A picture of the end stays in FOLDER: no program tells by itself how a game ended.
Prints a Markdown table.

Needs PyPI, Python's venv and Tk, and what benchmarks.first_contact needs.

Usage: python -m benchmarks.published FOLDER [PROGRAM ...] [--games N]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2

from solver_bot.desktop.screen import Screen
from tests.real.desktop import Desktop, end_group, on_desktop, settled, wait_until

LONGEST = 150
"""Seconds that a run of ``play`` may take."""
STARTS = 30.0
"""Seconds in which a program shows its window."""
ENDS = ("won", "lost", "stopped")
NOT_FOUND = "not found"
APART = "import os; os.environ['SDL_AUDIODRIVER'] = 'dummy'; os.chdir(os.environ['HOME']); "
"""Runs a program without sound, and in its home folder, where what it writes is removed with it."""
COLUMNS = ("program", "drawn with", "licence", *ENDS, NOT_FOUND, "says")


@dataclass(frozen=True, slots=True)
class Published:
    """A program on PyPI.

    Attributes:
        requirements: what is installed, the program first.
        drawn_with: its toolkit.
        licence: as its package says.
        code: what starts it.
        clicks: where its menus are clicked before a game, in pixels from its window's middle.
        alone: whether nothing is installed that the requirements require: what one asks for is too
            old for the Python of today.

    """

    requirements: tuple[str, ...]
    drawn_with: str
    licence: str
    code: str
    clicks: tuple[tuple[int, int], ...] = ()
    alone: bool = False


PROGRAMS: Mapping[str, Published] = {
    "PyMines": Published(
        ("PyMines==1.2.3", "pygame==2.6.1"),
        "pygame",
        "none given",
        "from pymines.pymines import execute; execute()",
    ),
    "mfranceschi-minesweeper": Published(
        ("mfranceschi-minesweeper==0.2.3", "Pillow==12.0.0", "overrides==6.1.0", "typing-utils"),
        "Tk",
        "MIT",
        "from mfranceschi_minesweeper.main import main; main()",
        alone=True,
    ),
    "minegauler": Published(
        ("minegauler==4.2.0",),
        "Qt",
        "GPL-3.0",
        "from minegauler.app.__main__ import main; main()",
    ),
    "minesweeper-mvc": Published(
        ("minesweeper-mvc==1.1.0",),
        "pygame",
        "MIT",
        "import runpy; runpy.run_module('minesweeper', run_name='__main__')",
        ((0, -55),),
    ),
    "pygame-minesweeper": Published(
        ("pygame-minesweeper==1.0.11",),
        "pygame",
        "MIT",
        "import sys; sys.argv[1:] = ['basic']; from minesweeper.__main__ import main; main()",
    ),
    "cave-sweeper": Published(
        ("cave-sweeper==0.2.1",),
        "Tk",
        "none given",
        "from cave_sweeper.renderers import render_selection_window as run; run()",
        ((-39, 46),),
    ),
    "freegames": Published(
        ("freegames==2.5.3",),
        "Tk",
        "Apache-2.0",
        "import runpy; runpy.run_module('freegames.minesweeper', run_name='__main__')",
    ),
}


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, and why it did."""

    result: str
    reason: str


def installed(name: str, folder: Path) -> Path:
    """The Python of the environment in which a program is installed."""
    place = folder / name
    python = place / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        program = PROGRAMS[name]
        alone = ["--no-deps"] if program.alone else []
        command = [str(python), "-m", "pip", "install", "--quiet", *alone, *program.requirements]
        subprocess.run(command, check=True)
    return python


def play(name: str, folder: Path, number: int) -> End:
    """Play one game in the program, freshly started."""
    program = PROGRAMS[name]
    python = installed(name, folder)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        desktop = Desktop(Path(home), 1280, 800)
        process = desktop.start([str(python), "-c", APART + program.code])
        try:
            with on_desktop(desktop), Screen() as screen:
                _begin(desktop, screen, program)
                end = _told(desktop, folder)
                time.sleep(1)
                cv2.imwrite(str(folder / f"{name}-{number}.png"), screen.grab())
                return end
        finally:
            end_group(process)
            desktop.close()


def _begin(desktop: Desktop, screen: Screen, program: Published) -> None:
    """Wait for the program's window, click through its menus, and bring all of it to the screen."""
    wait_until(desktop.windows, "a window", STARTS)
    _rest(desktop, screen)
    for across, down in program.clicks:
        region = desktop.window_region(next(iter(desktop.windows())))
        x, y = region.left + region.width // 2 + across, region.top + region.height // 2 + down
        desktop.run("xdotool", "mousemove", x, y, "click", 1)
        _rest(desktop, screen)
    window = next(iter(desktop.windows()))
    if not screen.desktop.holds(desktop.window_region(window)):
        desktop.run("wmctrl", "-i", "-r", window, "-e", "0,200,20,-1,-1")
        _rest(desktop, screen)


def _rest(desktop: Desktop, screen: Screen) -> None:
    """Wait until nothing changes on the screen."""
    desktop.park()
    time.sleep(2)
    settled(screen, screen.desktop)


def _told(desktop: Desktop, folder: Path) -> End:
    """Run ``play`` as a player would, who has run it before."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "play", "--json"],
        env=desktop.environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    games = json.loads(done.stdout)["games"] if done.stdout else []
    if not games:
        said = done.stderr.strip().splitlines()
        return End(NOT_FOUND, said[-1] if said else "nothing")
    return End(games[0]["result"], games[0]["reason"])


def row(name: str, ends: list[End]) -> str:
    """The row of a program, with the reasons of the games that were not played to their ends."""
    program = PROGRAMS[name]
    counted = Counter(end.result for end in ends)
    says = " ".join(dict.fromkeys(e.reason for e in ends if e.result not in {"won", "lost"}))
    counts = (str(counted[end]) for end in (*ENDS, NOT_FOUND))
    cells = (program.requirements[0], program.drawn_with, program.licence, *counts, says)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS), metavar="PROGRAM")
    parser.add_argument("--games", type=int, default=3)
    wanted = parser.parse_args()
    folder = wanted.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + "---|" * len(COLUMNS))
    for name in wanted.programs:
        ends = [play(name, folder, number) for number in range(1, wanted.games + 1)]
        print(row(name, ends), flush=True)


if __name__ == "__main__":
    main()
