"""The portals of a headless desktop, and PipeWire, through which their pictures come."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from jeepney import Introspectable, MessageType, message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.lacking import leave_out
from tests.real.desktop import end_group, started, wait_until

SERVICES = Path("/usr/libexec")
STORE = "org.freedesktop.impl.portal.PermissionStore"
DOOR = "org.freedesktop.portal.Desktop"
QUESTIONS = "/org/freedesktop/portal/desktop/request"
KNOWN = Path("/usr/share/xdg-desktop-portal/portals")


def require(*paths: Path) -> None:
    """Skip the test if portals or PipeWire are missing, or fail it if none may be skipped."""
    tools = "pipewire", "wireplumber"
    missing = [tool for tool in tools if shutil.which(tool) is None]
    wanted = SERVICES / "xdg-desktop-portal", SERVICES / "xdg-permission-store", *paths
    missing += [str(path) for path in wanted if not path.exists()]
    if missing:
        leave_out(f"not installed here: {', '.join(missing)}")


class Portals:
    """Portals whose dialogs ``backend`` shows, such as ``gnome``, on a running compositor.

    ``bus`` is the address of its message bus, which starts no services by itself.
    """

    def __init__(
        self, backend: str, program: Path, environment: Mapping[str, str], folder: Path, bus: str
    ) -> None:
        # A theme that is forced on GTK 4 takes the shape from its dialogs.
        self._environment = {name: environment[name] for name in environment.keys() - {"GTK_THEME"}}
        self._bus = bus
        self._ends = ExitStack()
        known = folder / "portals"
        known.mkdir(exist_ok=True)
        shutil.copy(KNOWN / f"{backend}.portal", known)
        try:
            self._start("pipewire")
            self._start("wireplumber")
            self._serve(SERVICES / "xdg-permission-store", STORE)
            self._served = program, f"org.freedesktop.impl.portal.desktop.{backend}"
            self.backend = self._serve(*self._served)
            self._serve(SERVICES / "xdg-desktop-portal", DOOR, XDG_DESKTOP_PORTAL_DIR=str(known))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End them."""
        self._ends.close()

    def withdraw(self) -> None:
        """Take all permissions back: end what shows the dialogs and keeps the sessions."""
        end_group(self.backend)
        self.revive()

    def revive(self) -> None:
        """Start what shows the dialogs again if it has ended, as the bus of a real session does.

        Version 43 of GNOME's crashes when a program ends whose dialog for seeing is still open.
        """
        if self.backend.poll() is not None:
            self.backend = self._serve(*self._served)

    def is_asking(self) -> bool:
        """Whether a program waits for an answer."""
        with open_dbus_connection(bus=self._bus) as bus:
            senders = children(bus, DOOR, QUESTIONS)
            return any(children(bus, DOOR, f"{QUESTIONS}/{sender}") for sender in senders)

    def _serve(self, program: Path, name: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a program and wait until it has this name on the message bus."""
        wait_until(lambda: not has_owner(self._bus, name), f"the end of the last {name}")
        process = self._start(str(program), **more)
        wait_until(lambda: has_owner(self._bus, name), name)
        return process

    def _start(self, command: str, **more: str) -> subprocess.Popen[bytes]:
        process = started([command], {**self._environment, **more})
        self._ends.callback(end_group, process)
        return process


def has_owner(address: str, name: str) -> bool:
    """Whether a program has a name on a message bus."""
    with open_dbus_connection(bus=address) as bus:
        return bool(bus.send_and_get_reply(message_bus.NameHasOwner(name)).body[0])


def children(bus: DBusConnection, name: str, path: str) -> list[str]:
    """The names of the objects right below a path of a program on a message bus."""
    asked = Introspectable(path, name).Introspect()
    reply = bus.send_and_get_reply(asked, timeout=20)
    if reply.header.message_type is MessageType.error:
        return []
    return re.findall(r'<node name="([^"]+)"', reply.body[0])
