"""A virtual screen with a window manager.

Everything started on it is ended by the id of its process or process group, never by its name.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from solver_bot.desktop.screen import Region
from tests.real.desktop.waiting import (
    PATIENCE,
    DesktopError,
    end_group,
    started,
    unchanged,
    wait_until,
)
from tests.real.display_numbers import display_number
from tests.surroundings import SETUP, desktop_surroundings

STATIC = 10
"""The window gravity with which a position is that of the window's inside, not of its frame."""


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
        return started(command, self.environment(home))

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
        number = self._ends.enter_context(display_number())
        listen, tell = os.pipe()
        size = f"{self.region.width}x{self.region.height}x24"
        # If the test run is killed, its server ends too, and with it all programs on it.
        bound = ["setpriv", "--pdeathsig", "TERM"]
        server = subprocess.Popen(
            [
                *bound,
                "Xvfb",
                f":{number}",
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
            if answer.readline().strip().decode() != str(number):
                raise DesktopError(f"Xvfb did not start as display {number}")
        return f":{number}"

    def _start_manager(self) -> None:
        config = (SETUP / "openbox.xml").read_text(encoding="utf-8")
        if not self._intercept:
            config = re.sub(r'<context name="Client">.*?</context>', "", config, flags=re.DOTALL)
        path = self.folder / "openbox.xml"
        path.write_text(config, encoding="utf-8")
        theme = self.folder / ".themes" / "tests" / "openbox-3" / "themerc"
        theme.parent.mkdir(parents=True, exist_ok=True)
        theme.write_text(self._frame.theme(), encoding="utf-8")
        # The manager announces itself before it handles new windows. A window that opens between
        # the two would never be shown.
        ready = self.folder / "manager-is-ready"
        manager = self.start(
            ["openbox", "--sm-disable", "--config-file", str(path), "--startup", f"touch '{ready}'"]
        )
        self._ends.callback(end_group, manager)
        wait_until(ready.exists, "the start of openbox")


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
