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
UNSURE = 0.2
"""The same in cells, for a board in an unknown skin: if cells are signs on plain ground, nothing
shows where they end, and a cell beneath the pointer may be highlighted."""


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


def parking(lattice: Lattice, whole: tuple[int, ...], unsure: float = 0.0) -> tuple[float, float]:
    """A place on the board's frame where the pointer neither leaves the window nor meets a corner.

    It is halfway down the left or the right side, or else below the middle of the board. ``whole``
    is the shape of the whole picture (height, width). The board's edge may be off by ``unsure``
    cells.
    """
    height, width = whole
    apart = max(_BESIDE, unsure * lattice.cell_width)
    middle = (lattice.top + lattice.bottom) / 2
    if lattice.left >= apart:
        return lattice.left - apart, middle
    if lattice.right + apart < width:
        return lattice.right + apart, middle
    return (lattice.left + lattice.right) / 2, min(height - 1.0, lattice.bottom + apart)
