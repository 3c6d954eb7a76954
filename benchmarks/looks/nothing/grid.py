"""Grids of cells in many styles, of which most kinds are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.looks.nothing.colours import Colour, away_from, darker, lighter, mix
from benchmarks.looks.nothing.studio import Pen, Studio, pen_on, stamp, write

_FINE = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows.

    Attributes:
        ground: its colour; None leaves what is behind the grid.
        text: written in the middle, or at the side that the style says.
        ink: the colour of the text.
        shape: the name of a drawing.
        tint: the colour of the drawing.
        corner: small text at the upper left.
        bevel: another bevel than the style's.

    """

    ground: Colour | None = None
    text: str = ""
    ink: Colour = (0, 0, 0)
    shape: str = ""
    tint: Colour = (0, 0, 0)
    corner: str = ""
    bevel: str | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """How a grid is drawn.

    Attributes:
        wide: pixels from one cell to the next.
        high: the same, downwards.
        gap: pixels between two cells.
        line: the colour between cells.
        bevel: one of ``BEVELS``, or empty.
        round: the radius of the corners in shorter sides of a cell.
        font: of the texts.
        size: the height of the texts in shorter sides of a cell.
        side: where in a cell the text stands: "m", "l" or "r".
        heavy: after so many cells, across and down, comes a heavy line; 0 is never.
        around: pixels of the line around the whole.
        sharp: whether text has no soft edges.

    """

    wide: int
    high: int
    gap: int
    line: Colour
    bevel: str
    round: float
    font: Path
    size: float
    side: str = "m"
    heavy: tuple[int, int] = (0, 0)
    around: int = 1
    sharp: bool = False


At = Callable[[int, int], Cell]
"""Gives the cell in a row and a column."""
BEVELS = ("raised", "sunken", "thin", "soft", "glossy", "shadow")
_GAPS = (0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 6)


def counts(studio: Studio, least: int = 8, most: int = 30) -> tuple[int, int]:
    """A number of columns and of rows that fit into the room."""
    pitch = studio.dice.scale(16, 60)
    columns = round(min(most, max(least, studio.width / pitch)))
    rows = round(min(most, max(least, studio.height / pitch)))
    return columns, rows


def style(
    studio: Studio,
    columns: int,
    rows: int,
    *,
    least: int = 8,
    most: int = 100,
    square: float = 0.75,
    bevels: float = 0.2,
    plain_first: bool = False,
) -> Style:
    """A style in which the grid fits into the room.

    Args:
        studio: what to draw with.
        columns: cells in a row.
        rows: cells in a column.
        least: pixels that a cell has at least, if there is room.
        most: pixels that a cell has at most.
        square: the share of grids with square cells.
        bevels: the share of grids whose cells have a bevel.
        plain_first: leave out gaps and round corners.

    """
    dice, theme = studio.dice, studio.theme
    fits = max(4, min((studio.width - 2) // columns, (studio.height - 2) // rows, most))
    high = round(dice.scale(min(max(least, fits * dice.pick((0.4, 0.8))), fits), fits))
    high = max(4, high)
    wide = high
    if not dice.chance(square):
        widest = max(4, (studio.width - 2) // columns)
        wide = min(widest, max(4, round(high * dice.pick((0.75, 0.9, 1.1, 1.3, 1.6, 2, 2.6)))))
    gap = 0 if plain_first else min(dice.pick(_GAPS), max(1, high // 6))
    return Style(
        wide=wide,
        high=high,
        gap=gap,
        line=dice.pick((theme.line, theme.line, theme.panel, theme.ink, theme.ground)),
        bevel=dice.pick(BEVELS) if dice.chance(bevels) else "",
        round=dice.real(0.06, 0.35) if gap and dice.chance(0.3) else 0,
        font=theme.font,
        size=dice.real(0.42, 0.85),
        around=dice.pick((0, 1, 1, 2, 3)),
        sharp=theme.sharp,
    )


def grid(studio: Studio, columns: int, rows: int, at: At, how: Style) -> Image.Image:
    """The grid with the line around it and nothing else."""
    edge = how.around
    size = (columns * how.wide + 2 * edge, rows * how.high + 2 * edge)
    image = Image.new("RGB", size, how.line)
    tiles: dict[Cell, Image.Image] = {}
    for row in range(rows):
        for column in range(columns):
            cell = at(row, column)
            if cell not in tiles:
                tiles[cell] = tile(cell, how, studio.theme.ground)
            image.paste(tiles[cell], (edge + column * how.wide, edge + row * how.high))
    _heavy_lines(image, how, studio.theme.ink)
    return image


def easy_grid(studio: Studio, columns: int, rows: int, at: At, **changes: Any) -> Image.Image:
    """The grid in a style at random, of which some values are changed."""
    how = replace(style(studio, columns, rows), **changes)
    return grid(studio, columns, rows, at, how)


def tile(cell: Cell, how: Style, behind: Colour) -> Image.Image:
    """One cell with the gap at its right and at its bottom."""
    image = Image.new("RGB", (how.wide, how.high), how.line)
    wide, high = how.wide - how.gap, how.high - how.gap
    bevel = how.bevel if cell.bevel is None else cell.bevel
    ground = cell.ground
    if ground is not None:
        image.paste(_face(wide, high, ground, how, bevel), (0, 0))
    elif how.gap:
        image.paste(behind, (0, 0, wide, high))
    else:
        image.paste(behind, (0, 0, how.wide, how.high))
    short = min(wide, high)
    if cell.shape:
        side = max(4, round(short * 0.86))
        stamp(image, cell.shape, ((wide - side) // 2, (high - side) // 2), side, cell.tint)
    pen = pen_on(image, how.sharp)
    if cell.corner:
        write(pen, (2, 1), cell.corner, how.font, short * 0.3, cell.ink)
    if cell.text:
        ink = away_from(cell.ink, ground or behind, 80)
        _text(pen, replace(cell, ink=ink), how, (wide, high))
    return image


def _text(pen: Pen, cell: Cell, how: Style, size: tuple[int, int]) -> None:
    wide, high = size
    letters = len(cell.text)
    height = min(min(wide, high) * how.size, 1.5 * wide / max(1, letters))
    if wide > 2 * high:
        height = min(high * how.size, 1.5 * wide / letters)
    pad = max(2, high // 6)
    x = {"m": wide / 2, "l": pad, "r": wide - pad}[how.side]
    write(pen, (x, high / 2), cell.text, how.font, height, cell.ink, how.side + "m")


def _face(wide: int, high: int, ground: Colour, how: Style, bevel: str) -> Image.Image:
    face = Image.new("RGB", (max(1, wide), max(1, high)), ground)
    _BEVELS.get(bevel, _no_bevel)(face, ground)
    if not how.round:
        return face
    mask = Image.new("L", (face.width * _FINE, face.height * _FINE), 0)
    radius = how.round * min(mask.size)
    pen_on(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, fill=255)
    behind = Image.new("RGB", face.size, how.line)
    behind.paste(face, (0, 0), mask.reduce(_FINE))
    return behind


def _no_bevel(face: Image.Image, ground: Colour) -> None:
    """Leave the face flat."""


def _edges(face: Image.Image, first: Colour, last: Colour, thick: int) -> None:
    pen, (wide, high) = pen_on(face), face.size
    for at in range(thick):
        pen.line((wide - 1 - at, at, wide - 1 - at, high - 1 - at, at, high - 1 - at), fill=last)
        pen.line((at, high - 2 - at, at, at, wide - 2 - at, at), fill=first)


def _raised(face: Image.Image, ground: Colour) -> None:
    thick = max(1, round(min(face.size) / 10))
    _edges(face, lighter(ground, 0.85), darker(ground, 0.4), thick)


def _sunken(face: Image.Image, ground: Colour) -> None:
    _edges(face, darker(ground, 0.4), lighter(ground, 0.85), max(1, round(min(face.size) / 12)))


def _thin(face: Image.Image, ground: Colour) -> None:
    _edges(face, lighter(ground, 0.5), darker(ground, 0.25), 1)


def _soft(face: Image.Image, ground: Colour) -> None:
    for at in range(max(1, min(face.size) // 7)):
        share = 0.35 * (1 - at / max(1, min(face.size) // 7))
        wide, high = face.size
        pen_on(face).rectangle(
            (at, at, wide - 1 - at, high - 1 - at), outline=darker(ground, share)
        )


def _glossy(face: Image.Image, ground: Colour) -> None:
    pen, (wide, high) = pen_on(face), face.size
    for y in range(high):
        share = y / max(1, high - 1)
        colour = lighter(ground, 0.45 * (1 - share)) if share < 0.5 else darker(ground, 0.2 * share)
        pen.line((0, y, wide, y), fill=colour)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=darker(ground, 0.35))


def _shadow(face: Image.Image, ground: Colour) -> None:
    wide, high = face.size
    thick = max(1, high // 10)
    pen_on(face).rectangle((0, high - thick, wide, high), fill=mix(ground, (0, 0, 0), 0.3))


_BEVELS = dict(zip(BEVELS, (_raised, _sunken, _thin, _soft, _glossy, _shadow), strict=True))


def _heavy_lines(image: Image.Image, how: Style, colour: Colour) -> None:
    across, down = how.heavy
    pen, edge = pen_on(image), how.around
    thick = max(2, how.wide // 14)
    if across:
        for x in range(edge, image.width, across * how.wide):
            pen.rectangle((x - 1, 0, x - 2 + thick, image.height), fill=colour)
    if down:
        for y in range(edge, image.height, down * how.high):
            pen.rectangle((0, y - 1, image.width, y - 2 + thick), fill=colour)
