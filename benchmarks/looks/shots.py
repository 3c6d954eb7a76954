"""Pictures of a program on a virtual screen, their lattices, and a check of their truths."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.looks.labelled import Labelled, save_labelled
from solver_bot.board import SYMBOLS, UNREADABLE, Board
from solver_bot.desktop.screen import Region, Screen
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from tests.real.desktop import Desktop, settled

Corners: TypeAlias = NDArray[np.intp]
"""Shape (n, 2): rows and columns of pixels."""
SCREEN = Region(0, 0, 1920, 1080)
"""The screen that is pictured. The desktop is wider: dialogs that must stay open lie beside it."""
DESKTOP_WIDTH = SCREEN.width + 700
MARGINS = 24, 150
"""The least and the most pixels of the desktop around a window that belong to its picture."""
WHOLE_SCREEN = 0.15
"""The share of pictures that show the whole screen."""
LEAST_PITCH = 8
_INSIDE = 0.2
"""The share of a cell on each of its sides that does not count when cells are compared."""


class WrongTruthError(RuntimeError):
    """The cells of a picture do not look as its board says."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture belongs.

    Attributes:
        folder: the folder of the pictures.
        name: which picture it is.
        stage: one of ``labelled.STAGES``.
        facts: what is written beside its board.

    """

    folder: Path
    name: str
    stage: str
    facts: Mapping[str, str]


def facts(program: str, package: str, theme: str, licence: str) -> dict[str, str]:
    """What is written beside the boards of a program. Our own program has no package."""
    made = f"{program} {_version(package)} (Debian)" if package else program
    return {"program": made, "theme": theme, "licence": licence}


@lru_cache
def _version(package: str) -> str:
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def cutout(window: Region, dice: Random) -> Region:
    """The part of the screen for a picture of a window."""
    if dice.random() < WHOLE_SCREEN:
        return SCREEN
    left, top, right, bottom = (dice.randint(*MARGINS) for _ in range(4))
    left, top = max(0, window.left - left), max(0, window.top - top)
    right, bottom = (
        min(SCREEN.right, window.right + right),
        min(SCREEN.bottom, window.bottom + bottom),
    )
    return Region(left, top, right - left, bottom - top)


def take(
    screen: Screen, desktop: Desktop, window: Region, board_region: Region, dice: Random
) -> tuple[Picture, Region]:
    """A picture of a window once its board is still, and its part of the screen.

    Other parts of a window, such as its clock, may go on changing.
    """
    desktop.park()
    settled(screen, board_region, 0.4)
    part = cutout(window, dice)
    return screen.grab(part), part


def save(place: Place, picture: Picture, part: Region, board: Board, lattice: Lattice) -> None:
    """Write a picture with its truth. ``lattice`` counts from the corner of the screen."""
    moved = lattice.moved(-part.left, -part.top)
    one = Labelled(place.name, picture, board, moved, place.stage, facts=dict(place.facts))
    save_labelled(place.folder, one)


def region_of(lattice: Lattice) -> Region:
    """The pixels of a board."""
    left, top = int(lattice.left), int(lattice.top)
    return Region(left, top, int(lattice.right) - left + 1, int(lattice.bottom) - top + 1)


def new_lattice(picture: Picture, columns: int, rows: int) -> Lattice | None:
    """The lattice of a new board: the area where cells of equal size all look the same.

    Cells are squares of a whole number of pixels. If the area can be moved, because the gaps
    between cells go on beside the board, half of a gap belongs to each of its cells.
    """
    found = repeated_area(picture, columns, rows)
    if not found:
        return None
    pitch, corners = found
    top, left = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return Lattice.even(float(left), float(top), pitch, pitch, columns, rows)


def gapped_lattice(picture: Picture, columns: int, rows: int) -> Lattice | None:
    """The lattice of a new board whose cells all have one colour, with gaps between them."""
    colours, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    for colour in colours[np.argsort(-counts)][:4]:
        is_cell = (picture == colour).all(axis=2)
        across, down = (_runs(is_cell.sum(axis=axis)) for axis in (0, 1))
        if (len(across), len(down)) == (columns, rows):
            return Lattice(_middles(across), _middles(down))
    return None


def _runs(counts: NDArray[np.int64]) -> NDArray[np.intp]:
    """The beginning and the end of every run of places that have at least half of the most."""
    many = np.pad(counts * 2 >= counts.max(), 1)
    return np.flatnonzero(many[1:] != many[:-1]).reshape(-1, 2)


def _middles(runs: NDArray[np.intp]) -> tuple[float, ...]:
    """The middles of the gaps between cells, and of gaps outside the outermost ones."""
    gap = float(np.median(runs[1:, 0] - runs[:-1, 1]))
    inner = (runs[1:, 0] + runs[:-1, 1]) / 2
    return float(runs[0, 0]) - gap / 2, *map(float, inner), float(runs[-1, 1]) + gap / 2


def repeated_area(
    picture: Picture, columns: int, rows: int, equal: float = 1.0
) -> tuple[int, Corners] | None:
    """The size of square cells that all look the same, and the (top, left) corners of the area.

    ``equal`` is the least share of pixels that are the same in the next cell. With less than 1,
    only the first of the best corners is returned.
    """
    height, width = picture.shape[:2]
    for pitch in range(min(width // columns, height // rows), LEAST_PITCH - 1, -1):
        across = (picture[:, pitch:] == picture[:, :-pitch]).all(axis=2)
        down = (picture[pitch:] == picture[:-pitch]).all(axis=2)
        counts = _counts(across, rows * pitch, (columns - 1) * pitch)
        others = _counts(down, (rows - 1) * pitch, columns * pitch)
        both = counts[: len(others), : others.shape[1]] + others[: len(counts), : counts.shape[1]]
        least = equal * pitch * pitch * (2 * rows * columns - rows - columns)
        corners = _with_cells(picture, pitch, np.argwhere(both >= least))
        if len(corners):
            if equal < 1:
                y, x = max(corners, key=lambda corner: int(both[corner[0], corner[1]]))
                corners = np.array([(y, x)])
            return pitch, corners
    return None


def _with_cells(picture: Picture, pitch: int, corners: Corners) -> Corners:
    """The corners at which more than an empty ground begins."""
    cells = (picture[y : y + pitch, x : x + pitch] for y, x in corners)
    return corners[[bool(np.ptp(cell, (0, 1)).any()) for cell in cells]]


def _counts(flags: NDArray[np.bool_], height: int, width: int) -> NDArray[np.int64]:
    """How many true flags are in the rectangle of this size that begins at each place."""
    sums = np.pad(flags, ((1, 0), (1, 0))).astype(np.int64).cumsum(0).cumsum(1)
    if min(sums.shape[0] - height, sums.shape[1] - width) < 1:
        return np.zeros((0, 0), np.int64)
    below = sums[height:, width:] - sums[height:, :-width]
    return np.asarray(below - sums[:-height, width:] + sums[:-height, :-width])


class Looks:
    """How the cells of one program look at one size, and what they are said to show.

    If the truth of a picture is wrong, cells that look the same are said to show different things.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, int] = {}

    def check(self, picture: Picture, lattice: Lattice, board: Board) -> None:
        """Compare the cells with those of all pictures before.

        Raises:
            WrongTruthError: two cells look the same, but their truths differ.

        """
        learned = dict(self._known)
        for cell, inside in _insides(picture, lattice):
            code = board.cells[cell]
            if code == UNREADABLE:
                continue
            known = learned.setdefault(inside, code)
            if known != code:
                row, column = board.place(cell)
                raise WrongTruthError(
                    f"row {row + 1}, column {column + 1} looks like {SYMBOLS[known]!r}, "
                    f"but is said to show {SYMBOLS[code]!r}"
                )
        self._known = learned


def _insides(picture: Picture, lattice: Lattice) -> Iterator[tuple[int, bytes]]:
    for cell in range(lattice.columns * lattice.rows):
        left, top, right, bottom = lattice.box(cell)
        across, down = (right - left) * _INSIDE, (bottom - top) * _INSIDE
        x, y = round(left + across), round(top + down)
        wide, high = int(right - left - 2 * across), int(bottom - top - 2 * down)
        yield cell, picture[y : y + high, x : x + wide].tobytes()
