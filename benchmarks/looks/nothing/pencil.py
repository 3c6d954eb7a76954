"""Puzzles in which cells are blackened, joined or marked."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, lighter, mix, on
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.numbers import Texts, scattered
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, write


def _clues(studio: Studio, share: float, names: str, size: int) -> Texts:
    dice = studio.dice
    return {place: dice.pick(names) for place in sorted(dice.spread(size, size, share))}


def slitherlink(studio: Studio) -> Image.Image:
    """Digits from 0 to 3 between dots, and pieces of a loop."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(5, 16)
    texts = _clues(studio, dice.real(0.3, 0.7), "01223", size)
    how = replace(style(studio, size, size, bevels=0, square=1), gap=0, around=6)
    how = replace(how, line=theme.ground, round=0)
    image = grid(
        studio,
        size,
        size,
        lambda r, c: Cell(theme.ground, texts.get((r, c), ""), theme.ink),
        how,
    )
    pen, drawn = pen_on(image), dice.real(0, 0.6)
    for row in range(size + 1):
        for column in range(size + 1):
            x, y = 6 + column * how.wide, 6 + row * how.high
            if column < size and dice.chance(drawn):
                pen.line((x, y, x + how.wide, y), fill=theme.accent, width=3)
            if row < size and dice.chance(drawn / 2):
                pen.line((x, y, x, y + how.high), fill=theme.accent, width=3)
            pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=theme.ink)
    return image


def _black_and_numbers(studio: Studio, black: float, share: float, names: str) -> Image.Image:
    dice, theme = studio.dice, studio.theme
    size = dice.whole(6, 18)
    blacks = dice.spread(size, size, black)
    texts = _clues(studio, share, names, size)
    dots = dice.spread(size, size, 0.2) - blacks
    dark = dice.pick((BLACK, theme.ink, theme.accent))

    def at(row: int, column: int) -> Cell:
        place = row, column
        if place in blacks:
            return Cell(dark)
        shape = "small disc" if place in dots and place not in texts else ""
        return Cell(theme.ground, texts.get(place, ""), theme.ink, shape, theme.faint)

    return grid(studio, size, size, at, style(studio, size, size, bevels=0))


def nurikabe(studio: Studio) -> Image.Image:
    """Black cells around islands with numbers."""
    return _black_and_numbers(studio, 0.45, 0.15, "1234567899")


def hitori(studio: Studio) -> Image.Image:
    """A digit in every cell, some of them blackened."""
    return _black_and_numbers(studio, 0.2, 1, "123456789")


def mosaic(studio: Studio) -> Image.Image:
    """Digits from 0 to 9 that count black cells, the own one among them."""
    dice = studio.dice
    size = dice.whole(6, 18)
    texts = _clues(studio, 0.45, "00123344556789", size)
    state = dice.rng.random((size, size))
    share = dice.real(0.1, 0.5)

    def at(row: int, column: int) -> Cell:
        value = state[row, column]
        ground = BLACK if value < share else WHITE if value > 1 - share else (160, 160, 160)
        return Cell(ground, texts.get((row, column), ""), on(ground))

    return grid(studio, size, size, at, style(studio, size, size, bevels=0))


def light_up(studio: Studio) -> Image.Image:
    """Black cells, of which some have digits up to four, lamps and lit cells."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(6, 16)
    black, lamps = dice.spread(size, size, 0.22), dice.spread(size, size, 0.1)
    rows_lit = {row for row, _ in lamps}
    lit = lighter((255, 225, 40), dice.real(0, 0.6))

    def at(row: int, column: int) -> Cell:
        if (row, column) in black:
            return Cell(BLACK, dice.pick(("", "", "0", "1", "2", "3", "4")), WHITE)
        ground = lit if row in rows_lit else theme.ground
        shape = "small disc" if (row, column) in lamps else ""
        return Cell(ground, shape=shape, tint=(230, 150, 0))

    return grid(studio, size, size, at, style(studio, size, size, bevels=0))


def tents(studio: Studio) -> Image.Image:
    """Trees and tents on grass, with counts above and at the left."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(5, 14)
    things = dict.fromkeys(dice.spread(size, size, 0.2), "tree")
    things |= dict.fromkeys(dice.spread(size, size, 0.12), "tent")
    grass = dice.spread(size, size, dice.real(0.1, 0.5))
    green = lighter((90, 170, 60), dice.real(0, 0.7))

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            text = str(dice.whole(0, 4)) if row or column else ""
            return Cell(theme.panel, text, theme.ink)
        place = row - 1, column - 1
        ground = green if place in grass else theme.ground
        tint = (180, 70, 30) if things.get(place) == "tent" else (30, 110, 40)
        return Cell(ground, shape=things.get(place, ""), tint=tint)

    return grid(studio, size + 1, size + 1, at, style(studio, size + 1, size + 1, bevels=0.1))


def binary(studio: Studio) -> Image.Image:
    """Zeros and ones."""
    dice, theme = studio.dice, studio.theme
    size = dice.pick((6, 8, 10, 14))
    texts = _clues(studio, dice.real(0.4, 1), "01", size)
    tinted = dice.chance(0.5)

    def at(row: int, column: int) -> Cell:
        text = texts.get((row, column), "")
        ground = {"0": theme.panel, "1": mix(theme.panel, theme.accent, 0.5)}.get(text)
        ground = ground if tinted and ground else theme.ground
        return Cell(ground, text, on(ground))

    return grid(studio, size, size, at, style(studio, size, size))


def bridges(studio: Studio) -> Image.Image:
    """Numbers in circles, joined by lines."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(6, 13)
    pitch = max(14, min(studio.width, studio.height) // size)
    side = pitch * size
    image = Image.new("RGB", (side, side), theme.ground)
    pen = pen_on(image, theme.sharp)
    texts = scattered(dice, size, size, 0.22, 8)
    places = sorted(texts)
    for (row, column), (next_row, next_column) in pairwise(places):
        if row == next_row and dice.chance(0.7):
            middle = (row + 0.5) * pitch
            ends = ((column + 0.5) * pitch, middle, (next_column + 0.5) * pitch, middle)
            pen.line(ends, fill=theme.accent, width=dice.whole(1, 3))
    for row, column in places:
        x, y, radius = (column + 0.5) * pitch, (row + 0.5) * pitch, pitch * 0.4
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, fill=theme.panel, outline=theme.ink, width=max(1, pitch // 20))
        write(pen, (x, y), texts[row, column], theme.font, pitch * 0.45, theme.ink, "mm")
    return image


KINDS: dict[str, Kind] = {
    "slitherlink": slitherlink,
    "nurikabe": nurikabe,
    "hitori": hitori,
    "mosaic": mosaic,
    "light up": light_up,
    "tents": tents,
    "binary puzzle": binary,
    "bridges": bridges,
}
