"""What is written around marked boards: the numbers of rows and columns, and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.lettering import DARK, bgr, font, rgb
from solver_bot.vision.marks import blend
from solver_bot.vision.stamps import WHITE, Form, stamp

LEGEND = {
    Form.SAFE: "safe",
    Form.MINE: "mine",
    Form.WRONG_FLAG: "wrong flag",
    Form.FLAGGED: "mine, flagged already",
    Form.GUESS: "best guess, odds of a mine",
    Form.ODDS: "odds of a mine",
}
_LEAST_LETTERS, _LETTERS = 9, 0.42
"""The height of the numbers: at least so many pixels, else so much of a cell."""
_SEEN = 0.8
"""How much the strip behind the numbers covers."""
_ICON, _LINE, _GAP = 18, 24, 14
"""Pixels of a mark in the legend, of a line of it, and between two entries."""
_GREY = 110
_EXAMPLE = "25"
"""The odds that the legend shows."""


def room_needed(lattice: Lattice) -> tuple[int, int]:
    """How many pixels the numbers take left of a board and above it."""
    size = _letters(lattice)
    wide = round(font(size).getlength(str(lattice.rows))) + 6
    return wide, size + 4


def numbered(picture: Picture, lattices: Sequence[Lattice]) -> tuple[Picture, list[Lattice]]:
    """A copy with the numbers of the rows and columns at the left and upper edges of the boards.

    Where there is no room, the picture is enlarged. Returns the picture and the boards' places in
    it.
    """
    rooms = [room_needed(lattice) for lattice in lattices]
    pairs = list(zip(lattices, rooms, strict=True))
    left = max(0, *(round(wide - one.left) for one, (wide, _) in pairs), 0)
    top = max(0, *(round(tall - one.top) for one, (_, tall) in pairs), 0)
    larger = cv2.copyMakeBorder(picture, top, 0, left, 0, cv2.BORDER_CONSTANT, value=WHITE)
    placed = [one.moved(left, top) for one in lattices]
    enlarged = np.asarray(larger, np.uint8)
    for one, (wide, tall) in zip(placed, rooms, strict=True):
        _number(enlarged, one, wide, tall)
    return enlarged, placed


def with_legend(picture: Picture, forms: Iterable[Form]) -> Picture:
    """A copy with a line below that says what the marks mean; the same picture if there is none."""
    wanted = set(forms)
    entries = [form for form in LEGEND if form in wanted]
    if not entries:
        return picture
    letters = font(13)
    wide = picture.shape[1]
    places, x, line = [], _GAP, 0
    for form in entries:
        length = _ICON + 5 + round(letters.getlength(LEGEND[form])) + _GAP
        if x > _GAP and x + length > wide:
            x, line = _GAP, line + 1
        places.append((x, line))
        x += length
    strip = Image.new("RGB", (wide, _LINE * (line + 1) + 4), rgb(WHITE))
    draw = ImageDraw.Draw(strip)
    for form, (left, number) in zip(entries, places, strict=True):
        middle = 2 + _LINE * number + _LINE / 2
        draw.text((left + _ICON + 5, middle), LEGEND[form], rgb(DARK), letters, anchor="lm")
    drawn = bgr(strip)
    for form, (left, number) in zip(entries, places, strict=True):
        top = 2 + _LINE * number + (_LINE - _ICON) // 2
        if form is Form.FLAGGED:  # a pale veil, which is seen on grey only
            drawn[top : top + _ICON, left : left + _ICON] = _GREY
        percent = _EXAMPLE if form in {Form.GUESS, Form.ODDS} else ""
        blend(drawn, stamp(form, _ICON, _ICON, percent), left, top)
    return np.vstack([picture, drawn])


def _letters(lattice: Lattice) -> int:
    size = min(lattice.cell_width, lattice.cell_height)
    return max(_LEAST_LETTERS, round(_LETTERS * size))


def _number(picture: Picture, lattice: Lattice, wide: int, tall: int) -> None:
    """Write the numbers on pale strips right beside the board."""
    left, top = round(lattice.left), round(lattice.top)
    right, bottom = round(lattice.right), round(lattice.bottom)
    letters = font(_letters(lattice))
    beside = Image.new("RGB", (wide, bottom - top), rgb(WHITE))
    above = Image.new("RGB", (right - left, tall), rgb(WHITE))
    on_beside, on_above = ImageDraw.Draw(beside), ImageDraw.Draw(above)
    for row in range(lattice.rows):
        middle = (lattice.ys[row] + lattice.ys[row + 1]) / 2 - top
        on_beside.text((wide / 2, middle), str(row + 1), rgb(DARK), letters, anchor="mm")
    for column in range(lattice.columns):
        middle = (lattice.xs[column] + lattice.xs[column + 1]) / 2 - left
        on_above.text((middle, tall / 2), str(column + 1), rgb(DARK), letters, anchor="mm")
    _lay(picture, bgr(beside), left - wide, top)
    _lay(picture, bgr(above), left, top - tall)


def _lay(picture: Picture, strip: Picture, left: int, top: int) -> None:
    """Lay a strip over a picture, which shows through a little. Parts outside are left out."""
    x, y = max(0, left), max(0, top)
    part = picture[y : max(0, top + strip.shape[0]), x : max(0, left + strip.shape[1])]
    inner = strip[y - top : y - top + part.shape[0], x - left : x - left + part.shape[1]]
    part[:] = np.rint(part * (1 - _SEEN) + inner * _SEEN).astype(np.uint8)
