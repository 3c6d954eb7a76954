"""Plays real programs without the templates of their skins, on a virtual screen.

Every game is played in a freshly started program by a bot that is given only the region of the
window, and with ``--mines`` the mine total. The true end of the game is read with the program's own
templates, if these fit its theme, and compared.

Needs what tests/real needs: Xvfb, openbox, xdotool, wmctrl, kmines, gnome-mines, xdemineur.

Usage: python -m benchmarks.unseen_play [--games N] [--program NAME] [--mines]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.looks.read_programs import READ, Source
from benchmarks.looks.shots import DESKTOP_WIDTH
from solver_bot.board import Outcome
from solver_bot.bot import Bot, GameResult, NoBoard, Result, Wishes, boards
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Region, Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.picture import save_picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.real.desktop import Desktop, end_group, on_desktop, settled, start_game, wait_until

OWN = "our own"


@dataclass(slots=True)
class Row:
    """The results of one program in one theme."""

    name: str
    games: list[GameResult] = field(default_factory=list)
    untrue: int = 0
    """The number of games whose board shows another end than the reported one."""
    no_board: int = 0


@contextmanager
def running(desktop: Desktop, source: Source, theme: str) -> Iterator[Region]:
    """Start the program with a new beginner game in a theme. Gives the inside of its window."""
    game = start_game(desktop, source.program, source.program.levels[0])
    try:
        if theme != source.themes[0]:
            with source.switcher(desktop, game) as switch:
                switch(theme)
            for window in game.dialogs():
                desktop.run("wmctrl", "-i", "-c", window)
        game.focus()
        desktop.park()
        with Screen() as screen:
            settled(screen, game.region())
        yield game.region()
    finally:
        game.close()


@contextmanager
def practising(desktop: Desktop) -> Iterator[Region]:
    """Start the practice game at beginner level. Gives the inside of its window."""
    here = f"PYTHONPATH={Path(__file__).resolve().parents[1]}"
    command = [sys.executable, "-m", "solver_bot", "practice", "--level", "beginner"]
    process = desktop.start(["env", here, *command])
    try:
        window = wait_until(lambda: next(iter(desktop.windows()), None), "our own window", 300)
        with Screen() as screen:
            settled(screen, desktop.window_region(window), 0.5)
        yield desktop.window_region(window)
    finally:
        end_group(process)


def play(region: Region, without: str, mines: int | None, row: Row, shots: Path | None) -> None:
    """Play a game without the program's skin, and compare its result with the board."""
    skins = [skin for skin in shipped_skins() if skin.name != without]
    with Screen() as screen:
        hands = desktop_hands(screen, region, usual_mouse(screen.desktop), Stop())
        try:
            session = Bot(
                hands,
                SkinChoice.of(skins, unknown=True),
                Wishes(mines=mines, max_seconds=90, pointed_out=True),
            ).play()
        except NoBoard as error:
            row.no_board += 1
            print(f"{row.name}: {error}")
            return
        row.games += session.games
        seen = boards(screen.grab(region), [named_skin(without)])
        result = session.games[0]
        if shots:
            save_picture(shots / f"{row.name}-{len(row.games)}.png", screen.grab(region))
    print(f"{row.name}: {result.result}, {result.seconds:.1f} s, {result.reason}", flush=True)
    if len(seen) == 1 and not seen[0].cut and not seen[0].board.has_unreadable:
        true = seen[0].board.outcome()
        untrue = {
            Result.WON: true is Outcome.LOST,
            Result.LOST: true is not Outcome.LOST,
            Result.STOPPED: False,
        }[result.result]
        row.untrue += untrue
        if untrue:
            print(f"{row.name}: the board shows {true}\n{seen[0].board}")


def table(rows: Sequence[Row]) -> Table:
    """All rows as a table."""
    shown = Table("", "won", "lost", "stopped", "wrong\ncertain", "untrue", "guesses", "s a game")
    for row in rows:
        ends = [game.result for game in row.games]
        shown.add_row(
            row.name,
            f"{ends.count(Result.WON)} of {len(ends) + row.no_board}",
            str(ends.count(Result.LOST)),
            str(ends.count(Result.STOPPED) + row.no_board),
            str(sum(game.wrong_certain for game in row.games)),
            str(row.untrue),
            f"{statistics.mean(game.guesses for game in row.games):.1f}" if ends else "-",
            f"{statistics.median(game.seconds for game in row.games):.1f}" if ends else "-",
        )
    return shown


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--program", choices=[*(s.program.name for s in READ), OWN])
    parser.add_argument("--theme", choices=sorted({t for s in READ for t in s.themes}))
    parser.add_argument("--mines", action="store_true", help="tell the mine total")
    parser.add_argument("--shots", type=Path, help="keep a picture of every game's end here")
    wanted = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        desktop = Desktop(Path(home), DESKTOP_WIDTH)
        try:
            with on_desktop(desktop):
                for source in READ:
                    for theme in source.themes:
                        name = source.program.name
                        if wanted.program in {None, name} and wanted.theme in {None, theme}:
                            rows.append(Row(f"{name}, {theme}"))
                            mines = source.program.levels[0].mines if wanted.mines else None
                            for _ in range(wanted.games):
                                with running(desktop, source, theme) as region:
                                    play(region, name, mines, rows[-1], wanted.shots)
                if wanted.program in {None, OWN} and not wanted.theme:
                    rows.append(Row(OWN))
                    for _ in range(wanted.games):
                        with practising(desktop) as region:
                            play(
                                region,
                                "classic",
                                10 if wanted.mines else None,
                                rows[-1],
                                wanted.shots,
                            )
        finally:
            desktop.close()
    Console(width=110).print(table(rows))


if __name__ == "__main__":
    main()
