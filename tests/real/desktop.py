"""A virtual desktop, and real Minesweeper programs on it.

Everything started here is ended by the id of its process or process group, never by its name.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.screen import Picture, Region, Screen
from tests.surroundings import SETUP, desktop_surroundings

TOOLS = (
    "Xvfb",
    "setpriv",
    "openbox",
    "xdotool",
    "xwininfo",
    "xrandr",
    "wmctrl",
    "dbus-run-session",
    "xclip",
)
STATIC = 10
"""The window gravity with which a position is that of the window's inside, not of its frame."""
PATIENCE = 120.0
"""Seconds after which an action counts as failed. A busy machine needs many."""


BUS = ["dbus-run-session", f"--config-file={SETUP / 'session.conf'}", "--"]
"""The command prefix for programs that need a message bus. This one starts no services."""


class DesktopError(RuntimeError):
    """The virtual desktop, or a program on it, did not do what a test needs."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level: the program's name for it, its size in cells and its mines."""

    name: str
    columns: int
    rows: int
    mines: int


@dataclass(frozen=True, slots=True)
class Setup:
    """How to start a program: the level, the place of its window, and its home folder.

    Attributes:
        animated: whether the program's animations are on, if they can be switched.

    """

    level: Level
    region: Region
    home: Path
    animated: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A real program: its window's title, its levels, and how to start it with a ``Setup``."""

    name: str
    title: str
    package: str
    levels: tuple[Level, ...]
    sizes: tuple[tuple[int, int], ...]
    """Two sizes of its client area for tests; none if the size is fixed."""
    prepare: Callable[[Setup], list[str]]

    @property
    def path(self) -> str | None:
        """The path of its command. Debian's games are not on root's search path."""
        return shutil.which(self.name, path=f"{os.environ.get('PATH', '')}:/usr/games")

    def level(self, name: str) -> Level:
        """The level of that name."""
        return next(level for level in self.levels if level.name == name)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _prepare_xdemineur(setup: Setup) -> list[str]:
    level, region = setup.level, setup.region
    geometry = f"{level.columns}x{level.rows}+{region.left}+{region.top}"
    return ["xdemineur", "-geometry", geometry, "-m", str(level.mines)]


def _prepare_kmines(setup: Setup) -> list[str]:
    level = setup.level
    _write(
        setup.home / ".config" / "kminesrc",
        f"[KgDifficulty]\nLevel={level.name}\n\n"
        f"[Options]\ncustom width={level.columns}\ncustom height={level.rows}\n"
        f"custom mines={level.mines}\n\n"
        "[General]\nkmines_reset=false\n",
    )
    return [*BUS, "kmines"]


def _prepare_gnome_mines(setup: Setup) -> list[str]:
    level, region = setup.level, setup.region
    modes = ("small", "medium", "big")
    mode = modes.index(level.name)
    _write(
        setup.home / ".config" / "glib-2.0" / "settings" / "keyfile",
        f"[org/gnome/Mines]\nmode={mode}\nuse-animations={str(setup.animated).lower()}\n"
        f"window-width={region.width}\nwindow-height={region.height}\nwindow-is-maximized=false\n",
    )
    return [*BUS, "gnome-mines", f"--{level.name}"]


XDEMINEUR = Program(
    name="xdemineur",
    title="N/A",  # the title is in Latin-1, which wmctrl cannot read
    package="xdemineur",
    levels=(
        Level("small", 12, 9, 14),
        Level("medium", 16, 16, 40),
        Level("big", 30, 16, 99),
    ),
    sizes=(),
    prepare=_prepare_xdemineur,
)
KMINES = Program(
    name="kmines",
    title="KMines",
    package="kmines",
    levels=(
        Level("Easy", 9, 9, 10),
        Level("Medium", 16, 16, 40),
        Level("Hard", 30, 16, 99),
    ),
    sizes=((760, 540), (1170, 748)),
    prepare=_prepare_kmines,
)
GNOME_MINES = Program(
    name="gnome-mines",
    title="Mines",
    package="gnome-mines",
    levels=(
        Level("small", 8, 8, 10),
        Level("medium", 16, 16, 40),
        Level("big", 30, 16, 99),
    ),
    sizes=((900, 600), (1240, 760)),
    prepare=_prepare_gnome_mines,
)
PROGRAMS: Mapping[str, Program] = {p.name: p for p in (XDEMINEUR, KMINES, GNOME_MINES)}


def missing(*programs: Program) -> list[str]:
    """The names of the tools and of these programs that are not installed."""
    tools = [tool for tool in TOOLS if shutil.which(tool) is None]
    return tools + [program.package for program in programs if program.path is None]


def require(*programs: Program) -> None:
    """Skip the test if the tools or ``programs`` are missing, or fail it if no test may be skipped.

    Without a program, only the tools are checked.
    """
    if lacking := missing(*programs):
        reason = f"not installed here: {', '.join(lacking)}"
        if os.environ.get("SOLVER_BOT_REQUIRE_ALL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)  # a machine without them can still run the other tests


T = TypeVar("T")


def wait_until(ask: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
    """Call ``ask`` until its answer is true, and return the answer.

    Raises:
        DesktopError: ``what`` did not happen within ``seconds``.

    """
    end = time.monotonic() + seconds
    while not (answer := ask()):
        if time.monotonic() > end:
            raise DesktopError(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(0.02)
    return answer


def unchanged(ask: Callable[[], T], seconds: float) -> T:
    """The answer of ``ask`` once it has been the same for ``seconds``."""
    last, since = ask(), time.monotonic()
    end = since + PATIENCE
    while time.monotonic() - since < seconds:
        if time.monotonic() > end:
            raise DesktopError(f"{last} never stopped changing")
        time.sleep(0.02)
        answer = ask()
        if answer != last:
            last, since = answer, time.monotonic()
    return last


def settled(screen: ScreenFace, region: Region, quiet: float = 0.3) -> Picture:
    """The picture of ``region`` once it has not changed for ``quiet`` seconds."""
    last, since = screen.grab(region), time.monotonic()
    end = since + PATIENCE
    while time.monotonic() - since < quiet:
        if time.monotonic() > end:
            raise DesktopError(f"{region} never stopped changing")
        time.sleep(0.03)
        picture = screen.grab(region)
        if not np.array_equal(picture, last):
            last, since = picture, time.monotonic()
    return last


def end_group(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process that was started in its own process group, and all processes it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
            return


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of windows, in pixels.

    Attributes:
        border: the width of all four sides.
        title: the padding of the title bar.
        handle: the height of the grip at the bottom.

    """

    border: int = 1
    title: int = 2
    handle: int = 3

    def theme(self) -> str:
        """The frame as a theme of openbox."""
        return (
            f"border.width: {self.border}\npadding.width: 3\npadding.height: {self.title}\n"
            f"window.handle.width: {self.handle}\nwindow.client.padding.width: 0\n"
            "window.*.border.color: #585a5d\nwindow.*.title.bg: flat solid\n"
            "window.active.title.bg.color: #8cb0dc\nwindow.inactive.title.bg.color: #e3e2e0\n"
        )


class Desktop:
    """A virtual screen with a window manager, and a folder that is the home of its programs.

    With ``intercept``, the manager handles every click before the program does, as openbox and
    others do by default to raise windows. The pointer may then have moved on before the program
    gets the click. On a busy machine some fast clicks are lost or land in the place of the next
    one. ``frame`` is the frame of windows.

    Raises:
        DesktopError: the screen or the window manager did not start.

    """

    def __init__(
        self,
        folder: Path,
        width: int = 1920,
        height: int = 1080,
        *,
        intercept: bool = True,
        frame: Frame | None = None,
    ) -> None:
        self.folder = folder
        self._intercept = intercept
        self._frame = frame or Frame()
        self.region = Region(0, 0, width, height)
        self._ends = ExitStack()
        try:
            self.display = self._start_server()
            self._start_manager()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the window manager, then the screen."""
        self._ends.close()

    def environment(self, home: Path | None = None) -> dict[str, str]:
        """The environment of a program on this desktop, with nothing from outside."""
        return desktop_surroundings(home or self.folder) | {"DISPLAY": self.display}

    def start(self, command: list[str], home: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a program in its own process group (see ``end_group``)."""
        return subprocess.Popen(
            command,
            env=self.environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def run(self, *command: str | int) -> str:
        """Run a tool such as xdotool to its end, and return its output."""
        done = subprocess.run(
            [str(word) for word in command],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout

    def windows(self) -> dict[str, str]:
        """The titles of the open windows by their X ids, the oldest first."""
        lines = (line.split(None, 3) for line in self.run("wmctrl", "-l").splitlines())
        return {words[0]: words[3] for words in lines if len(words) == 4}

    def window_region(self, window: str) -> Region:
        """The region of a window's inside, without the frame."""
        # xdotool and wmctrl -G add the frame's width twice, depending on the window's gravity
        text = self.run("xwininfo", "-id", window)
        found = re.findall(r"(?:Absolute upper-left [XY]|Width|Height):\s+(-?\d+)", text)
        if len(found) != 4:
            raise DesktopError(f"the window {window} is not there")
        return Region(*map(int, found))

    def focus(self, window: str) -> None:
        """Raise a window and give it the keyboard."""
        self.run("wmctrl", "-i", "-a", window)
        wait_until(lambda: self.active() == int(window, 16), f"focus on {window}")

    def active(self) -> int:
        """The X id of the window that has the keyboard, or 0."""
        text = self.run("xdotool", "getactivewindow").strip()
        return int(text) if text.isdigit() else 0

    def place(self, window: str, region: Region) -> None:
        """Move the inside of a window exactly to a region, or to its least size there.

        Window managers count from different corners. The window's place is therefore measured and
        corrected by the difference.

        Raises:
            DesktopError: the window can't be placed there.

        """
        left, top = region.left, region.top
        for _ in range(10):
            there = self._asked(window, Region(left, top, region.width, region.height))
            if there.holds(region) and (there.left, there.top) == (region.left, region.top):
                return
            left, top = left + region.left - there.left, top + region.top - there.top
        raise DesktopError(f"{window} can't be put at {region}: it is at {there}")

    def _asked(self, window: str, region: Region) -> Region:
        """Ask for a window to be moved to a region, and return where it is then."""
        before = self.window_region(window)
        spot = f"{STATIC},{region.left},{region.top},{region.width},{region.height}"
        self.run("wmctrl", "-i", "-r", window, "-e", spot)
        with suppress(DesktopError):  # it may be in its place already
            wait_until(lambda: self.window_region(window) != before, "the move", 1)
        return unchanged(lambda: self.window_region(window), 0.1)

    def park(self) -> None:
        """Move the pointer to a place that is over no window and in no corner."""
        self.run("xdotool", "mousemove", self.region.right - 8, self.region.bottom - 40)

    def server_options(self) -> list[str]:
        """Further options of the X server."""
        return []

    def _start_server(self) -> str:
        listen, tell = os.pipe()
        size = f"{self.region.width}x{self.region.height}x24"
        # If the test run is killed, its server ends too, and with it all programs on it.
        bound = ["setpriv", "--pdeathsig", "TERM"]
        server = subprocess.Popen(
            [
                *bound,
                "Xvfb",
                "-displayfd",
                str(tell),
                "-screen",
                "0",
                size,
                "-dpi",
                "96",
                "-noreset",
                *self.server_options(),
            ],
            pass_fds=[tell],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.server = server
        self._ends.callback(end_group, server)
        os.close(tell)
        with os.fdopen(listen, "rb") as answer:
            if not select.select([answer], [], [], PATIENCE)[0]:
                raise DesktopError("Xvfb did not start")
            number = answer.readline().strip().decode()
        if not number:
            raise DesktopError("Xvfb found no free display")
        return f":{number}"

    def _start_manager(self) -> None:
        config = (SETUP / "openbox.xml").read_text(encoding="utf-8")
        if not self._intercept:
            config = re.sub(r'<context name="Client">.*?</context>', "", config, flags=re.DOTALL)
        path = self.folder / "openbox.xml"
        _write(path, config)
        _write(self.folder / ".themes" / "tests" / "openbox-3" / "themerc", self._frame.theme())
        # The manager announces itself before it handles new windows. A window that opens between
        # the two would never be shown.
        ready = self.folder / "manager-is-ready"
        manager = self.start(
            ["openbox", "--sm-disable", "--config-file", str(path), "--startup", f"touch '{ready}'"]
        )
        self._ends.callback(end_group, manager)
        wait_until(ready.exists, "the start of openbox")


@dataclass(frozen=True, slots=True)
class Game:
    """A running program, its window and its process."""

    desktop: Desktop
    program: Program
    level: Level
    window: str
    process: subprocess.Popen[bytes]

    def region(self) -> Region:
        """The region of its window's inside."""
        return self.desktop.window_region(self.window)

    def focus(self) -> None:
        """Raise its window and give it the keyboard; without it gnome-mines hides its board."""
        self.desktop.focus(self.window)

    def dialogs(self, before: Collection[str] = ()) -> dict[str, str]:
        """The windows on the desktop except this one and those ``before``."""
        windows = self.desktop.windows()
        return {w: t for w, t in windows.items() if w != self.window and w not in before}

    def close(self) -> None:
        """End the program."""
        end_group(self.process)
        wait_until(lambda: self.window not in self.desktop.windows(), "the end of its window")


def start_game(
    desktop: Desktop,
    program: Program,
    level: Level,
    size: tuple[int, int] | None = None,
    corner: tuple[int, int] = (60, 60),
    *,
    animated: bool = False,
) -> Game:
    """Start a program. Returns when its window is in place, drawn, still, and has the keyboard.

    ``size`` is that of the window's inside in pixels, by default the first of ``program.sizes``.
    The size of xdemineur depends on its level. ``corner`` is the place of the window's inside, in
    xdemineur that of its frame. The whole window must fit on the desktop.

    Raises:
        DesktopError: one of these steps failed.

    """
    size = size or next(iter(program.sizes), (1, 1))
    wanted = Region(*corner, *size)
    home = desktop.folder / program.name
    before = desktop.windows()
    process = desktop.start(program.prepare(Setup(level, wanted, home, animated)), home)
    try:
        window = wait_until(
            lambda: _new_window(desktop, program, before), f"a window of {program.name}"
        )
        game = Game(desktop, program, level, window, process)
        _settle(game, wanted)
    except BaseException:
        end_group(process)
        raise
    return game


def _new_window(desktop: Desktop, program: Program, before: Collection[str]) -> str | None:
    found = [w for w, t in desktop.windows().items() if w not in before and t == program.title]
    return found[0] if found else None


def _settle(game: Game, wanted: Region) -> None:
    if game.program.sizes:
        game.desktop.place(game.window, wanted)
    game.focus()
    game.desktop.park()
    with Screen() as screen:
        wait_until(lambda: _drawn(screen, game), f"the board of {game.program.name}")
        settled(screen, game.region())


def _drawn(screen: Screen, game: Game) -> bool:
    region = game.region()
    return screen.desktop.holds(region) and float(screen.grab(region).std()) > 5


@contextmanager
def on_desktop(desktop: Desktop) -> Iterator[Desktop]:
    """Make this process capture ``desktop`` and click on it."""
    session = {"DISPLAY": desktop.display, "WAYLAND_DISPLAY": None, "XDG_SESSION_TYPE": None}
    kept = {name: os.environ.get(name) for name in session}
    _set_environment(session)
    try:
        yield desktop
    finally:
        _set_environment(kept)


def _set_environment(values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@lru_cache(maxsize=1)
def shared_desktop() -> Desktop:
    """The only desktop of this process, which ends with it.

    pyautogui uses the first display that it finds, so a process can't click on another.
    """
    folder = tempfile.TemporaryDirectory(prefix="solver-bot-desktop-", ignore_cleanup_errors=True)
    desktop = Desktop(Path(folder.name))
    atexit.register(folder.cleanup)
    atexit.register(desktop.close)
    return desktop
