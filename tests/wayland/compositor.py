"""What every headless compositor of the tests shares. All that it starts is ended by its group."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.lacking import leave_out, need_modules
from tests.real.desktop import Program, end_group, started, wait_until
from tests.surroundings import desktop_surroundings

X11_SOCKETS = Path("/tmp/.X11-unix")
ENDS_WITH_PARENT = ("setpriv", "--pdeathsig", "TERM")
"""The command prefix of a program that ends when the program that has started it does."""


def _make_place_for_sockets() -> None:
    """Make the folder of X11 sockets writable for all, as the start of a whole machine does.

    mutter makes it where it is missing, but with this process's umask, and then refuses it.
    """
    X11_SOCKETS.mkdir(exist_ok=True)
    if X11_SOCKETS.stat().st_uid == os.getuid():
        X11_SOCKETS.chmod(0o1777)


class Compositor(ABC):
    """A headless compositor and a folder of its own.

    Attributes:
        process: its process.

    Raises:
        DesktopError: it did not start.

    """

    process: subprocess.Popen[bytes]

    def __init__(self, name: str) -> None:
        self._ends = ExitStack()
        # A folder of pytest's can't be entered by another user, as whom a compositor may run.
        folder = tempfile.TemporaryDirectory(
            prefix=f"solver-bot-{name}-", ignore_cleanup_errors=True
        )
        self._ends.callback(folder.cleanup)
        self.folder = Path(folder.name)
        self._run = self.folder / "run"
        self._run.mkdir(mode=0o700)
        _make_place_for_sockets()
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the compositor and all programs on it."""
        self._ends.close()

    @abstractmethod
    def _start(self) -> None:
        """Start the compositor, and wait until programs can be started on it."""

    @abstractmethod
    def session(self) -> dict[str, str]:
        """The variables that name this desktop."""

    def environment(self, home: Path | None = None) -> dict[str, str]:
        """The environment of a program on this desktop, with nothing from outside."""
        return desktop_surroundings(home or self.folder / "home") | self.session()

    def start(
        self, command: Sequence[str], home: Path | None = None, **more: str
    ) -> subprocess.Popen[bytes]:
        """Start a program in its own process group (see ``end_group``)."""
        return started(command, self.environment(home) | more)

    def _begin(self, command: Sequence[str], environment: Mapping[str, str], ready: Path) -> None:
        """Start the compositor itself, and wait until this file is there.

        If the test run is killed, the compositor ends too, and with it all programs on it.
        """
        self.process = started([*ENDS_WITH_PARENT, *command], environment)
        self._ends.callback(end_group, self.process)
        wait_until(ready.exists, f"the start of {type(self).__name__}")


def require_installed(
    tools: Sequence[str], programs: Sequence[Program], modules: Sequence[str] = ()
) -> None:
    """Leave the test out if tools, programs or Python modules are missing."""
    need_modules(*modules)
    missing = [tool for tool in tools if shutil.which(tool) is None]
    missing += [program.package for program in programs if program.path is None]
    if missing:
        leave_out(f"not installed here: {', '.join(missing)}")
