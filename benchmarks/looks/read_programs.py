"""Programs whose boards are read with their own templates, and how their themes are switched."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from benchmarks.looks.shots import SCREEN
from tests.real.desktop import GNOME_MINES, KMINES, XDEMINEUR, Desktop, Game, Program

SETTINGS = "Configure"
"""How the title of a dialog begins that stays open beside the game."""

Dress = Callable[[str], None]
"""Switches the theme of a running program."""


@dataclass(frozen=True, slots=True)
class Source:
    """A program, its themes with the default one first, and the window sizes to use.

    ``reading`` is the size of the window in which boards are read; None for that of the pictures.
    """

    program: Program
    themes: tuple[str, ...]
    licence: str
    setups: tuple[tuple[str, tuple[int, int] | None], ...]
    switcher: Callable[[Desktop, Game], AbstractContextManager[Dress]]
    reading: tuple[int, int] | None = None


@contextmanager
def _kmines_themes(desktop: Desktop, game: Game) -> Iterator[Dress]:
    """Switches themes in the settings dialog, which is open beside the game."""
    game.focus()
    desktop.run("xdotool", "key", "ctrl+shift+comma")
    time.sleep(1.2)
    dialog = next(w for w, title in game.dialogs().items() if title.startswith(SETTINGS))
    desktop.run("wmctrl", "-i", "-r", dialog, "-e", f"0,{SCREEN.right + 20},500,640,420")
    time.sleep(0.5)
    inside = desktop.window_region(dialog)

    def click(x: int, y: int) -> None:
        place = inside.left + x, inside.top + y
        desktop.run("xdotool", "mousemove", *place, "click", 1)
        time.sleep(0.3)

    def switch(theme: str) -> None:
        desktop.run("wmctrl", "-i", "-a", dialog)
        click(200, 70 + 76 * KMINES_THEMES.index(theme))
        click(round(inside.width * 0.785), inside.height - 33)
        desktop.park()
        time.sleep(0.5)

    click(80, 85)
    yield switch


@contextmanager
def _gnome_themes(desktop: Desktop, game: Game) -> Iterator[Dress]:
    """Switches themes in the program's settings, which it watches."""
    home = desktop.folder / game.program.name
    path = home / ".config" / "glib-2.0" / "settings" / "keyfile"

    def switch(theme: str) -> None:
        kept = re.sub(r"theme=.*\n", "", path.read_text(encoding="utf-8"))
        section = "[org/gnome/Mines]\n"
        path.write_text(kept.replace(section, f"{section}theme='{theme}'\n"), encoding="utf-8")
        time.sleep(1)

    yield switch


@contextmanager
def _no_themes(desktop: Desktop, game: Game) -> Iterator[Dress]:
    yield lambda theme: None


KMINES_THEMES = ("default", "classic", "graveyard-mayhem", "gardens-of-danger")
KMINES_START, GNOME_START = (560, 400), (610, 482)
"""The sizes of the windows' insides at the programs' first start."""
READ = (
    Source(
        KMINES,
        KMINES_THEMES,
        "GPL-2.0-or-later",
        (
            ("Easy", KMINES_START),
            ("Medium", KMINES_START),
            ("Hard", KMINES_START),
            ("Easy", (860, 860)),
            ("Medium", (640, 560)),
            ("Hard", (1180, 760)),
        ),
        _kmines_themes,
    ),
    Source(
        GNOME_MINES,
        ("bgcolors", "classic", "default"),
        "GPL-3.0-or-later",
        (
            ("small", GNOME_START),
            ("medium", GNOME_START),
            ("big", (900, 560)),  # at the size of the start its board is cut off
            ("small", (900, 760)),
            ("medium", (760, 560)),
            ("big", (1500, 820)),
        ),
        _gnome_themes,
        (1500, 820),  # flags in small cells can't be read
    ),
    Source(
        XDEMINEUR,
        ("default",),
        "HPND-style; copyright 1993-1999 Marc Baudoin",
        (("small", None), ("medium", None), ("big", None)),
        _no_themes,
    ),
)
