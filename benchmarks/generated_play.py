"""Plays simulated games that are drawn in generated looks, which the bot has never met.

Every seed is one look, in one window on one desktop, and one game at beginner size. The window
shows what each click has done after a moment, as a program does. What the bot claims and clicks is
compared with the truth. With ``--flags`` it also marks mines, whose look it must learn.

Usage: python -m benchmarks.generated_play [--first SEED] [--count N] [--space N] [--cells KIND]
    [--flags] [--begun] [--shots FOLDER]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from rich.console import Console

from benchmarks.judged_play import Row, Stand, Truth, judge, table
from benchmarks.looks.cells import KINDS, Geometry, random_cells
from benchmarks.looks.desktop import on_desktop
from benchmarks.looks.drawing import draw_cells
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.look import Look
from benchmarks.looks.window import window_around
from solver_bot.board import Outcome, StartRule
from solver_bot.bot import Area, Hands, Wishes
from solver_bot.desktop.region import Region
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import save_picture
from tests.simulated import Truth as Game

COLUMNS, ROWS, MINES = 9, 9, 10
GENERATED = 2
"""The space of seeds of which no net has learned."""
_DELAY, _CAPTURE, _CLICK = 0.02, 0.001, 0.002
"""Simulated seconds from a click to its effect, and those that a capture and a click take."""
_EDGE, _AROUND = 40, (96, 80, 64)
"""Pixels and colour of the screen around: a window without margins may fill its picture."""


class GeneratedWindow:
    """A window on a desktop, with a game in a generated look. Its clock is simulated."""

    def __init__(
        self, seed: int, space: int = GENERATED, cells: str = "", *, begun: bool = False
    ) -> None:
        rng = np.random.default_rng([space, seed])
        found = random_cells(rng, COLUMNS, ROWS, usable_fonts(), cells)
        self._geometry: Geometry = found[1]
        self._look: Look = found[2]
        self._pictures: dict[bytes, Picture] = {}
        self._due: list[tuple[float, bytes]] = []
        self.game = Game(COLUMNS, ROWS, MINES, StartRule.ZERO, Random(seed))
        if begun:
            self.game.open(self.game.rng.randrange(COLUMNS * ROWS))
        self.now = 0.0
        self._desktop, left, top = self._surroundings(rng)
        self.lattice = Lattice(self._geometry.xs, self._geometry.ys).moved(left, top)
        self.shown = bytes(self.game.cells)

    def _surroundings(self, rng: np.random.Generator) -> tuple[Picture, int, int]:
        """The desktop around the board, and where the board begins."""
        board = self._board(bytes(self.game.cells))
        window, left, top = window_around(
            rng, self._look, board.astype(np.float32), self._geometry.pitch[1]
        )
        canvas, right, down = on_desktop(rng, window)
        height, width = canvas.shape[:2]
        screen = np.full((height + 2 * _EDGE, width + 2 * _EDGE, 3), _AROUND, np.uint8)
        screen[_EDGE:-_EDGE, _EDGE:-_EDGE] = canvas
        return screen, round(left + right) + _EDGE, round(top + down) + _EDGE

    def _board(self, cells: bytes) -> Picture:
        if cells not in self._pictures:
            codes = np.frombuffer(cells, np.uint8).reshape(ROWS, COLUMNS)
            drawn = draw_cells(self._look, codes, self._geometry.xs, self._geometry.ys)
            self._pictures[cells] = np.clip(drawn, 0, 255).astype(np.uint8)
        return self._pictures[cells]

    def hands(self) -> Hands:
        """The callables for a bot."""
        return Hands(
            capture=self.capture,
            open=self._open,
            flag=self._flag,
            park=self._park,
            key=lambda _: None,
            clock=lambda: self.now,
            wait=self._wait,
        )

    def capture(self, area: Area | None) -> Picture:
        """The picture of the desktop as it is now."""
        self.now += _CAPTURE
        while self._due and self._due[0][0] <= self.now:
            self.shown = self._due.pop(0)[1]
        board = self._board(self.shown)
        left, top = round(self.lattice.left), round(self.lattice.top)
        self._desktop[top : top + board.shape[0], left : left + board.shape[1]] = board
        if area is None:
            return self._desktop.copy()
        return self._desktop[area.top : area.bottom, area.left : area.right].copy()

    def region(self) -> Region:
        """The whole desktop."""
        height, width = self._desktop.shape[:2]
        return Region(0, 0, width, height)

    def truth(self, _: Sequence[int] = ()) -> Truth:
        """How the game stands, and its mines."""
        if not self.game.over:
            outcome = Outcome.PLAYING
        else:
            outcome = Outcome.WON if self.game.won else Outcome.LOST
        return Truth(outcome, self.game.layout or frozenset())

    def _cell(self, x: float, y: float) -> int | None:
        column = int(np.searchsorted(self.lattice.xs, x, "right")) - 1
        row = int(np.searchsorted(self.lattice.ys, y, "right")) - 1
        return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else None

    def _open(self, x: float, y: float) -> None:
        cell = self._cell(x, y)
        if cell is not None:
            self.game.open(cell)
        self._changed()

    def _flag(self, x: float, y: float) -> None:
        cell = self._cell(x, y)
        if cell is not None:
            self.game.flag(cell)
        self._changed()

    def _changed(self) -> None:
        self.now += _CLICK
        self._due.append((self.now + _DELAY, bytes(self.game.cells)))

    def _park(self, _x: float, _y: float) -> None:
        self.now += _CLICK

    def _wait(self, seconds: float) -> None:
        self.now += seconds


def stand_of(window: GeneratedWindow) -> Stand:
    """The game as the bot meets it: it sees the whole desktop and knows no skin."""
    return Stand(window.region(), window.lattice, (), MINES, window.truth)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--space", type=int, default=GENERATED)
    parser.add_argument("--cells", choices=KINDS, default="", help="what their cells are")
    parser.add_argument("--flags", action="store_true", help="flag certain mines")
    parser.add_argument("--begun", action="store_true", help="the player has opened an area")
    parser.add_argument("--shots", type=Path, help="keep a picture of every game's end here")
    wanted = parser.parse_args()
    row = Row(wanted.cells or "all")
    for seed in range(wanted.first, wanted.first + wanted.count):
        window = GeneratedWindow(seed, wanted.space, wanted.cells, begun=wanted.begun)
        wishes = Wishes(mines=MINES, flags=wanted.flags, max_seconds=90)
        print(seed, end=" ", flush=True)
        before = row.wrong
        judge(stand_of(window), window.hands(), wishes, row)
        if row.wrong > before:
            print(f"{seed}: {row.wrong - before} wrong", flush=True)
        if wanted.shots:
            save_picture(wanted.shots / f"{seed}.png", window.capture(None))
    Console(width=110).print(table([row]))


if __name__ == "__main__":
    main()
