"""Draws advice on a copy of a picture."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import cv2
import numpy as np

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

GREEN = (40, 170, 0)
RED = (30, 20, 225)
AMBER = (0, 150, 245)
WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SUBPIXEL = 4
"""The number of fractional bits in coordinates passed to OpenCV."""


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


def link_proofs(
    picture: Picture, lattice: Lattice, proofs: Mapping[int, Iterable[int]], mines: Container[int]
) -> Picture:
    """A copy with a thin line from each cell to the numbers that prove it.

    Lines to ``mines`` are red, others green. Draw them before the circles, which cover their ends.
    """
    linked = picture.copy()
    for cell, numbers in proofs.items():
        for number in numbers:
            _line(linked, lattice, cell, number, RED if cell in mines else GREEN)
    return linked


def mark_guess(picture: Picture, lattice: Lattice, cell: int, odds: float) -> Picture:
    """A copy with an amber circle around the cell to guess, and its odds of being a mine inside."""
    marked = picture.copy()
    _circle(marked, lattice, cell, AMBER)
    _write(marked, lattice, cell, _percent(odds))
    return marked


def write_odds(
    picture: Picture, lattice: Lattice, odds: Iterable[float | None], but: Iterable[int] = ()
) -> Picture:
    """A copy with every cell's odds of being a mine in percent, except in the cells ``but``."""
    marked = picture.copy()
    left_out = set(but)
    for cell, probability in enumerate(odds):
        if probability is not None and cell not in left_out:
            _write(marked, lattice, cell, _percent(probability))
    return marked


def _percent(probability: float) -> str:
    """Whole percents. Only certain cells get 0 or 100."""
    if probability in {0, 1}:
        return f"{probability * 100:.0f}"
    return f"{min(max(probability * 100, 1), 99):.0f}"


def _write(picture: Picture, lattice: Lattice, cell: int, text: str) -> None:
    size = min(lattice.cell_width, lattice.cell_height)
    scale = size / 62
    width = max(1, round(size / 26))
    (across, up), _ = cv2.getTextSize(text, _FONT, scale, width)
    x, y = lattice.centre(cell)
    corner = round(x - across / 2), round(y + up / 2 - size / 16)
    cv2.putText(picture, text, corner, _FONT, scale, WHITE, width + 2, cv2.LINE_AA)
    cv2.putText(picture, text, corner, _FONT, scale, BLACK, width, cv2.LINE_AA)


def _circle(picture: Picture, lattice: Lattice, cell: int, colour: tuple[int, int, int]) -> None:
    size = min(lattice.cell_width, lattice.cell_height)
    width = max(2, round(size / 9))
    x, y = lattice.centre(cell)
    middle = _fixed(x - 0.5), _fixed(y - 0.5)
    radius = _fixed(size * 0.47 - width / 2 - 0.5)
    # A white rim makes the circle visible on any tile, also on red and green ones.
    cv2.circle(picture, middle, radius, WHITE, width + 2, cv2.LINE_AA, _SUBPIXEL)
    cv2.circle(picture, middle, radius, colour, width, cv2.LINE_AA, _SUBPIXEL)


def _line(
    picture: Picture, lattice: Lattice, cell: int, number: int, colour: tuple[int, int, int]
) -> None:
    """Draw a line from beside a number's middle, which stays readable, to a cell's circle."""
    size = min(lattice.cell_width, lattice.cell_height)
    width = max(1, round(size / 14))
    middle, goal = np.array(lattice.centre(number)) - 0.5, np.array(lattice.centre(cell)) - 0.5
    way = goal - middle
    start = middle + way * 0.3 * size / np.abs(way).max()
    stop = goal - way * 0.42 * size / np.hypot(*way)
    for shade, thick in ((WHITE, width + 2), (colour, width)):
        one, other = ((_fixed(x), _fixed(y)) for x, y in (start, stop))
        cv2.line(picture, one, other, shade, thick, cv2.LINE_AA, _SUBPIXEL)


def _fixed(length: float) -> int:
    return round(length * (1 << _SUBPIXEL))
