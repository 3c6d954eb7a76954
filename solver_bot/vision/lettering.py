"""Text in pictures, in the font that comes with Pillow."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from solver_bot.vision.arrays import Picture

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont
Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""

DARK: Colour = (35, 30, 28)
PALE: Colour = (245, 245, 245)
_PADDING = 6
_SPACING = 1.3
"""The height of a line, in letters' heights."""


@lru_cache(maxsize=256)
def font(size: int) -> Font:
    """The font at a size in pixels."""
    return ImageFont.load_default(size)


def wrapped(text: str, width: float, letters: Font) -> list[str]:
    """The text in lines of at most ``width`` pixels. A longer word has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=32)
def text_plate(text: str, width: int, size: int = 14) -> Picture:
    """A dark plate with a text, at most ``width`` pixels wide and as high as the text needs."""
    letters = font(size)
    lines = wrapped(text, width - 2 * _PADDING, letters)
    tall = round(size * _SPACING)
    wide = min(width, round(max(map(letters.getlength, lines), default=0)) + 2 * _PADDING)
    plate = Image.new("RGB", (wide, tall * len(lines) + _PADDING), rgb(DARK))
    draw = ImageDraw.Draw(plate)
    for number, line in enumerate(lines):
        middle = _PADDING / 2 + tall * (number + 0.5)
        draw.text((_PADDING, middle), line, rgb(PALE), letters, anchor="lm")
    return bgr(plate)


def rgb(colour: Colour) -> Colour:
    """The same colour for Pillow: red, green, blue."""
    return colour[::-1]


def bgr(image: Image.Image) -> Picture:
    """The pixels of an image, shape (height, width, 3), BGR."""
    return np.ascontiguousarray(np.asarray(image, dtype=np.uint8)[..., ::-1])
