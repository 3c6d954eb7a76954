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
from benchmarks.looks.look import Look
from benchmarks.looks.signs import Layer, Lettering, Sign
from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from solver_bot.vision.arrays import Floats

_FIXED = ("Mono", "Courier", "Typewriter", "cmtt", "Cousine", "Terminus", "Code")
"""Parts of the names of fonts whose characters are equally wide."""
_COVERED = "##■□▒░█.-*?o+·X~●◼≡"
_EMPTY = "    .·-_0,"
_FLAGS, _MINES = "FFP!⚑>^|f", "**@X●¤oMB"
_INVERSE = 0.25
"""The share of looks in which covered cells have a ground of their own."""
_NARROWEST, _WIDEST = 7.0, 20.0
"""Pixels of a character."""


def terminal_pitch(rng: Random) -> tuple[float, float, int]:
    """The width and height of a cell in pixels, and of how many characters it is."""
    count = int(rng.choice([1, 2, 3], p=[0.2, 0.55, 0.25]))
    wide = float(np.exp(rng.uniform(math.log(_NARROWEST), math.log(_WIDEST))))
    wide = float(round(max(wide, 8.0 / count)))
    high = float(round(wide * rng.uniform(1.65, 2.3)))
    return max(8.0, count * wide), high, count


def terminal_look(
    rng: Random, width: float, height: float, count: int, fonts: Sequence[Path]
) -> Look:
    """A look for cells of this size in pixels that are ``count`` characters wide."""
    fixed = [font for font in fonts if any(part in font.name for part in _FIXED)]
    font = fixed[int(rng.integers(len(fixed)))]
    ground = grey(rng.uniform(0, 40)) if rng.random() < 0.8 else grey(rng.uniform(225, 255))
    palette = _palette(rng, ground)
    covered, opened = (
        replace(face, style="flat", colour=ground, second=ground, ruled=False, mark="", pictured=0)
        for face in random_faces(rng, palette)
    )
    grounded = rng.random() < _INVERSE
    if grounded:
        covered = replace(covered, colour=palette.covered, second=palette.covered)
    bracketed = count == 3 and rng.random() < 0.5
    pen = _Pen(font, width, height, count, bracketed=bracketed, centred=not grounded)
    signs = _signs(rng, pen, covered, opened, palette)
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
        bracketed: bool,
        centred: bool,
    ) -> None:
        self.path, self.count, self.bracketed = font, count, bracketed
        self.size = round(width), round(height)
        self.font = ImageFont.truetype(str(font), max(6, round(height / 1.25)))
        _, top, _, bottom = self.font.getbbox("8")
        self.digit_height = float(bottom - top)
        column = 1 if count == 3 else 0
        self.middle = width / 2 if centred else (column + 0.5) * width / count
        self.off = self.middle / width - 0.5, 0.0

    def sign(self, text: str, colour: Colour) -> Sign:
        """A character as a sign as large as a cell; none if the font does not have it."""
        image = Image.new("L", self.size)
        draw = ImageDraw.Draw(image)
        base = self.size[1] / 2 + self.digit_height / 2
        places = {text: self.middle}
        if self.bracketed:
            step = self.size[0] / self.count
            places |= {"[": self.middle - step, "]": self.middle + step}
        for character, x in places.items():
            if has(self.path, character):
                draw.text((x, base), character, fill=255, font=self.font, anchor="ms")
        mask = np.asarray(image, np.float32) / np.float32(255)
        centred: Floats = np.roll(mask, -round(self.off[0] * self.size[0]), 1)
        return [Layer(np.asarray(centred, np.float32), colour)]


def _palette(rng: Random, ground: Colour) -> Palette:
    covered = legible(rng, ground, 40)
    single = legible(rng, ground, 90)
    each = rng.random() < 0.65
    usual = rng.random() < 0.4
    digits = tuple(_bright(rng, ground, number, usual) if each else single for number in range(8))
    around = ground if rng.random() < 0.85 else legible(rng, ground, 20)
    return Palette(ground, covered, legible(rng, ground, 60), around, digits, alike=False)


def _bright(rng: Random, ground: Colour, number: int, usual: bool) -> Colour:
    """The usual colour of a digit if it is legible, or any."""
    colour = from_hex(CLASSIC[number])
    return colour if usual and stands_out(colour, ground, 50) else legible(rng, ground, 70)


def _signs(
    rng: Random, pen: _Pen, covered: Face, opened: Face, palette: Palette
) -> dict[int, Sign]:
    def one(characters: str, ground: Colour, least: float = 50) -> Sign:
        known = [c for c in characters if c == " " or has(pen.path, c)]
        text = known[int(rng.integers(len(known)))]
        return pen.sign(text, legible(rng, ground, least)) if text != " " or pen.bracketed else []

    empty = one(_EMPTY, opened.colour, 25)
    choice = _COVERED if covered.colour is opened.colour else _COVERED + " " * 12
    hidden = one(choice, covered.colour, 35)
    if not empty and not hidden and covered.colour is opened.colour:
        hidden = pen.sign("#", legible(rng, covered.colour, 50))
    mine = one(_MINES, opened.colour)
    flag = one(_FLAGS, covered.colour)
    return {
        COVERED: hidden,
        EMPTY: empty,
        FLAG: flag,
        MINE: mine,
        QUESTION: pen.sign("?", legible(rng, covered.colour, 50)),
        EXPLODED: mine if rng.random() < 0.5 else one(_MINES, opened.colour),
        WRONG_FLAG: one("xX%", opened.colour),
    }


def _grounds(rng: Random, covered: Face, opened: Face) -> dict[int, Face]:
    red = legible(rng, opened.colour, 50)
    hit = replace(opened, colour=red, second=red)
    flag = covered
    if rng.random() < 0.2:
        colour = legible(rng, covered.colour, 40)
        flag = replace(covered, colour=colour, second=colour)
    return {MINE: opened, EXPLODED: hit, FLAG: flag, QUESTION: covered, WRONG_FLAG: opened}
