"""A running program on the virtual desktop."""

from __future__ import annotations

import subprocess
from collections.abc import Collection
from dataclasses import dataclass

from solver_bot.desktop.screen import Region, Screen
from tests.real.desktop.programs import Level, Program, Setup
from tests.real.desktop.virtual import Desktop
from tests.real.desktop.waiting import end_group, settled, wait_until


@dataclass(frozen=True, slots=True)
class Game:
    """A running program, its window and its process."""

    desktop: Desktop
    program: Program
    level: Level
    window: str
    process: subprocess.Popen[bytes]

    def region(self) -> Region:
        """The region of its window's inside."""
        return self.desktop.window_region(self.window)

    def focus(self) -> None:
        """Raise its window and give it the keyboard; without it gnome-mines hides its board."""
        self.desktop.focus(self.window)

    def dialogs(self, before: Collection[str] = ()) -> dict[str, str]:
        """The windows on the desktop except this one and those ``before``."""
        windows = self.desktop.windows()
        return {w: t for w, t in windows.items() if w != self.window and w not in before}

    def close(self) -> None:
        """End the program."""
        end_group(self.process)
        wait_until(lambda: self.window not in self.desktop.windows(), "the end of its window")


def start_game(
    desktop: Desktop,
    program: Program,
    level: Level,
    size: tuple[int, int] | None = None,
    corner: tuple[int, int] = (60, 60),
    *,
    animated: bool = False,
) -> Game:
    """Start a program. Returns when its window is in place, drawn, still, and has the keyboard.

    ``size`` is that of the window's inside in pixels, by default the first of ``program.sizes``.
    The size of xdemineur depends on its level. ``corner`` is the place of the window's inside, in
    xdemineur that of its frame. The whole window must fit on the desktop.

    Raises:
        DesktopError: one of these steps failed.

    """
    size = size or next(iter(program.sizes), (1, 1))
    wanted = Region(*corner, *size)
    home = desktop.folder / program.name
    before = desktop.windows()
    process = desktop.start(program.prepare(Setup(level, wanted, home, animated)), home)
    try:
        window = wait_until(
            lambda: _new_window(desktop, program, before), f"a window of {program.name}"
        )
        game = Game(desktop, program, level, window, process)
        _settle(game, wanted)
    except BaseException:
        end_group(process)
        raise
    return game


def _new_window(desktop: Desktop, program: Program, before: Collection[str]) -> str | None:
    found = [w for w, t in desktop.windows().items() if w not in before and t == program.title]
    return found[0] if found else None


def _settle(game: Game, wanted: Region) -> None:
    if game.program.sizes:
        game.desktop.place(game.window, wanted)
    game.focus()
    game.desktop.park()
    with Screen() as screen:
        wait_until(lambda: _drawn(screen, game), f"the board of {game.program.name}")
        settled(screen, game.region())


def _drawn(screen: Screen, game: Game) -> bool:
    region = game.region()
    return screen.desktop.holds(region) and float(screen.grab(region).std()) > 5
