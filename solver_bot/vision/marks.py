"""Marks on the cells of a board: which advice gives which, and a picture with them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.board import FLAG, UNOPENED, Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.lettering import Colour
from solver_bot.vision.stamps import GREEN, RED, WHITE, Form, Stamp, percents, stamp

_SUBPIXEL = 4
"""The number of fractional bits in coordinates passed to OpenCV."""

_MOST_LINKS = 3
"""The most numbers that a cell is linked to. Lines to more of them would hide the board."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """A mark on a cell. ``percent`` are its odds as text; empty if the mark says none."""

    cell: int
    form: Form
    percent: str = ""


def certain_marks(board: Board, safe: Iterable[int], mines: Iterable[int]) -> Iterator[CellMark]:
    """The marks of certain cells: also flags on safe cells, and mines that are flagged already."""
    for cell in mines:
        flagged = board.cells[cell] == FLAG
        yield CellMark(cell, Form.FLAGGED if flagged else Form.MINE)
    for cell in safe:
        wrong = board.cells[cell] == FLAG
        yield CellMark(cell, Form.WRONG_FLAG if wrong else Form.SAFE)


def guess_mark(cell: int, odds: float) -> CellMark:
    """The mark of the cell to guess."""
    return CellMark(cell, Form.GUESS, percents(odds))


def odds_marks(
    board: Board, odds: Sequence[float | None], but: Container[int]
) -> Iterator[CellMark]:
    """The odds of every unopened cell whose odds are known, except the cells ``but``."""
    for cell in board.where(UNOPENED):
        share = odds[cell]
        if share is not None and cell not in but:
            yield CellMark(cell, Form.ODDS, percents(share))


def placed(lattice: Lattice, marks: Iterable[CellMark]) -> Iterator[tuple[int, int, Stamp]]:
    """Every mark as a stamp, and the left and top of the stamp in whole pixels."""
    for mark in marks:
        left, top, right, bottom = (round(edge) for edge in lattice.box(mark.cell))
        size = max(1, right - left), max(1, bottom - top)
        yield left, top, stamp(mark.form, *size, mark.percent)


def draw_marks(picture: Picture, lattice: Lattice, marks: Iterable[CellMark]) -> Picture:
    """A copy of the picture with the marks. Parts outside the picture are left out."""
    marked = picture.copy()
    for left, top, one in placed(lattice, marks):
        blend(marked, one, left, top)
    return marked


def blend(picture: Picture, one: Stamp, left: int, top: int) -> None:
    """Draw a stamp into a picture. What is outside the picture is left out."""
    height, width = one.alpha.shape
    tall, wide = picture.shape[:2]
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + width, wide), min(top + height, tall)
    if x >= right or y >= bottom:
        return
    inner = slice(y - top, bottom - top), slice(x - left, right - left)
    part = picture[y:bottom, x:right]
    share = one.alpha[inner][..., None] / 255
    part[:] = np.rint(part * (1 - share) + one.picture[inner] * share).astype(np.uint8)


def link_proofs(
    picture: Picture, lattice: Lattice, proofs: Mapping[int, Sequence[int]], mines: Container[int]
) -> Picture:
    """A copy with a thin line from each cell to the numbers that prove it, if these are few.

    Lines to ``mines`` are red, others green. Draw them before the marks, which cover their ends.
    """
    linked = picture.copy()
    for cell, numbers in proofs.items():
        for number in numbers if len(numbers) <= _MOST_LINKS else ():
            _line(linked, lattice, cell, number, RED if cell in mines else GREEN)
    return linked


def _line(picture: Picture, lattice: Lattice, cell: int, number: int, colour: Colour) -> None:
    """Draw a line from beside a number's middle, which stays readable, to a cell's mark."""
    size = min(lattice.cell_width, lattice.cell_height)
    width = max(1, round(size / 14))
    middle, goal = np.array(lattice.centre(number)) - 0.5, np.array(lattice.centre(cell)) - 0.5
    way = goal - middle
    start = middle + way * 0.3 * size / np.abs(way).max()
    stop = goal - way * 0.36 * size / np.hypot(*way)
    for shade, thick in ((WHITE, width + 2), (colour, width)):
        one, other = ((_fixed(x), _fixed(y)) for x, y in (start, stop))
        cv2.line(picture, one, other, shade, thick, cv2.LINE_AA, _SUBPIXEL)


def _fixed(length: float) -> int:
    return round(length * (1 << _SUBPIXEL))
