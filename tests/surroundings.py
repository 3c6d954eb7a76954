"""The environment of tests and of the programs that they start: the same on every machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

SETUP = Path(__file__).resolve().parent / "real" / "setup"
"""The configuration of other programs: fonts, themes, the window manager, the message bus."""
PASSED_ON = {
    "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "COMSPEC", "PATHEXT",
    "SOLVER_BOT_REQUIRE_ALL", "NEVER_WRONG", "ODDS_ROUNDS",
}  # fmt: skip
"""Variables passed on from outside: how to find and start programs, and options of the tests."""


def surroundings(home: Path, outside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a program that lives in ``home``, without a screen."""
    passed_on = {
        name: value
        for name, value in outside.items()
        if name in PASSED_ON or name.startswith("PYTEST_XDIST_")
    }
    return passed_on | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "xterm",
        "FONTCONFIG_FILE": str(SETUP / "fonts.conf"),
    }


def desktop_surroundings(home: Path) -> dict[str, str]:
    """The environment of a program on a desktop, without other desktops' themes and services."""
    runtime = home / "run"
    runtime.mkdir(parents=True, exist_ok=True)
    runtime.chmod(0o700)
    own = surroundings(home)
    own["PATH"] = f"{own.get('PATH', os.defpath)}:/usr/games"
    return own | {
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CONFIG_DIRS": str(SETUP / "xdg"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "keyfile",
        "GIO_USE_VFS": "local",
        "GTK_THEME": "Adwaita",
        "GTK_IM_MODULE": "gtk-im-context-simple",
        "GTK_USE_PORTAL": "0",
        "NO_AT_BRIDGE": "1",
        "QT_QPA_PLATFORM": "xcb",
        "QT_STYLE_OVERRIDE": "Fusion",
        "QT_IM_MODULE": "compose",
        "QT_SCALE_FACTOR": "1",
    }
