"""Games with numbers in cells, and with cards."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, darker, hsv, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.shapes import ICONS
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on

_WOODS = (
    ((240, 217, 181), (181, 136, 99)),
    ((238, 238, 210), (118, 150, 86)),
    ((222, 227, 230), (140, 162, 173)),
    ((255, 255, 255), (120, 120, 120)),
)
_BACK = ("rook", "knight", "bishop", "crown", "pawn", "bishop", "knight", "rook")


def ladders(studio: Studio) -> Image.Image:
    """The numbers from 1 to 100, back and forth, with ladders across."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.pick(((10, 10), (8, 8), (10, 12)))
    colours = [lighter(colour, 0.4) for colour in palette(dice, dice.pick((1, 2, 5)))]

    def at(row: int, column: int) -> Cell:
        up = rows - 1 - row
        number = up * columns + (columns - column if up % 2 else column + 1)
        return Cell(colours[number % len(colours)], str(number), BLACK)

    image = grid(studio, columns, rows, at, style(studio, columns, rows))
    pen = pen_on(image)
    for _ in range(dice.whole(0, 6)):
        ends = [dice.whole(0, image.width if at % 2 == 0 else image.height) for at in range(4)]
        pen.line(ends, fill=dice.pick((theme.accent, theme.second)), width=5)
    return image


def sliding(studio: Studio) -> Image.Image:
    """Numbers in order or not, with one cell empty."""
    dice, theme, size = studio.dice, studio.theme, studio.dice.pick((3, 4, 4, 5, 6))
    names = [str(at) for at in range(1, size * size)] + [""]
    names = names if dice.chance(0.2) else dice.some(names, size * size)
    ground = dice.pick((theme.accent, theme.panel, (222, 184, 135)))

    def at(row: int, column: int) -> Cell:
        text = names[row * size + column]
        return Cell(ground if text else theme.ground, text, on(ground), bevel=None if text else "")

    return grid(studio, size, size, at, style(studio, size, size, bevels=0.6))


def doubling(studio: Studio) -> Image.Image:
    """2048 and its relatives."""
    dice, size = studio.dice, studio.dice.pick((4, 4, 4, 5, 6))
    shades = [lighter(hsv(0.1 - 0.008 * at, 0.2 + 0.06 * at, 0.95), 0.1) for at in range(13)]
    if dice.chance(0.4):
        shades = list(palette(dice, 13))
    most, empty = dice.whole(2, 11), dice.real(0.1, 0.6)
    ground = mix(shades[0], BLACK, 0.2)

    def at(row: int, column: int) -> Cell:
        if dice.chance(empty) and (row, column) != (0, 0):
            return Cell(ground)
        power = dice.whole(1, most)
        return Cell(shades[power], str(2**power), on(shades[power]))

    how = replace(style(studio, size, size, square=1, bevels=0.1), line=darker(ground, 0.15))
    how = replace(how, gap=max(2, how.high // 9), around=max(2, how.high // 9))
    return grid(studio, size, size, at, replace(how, round=dice.pick((0, 0.05, 0.1))))


def lights_out(studio: Studio) -> Image.Image:
    """Lit and dark cells."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 12), dice.whole(4, 12)
    lit = dice.spread(rows, columns, dice.real(0.25, 0.75)) | {(0, 0), (1, 2)}
    dark = mix(theme.second, BLACK, dice.real(0.3, 0.8))

    def at(row: int, column: int) -> Cell:
        return Cell(lighter(theme.accent, 0.4) if (row, column) in lit else dark)

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.4))


def memory(studio: Studio) -> Image.Image:
    """Cards, most of them with their backs up."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 8), dice.whole(3, 6)
    back = dice.pick(("diamond", "star", "plus", "heart"))
    tints = palette(dice, 6)
    seen = dice.spread(rows, columns, dice.real(0.1, 0.5)) | {(1, 1), (2, 3)}

    def at(row: int, column: int) -> Cell:
        if (row, column) in seen:
            return Cell(WHITE, shape=dice.pick(ICONS), tint=dice.pick(tints))
        return Cell(theme.accent, shape=back, tint=lighter(theme.accent, 0.3))

    how = style(studio, columns, rows, bevels=0.3, least=24)
    return grid(studio, columns, rows, at, replace(how, gap=max(3, how.high // 8)))


def bingo(studio: Studio) -> Image.Image:
    """Numbers in order of columns, some of them marked."""
    dice, theme = studio.dice, studio.theme
    size = dice.pick((4, 5, 5, 5, 7))
    marked = dice.spread(size + 1, size, 0.25)

    def at(row: int, column: int) -> Cell:
        if not row:
            return Cell(theme.accent, "BINGO??"[column], on(theme.accent))
        here = (row, column) in marked
        text = str(15 * column + dice.whole(1, 15))
        return Cell(theme.ground, text, theme.ink, "ring" if here else "", theme.second)

    return grid(studio, size, size + 1, at, style(studio, size, size + 1))


def lottery(studio: Studio) -> Image.Image:
    """The numbers from 1 to 49 in boxes, six of them crossed."""
    dice, theme = studio.dice, studio.theme
    columns, count = dice.pick(((7, 49), (10, 90), (6, 45), (10, 80), (5, 35)))
    crossed = set(dice.some(range(1, count + 1), dice.whole(3, 10)))
    mark = dice.pick(("cross", "thin cross", "disc", "ring"))

    def at(row: int, column: int) -> Cell:
        number = row * columns + column + 1
        if number > count:
            return Cell(None)
        shape = mark if number in crossed else ""
        return Cell(theme.ground, str(number), theme.accent, shape, theme.second)

    rows = -(-count // columns)
    return grid(studio, columns, rows, at, style(studio, columns, rows))


KINDS: dict[str, Kind] = {
    "ladders": ladders,
    "sliding": sliding,
    "2048": doubling,
    "lights out": lights_out,
    "memory": memory,
    "bingo": bingo,
    "lottery": lottery,
}
