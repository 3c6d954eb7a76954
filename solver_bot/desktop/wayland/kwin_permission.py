"""The files that make KWin let solver-bot see the screen and use the mouse.

KWin looks for a desktop entry whose command is the very program that asks. For solver-bot that is
the Python that runs it, so every program of that Python gets the same permission. Of several such
entries KWin asks one, now this and now that. So another one, as Debian has for its Python, is
written once more with the permission, into a folder that goes before that of packages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

NAME = "solver-bot.desktop"
FOLDER = Path("/usr/local/share/applications")
"""A folder of the system's, because KWin does not always look into the user's own."""
_HEAD = "[Desktop Entry]\n"
_PERMISSION = """\
X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input
X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2
"""
_TEXT = """\
Type=Application
Name=solver-bot
Comment=Lets solver-bot, and all that this Python runs, see the screen and use the mouse
Exec={python}
NoDisplay=true
"""
_DATA = "/usr/local/share:/usr/share"
"""Where desktop entries are if XDG_DATA_DIRS does not say it (XDG Base Directory Specification)."""


def permission(folder: Path = FOLDER) -> dict[Path, str]:
    """The files in this folder that permit it for the Python that runs this, and their texts."""
    python = str(Path("/proc/self/exe").resolve())
    files = {folder / NAME: _HEAD + _TEXT.format(python=python) + _PERMISSION}
    for entry in _others(python, folder):
        text = entry.read_text(encoding="utf-8", errors="replace")
        files[folder / entry.name] = text.replace(_HEAD, _HEAD + _PERMISSION, 1)
    return files


def _others(python: str, folder: Path) -> Iterator[Path]:
    """The desktop entries outside the folder whose command is this Python."""
    for data in (os.environ.get("XDG_DATA_DIRS") or _DATA).split(":"):
        there = Path(data, "applications")
        for entry in sorted(there.glob("*.desktop")) if there != folder else ():
            if f"Exec={python}" in entry.read_text(encoding="utf-8", errors="replace").splitlines():
                yield entry


def grant(folder: Path = FOLDER) -> dict[Path, str]:
    """Write the files, and return them. KWin minds them for programs that start afterwards.

    Raises:
        OSError: one can't be written.

    """
    folder.mkdir(parents=True, exist_ok=True)
    files = permission(folder)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        path.chmod(0o644)  # whatever the user's mask is
    return files
