"""Times the marks over real games on a virtual screen.

"Drawing" shows 200 marks on KMines in several ways, over and over, and waits until the server has
drawn them. "Capture" compares the game's
own pixels, which have no marks, with a plain capture of the same part of the screen. "Following"
runs ``watch`` and plays with xdotool: it measures from the last pixel that the program changed
after a click to the last pixel that the marks changed. The screen is looked at without a pause, so
the figures include the time of one look, which is told too. On a busy machine the least figures
say more than the others.

Usage: python -m benchmarks.overlay [--clicks N] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from solver_bot.desktop.overlay.face import Mark, Overlay
from solver_bot.desktop.overlay.opening import open_overlay
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.live.overlaid import flat
from solver_bot.vision.extract import read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import AMBER, GREEN, Form, stamp
from tests.real.desktop import KMINES, PROGRAMS, Desktop, Program, on_desktop, start_game

MARKS = 200
LOADED = 4
"""Seconds after the first marks in which ``watch`` loads the rest of its solver."""
QUIET = 0.5
"""Seconds without a change after which a click and its marks count as done."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A measured figure: its name and its milliseconds."""

    name: str
    values: Sequence[float]

    def cells(self) -> tuple[str, ...]:
        ordered = sorted(self.values)
        late = ordered[int(0.95 * (len(ordered) - 1))]
        figures = ordered[0], statistics.median(ordered), late, ordered[-1]
        return (self.name, str(len(ordered)), *(f"{value:.1f}" for value in figures))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    table = Table("measured", "times", "least, ms", "median", "95 %", "most")
    with tempfile.TemporaryDirectory() as folder:
        desktop = Desktop(Path(folder))
        try:
            with on_desktop(desktop), Screen() as screen:
                for row in measured(desktop, screen, options.rounds, options.clicks):
                    table.add_row(*row.cells())
        finally:
            desktop.close()
    Console().print(table)


def measured(desktop: Desktop, screen: Screen, rounds: int, clicks: int) -> Iterator[Timed]:
    game = start_game(desktop, KMINES, KMINES.level("Hard"), KMINES.sizes[1])
    lattice = place_of(screen)
    with over(lattice) as overlay:
        yield from drawing(overlay, lattice, rounds)
        board = board_of(lattice)
        yield Timed(
            f"capture of {board.width}x{board.height}, plain",
            [timed(lambda: screen.grab(board)) for _ in range(rounds)],
        )
        yield Timed(
            "the same without marks",
            [timed(lambda: overlay.own_pixels(board, screen.grab)) for _ in range(rounds)],
        )
    game.close()
    for program in PROGRAMS.values() if clicks else ():
        yield from following(desktop, screen, program, clicks)


def drawing(overlay: Overlay, lattice: Lattice, rounds: int) -> Iterator[Timed]:
    size = round(lattice.cell_width), round(lattice.cell_height)
    ring, cross = (flat(stamp(form, *size)) for form in (Form.SAFE, Form.MINE))
    boxes = [lattice.box(cell) for cell in range(MARKS)]
    places = [(round(left), round(top)) for left, top, _, _ in boxes]
    rings = [Mark(*place, ring) for place in places]
    mixed = [Mark(*place, (ring, cross)[n % 2]) for n, place in enumerate(places)]
    turned = [Mark(*place, (cross, ring)[n % 2]) for n, place in enumerate(places)]
    few = [Mark(*place, cross if n % 33 == 0 else ring) for n, place in enumerate(places)]

    def each(name: str, before: Sequence[Mark], after: Sequence[Mark]) -> Timed:
        values = []
        for _ in range(rounds):
            overlay.show(before)
            values.append(timed(lambda: overlay.show(after)))
        return Timed(f"{MARKS} marks, {name}", values)

    yield each("new", [], mixed)
    yield each("unchanged", mixed, mixed)
    yield each("3 % changed", rings, few)
    yield each("half changed", rings, mixed)
    yield each("all changed", mixed, turned)


def following(desktop: Desktop, screen: Screen, program: Program, clicks: int) -> Iterator[Timed]:
    """How long after the program's last change the marks change last."""
    late: list[float] = []
    looks: list[float] = []
    while len(late) < clicks:
        game = start_game(desktop, program, program.levels[1])
        lattice = place_of(screen)
        process = subprocess.Popen(
            [sys.executable, "-m", "solver_bot", "watch"],
            env=dict(os.environ) | {"DISPLAY": desktop.display},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with over(lattice) as clean:
                click(desktop, lattice, lattice.columns * lattice.rows // 2 + lattice.columns // 2)
                wait_for_marks(screen, lattice)
                while len(late) < clicks and (cell := next_cell(screen, lattice)) is not None:
                    click(desktop, lattice, cell)
                    late.append(settled(clean, screen, board_of(lattice), looks))
        except TimeoutError:
            pass  # the first click met a mine
        finally:
            process.terminate()
            process.wait()
            game.close()
    yield Timed(f"{program.name}: marks after its last change", late)
    yield Timed(f"{program.name}: one look of this benchmark", looks)


def settled(clean: Overlay, screen: Screen, board: Region, looks: list[float]) -> float:
    """Milliseconds from the program's last change to that of the marks; at least 0."""
    began = time.perf_counter()
    game_at = marks_at = began
    own, shown = look(clean, screen, board)
    marks = (own != shown).any(axis=2)
    while time.perf_counter() - max(game_at, marks_at) < QUIET:
        before = time.perf_counter()
        now, seen = look(clean, screen, board)
        after = time.perf_counter()
        looks.append((after - before) * 1e3)
        if not np.array_equal(now, own):
            game_at = after
        if not np.array_equal(marks, (now != seen).any(axis=2)):
            marks_at = after
        own, marks = now, (now != seen).any(axis=2)
    return max(0.0, (marks_at - game_at) * 1e3)


def look(clean: Overlay, screen: Screen, board: Region) -> tuple[Picture, Picture]:
    """The game's own pixels and those on the screen."""
    own = clean.own_pixels(board, screen.grab)
    assert own is not None
    return own, screen.grab(board)


def next_cell(screen: Screen, lattice: Lattice) -> int | None:
    """The first cell with a ring; without one, the cell to guess."""
    picture = screen.grab()
    for colour in (GREEN, AMBER):
        ys, xs = np.nonzero((picture == colour).all(axis=2))
        cells = {lattice.cell_at(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)}
        if found := sorted(cell for cell in cells if cell is not None):
            return found[0]
    return None


def wait_for_marks(screen: Screen, lattice: Lattice) -> None:
    end = time.monotonic() + 60
    while next_cell(screen, lattice) is None:
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)
    time.sleep(LOADED)


def click(desktop: Desktop, lattice: Lattice, cell: int) -> None:
    x, y = (round(value) for value in lattice.centre(cell))
    desktop.run("xdotool", "mousemove", x, y, "click", 1)
    desktop.park()


def place_of(screen: Screen) -> Lattice:
    (found,) = read(screen.grab(), shipped_skins())
    return found.lattice


def board_of(lattice: Lattice) -> Region:
    left, top = round(lattice.left), round(lattice.top)
    return Region(left, top, round(lattice.right) - left, round(lattice.bottom) - top)


@contextmanager
def over(lattice: Lattice) -> Iterator[Overlay]:
    overlay = open_overlay(board_of(lattice))
    try:
        yield overlay
    finally:
        overlay.close()


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that it takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


if __name__ == "__main__":
    main()
