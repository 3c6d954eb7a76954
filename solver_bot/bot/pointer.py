"""Places in the picture: what to capture, in what order to click, where to park the pointer."""

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
    """The cells in the order a hand would take: row by row, in alternating directions."""
    rows: dict[int, list[int]] = {}
    for cell in sorted(cells):
        rows.setdefault(cell // width, []).append(cell)
    ordered: list[int] = []
    for number, row in enumerate(rows.values()):
        ordered += reversed(row) if number % 2 else row
    return ordered


def around(lattice: Lattice, picture: Picture) -> Area:
    """The board with some margin, clipped to the picture."""
    height, width = picture.shape[:2]
    across, down = MARGIN * lattice.cell_width, MARGIN * lattice.cell_height
    return Area(
        max(0, round(lattice.left - across)),
        max(0, round(lattice.top - down)),
        min(width, round(lattice.right + across)),
        min(height, round(lattice.bottom + down)),
    )


def parking(lattice: Lattice, whole: tuple[int, ...]) -> tuple[float, float]:
    """A place on the board's frame where the pointer neither leaves the window nor meets a corner.

    It is halfway down the left or the right side, or else below the middle of the board. ``whole``
    is the shape of the whole picture (height, width).
    """
    height, width = whole
    middle = (lattice.top + lattice.bottom) / 2
    if lattice.left >= _BESIDE:
        return lattice.left - _BESIDE, middle
    if lattice.right + _BESIDE < width:
        return lattice.right + _BESIDE, middle
    return (lattice.left + lattice.right) / 2, min(height - 1.0, lattice.bottom + _BESIDE)
