"""The forms of marks: each has a colour and also a shape, for people who don't see the hues."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from solver_bot.vision.arrays import Picture
from solver_bot.vision.lettering import Colour, bgr, font, rgb

GREEN: Colour = (40, 160, 0)
RED: Colour = (30, 20, 225)
AMBER: Colour = (0, 150, 245)
VIOLET: Colour = (200, 30, 140)
BLUE: Colour = (230, 110, 20)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
_SHADES: tuple[Colour, ...] = ((150, 225, 150), (120, 240, 255), (110, 130, 255))
"""The plate behind odds of 0, one half and 1."""
_FINER = 4
"""Forms are drawn so many times larger and then reduced, which makes their edges smooth."""
_VEIL = 130
"""How much of a dimmed cell is white, of 255."""


class Form(enum.Enum):
    """What a mark says, and its shape."""

    SAFE = "ring"
    MINE = "cross"
    GUESS = "plate in a frame"
    ODDS = "plate"
    WRONG_FLAG = "square"
    FLAGGED = "veil"
    PROOF = "corners"


@dataclass(frozen=True, eq=False)
class Stamp:
    """A mark as a picture, as large as its cell.

    Attributes:
        picture: its colours, shape (height, width, 3).
        alpha: how much they cover what is below, shape (height, width), 0 to 255.

    """

    picture: Picture
    alpha: NDArray[np.uint8]


@lru_cache(maxsize=1024)
def stamp(form: Form, width: int, height: int, percent: str = "") -> Stamp:
    """A mark for a cell of so many pixels. ``percent`` are the odds in a plate, without the sign.

    The same arguments give the same object.
    """
    pen = _Pen(width, height)
    _DRAWN[form](pen, percent)
    return pen.stamp()


def percents(odds: float) -> str:
    """Odds in whole percents. Only certain cells get 0 or 100."""
    if odds in {0, 1}:
        return f"{odds * 100:.0f}"
    return f"{min(max(odds * 100, 1), 99):.0f}"


def shade(odds: float) -> Colour:
    """The colour of odds: from green through yellow to red."""
    steps = len(_SHADES) - 1
    first = min(int(odds * steps), steps - 1)
    part = odds * steps - first
    below, above = _SHADES[first], _SHADES[first + 1]
    blue, green, red = (round(a + (b - a) * part) for a, b in zip(below, above, strict=True))
    return blue, green, red


class _Pen:
    """Draws a form. Everything has a white rim, which makes it visible on any tile."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        finer = width * _FINER, height * _FINER
        self._colours = Image.new("RGB", finer, WHITE)
        self._alpha = Image.new("L", finer, 0)
        self._on = ImageDraw.Draw(self._colours)
        self._shown = ImageDraw.Draw(self._alpha)
        self.side = min(finer)
        self.middle = finer[0] / 2, finer[1] / 2
        self.thick = max(2 * _FINER, round(self.side / 9))
        self.rim = max(_FINER, round(self.side / 22))

    def square(self, share: float) -> tuple[float, float, float, float]:
        """A square in the middle whose sides are a share of the cell's."""
        half = share * self.side / 2
        x, y = self.middle
        return x - half, y - half, x + half, y + half

    def ring(self, colour: Colour, share: float) -> None:
        box = self.square(share)
        outer = _grown(box, self.rim)
        width = round(self.thick + 2 * self.rim)
        self._shown.ellipse(outer, outline=255, width=width)
        self._on.ellipse(box, outline=rgb(colour), width=round(self.thick))

    def line(self, *ends: tuple[float, float], colour: Colour) -> None:
        self._shown.line(ends, 255, round(self.thick + 2 * self.rim), joint="curve")
        self._on.line(ends, rgb(colour), round(self.thick), joint="curve")

    def frame(self, colour: Colour, share: float) -> None:
        box, thick = self.square(share), self.thick * 0.75
        outer, width = _grown(box, self.rim), round(thick + 2 * self.rim)
        self._shown.rectangle(outer, outline=255, width=width)
        self._on.rectangle(box, outline=rgb(colour), width=round(thick))

    def plate(self, colour: Colour, share: float) -> None:
        box = self.square(share)
        round_by = self.side * 0.12
        self._shown.rounded_rectangle(box, round_by, 255)
        self._on.rounded_rectangle(box, round_by, rgb(colour))

    def veil(self) -> None:
        self._shown.rectangle((0, 0, *self._alpha.size), _VEIL)

    def write(self, text: str, share: float) -> None:
        """Write a text as large as fits into a share of the cell, two figures at most so large."""
        size = round(self.side * 0.62)
        widest = max(text, "88%", key=len)
        while size > _FINER and font(size).getlength(widest) > share * self.side:
            size -= 1
        bold = size // 24
        self._on.text(
            self.middle, text, BLACK, font(size), anchor="mm", stroke_width=bold, stroke_fill=BLACK
        )

    def stamp(self) -> Stamp:
        """What was drawn, at the cell's own size."""
        colours = cv2.resize(bgr(self._colours), self._size, interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(np.asarray(self._alpha), self._size, interpolation=cv2.INTER_AREA)
        return Stamp(np.asarray(colours, np.uint8), np.asarray(alpha, np.uint8))


def _safe(pen: _Pen, _: str) -> None:
    pen.ring(GREEN, 0.78)


def _mine(pen: _Pen, _: str) -> None:
    left, top, right, bottom = pen.square(0.5)
    pen.line((left, top), (right, bottom), colour=RED)
    pen.line((left, bottom), (right, top), colour=RED)
    # The second bar's rim has cut the first.
    pen.line((left, top), (right, bottom), colour=RED)


def _guess(pen: _Pen, percent: str) -> None:
    pen.plate(WHITE, 0.8)
    pen.frame(AMBER, 0.9)
    pen.write(f"{percent}%" if percent else "?", 0.74)


def _odds(pen: _Pen, percent: str) -> None:
    pen.plate(shade(int(percent) / 100), 0.84)
    pen.write(f"{percent}%", 0.78)


def _wrong_flag(pen: _Pen, _: str) -> None:
    pen.frame(VIOLET, 0.84)
    left, top, right, bottom = pen.square(0.7)
    pen.line((left, bottom), (right, top), colour=VIOLET)


def _flagged(pen: _Pen, _: str) -> None:
    pen.veil()


def _proof(pen: _Pen, _: str) -> None:
    left, top, right, bottom = pen.square(0.82)
    arm = pen.side * 0.2
    for x, inwards in ((left, arm), (right, -arm)):
        pen.line((x + inwards, top), (x, top), (x, top + arm), colour=BLUE)
        pen.line((x + inwards, bottom), (x, bottom), (x, bottom - arm), colour=BLUE)


_DRAWN: dict[Form, Callable[[_Pen, str], None]] = {
    Form.SAFE: _safe,
    Form.MINE: _mine,
    Form.GUESS: _guess,
    Form.ODDS: _odds,
    Form.WRONG_FLAG: _wrong_flag,
    Form.FLAGGED: _flagged,
    Form.PROOF: _proof,
}


def _grown(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by
