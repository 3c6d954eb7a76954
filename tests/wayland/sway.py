"""A headless sway, and programs on it. Everything started here is ended by its process group."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.region import Region
from tests.real.desktop import (
    PATIENCE,
    Desktop,
    DesktopError,
    Level,
    Program,
    Setup,
    end_group,
    settled,
    wait_until,
)
from tests.wayland.compositor import Compositor, require_installed

TOOLS = ("sway", "swaymsg", "Xwayland", "setpriv", "xhost", "dbus-run-session")
NOBODY = 65534
"""sway refuses to run as root, so then it runs as this user."""

CONFIG = """\
xwayland enable
default_border none
default_floating_border none
seat * xcursor_theme default 24
for_window [app_id=".*"] floating enable
for_window [class=".*"] floating enable
{outputs}
exec sh {script}
"""

SCRIPT = """\
xhost +si:localuser:root
printf '%s\\n%s\\n' "$WAYLAND_DISPLAY" "$DISPLAY" > {ready}.new
mv {ready}.new {ready}
"""
"""What runs inside sway once it is up. Its X server lets only the user in that sway runs as."""


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor: its size in pixels, its place in points, its scale and how it is turned."""

    width: int = 1280
    height: int = 1000
    left: int = 0
    top: int = 0
    scale: float = 1
    transform: str = "normal"

    def setting(self, number: int) -> str:
        return (
            f"output HEADLESS-{number} resolution {self.width}x{self.height} "
            f"position {self.left} {self.top} scale {self.scale} transform {self.transform}"
        )


def require(*programs: Program) -> None:
    """Leave the test out if sway or ``programs`` are missing."""
    require_installed(TOOLS, programs, ("pywayland",))


class Sway(Compositor):
    """A headless sway with these monitors.

    With ``windowed`` it has one more at their right, which is a window on that virtual screen. This
    one can be unplugged: sway 1.7 goes on showing a headless monitor that is switched off.

    Raises:
        DesktopError: it did not start.

    """

    def __init__(self, *monitors: Monitor, windowed: Desktop | None = None) -> None:
        self._monitors = monitors or (Monitor(),)
        self._windowed = windowed
        super().__init__("sway")

    def unplug(self) -> None:
        """Take away the monitor that is a window."""
        assert self._windowed
        (window,) = self._windowed.windows()
        self._windowed.run("wmctrl", "-i", "-c", window)
        wait_until(lambda: len(self.monitors()) == len(self._monitors), "the monitor's end")

    def monitors(self) -> list[str]:
        """The names of the monitors."""
        return [one["name"] for one in self._ask("-t", "get_outputs")]

    def session(self) -> dict[str, str]:
        """The variables that name this desktop."""
        return {
            "WAYLAND_DISPLAY": str(self._run / self.display),
            "DISPLAY": self.x_display,
            "XDG_SESSION_TYPE": "wayland",
            "GDK_BACKEND": "wayland",
            "QT_QPA_PLATFORM": "wayland",
        }

    def say(self, command: str) -> None:
        """Give sway a command.

        Raises:
            DesktopError: it refuses.

        """
        if not all(one["success"] for one in self._ask(command)):
            raise DesktopError(f"sway refuses {command!r}")

    def windows(self) -> dict[int, Region]:
        """The open windows and their places, the oldest first."""
        found: dict[int, Region] = {}
        pending = [self._ask("-t", "get_tree")]
        while pending:
            node = pending.pop()
            pending += node["nodes"] + node["floating_nodes"]
            if node.get("pid") and node["type"] in {"con", "floating_con"}:
                place = node["rect"]
                found[node["id"]] = Region(
                    place["x"], place["y"], max(1, place["width"]), max(1, place["height"])
                )
        return dict(sorted(found.items()))

    def _ask(self, *words: str) -> Any:
        socket = next(self._run.glob("sway-ipc.*.sock"))
        done = subprocess.run(
            ["swaymsg", "-s", str(socket), "-r", *words],
            capture_output=True,
            encoding="utf-8",
            errors="replace",  # xdemineur's title is in Latin-1
            timeout=PATIENCE,
            check=False,
        )
        return json.loads(done.stdout)

    def _start(self) -> None:
        ready = self.folder / "ready"
        outputs = [one.setting(number) for number, one in enumerate(self._monitors, 1)]
        config = self.folder / "config"
        script = self.folder / "script"
        config.write_text(CONFIG.format(outputs="\n".join(outputs), script=script))
        script.write_text(SCRIPT.format(ready=ready))
        user: list[str] = []
        if os.getuid() == 0:
            for path in (self.folder, self._run):
                os.chown(path, NOBODY, NOBODY)
            user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        own = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self._run),
            "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman",
            "WLR_HEADLESS_OUTPUTS": str(len(self._monitors)),
        }
        if self._windowed:
            own |= {"WLR_BACKENDS": "headless,x11", "WLR_X11_OUTPUTS": "1"}
            own["DISPLAY"] = self._windowed.display
        self._begin([*user, "sway", "--config", str(config)], own, ready)
        self.display, self.x_display = ready.read_text().splitlines()


@contextmanager
def on_sway(sway: Sway) -> Iterator[Sway]:
    """Make this process see and use the desktop of ``sway``."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sway.session().items():
            patch.setenv(name, value)
        yield sway


@dataclass(frozen=True, slots=True)
class SwayGame:
    """A running program and its window."""

    sway: Sway
    program: Program
    level: Level
    window: int
    process: subprocess.Popen[bytes]

    def region(self) -> Region:
        """Where its window is, in points."""
        return self.sway.windows()[self.window]

    def tell(self, command: str) -> None:
        """Give sway a command for its window."""
        self.sway.say(f"[con_id={self.window}] {command}")

    def close(self) -> None:
        """End the program."""
        end_group(self.process)
        wait_until(lambda: self.window not in self.sway.windows(), "the end of its window")


def start_game(
    sway: Sway, program: Program, level: Level, corner: tuple[int, int] = (60, 60), **more: str
) -> SwayGame:
    """Start a program. Returns when its window is in place, drawn and still.

    ``more`` are variables of its environment.
    """
    size = next(iter(program.sizes), (1, 1))
    home = sway.folder / "home" / program.name
    before = sway.windows()
    command = program.prepare(Setup(level, Region(*corner, *size), home))
    process = sway.start(command, home, **more)
    try:
        window = wait_until(
            lambda: next((one for one in sway.windows() if one not in before), None),
            f"a window of {program.name}",
        )
        game = SwayGame(sway, program, level, window, process)
        if program.sizes:
            game.tell(f"resize set {size[0]} {size[1]}")
        game.tell(f"move absolute position {corner[0]} {corner[1]}")
        sway.say("seat - cursor set 1200 950")  # the pointer is in sway's pictures
        with on_sway(sway), open_desktop("wlroots").screen as screen:
            wait_until(
                lambda: float(screen.grab(game.region()).std()) > 5, f"the board of {program.name}"
            )
            settled(screen, game.region())
    except BaseException:
        end_group(process)
        raise
    return game


def play(sway: Sway, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run ``play`` on the desktop as a player would."""
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "play", "--json", *options],
        env=players(sway.environment()) | more,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )


def players(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of solver-bot: a program's, with this process' cache of the solver.

    If a library crashes, the standard error says where.
    """
    home = os.environ.get("HOME", "")
    cache = os.environ.get("XDG_CACHE_HOME", f"{home}/.cache")
    return {**environment, "XDG_CACHE_HOME": cache, "PYTHONFAULTHANDLER": "1"}
