"""Plays real programs without the templates of their skins, on a virtual screen.

Every game is played in a freshly started program at its easiest level, by a bot that sees the whole
screen. With ``--window`` it is given the region of the window, and with ``--mines`` the mine total.
What it claims and clicks is compared with the truth. That of sgt-mines, xbomb, ace-minesweeper and
our own program is known, because their mines are laid. That of the others is read with their own
templates, for which they are shown in their default theme.

Needs what benchmarks.looks.programs needs.

Usage: python -m benchmarks.unseen_play [--games N] [--program NAME ...] [--theme NAME ...]
    [--seed N] [--mines] [--window] [--shots FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from rich.console import Console

from benchmarks.judged_play import Row, Stand, Truth, play, table
from benchmarks.looks import laid_play
from benchmarks.looks.laid_programs import LAID, LaidProgram
from benchmarks.looks.read_play import Lab
from benchmarks.looks.read_programs import READ, Source
from benchmarks.looks.rounds import Round
from benchmarks.looks.shots import DESKTOP_WIDTH, SCREEN
from solver_bot.board import StartRule
from solver_bot.desktop.screen import Screen
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId, given_mines
from solver_bot.vision.skin import Skin
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import Desktop, DesktopError, Level, on_desktop, settled, start_game

OWN, OWN_SKIN = "practice", "classic"
START = Callable[[int], AbstractContextManager[Stand]]
"""Starts a new game with this seed."""


def skins_without(name: str) -> list[Skin]:
    """All shipped skins but that of a program."""
    return [skin for skin in shipped_skins() if skin.name != name]


@contextmanager
def read_program(
    desktop: Desktop, screen: Screen, source: Source, theme: str, seed: int
) -> Iterator[Stand]:
    """A new game of a program that is read with its own templates."""
    program = source.program
    game = start_game(desktop, program, program.levels[0])
    try:
        lab = Lab(desktop, screen, source, game, Random(seed), game.region())
        seen = lab.look()
        if seen is None:
            raise DesktopError(f"{program.name} shows no new board")
        if theme != source.themes[0]:
            switched_to(lab, theme)
        lattice = seen.lattice.moved(game.region().left, game.region().top)

        def truth(clicks: Sequence[int]) -> Truth | None:
            lab.dismiss()
            if theme != source.themes[0]:
                switched_to(lab, source.themes[0])
            lab.resize(reading=True)
            end = lab.look()
            return Truth.of(end.board) if end else None

        skins = skins_without(program.name)
        yield Stand(game.region(), lattice, skins, program.levels[0].mines, truth)
    finally:
        game.close()


def switched_to(lab: Lab, theme: str) -> None:
    """Show the program in a theme."""
    with lab.source.switcher(lab.desktop, lab.game) as switch:
        switch(theme)
    for window in lab.game.dialogs():
        lab.desktop.run("wmctrl", "-i", "-c", window)
    lab.game.focus()
    lab.desktop.park()
    settled(lab.screen, lab.game.region())


@contextmanager
def laid_program(
    desktop: Desktop, screen: Screen, program: LaidProgram, seed: int
) -> Iterator[Stand]:
    """A new game of a program whose mines are laid."""
    level = program.setups[0][0]
    played = kept_promise(level, program.start, Random(f"{seed} {program.name}"))

    def truth(clicks: Sequence[int]) -> Truth:
        game = Game(played.game_id, lay=given_mines(played.mines))
        for cell in clicks:
            game.uncover(cell)
        return Truth(game.outcome, played.mines)

    with laid_play.running(desktop, screen, program, (level, None), played) as shown:
        skins = skins_without(OWN_SKIN if program.name == OWN else "")
        yield Stand(shown.region(), shown.lattice, skins, level.mines, truth)


def kept_promise(level: Level, start: StartRule, dice: Random) -> Round:
    """A random round in which the first cell, which the bot opens first, is as promised."""
    game_id = GameId(level.columns, level.rows, level.mines, start, dice.randrange(1_000_000))
    game = Game(game_id)
    game.uncover(0)
    return Round(game_id, game.mines(), (0,))


def starts(desktop: Desktop, screen: Screen, names: Sequence[str] | None) -> dict[str, START]:
    """Starts every program, in each of its themes, by its name and theme."""
    found: dict[str, START] = {}
    for source in READ:
        for theme in source.themes:
            name = f"{source.program.name}, {theme}" if source.themes[1:] else source.program.name
            if not names or source.program.name in names:
                found[name] = partial(read_program, desktop, screen, source, theme)
    for program in LAID:
        if not names or program.name in names:
            found[program.name] = partial(laid_program, desktop, screen, program)
    return found


def offered(stand: Stand, *, whole: bool, told: bool) -> Stand:
    """What the bot sees of a game: the whole screen or the window; and whether the mines' total."""
    region, mines = (SCREEN if whole else stand.region), (stand.mines if told else None)
    return replace(stand, region=region, mines=mines, pointed_out=not whole)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    known = [*(source.program.name for source in READ), *(program.name for program in LAID)]
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", nargs="+", choices=known)
    parser.add_argument("--theme", nargs="+", default=[], help="only these themes")
    parser.add_argument("--mines", action="store_true", help="tell the mine total")
    parser.add_argument("--window", action="store_true", help="tell where the window is")
    parser.add_argument("--shots", type=Path, help="keep a picture of every game's end here")
    wanted = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        desktop = Desktop(Path(home), DESKTOP_WIDTH, SCREEN.height)
        try:
            with on_desktop(desktop), Screen() as screen:
                for name, start in starts(desktop, screen, wanted.program).items():
                    if wanted.theme and not any(name.endswith(one) for one in wanted.theme):
                        continue
                    rows.append(Row(name))
                    for seed in range(wanted.seed, wanted.seed + wanted.games):
                        with start(seed) as stand:
                            seen = offered(stand, whole=not wanted.window, told=wanted.mines)
                            play(seen, screen, rows[-1], wanted.shots)
        finally:
            desktop.close()
    Console(width=110).print(table(rows))


if __name__ == "__main__":
    main()
