"""Plays web games that no skin is of, in Chromium on a virtual screen.

Every game begins anew. The bot is told the region of the page alone, and with ``--mines`` the mine
total. Its word on the end is compared with the page's own.

Usage: python -m benchmarks.page_play [--games N] [--designs NAME ...] [--seed N] [--mines]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from rich.console import Console

from benchmarks.looks.pages.browser import Sight, browser
from benchmarks.looks.pages.designs import DESIGNS
from benchmarks.looks.pages.live import LivePage, new_game
from benchmarks.unseen_play import Row, table
from solver_bot.bot import Bot, NoBoard, Result, Wishes
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.region import Region
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import Desktop, on_desktop

WIDTH, HEIGHT = 1600, 1000
SIZE, MINES = (9, 9), 10
TOLD = {Result.WON: "won", Result.LOST: "lost"}


def play(game: LivePage, screen: Screen, mines: int | None, row: Row) -> None:
    """Play a game, and compare its result with the page's."""
    hands = desktop_hands(screen, Region(0, 0, WIDTH, HEIGHT), usual_mouse(screen.desktop), Stop())
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    wishes = Wishes(mines=mines, max_seconds=60)
    try:
        session = Bot(hands, skins, wishes).play()
    except NoBoard as error:
        row.no_board += 1
        print(f"{row.name}: {error}", flush=True)
        return
    row.games += session.games
    result = session.games[0]
    true = game.status()
    row.untrue += TOLD.get(result.result, true) != true
    print(f"{row.name}: {result.result}, truly {true}, {result.reason}", flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, metavar="NAME", default=[*DESIGNS])
    parser.add_argument("--mines", action="store_true", help="tell the mine total")
    wanted = parser.parse_args()
    rows = [Row(name) for name in wanted.designs]
    with tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder), WIDTH, HEIGHT)
        try:
            with (
                on_desktop(desktop),
                Screen() as screen,
                browser(desktop, screen, Path(folder) / "chromium", Sight()) as page,
            ):
                for row in rows:
                    for seed in range(wanted.seed, wanted.seed + wanted.games):
                        game = new_game(desktop, page, DESIGNS[row.name], SIZE, MINES, seed)
                        play(game, screen, MINES if wanted.mines else None, row)
        finally:
            desktop.close()
    Console(width=110).print(table(rows))


if __name__ == "__main__":
    main()
