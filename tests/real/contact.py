"""First contact: runs ``play`` beside a program as a player would, with nothing prepared.

The home folder is empty, and the window is where the window manager puts it. If a program begins
with a menu, a key chooses its first level.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from solver_bot.board import MINE, SHOWN_MINES, UNOPENED, WRONG_FLAG, Board
from solver_bot.desktop.screen import Screen
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import named_skin
from tests.real.desktop import Desktop, end_group, on_desktop, settled, wait_until

SIZES = ("default", "smallest", "maximised")
LONGEST = 240
"""Seconds that a run of ``play`` may take."""
MESSAGE = 6.0
"""Seconds after which the message of KMines has closed by itself."""


@dataclass(frozen=True, slots=True)
class UnpreparedProgram:
    """A program that is started for the first time.

    Attributes:
        name: its name in tables.
        command: the command that starts it.
        package: its Debian package.
        skin: the skin in which it is read; None if that is unknown.
        opens: the key that begins a game in its menu.
        smallest: the size of its window's inside at which cells are as small as can be read, or
            that is below the least size of its window; None if its size is fixed.

    """

    name: str
    command: tuple[str, ...]
    package: str
    skin: str | None
    opens: str | None = None
    smallest: tuple[int, int] | None = None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the window sizes in which it can be played."""
        return SIZES if self.smallest else SIZES[:1]

    @property
    def games(self) -> int:
        """How many games to play: more than one only if it is known how to start the next."""
        return 10 if self.skin else 1

    @property
    def missing(self) -> list[str]:
        """The package to install, if the program is not installed."""
        found = shutil.which(self.command[-1], path="/usr/games:/usr/local/bin:/usr/bin:/bin")
        return [self.package] if self.package and not found else []


PROGRAMS: Mapping[str, UnpreparedProgram] = {
    one.name: one
    for one in (
        UnpreparedProgram(
            "kmines", ("dbus-run-session", "--", "kmines"), "kmines", "kmines", None, (150, 226)
        ),
        UnpreparedProgram(
            "gnome-mines",
            ("dbus-run-session", "--", "gnome-mines"),
            "gnome-mines",
            "gnome-mines",
            "space",
            (100, 100),
        ),
        UnpreparedProgram("xdemineur", ("xdemineur",), "xdemineur", "xdemineur"),
        UnpreparedProgram(
            "practice",
            (sys.executable, "-m", "solver_bot", "practice"),
            "",
            "classic",
            "Return",
            (416, 390),
        ),
        UnpreparedProgram("sgt-mines", ("sgt-mines",), "sgt-puzzles", None, None, (160, 220)),
        UnpreparedProgram("xbomb", ("xbomb",), "xbomb", None, None, (100, 100)),
        UnpreparedProgram("ace-minesweeper", ("ace-minesweeper",), "ace-of-penguins", None),
    )
}


@dataclass(frozen=True, slots=True)
class Contact:
    """The result of one run of ``play``.

    Attributes:
        program: the program's name.
        code: its exit code.
        games: every game as in its JSON output.
        stopped: why the run ended early, as in its JSON output; empty if it did not.
        said: its standard error.
        truth: how the last game ended by its board on the screen, or why that is not known.
        counted: how many wins the program itself has counted; None if it counts none.
        alive: whether the program's window is still there, with nothing in front.

    """

    program: str
    code: int
    games: Sequence[Mapping[str, object]]
    stopped: str
    said: str
    truth: str
    counted: int | None
    alive: bool

    def count(self, result: str) -> int:
        """How many games had this result."""
        return sum(game["result"] == result for game in self.games)

    @property
    def wrong(self) -> int:
        """How many cells called safe were mines."""
        return sum(int(str(game["wrong_certain"])) for game in self.games)

    @property
    def told_truly(self) -> bool:
        """Whether the reported results match what the program shows and counts."""
        last = str(self.games[-1]["result"]) if self.games else ""
        shown = self.truth not in {"won", "lost"} or last in {self.truth, "stopped"}
        return shown and self.counted in {None, self.count("won")}

    @property
    def reason(self) -> str:
        """Why the run ended early; empty if it did not."""
        if self.code == 0:
            return ""
        return self.stopped or self.said.strip().splitlines()[-1]

    @property
    def stops(self) -> list[str]:
        """The reason of every stopped game."""
        return [str(game["reason"]) for game in self.games if game["result"] == "stopped"]


def meet(
    desktop: Desktop, program: UnpreparedProgram, size: str, home: Path, games: int
) -> Contact:
    """Start the program with this home folder, play ``games`` games, and look at its window."""
    home.mkdir(parents=True, exist_ok=True)
    won_before = _counted(home)
    process = desktop.start(list(program.command), home)
    try:
        window = wait_until(
            lambda: next(iter(desktop.windows()), None), f"a window of {program.name}"
        )
        with on_desktop(desktop), Screen() as screen:
            open_game(desktop, screen, program, window, size)
            done = play(desktop, games)
            truth = _last_end(screen, program)
        now = _counted(home)
        counted = None if now is None else now - (won_before or 0)
        told = json.loads(done.stdout) if done.stdout else {}
        alive = list(desktop.windows()) == [window]
        return Contact(
            program.name,
            done.returncode,
            told.get("games", []),
            told.get("stopped") or "",
            done.stderr,
            truth,
            counted,
            alive,
        )
    finally:
        end_group(process)
        wait_until(lambda: not desktop.windows(), f"the end of {program.name}", 10)


def open_game(
    desktop: Desktop, screen: Screen, program: UnpreparedProgram, window: str, size: str
) -> None:
    desktop.park()
    _at_rest(desktop, screen, window)
    if program.opens:
        before = screen.grab(desktop.window_region(window)).tobytes()
        desktop.run("xdotool", "key", program.opens)
        wait_until(
            lambda: screen.grab(desktop.window_region(window)).tobytes() != before, "a game", 10
        )
        _at_rest(desktop, screen, window)
    if size == "smallest" and program.smallest:
        width, height = program.smallest
        desktop.run("wmctrl", "-i", "-r", window, "-e", f"0,-1,-1,{width},{height}")
    elif size == "maximised":
        desktop.run("wmctrl", "-i", "-r", window, "-b", "add,maximized_vert,maximized_horz")
    if size != "default":
        _at_rest(desktop, screen, window)


def _at_rest(desktop: Desktop, screen: Screen, window: str) -> None:
    """Wait until the window is drawn and has stopped changing."""

    def drawn() -> bool:
        region = desktop.window_region(window)
        inside = screen.desktop.holds(region)
        return inside and float(screen.grab(region).std()) > 5

    time.sleep(0.3)
    wait_until(drawn, "a drawn window")
    settled(screen, desktop.window_region(window), 0.7)


def play(desktop: Desktop, games: int) -> subprocess.CompletedProcess[str]:
    """Run ``play`` as a player would."""
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "play", "--games", str(games), "--json"],
        env=desktop.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )


def _last_end(screen: Screen, program: UnpreparedProgram) -> str:
    """How the last game ended, by its board on the screen."""
    if not program.skin:
        return "not known here"
    skin = named_skin(program.skin)
    end = time.monotonic() + MESSAGE
    while True:
        boards = [one.board for one in read(screen.grab(), [skin]) if not one.cut]
        if boards and not boards[0].has_unreadable:
            (board, *_) = boards
            if board.count(SHOWN_MINES | {WRONG_FLAG}):
                return "lost"
            return "won" if _only_mines_left(board) else "going on"
        if time.monotonic() > end:
            return "not to be seen"
        time.sleep(0.3)


def _only_mines_left(board: Board) -> bool:
    """Whether every number is right if all unopened cells are mines."""
    cells = bytes(MINE if code in UNOPENED else code for code in board.cells)
    return not Board(board.width, board.height, cells).status()


def _counted(home: Path) -> int | None:
    """How many wins are in the history of GNOME Mines, which has one a line."""
    history = home / ".local" / "share" / "gnome-mines" / "history"
    return len(history.read_text().splitlines()) if history.exists() else None
