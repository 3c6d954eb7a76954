"""Plays web games that no skin is of, in Chromium on a virtual screen.

Every game begins anew. The bot is told the region of the page alone, and with ``--mines`` the mine
total. What it claims and clicks is compared with the page's own truth.

Usage: python -m benchmarks.page_play [--games N] [--designs NAME ...] [--seed N] [--mines]
    [--shots FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.judged_play import Row, Stand, Truth, play, table
from benchmarks.looks.pages.browser import Sight, browser
from benchmarks.looks.pages.designs import DESIGNS
from benchmarks.looks.pages.live import LivePage, new_game
from solver_bot.board import Outcome
from solver_bot.desktop.region import Region
from solver_bot.desktop.screen import Screen
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import Desktop, on_desktop

WIDTH, HEIGHT = 1600, 1000
SIZE, MINES = (9, 9), 10


def on_page(game: LivePage, mines: int | None) -> Stand:
    """A game on a page."""

    def truth(clicks: Sequence[int]) -> Truth:
        return Truth.of(game.board(), Outcome(game.status()))

    return Stand(Region(0, 0, WIDTH, HEIGHT), game.lattice, shipped_skins(), mines, truth)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, metavar="NAME", default=[*DESIGNS])
    parser.add_argument("--mines", action="store_true", help="tell the mine total")
    parser.add_argument("--shots", type=Path, help="keep a picture of every game's end here")
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
                        stand = on_page(game, MINES if wanted.mines else None)
                        play(stand, screen, row, wanted.shots)
        finally:
            desktop.close()
    Console(width=110).print(table(rows))


if __name__ == "__main__":
    main()
