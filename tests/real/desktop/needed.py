"""What the tests with real programs need on this machine."""

from __future__ import annotations

import shutil

from tests.lacking import leave_out
from tests.real.desktop.programs import Program

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


def missing(*programs: Program) -> list[str]:
    """The names of the tools and of these programs that are not installed."""
    tools = [tool for tool in TOOLS if shutil.which(tool) is None]
    return tools + [program.package for program in programs if program.path is None]


def require(*programs: Program) -> None:
    """Leave the test out if the tools or ``programs`` are missing.

    Without a program, only the tools are checked.
    """
    if lacking := missing(*programs):
        leave_out(f"not installed here: {', '.join(lacking)}")
