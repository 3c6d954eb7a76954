"""Which desktop entries make KWin let solver-bot see the screen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from solver_bot.desktop.wayland.kwin_permission import NAME, grant

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="KWin runs on Linux")

KEYS = (
    "X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input",
    "X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2",
)


def entry(name: str, command: str, data: Path) -> None:
    folder = data / "applications"
    folder.mkdir(parents=True, exist_ok=True)
    text = f"[Desktop Entry]\nName={name}\nExec={command}\nType=Application\n"
    (folder / f"{name}.desktop").write_text(text)


def test_every_entry_of_this_python_gets_the_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KWin asks one of them, and not always the same."""
    python = str(Path("/proc/self/exe").resolve())
    monkeypatch.setenv("XDG_DATA_DIRS", f"{tmp_path / 'own'}:{tmp_path / 'packages'}")
    entry("python", python, tmp_path / "packages")
    entry("other", "/usr/bin/other", tmp_path / "packages")
    files = grant(tmp_path / "own" / "applications")
    assert {path.name for path in files} == {NAME, "python.desktop"}
    for path, text in files.items():
        assert path.read_text() == text
        lines = text.splitlines()
        assert {f"Exec={python}", *KEYS} <= set(lines)
    assert "Name=python" in files[tmp_path / "own" / "applications" / "python.desktop"]
    assert grant(tmp_path / "own" / "applications") == files
