"""A headless mutter, the compositor of GNOME. Everything started here is ended by its group."""

from __future__ import annotations

from tests.real.desktop import BUS, Program
from tests.surroundings import desktop_surroundings
from tests.wayland.compositor import ENDS_WITH_PARENT, Compositor, require_installed

TOOLS = ("mutter", "Xwayland", "setpriv", "dbus-run-session")
SCRIPT = """\
printf '%s\\n' "$WAYLAND_DISPLAY" "$DISPLAY" "$XAUTHORITY" "$DBUS_SESSION_BUS_ADDRESS" > {ready}.new
mv {ready}.new {ready}
exec setpriv --pdeathsig TERM sleep infinity
"""
"""What runs inside mutter once it is up."""


def require(*programs: Program) -> None:
    """Leave the test out if mutter or ``programs`` are missing."""
    require_installed(TOOLS, programs)


class Mutter(Compositor):
    """A headless mutter with one monitor of 1280x1000 pixels. ``pipewire`` runs beside it.

    Raises:
        DesktopError: it did not start.

    """

    def __init__(self) -> None:
        super().__init__("mutter")

    def session(self) -> dict[str, str]:
        """The variables that name this desktop."""
        return {
            "WAYLAND_DISPLAY": str(self._run / self._names[0]),
            "DISPLAY": self._names[1],
            "XAUTHORITY": self._names[2],
            "DBUS_SESSION_BUS_ADDRESS": self.bus,
            "XDG_RUNTIME_DIR": str(self._run),
            "XDG_SESSION_TYPE": "wayland",
            "XDG_CURRENT_DESKTOP": "GNOME",
            "GDK_BACKEND": "wayland",
            "QT_QPA_PLATFORM": "wayland",
        }

    @property
    def bus(self) -> str:
        """The address of its message bus."""
        return self._names[3]

    def _start(self) -> None:
        ready, script = self.folder / "ready", self.folder / "script"
        script.write_text(SCRIPT.format(ready=ready))
        mutter = ["mutter", "--headless", "--wayland", "--virtual-monitor", "1280x1000"]
        own = desktop_surroundings(self.folder / "home") | {
            "XDG_RUNTIME_DIR": str(self._run),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "GSETTINGS_BACKEND": "memory",
        }
        self._begin([*BUS, *ENDS_WITH_PARENT, *mutter, "--", "sh", str(script)], own, ready)
        self._names = ready.read_text().splitlines()
