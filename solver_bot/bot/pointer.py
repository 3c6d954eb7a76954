"""Places in the picture: what to capture, the way from cell to cell, where the pointer rests."""

from __future__ import annotations

from collections.abc import Iterable

from solver_bot.bot.hands import Area
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

MARGIN = 2.0
"""How much around the board is captured, in cells: enough to see its frame."""
_BESIDE = 2.0
"""Pixels from the board's edge to where the pointer is parked."""


def path(cells: Iterable[int], width: int) -> list[int]:
    """The cells in the order a hand would take them: row by row, there and back again."""
    rows: dict[int, list[int]] = {}
    for cell in sorted(cells):
        rows.setdefault(cell // width, []).append(cell)
    ordered: list[int] = []
    for number, row in enumerate(rows.values()):
        ordered += reversed(row) if number % 2 else row
    return ordered


def around(lattice: Lattice, picture: Picture) -> Area:
    """The board with some margin, as far as the picture goes."""
    height, width = picture.shape[:2]
    across, down = MARGIN * lattice.cell_width, MARGIN * lattice.cell_height
    return Area(
        max(0, round(lattice.left - across)),
        max(0, round(lattice.top - down)),
        min(width, round(lattice.right + across)),
        min(height, round(lattice.bottom + down)),
    )


def parking(lattice: Lattice, whole: tuple[int, ...]) -> tuple[float, float]:
    """A place on the board's frame, halfway down a side, so in the window and in no corner."""
    height, width = whole
    middle = (lattice.top + lattice.bottom) / 2
    if lattice.left >= _BESIDE:
        return lattice.left - _BESIDE, middle
    if lattice.right + _BESIDE < width:
        return lattice.right + _BESIDE, middle
    return (lattice.left + lattice.right) / 2, min(height - 1.0, lattice.bottom + _BESIDE)
