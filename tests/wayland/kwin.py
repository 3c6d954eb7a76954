"""A headless KWin, and programs on it. Everything started here is ended by its process group."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.region import Region
from solver_bot.desktop.wayland.connection import Connection
from solver_bot.desktop.wayland.interface import interface
from tests.real.desktop import Level, Program, Setup, end_group, settled, wait_until
from tests.surroundings import desktop_surroundings
from tests.wayland.compositor import ENDS_WITH_PARENT, Compositor, require_installed

TOOLS = ("kwin_wayland", "Xwayland", "setpriv", "dbus-run-session")
SOCKET = "kwin-0"
SCRIPT = """\
printf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS" > {bus}.new
mv {bus}.new {bus}
exec {kwin} --virtual --width {width} --height {height} --scale {scale} --output-count {monitors} \
    --xwayland --socket {socket}
"""
MONITOR_MODE = interface(
    "kde_output_device_mode_v2",
    1,
    {},
    {"size": ["i", "i"], "refresh": ["i"], "preferred": [], "removed": []},
)
MONITOR = interface(
    "kde_output_device_v2",
    1,
    {},
    {
        "geometry": ["i", "i", "i", "i", "i", "s", "s", "i"],
        "current_mode": ["o:kde_output_device_mode_v2"],
        "mode": ["n:kde_output_device_mode_v2"],
        "done": [],
        "scale": ["f"],
        "edid": ["s"],
        "enabled": ["i"],
        "uuid": ["s"],
        "serial_number": ["s"],
        "eisa_id": ["s"],
        "capabilities": ["u"],
        "overscan": ["u"],
        "vrr_policy": ["u"],
        "rgb_range": ["u"],
    },
)
MONITOR_CHANGE = interface(
    "kde_output_configuration_v2",
    1,
    {
        "enable": ["o:kde_output_device_v2", "i"],
        "mode": ["o", "o"],
        "transform": ["o", "i"],
        "position": ["o", "i", "i"],
        "scale": ["o", "f"],
        "apply": [],
    },
    {"applied": [], "failed": []},
)
MONITORS = interface(
    "kde_output_management_v2",
    1,
    {"create_configuration": ["n:kde_output_configuration_v2"]},
    {},
)
"""These are described at https://wayland.app/protocols, too."""
UNCHECKED = {"KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1", "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS": "1"}
"""With these KWin lets every program use its private interfaces, as if it were authorised."""


def require(*programs: Program) -> None:
    """Leave the test out if KWin or ``programs`` are missing."""
    require_installed(TOOLS, programs, ("pywayland", "jeepney"))


class Kwin(Compositor):
    """A headless KWin with some monitors. ``data`` is one more folder of the system's data.

    Raises:
        DesktopError: it did not start.

    """

    def __init__(
        self,
        scale: float = 1,
        monitors: int = 1,
        *,
        checked: bool = False,
        data: Path | None = None,
    ) -> None:
        self._monitors = monitors
        self._scale, self._more, self._data = scale, {} if checked else UNCHECKED, data
        super().__init__("kwin")

    def session(self) -> dict[str, str]:
        """The variables that name this desktop."""
        return {
            "WAYLAND_DISPLAY": str(self._run / SOCKET),
            "DBUS_SESSION_BUS_ADDRESS": self._bus,
            "XDG_SESSION_TYPE": "wayland",
            "GDK_BACKEND": "wayland",
            "QT_QPA_PLATFORM": "wayland",
        }

    def run(self, script: str) -> None:
        """Run a script inside KWin, in JavaScript."""
        path = self.folder / f"script-{secrets.token_hex(4)}.js"
        path.write_text(script)
        scripting = DBusAddress("/Scripting", "org.kde.KWin", "org.kde.kwin.Scripting")
        with open_dbus_connection(bus=self._bus) as bus:
            asked = new_method_call(scripting, "loadScript", "s", (str(path),))
            (number,) = bus.send_and_get_reply(asked, timeout=20).body
            loaded = DBusAddress(f"/{number}", "org.kde.KWin", "org.kde.kwin.Script")
            bus.send_and_get_reply(new_method_call(loaded, "run"), timeout=20)

    def switch_off(self) -> None:
        """Switch the last monitor off, as KDE's settings do. To programs it is unplugged then."""
        with on_kwin(self), closing(Connection()) as connection:
            count = len(connection.outputs)
            monitor = connection.bind(MONITOR)  # of several it is the last
            change = connection.bind(MONITORS).create_configuration()
            change.enable(monitor, 0)
            change.apply()
            connection.wait(lambda: len(connection.outputs) < count)

    def _start(self) -> None:
        # Debian's has a file capability, which a container may not grant; a copy has none.
        kwin = shutil.copy(str(shutil.which("kwin_wayland")), self.folder / "kwin_wayland")
        bus, script = self.folder / "bus", self.folder / "script"
        size = {"width": 1280, "height": 1000, "scale": self._scale}
        size["monitors"] = self._monitors
        script.write_text(SCRIPT.format(bus=bus, kwin=kwin, socket=SOCKET, **size))
        own = desktop_surroundings(self.folder / "home")
        if self._data:
            # KDE finds no desktop entry without a menu.
            own |= {"XDG_CONFIG_DIRS": "/etc/xdg", "XDG_MENU_PREFIX": "kf5-"}
            own["XDG_DATA_DIRS"] = f"{self._data}:{own['XDG_DATA_DIRS']}"
        own |= {"XDG_RUNTIME_DIR": str(self._run), "LIBGL_ALWAYS_SOFTWARE": "1"} | self._more
        session = ["dbus-run-session", "--", *ENDS_WITH_PARENT, "sh", str(script)]
        self._begin(session, own, self._run / SOCKET)
        wait_until(bus.exists, "the message bus")
        self._bus = bus.read_text().strip()


@contextmanager
def on_kwin(kwin: Kwin) -> Iterator[Kwin]:
    """Make this process see and use the desktop of ``kwin``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DISPLAY", raising=False)
        for name, value in kwin.session().items():
            patch.setenv(name, value)
        yield kwin


MOVE = """\
const games = workspace.clientList().filter(one => one.normalWindow && !one.skipTaskbar);
const {which} = games[{number}];
{which}.frameGeometry = {{x: {left}, y: {top}, width: {which}.width, height: {which}.height}};
workspace.activeClient = {which};
"""


def place(kwin: Kwin, number: int, left: int, top: int) -> None:
    """Move a program's window to a place and to the front. The oldest has number 0.

    What solver-bot itself puts on the screen is left out: no such window is on the taskbar.
    """
    kwin.run(MOVE.format(which="game", number=number, left=left, top=top))


@dataclass(frozen=True, slots=True)
class KwinGame:
    """A running program."""

    kwin: Kwin
    process: subprocess.Popen[bytes]
    ends: ExitStack = field(default_factory=ExitStack)
    """What ends with it."""

    def close(self) -> None:
        """End the program."""
        self.ends.close()
        end_group(self.process)


def begin_game(kwin: Kwin, program: Program, level: Level) -> KwinGame:
    """Start a program. Its window comes later."""
    home = kwin.folder / "home" / program.name
    size = next(iter(program.sizes), (1, 1))
    command = program.prepare(Setup(level, Region(60, 60, *size), home))
    return KwinGame(kwin, kwin.start(command, home))


def start_game(kwin: Kwin, program: Program, level: Level) -> KwinGame:
    """Start a program. Returns when its window is drawn and still."""
    with on_kwin(kwin), open_desktop("kwin").screen as screen:
        before = screen.grab()
        game = begin_game(kwin, program, level)
        try:
            wait_until(
                lambda: not np.array_equal(screen.grab(), before), f"the window of {program.name}"
            )
            settled(screen, screen.desktop, 0.6)
        except BaseException:
            game.close()
            raise
    return game
