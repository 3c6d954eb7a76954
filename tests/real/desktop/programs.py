"""Real Minesweeper programs: their windows, their levels, and how to start them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from solver_bot.desktop.screen import Region
from tests.surroundings import SETUP

BUS = ["dbus-run-session", f"--config-file={SETUP / 'session.conf'}", "--"]
"""The command prefix for programs that need a message bus. This one starts no services."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level: the program's name for it, its size in cells and its mines."""

    name: str
    columns: int
    rows: int
    mines: int


@dataclass(frozen=True, slots=True)
class Setup:
    """How to start a program: the level, the place of its window, and its home folder.

    Attributes:
        animated: whether the program's animations are on, if they can be switched.

    """

    level: Level
    region: Region
    home: Path
    animated: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A real program: its window's title, its levels, and how to start it with a ``Setup``."""

    name: str
    title: str
    package: str
    levels: tuple[Level, ...]
    sizes: tuple[tuple[int, int], ...]
    """Two sizes of its client area for tests; none if the size is fixed."""
    prepare: Callable[[Setup], list[str]]

    @property
    def path(self) -> str | None:
        """The path of its command. Debian's games are not on root's search path."""
        return shutil.which(self.name, path=f"{os.environ.get('PATH', '')}:/usr/games")

    def level(self, name: str) -> Level:
        """The level of that name."""
        return next(level for level in self.levels if level.name == name)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _prepare_xdemineur(setup: Setup) -> list[str]:
    level, region = setup.level, setup.region
    geometry = f"{level.columns}x{level.rows}+{region.left}+{region.top}"
    return ["xdemineur", "-geometry", geometry, "-m", str(level.mines)]


def _prepare_kmines(setup: Setup) -> list[str]:
    level = setup.level
    _write(
        setup.home / ".config" / "kminesrc",
        f"[KgDifficulty]\nLevel={level.name}\n\n"
        f"[Options]\ncustom width={level.columns}\ncustom height={level.rows}\n"
        f"custom mines={level.mines}\n\n"
        "[General]\nkmines_reset=false\n",
    )
    return [*BUS, "kmines"]


def _prepare_gnome_mines(setup: Setup) -> list[str]:
    level, region = setup.level, setup.region
    modes = ("small", "medium", "big")
    mode = modes.index(level.name)
    _write(
        setup.home / ".config" / "glib-2.0" / "settings" / "keyfile",
        f"[org/gnome/Mines]\nmode={mode}\nuse-animations={str(setup.animated).lower()}\n"
        f"window-width={region.width}\nwindow-height={region.height}\nwindow-is-maximized=false\n",
    )
    return [*BUS, "gnome-mines", f"--{level.name}"]


XDEMINEUR = Program(
    name="xdemineur",
    title="N/A",  # the title is in Latin-1, which wmctrl cannot read
    package="xdemineur",
    levels=(
        Level("small", 12, 9, 14),
        Level("medium", 16, 16, 40),
        Level("big", 30, 16, 99),
    ),
    sizes=(),
    prepare=_prepare_xdemineur,
)
KMINES = Program(
    name="kmines",
    title="KMines",
    package="kmines",
    levels=(
        Level("Easy", 9, 9, 10),
        Level("Medium", 16, 16, 40),
        Level("Hard", 30, 16, 99),
    ),
    sizes=((760, 540), (1170, 748)),
    prepare=_prepare_kmines,
)
GNOME_MINES = Program(
    name="gnome-mines",
    title="Mines",
    package="gnome-mines",
    levels=(
        Level("small", 8, 8, 10),
        Level("medium", 16, 16, 40),
        Level("big", 30, 16, 99),
    ),
    sizes=((900, 600), (1240, 760)),
    prepare=_prepare_gnome_mines,
)
PROGRAMS: Mapping[str, Program] = {p.name: p for p in (XDEMINEUR, KMINES, GNOME_MINES)}
