"""The looks of games in a terminal: cells are characters on one ground, with no line between."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.looks.colours import (
    CLASSIC,
    Colour,
    Palette,
    Random,
    from_hex,
    grey,
    legible,
    stands_out,
)
from benchmarks.looks.faces import Face, random_faces
from benchmarks.looks.fonts import has
from benchmarks.looks.lettering import Lettering
from benchmarks.looks.look import Look
from benchmarks.looks.signs import Layer, Sign
from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from solver_bot.vision.arrays import Floats
from solver_bot.vision.lattice import Lattice

_FIXED = ("Mono", "Courier", "Typewriter", "cmtt", "Cousine", "Terminus", "Code")
"""Parts of the names of fonts whose characters are equally wide."""
_COVERED = "###■□▒░█..---*o+·X~●◼≡??"
_EMPTY = "    .·-_00,"
_FLAGS, _MINES = "FFP!!⚑>^|f", "**@X●¤oMB"
_INVERSE = 0.25
"""The share of looks in which covered cells have a ground of their own."""
_ONE_LINE, _MORE_LINES = 3, 0.55
"""Characters of a cell up to which it is one line high, and the share of wider cells that are
higher."""
_LINE_HEIGHT = 2.5
"""The largest height of one line in widths of a character."""
_FENCED = 0.45
"""The share of cells of three characters and more that have a fence: brackets, bars or dashes."""
_DOUBLED = 0.12
"""The share of looks with cells of two characters whose flags and mines are written twice."""

_ONE_INK = 0.35
"""The share of looks whose characters all have one colour."""
_NARROWEST, _WIDEST = 7.0, 20.0
"""Pixels of a character."""


def terminal_pitch(rng: Random) -> tuple[float, float, int]:
    """The width and height of a cell in pixels, and of how many characters it is."""
    count = int(rng.choice([1, 2, 3, 4, 5, 6], p=[0.14, 0.42, 0.18, 0.1, 0.09, 0.07]))
    wide = float(np.exp(rng.uniform(math.log(_NARROWEST), math.log(_WIDEST))))
    wide = float(round(max(wide, 8.0 / count)))
    high = float(round(wide * rng.uniform(1.65, 2.3)))
    if count > _ONE_LINE and rng.random() < _MORE_LINES:
        high *= int(rng.choice([2, 3], p=[0.7, 0.3]))
    return max(8.0, count * wide), high, count


def lines_of(width: float, height: float, count: int) -> int:
    """Lines of characters in a cell of this size in pixels, which has ``count`` in each."""
    return max(1, int(height * count / width / _LINE_HEIGHT + 0.8))


def terminal_look(
    rng: Random, width: float, height: float, count: int, fonts: Sequence[Path]
) -> Look:
    """A look for cells of this size in pixels that are ``count`` characters wide."""
    fixed = [font for font in fonts if any(part in font.name for part in _FIXED)]
    font = fixed[int(rng.integers(len(fixed)))]
    ground = grey(rng.uniform(0, 40)) if rng.random() < 0.8 else grey(rng.uniform(225, 255))
    ink = legible(rng, ground, 90) if rng.random() < _ONE_INK else None
    palette = _palette(rng, ground, ink)
    covered, opened = (
        replace(face, style="flat", colour=ground, second=ground, ruled=False, mark="", pictured=0)
        for face in random_faces(rng, palette)
    )
    grounded = ink is None and rng.random() < _INVERSE
    if grounded:
        covered = replace(covered, colour=palette.covered, second=palette.covered)
    fence = str(rng.choice(_FENCES)) if count >= _ONE_LINE and rng.random() < _FENCED else ""
    fence_colour = legible(rng, ground, 30) if ink is None and rng.random() < 0.6 else None
    pen = _Pen(font, width, height, count, fence=fence, colour=fence_colour, centred=not grounded)
    signs = _signs(rng, pen, covered, opened, palette, ink)
    return Look(
        palette=palette,
        covered=covered,
        opened=opened,
        lettering=Lettering("font", font, pen.digit_height / height, True, 0, 1.0, 8, 0, 0),
        signs=signs,
        grounds=_grounds(rng, covered, opened),
        tints=(),
        over=None,
        shade=0.0,
        rim=None,
        off=pen.off,
        seam=None,
        overlay=None,
        plate=None,
        plated=False,
    )


_FENCES = ("[]", "[]", "[]", "()", "<>", "|", "||", "_", "_", "-", "+-")


class _Pen:
    """Writes characters where a terminal has them in cells of one size.

    Nothing shows where a cell ends whose ground is that of all others. Its sign is in its middle.
    """

    def __init__(
        self,
        font: Path,
        width: float,
        height: float,
        count: int,
        *,
        fence: str,
        colour: Colour | None,
        centred: bool,
    ) -> None:
        self.path, self.count, self.fence, self.fence_colour = font, count, fence, colour
        self.size = round(width), round(height)
        self.lines = lines_of(width, height, count)
        line = height / self.lines
        self.font = ImageFont.truetype(str(font), max(6, round(line / 1.25)))
        _, top, _, bottom = self.font.getbbox("8")
        self.digit_height = float(bottom - top)
        column = (count - 1) // 2
        self.middle = width / 2 if centred else (column + 0.5) * width / count
        self.off = self.middle / width - 0.5, 0.0

    def sign(self, text: str, colour: Colour) -> Sign:
        """A character and the fence around it; nothing of what the font does not have."""
        row = (self.lines - 1) // 2
        base = (row + 0.5) * self.size[1] / self.lines + self.digit_height / 2
        fence = self._layer(
            self._fence(base), colour if self.fence_colour is None else self.fence_colour
        )
        return [fence, self._layer([(text, self.middle, base)], colour)]

    def twice(self, sign: Sign) -> Sign:
        """The sign in both halves of a cell of two characters."""
        by = round(self.size[0] / 4)
        both = [replace(one, mask=np.roll(one.mask, step, 1)) for one in sign for step in (-by, by)]
        return [one for one in both if one.mask.size]

    def _layer(self, characters: list[tuple[str, float, float]], colour: Colour) -> Layer:
        """Characters at these places of a cell."""
        image = Image.new("L", self.size)
        draw = ImageDraw.Draw(image)
        for character, x, y in characters:
            if has(self.path, character):
                draw.text((x, y), character, fill=255, font=self.font, anchor="ms")
        mask = np.asarray(image, np.float32) / np.float32(255)
        centred: Floats = np.roll(mask, -round(self.off[0] * self.size[0]), 1)
        return Layer(np.asarray(centred, np.float32), colour)

    def _fence(self, base: float) -> list[tuple[str, float, float]]:
        """The characters around the sign, and where they stand."""
        step = self.size[0] / self.count
        reach = step if self.count <= _ONE_LINE + 1 else 2 * step
        places: list[tuple[str, float, float]] = []
        if self.fence in {"[]", "()", "<>"}:
            places.append((self.fence[0], self.middle - reach, base))
            places.append((self.fence[1], self.middle + reach, base))
        if "|" in self.fence:
            places.append(("|", step / 2, base))
        if self.fence in {"_", "-", "+-"}:
            low = self.size[1] - 2.0 if self.fence == "_" else self.size[1] - 0.2 * step
            columns = range(int(self.fence == "_"), self.count)
            mark = "_" if self.fence == "_" else "-"
            places += [(mark, (column + 0.5) * step, low) for column in columns]
        if self.fence == "+-":
            places += [("+", step / 2, self.size[1] - 0.2 * step), ("|", step / 2, base)]
        return places


def _palette(rng: Random, ground: Colour, ink: Colour | None) -> Palette:
    covered = legible(rng, ground, 40)
    single = legible(rng, ground, 90) if ink is None else ink
    each = ink is None and rng.random() < 0.65
    usual = rng.random() < 0.4
    digits = tuple(_bright(rng, ground, number, usual) if each else single for number in range(8))
    around = ground if rng.random() < 0.85 else legible(rng, ground, 20)
    return Palette(ground, covered, legible(rng, ground, 60), around, digits, alike=False)


def _bright(rng: Random, ground: Colour, number: int, usual: bool) -> Colour:
    """The usual colour of a digit if it is legible, or any."""
    colour = from_hex(CLASSIC[number])
    return colour if usual and stands_out(colour, ground, 50) else legible(rng, ground, 70)


def _signs(
    rng: Random, pen: _Pen, covered: Face, opened: Face, palette: Palette, ink: Colour | None
) -> dict[int, Sign]:
    """The signs of all states; in one colour, if ``ink`` is given."""
    taken = ""

    def one(characters: str, ground: Colour, least: float = 50) -> Sign:
        known = [c for c in characters if c not in taken and (c == " " or has(pen.path, c))]
        return written(known[int(rng.integers(len(known)))], ground, least)

    def written(text: str, ground: Colour, least: float) -> Sign:
        colour = legible(rng, ground, least) if ink is None else ink
        return pen.sign(text, colour) if text != " " or pen.fence else []

    def marked(characters: str, ground: Colour) -> Sign:
        return pen.twice(one(characters, ground)) if doubled else one(characters, ground)

    alike = covered.colour is opened.colour
    blank = str(rng.choice(list(_EMPTY)))
    choice = [c for c in _COVERED if c != blank and has(pen.path, c)]
    cover = str(rng.choice(choice if alike else [*choice, *" " * 12]))
    empty, hidden = written(blank, opened.colour, 25), written(cover, covered.colour, 35)
    taken = cover + blank
    doubled = pen.count == len("FF") and not pen.fence and rng.random() < _DOUBLED
    mine = marked(_MINES, opened.colour)
    flag = marked(_FLAGS, covered.colour)
    return {
        COVERED: hidden,
        EMPTY: empty,
        FLAG: flag,
        MINE: mine,
        QUESTION: hidden if cover == "?" else written("?", covered.colour, 50),
        EXPLODED: mine if rng.random() < 0.5 else one(_MINES, opened.colour),
        WRONG_FLAG: one("xX%", opened.colour),
        **_numbers(pen, palette),
    }


def _numbers(pen: _Pen, palette: Palette) -> dict[int, Sign]:
    """Digits with the same fence as every cell; without one they are written as usual."""
    if not pen.fence and pen.lines == 1:
        return {}
    return {number: pen.sign(str(number), palette.digits[number - 1]) for number in range(1, 9)}


def border_of_characters(rng: Random, canvas: Floats, lattice: Lattice, ground: Colour) -> None:
    """Draw a border of lines or dashes around the cells, in place."""
    step = min(lattice.cell_width, lattice.cell_height) / 2
    left, right = round(lattice.left), round(lattice.right)
    top, bottom = round(lattice.top), round(lattice.bottom)
    height, width = canvas.shape[:2]
    ink, off = legible(rng, ground, 60), round(step * rng.uniform(0.3, 1.2))
    thick, dashed = int(rng.integers(1, 3)), rng.random() < 0.6
    x0, x1 = max(0, left - off), min(width - thick, right + off)
    y0, y1 = max(0, top - off), min(height - thick, bottom + off)
    every, long = max(2, round(step)), max(1, round(step * rng.uniform(0.5, 0.9)))
    across, down = np.zeros(width, bool), np.zeros(height, bool)
    across[x0:x1], down[y0:y1] = True, True
    if dashed:
        across &= (np.arange(width) - x0) % every < long
        down &= (np.arange(height) - y0) % (2 * every) < 1.6 * every
    for y in (y0, y1):
        canvas[y : y + thick, across] = ink
    for x in (x0, x1):
        canvas[down, x : x + thick] = ink


def _grounds(rng: Random, covered: Face, opened: Face) -> dict[int, Face]:
    red = legible(rng, opened.colour, 50)
    hit = replace(opened, colour=red, second=red)
    flag = covered
    if rng.random() < 0.2:
        colour = legible(rng, covered.colour, 40)
        flag = replace(covered, colour=colour, second=colour)
    return {MINE: opened, EXPLODED: hit, FLAG: flag, QUESTION: covered, WRONG_FLAG: opened}
