"""The file that makes KWin let solver-bot see the screen and use the mouse.

KWin looks for a desktop entry whose command is the very program that asks. For solver-bot that is
the Python that runs it, so every program of that Python gets the same permission.
"""

from __future__ import annotations

from pathlib import Path

NAME = "solver-bot.desktop"
FOLDER = Path("/usr/local/share/applications")
"""A folder of the system's, because KWin does not always look into the user's own."""
_TEXT = """\
[Desktop Entry]
Type=Application
Name=solver-bot
Comment=Lets solver-bot, and all that this Python runs, see the screen and use the mouse
Exec={python}
NoDisplay=true
X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input
X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2
"""


def permission() -> str:
    """The text of the file, for the Python that runs this."""
    return _TEXT.format(python=Path("/proc/self/exe").resolve())


def grant(folder: Path = FOLDER) -> Path:
    """Write the file, and return its path. KWin minds it for programs that start afterwards.

    Raises:
        OSError: it can't be written.

    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    path.write_text(permission(), encoding="utf-8")
    path.chmod(0o644)  # whatever the user's mask is
    return path
