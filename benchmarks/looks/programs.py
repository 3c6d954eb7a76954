"""Takes labelled pictures of real programs at every stage of a game, in all their themes and sizes.

The programs are kmines (4 themes), gnome-mines (3 themes), xdemineur, sgt-mines, xbomb,
ace-minesweeper and our own practice window. The stages are those of ``labelled.STAGES``. "Early"
in a game, 3 to 8 numbers are open. ``read_play`` and ``laid_play`` say how each truth is known.
Where a program shows a cell in a way that the text notation has no name for, the truth is ``~``.

A new game of xdemineur has an open area. gnome-mines is not pictured at the size of its first start
with its largest board, which is cut off there.

Pictures that are in the folder already are not taken again.

Needs what tests/real needs: Xvfb, openbox, xdotool, wmctrl, and the programs (Debian: kmines,
gnome-mines, xdemineur, sgt-puzzles, xbomb, ace-of-penguins); gcc for xbomb and ace-minesweeper.

Usage: python -m benchmarks.looks.programs FOLDER [--program NAME] [--seed S]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.looks import laid_play, read_play
from benchmarks.looks.laid_programs import LAID
from benchmarks.looks.read_programs import READ
from benchmarks.looks.shots import DESKTOP_WIDTH, SCREEN
from solver_bot.desktop.screen import Screen
from tests.real.desktop import Desktop, on_desktop

NAMES = (*(source.program.name for source in READ), *(program.name for program in LAID))


def make(folder: Path, programs: Sequence[str], seed: int) -> None:
    """Take the pictures of these programs, each on a desktop of its own."""
    read = {one.program.name: partial(read_play.make, source=one) for one in READ}
    laid = {one.name: partial(laid_play.make, program=one) for one in LAID}
    for name in programs:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            width = DESKTOP_WIDTH if name in read else SCREEN.width
            desktop = Desktop(Path(home), width, SCREEN.height, intercept=False)
            try:
                with on_desktop(desktop), Screen() as screen:
                    (read | laid)[name](desktop, screen, folder=folder, seed=seed)
            finally:
                desktop.close()


def main() -> None:
    """Read the options, and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", action="append", choices=NAMES)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    make(chosen.folder, chosen.program or NAMES, chosen.seed)


if __name__ == "__main__":
    main()
