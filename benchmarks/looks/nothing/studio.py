"""What a drawing is made with: chances, fonts, colours and the room it may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from benchmarks.looks.nothing.colours import Colour, Theme, random_theme
from benchmarks.looks.nothing.dice import Dice
from benchmarks.looks.nothing.shapes import shape

Pen = ImageDraw.ImageDraw


@dataclass(frozen=True, slots=True)
class Studio:
    """Attributes:
    dice: chooses.
    fonts: those that can be used.
    theme: colours and fonts of what is drawn.
    width: pixels that the drawing may be wide.
    height: pixels that it may be high.

    """

    dice: Dice
    fonts: tuple[Path, ...]
    theme: Theme
    width: int
    height: int


Kind = Callable[[Studio], Image.Image]
"""Draws one thing. It is not larger than the room."""


def room(studio: Studio, width: int, height: int) -> Studio:
    """The same with other room."""
    return replace(studio, width=max(40, width), height=max(40, height))


def fresh(studio: Studio) -> Studio:
    """The same with other colours and fonts."""
    return replace(studio, theme=random_theme(studio.dice, studio.fonts))


@lru_cache(maxsize=1024)
def font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def sheet(studio: Studio, ground: Colour | None = None) -> tuple[Image.Image, Pen]:
    """An empty drawing that fills the room."""
    size = (studio.width, studio.height)
    image = Image.new("RGB", size, studio.theme.ground if ground is None else ground)
    return image, pen_on(image, studio.theme.sharp)


def pen_on(image: Image.Image, sharp: bool = False) -> Pen:
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1" if sharp else "L"
    return pen


def write(
    pen: Pen,
    place: tuple[float, float],
    text: str,
    path: Path,
    size: float,
    colour: Colour,
    anchor: str = "la",
) -> None:
    """Write one line; letters are at least five pixels high."""
    pen.text(place, text, fill=colour, font=font(path, max(6, round(size))), anchor=anchor)


def stamp(image: Image.Image, name: str, place: tuple[int, int], size: int, colour: Colour) -> None:
    """Put a small drawing with its upper left corner there."""
    drawing = shape(name, max(4, size), colour)
    image.paste(drawing, place, drawing)
