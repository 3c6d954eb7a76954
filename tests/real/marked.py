"""Games that ``watch`` marks: starting it, clicking, and finding its marks in a capture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import EXPLODED
from solver_bot.desktop.overlay.opening import open_overlay
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.solve.advice import Advice, advise
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import AMBER, GREEN, RED
from tests.real.conftest import Start
from tests.real.desktop import (
    Desktop,
    Game,
    Level,
    Program,
    end_group,
    settled,
    wait_until,
)
from tests.real.test_overlay import board_of, drawn, place_of

Kind = TypeVar("Kind", bound=np.generic)
ENOUGH = 12
"""The least number of a mark's pixels in a marked cell."""


def cells_of(picture: Picture, lattice: Lattice, colour: tuple[int, int, int]) -> list[int]:
    """The cells with a mark of a colour."""
    found = []
    for cell in range(lattice.columns * lattice.rows):
        left, top, right, bottom = map(round, lattice.box(cell))
        if drawn(picture[top:bottom, left:right], colour) >= ENOUGH:
            found.append(cell)
    return found


@contextmanager
def watching(desktop: Desktop, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    process = desktop.start([sys.executable, "-m", "solver_bot", "watch", *options])
    try:
        yield process
    finally:
        end_group(process)


def click(desktop: Desktop, lattice: Lattice, cell: int, button: int = 1) -> None:
    x, y = (round(value) for value in lattice.centre(cell))
    desktop.run("xdotool", "mousemove", x, y, "click", button)
    desktop.park()


def opened(desktop: Desktop, screen: Screen) -> Lattice:
    """Open a cell in the middle of the board, and return where the cells are."""
    lattice = place_of(screen)
    click(desktop, lattice, lattice.columns * (lattice.rows // 2) + lattice.columns // 2)
    settled(screen, board_of(lattice))
    return lattice


def begun(start: Start, program: Program, desktop: Desktop, screen: Screen) -> Lattice:
    """Start a program and open a cell. xdemineur may have a mine there, and is then started again.

    Returns where the cells are.
    """
    while True:
        game = start(program, program.levels[0])
        lattice = opened(desktop, screen)
        settled(screen, game.region())
        (found,) = read(screen.grab(), shipped_skins())
        if not found.board.count({EXPLODED}):
            return lattice
        game.close()


def solvable(
    start: Start, program: Program, level: Level, desktop: Desktop, screen: Screen
) -> tuple[Game, Lattice, Advice]:
    """Start a program and open a cell, again and again until a safe cell and a mine are certain.

    Returns the game, where the cells are, and the advice.
    """
    while True:
        game = start(program, level)
        lattice = opened(desktop, screen)
        (found,) = read(screen.grab(), shipped_skins())
        advice = advise(found.board)
        if advice.safe and advice.mines:
            return game, lattice, advice
        game.close()


def wait_for_marks(screen: Screen, lattice: Lattice) -> None:
    def seen() -> bool:
        picture = screen.grab()
        return any(cells_of(picture, lattice, colour) for colour in (GREEN, AMBER))

    wait_until(seen, "the marks")


def marked_cells(screen: Screen, lattice: Lattice) -> list[int]:
    picture = screen.grab()
    return sorted(
        cell for colour in (GREEN, RED, AMBER) for cell in cells_of(picture, lattice, colour)
    )


def under_marks(game: Game, screen: Screen) -> Extraction | None:
    """The board of a game, be there marks on it."""
    overlay = open_overlay(game.region())
    try:
        own = overlay.own_pixels(screen.desktop, screen.grab)
        return next(iter(read(own, shipped_skins())), None) if own is not None else None
    finally:
        overlay.close()


def is_marked(screen: Screen, lattice: Lattice, cells: list[int]) -> bool:
    """Whether these cells of a board are marked, and nothing beside them."""
    picture = screen.grab()
    inside = sum(
        drawn(part_of(picture, lattice, cell), colour)
        for cell in cells
        for colour in (GREEN, RED, AMBER)
    )
    every = sum(drawn(picture, colour) for colour in (GREEN, RED, AMBER))
    return marked_cells(screen, lattice) == cells and inside == every


def part_of(picture: NDArray[Kind], lattice: Lattice, cell: int) -> NDArray[Kind]:
    left, top, right, bottom = map(round, lattice.box(cell))
    return picture[top:bottom, left:right]


def marks_in(screen: Screen, region: Region) -> int:
    picture = screen.grab(region)
    return sum(drawn(picture, colour) for colour in (GREEN, RED, AMBER))


def window_called(desktop: Desktop, title: str) -> str | None:
    return next((window for window, name in desktop.windows().items() if name == title), None)
