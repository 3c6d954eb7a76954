"""Draw advice on a copy of the picture."""

from __future__ import annotations

from collections.abc import Iterable

import cv2

from solver_bot.vision.lattice import Lattice, Picture

GREEN = (40, 170, 0)
RED = (30, 20, 225)
WHITE = (255, 255, 255)
_SUBPIXEL = 4
"""Bits after the point in the coordinates handed to OpenCV."""


def mark_actions(
    picture: Picture, lattice: Lattice, safe: Iterable[int], mines: Iterable[int]
) -> Picture:
    """A copy of the picture with green circles around safe cells and red ones around mines."""
    marked = picture.copy()
    for cell in mines:
        _circle(marked, lattice, cell, RED)
    for cell in safe:
        _circle(marked, lattice, cell, GREEN)
    return marked


def _circle(picture: Picture, lattice: Lattice, cell: int, colour: tuple[int, int, int]) -> None:
    size = min(lattice.cell_width, lattice.cell_height)
    width = max(2, round(size / 9))
    x, y = lattice.centre(cell)
    middle = _fixed(x - 0.5), _fixed(y - 0.5)
    radius = _fixed(size * 0.47 - width / 2 - 0.5)
    # A white rim keeps the circle apart from any tile, also from red and green ones.
    cv2.circle(picture, middle, radius, WHITE, width + 2, cv2.LINE_AA, _SUBPIXEL)
    cv2.circle(picture, middle, radius, colour, width, cv2.LINE_AA, _SUBPIXEL)


def _fixed(length: float) -> int:
    return round(length * (1 << _SUBPIXEL))
