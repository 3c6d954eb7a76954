"""Takes pictures of real programs in all their themes, each with its true board beside it.

A program is played in its default theme, which is read with that theme's templates. At three stages
of a game the position is shown in every theme, and a picture of each is taken with the same true
board. Then the default theme is read again. The pictures are kept only if the position is the same.

Needs what tests/real needs: Xvfb, openbox, xdotool, wmctrl, kmines, gnome-mines, xdemineur.

Usage: python -m benchmarks.unseen_corpus FOLDER [--program NAME]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from solver_bot.board import FLAG, UNREADABLE, Board, Outcome, board_text
from solver_bot.bot.board_choice import boards
from solver_bot.desktop.screen import Region, Screen
from solver_bot.solve.advice import Advice, advise
from solver_bot.solve.guess import first_cell
from solver_bot.vision.extract import Extraction
from solver_bot.vision.picture import save_picture
from solver_bot.vision.skin_files import named_skin
from tests.real.desktop import (
    GNOME_MINES,
    KMINES,
    XDEMINEUR,
    Desktop,
    DesktopError,
    Game,
    Program,
    on_desktop,
    settled,
    start_game,
)

MARGIN = 24
"""Pixels of the desktop around a window that belong to its picture."""
STAGES = {"early": 0.0, "middle": 0.45, "late": 0.85}
"""The least share of safe cells that are open at each stage."""
_MOST_GAMES = 12

Dress = Callable[[str], None]
"""Switches the theme of a running program."""


@dataclass(frozen=True, slots=True)
class Source:
    """A program, its themes with the default one first, and the window sizes to use."""

    program: Program
    themes: tuple[str, ...]
    licence: str
    setups: tuple[tuple[str, tuple[int, int] | None], ...]
    switcher: Callable[[Desktop, Game], AbstractContextManager[Dress]]
    new_game: str


@contextmanager
def _kmines_themes(desktop: Desktop, game: Game) -> Iterator[Dress]:
    """Switches themes in the settings dialog, which is open beside the game."""
    game.focus()
    desktop.run("xdotool", "key", "ctrl+shift+comma")
    time.sleep(1.2)
    dialog = next(w for w, title in game.dialogs().items() if title.startswith("Configure"))
    desktop.run("wmctrl", "-i", "-r", dialog, "-e", "0,1260,600,640,420")
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
SOURCES = (
    Source(
        KMINES,
        KMINES_THEMES,
        "GPL-2.0-or-later",
        (
            ("Hard", (760, 520)),
            ("Medium", (640, 560)),
            ("Hard", (1180, 760)),
            ("Easy", (860, 860)),
        ),
        _kmines_themes,
        "ctrl+n",
    ),
    Source(
        GNOME_MINES,
        ("bgcolors", "classic", "default"),
        "GPL-3.0-or-later",
        (
            ("big", (900, 560)),
            ("medium", (760, 560)),
            ("big", (1500, 820)),
            ("small", (900, 760)),
        ),
        _gnome_themes,
        "ctrl+r",
    ),
    Source(
        XDEMINEUR,
        ("default",),
        "HPND-style; copyright 1993-1999 Marc Baudoin",
        (("small", None), ("medium", None), ("big", None)),
        _no_themes,
        "F2",
    ),
)


@dataclass(frozen=True, slots=True)
class Lab:
    """Where pictures are taken: the desktop, its screen, a source and the running game."""

    desktop: Desktop
    screen: Screen
    source: Source
    game: Game

    def look(self) -> Extraction | None:
        """The board read with the program's own templates once it is still; None if that fails."""
        self.desktop.park()
        region = self.game.region()
        found = boards(settled(self.screen, region), [named_skin(self.source.program.name)])
        return found[0] if len(found) == 1 and not found[0].cut else None

    def click(self, seen: Extraction, cell: int, button: int = 1) -> None:
        x, y = seen.lattice.centre(cell)
        region = self.game.region()
        place = region.left + round(x), region.top + round(y)
        self.desktop.run("xdotool", "mousemove", *place, "click", button)
        time.sleep(0.05)


def _open_share(board: Board, mines: int) -> float:
    opened = sum(code < 9 for code in board.cells)
    return opened / (len(board.cells) - mines)


def _play_to(lab: Lab, share: float, flags: bool) -> Extraction | None:
    """Play until ``share`` is open; None if the game is lost or can't be read."""
    mines = lab.game.level.mines
    while seen := lab.look():
        board = seen.board
        if UNREADABLE in board.cells or board.outcome() is Outcome.LOST:
            return None
        if board.count(range(9)) and (
            _open_share(board, mines) >= share or board.outcome() is Outcome.WON
        ):
            return seen
        known = Board(board.width, board.height, board.cells, mines)
        advice = advise(known)
        for cell in _clicks(known, advice):
            lab.click(seen, cell)
        if flags:
            _set_flags(lab, seen, advice.mines)
    return None


def _clicks(board: Board, advice: Advice) -> Sequence[int]:
    if not board.count(range(9)):
        return [first_cell(board.width, board.height, opens_area=True)]
    if advice.safe:
        return list(advice.safe)[:8]
    return [advice.guess.cell] if advice.guess else []


def _set_flags(lab: Lab, seen: Extraction, mines: Sequence[int]) -> None:
    for cell in list(mines)[:4]:
        if seen.board.cells[cell] != FLAG:
            lab.click(seen, cell, button=3)


def _window_picture(lab: Lab) -> Region:
    region = lab.game.region()
    left, top = max(0, region.left - MARGIN), max(0, region.top - MARGIN)
    right = min(lab.desktop.region.right, region.right + MARGIN)
    bottom = min(lab.desktop.region.bottom, region.bottom + MARGIN)
    return Region(left, top, right - left, bottom - top)


def _take(lab: Lab, folder: Path, name: str, seen: Extraction, switch: Dress) -> bool:
    """Take a picture in every theme. Returns whether the position was still the same afterwards."""
    shots = {}
    for theme in lab.source.themes[::-1]:
        switch(theme)
        lab.desktop.park()
        shots[theme] = settled(lab.screen, _window_picture(lab))
    after = lab.look()
    if after is None or after.board.cells != seen.board.cells:
        return False
    for theme, picture in shots.items():
        path = folder / f"{lab.source.program.name}-{theme}-{name}.png"
        save_picture(path, picture)
        subprocess.run(["optipng", "-quiet", "-o2", str(path)], check=True)
        path.with_suffix(".txt").write_text(_truth(lab, theme, seen.board), encoding="utf-8")
    return True


def _truth(lab: Lab, theme: str, board: Board) -> str:
    program = lab.source.program
    return (
        f"; program: {program.name} {_version(program.package)} (Debian)\n; theme: {theme}\n"
        f"; licence: {lab.source.licence}\n"
        f"{board_text(Board(board.width, board.height, board.cells))}"
    )


def _version(package: str) -> str:
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _game(lab: Lab, folder: Path, size: str, flags: bool) -> bool:
    """Play one game and take its pictures. Returns whether all stages were reached."""
    with lab.source.switcher(lab.desktop, lab.game) as switch:
        lab.game.focus()
        stages = {
            stage: share
            for stage, share in STAGES.items()
            if not (folder / f"{lab.source.program.name}-default-{size}-{stage}.png").exists()
        }
        for stage, share in stages.items():
            seen = _play_to(lab, share, flags and stage != "early")
            if seen is None or not _take(lab, folder, f"{size}-{stage}", seen, switch):
                return False
            lab.game.focus()
    return True


def make(desktop: Desktop, folder: Path, programs: Sequence[str]) -> None:
    """Take all pictures that are not in the folder yet."""
    for source in SOURCES:
        if source.program.name not in programs:
            continue
        for number, (level, size) in enumerate(source.setups, 1):
            for attempt in range(_MOST_GAMES):
                game = start_game(
                    desktop, source.program, source.program.level(level), size, (40, 40)
                )
                try:
                    with Screen() as screen:
                        lab = Lab(desktop, screen, source, game)
                        done = _game(lab, folder, f"size{number}", flags=number % 2 == 0)
                except DesktopError as error:
                    print(error)
                    done = False
                finally:
                    game.close()
                print(source.program.name, level, size, "attempt", attempt + 1, done, flush=True)
                if done:
                    break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    names = [source.program.name for source in SOURCES]
    parser.add_argument("--program", action="append", choices=names)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        desktop = Desktop(Path(home))
        try:
            with on_desktop(desktop):
                make(desktop, chosen.folder, chosen.program or names)
        finally:
            desktop.close()


if __name__ == "__main__":
    main()
