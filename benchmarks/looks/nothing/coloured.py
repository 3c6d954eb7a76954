"""Games and puzzles in which the colour of a cell says most."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio


def guessed_words(studio: Studio) -> Image.Image:
    """Rows of five letters, each on the colour of how right it was; the last rows are empty."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 8), dice.whole(5, 8)
    used = dice.whole(1, rows)
    colours = dice.pick(
        (((106, 170, 100), (201, 180, 88), (120, 124, 126)), palette(dice, 3), palette(dice, 3))
    )

    def at(row: int, column: int) -> Cell:
        if row >= used:
            return Cell(theme.ground)
        ground = dice.pick(colours)
        return Cell(ground, dice.letter(), on(ground))

    how = style(studio, columns, rows, least=20, bevels=0.1)
    return grid(studio, columns, rows, at, replace(how, gap=dice.whole(2, 6)))


def crossed_words(studio: Studio) -> Image.Image:
    """Letters with small values on a board of squares that count double or triple."""
    dice, theme = studio.dice, studio.theme
    size = dice.pick((11, 15, 15))
    board = lighter(theme.accent, 0.75)
    special = [lighter(colour, 0.3) for colour in palette(dice, 4)]
    words = {(size // 2, column) for column in range(3, size - 3)}
    for _ in range(dice.whole(1, 6)):
        column, row, long = dice.whole(1, size - 2), dice.whole(0, size // 2), dice.whole(3, 6)
        words |= {(row + down, column) for down in range(long)}

    def at(row: int, column: int) -> Cell:
        if (row, column) in words:
            tile = (240, 220, 175)
            return Cell(tile, dice.letter(), BLACK, corner=str(dice.whole(1, 8)))
        middle = size - 1
        if row in (column, middle - column):
            return Cell(special[row % 4], "2W" if row % 3 else "3W", BLACK)
        double = (row * 5 + column * 3) % 11 == 0
        return Cell(special[column % 4] if double else board, "2L" if double else "", BLACK)

    return grid(studio, size, size, at, style(studio, size, size, bevels=0.3))


def pegs(studio: Studio) -> Image.Image:
    """Rows of coloured pegs, with small black and white ones beside them."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 6), dice.whole(8, 12)
    tints, first = palette(dice, 6), dice.whole(0, rows - 2)

    def at(row: int, column: int) -> Cell:
        if row < first:
            return Cell(theme.panel, shape="small disc", tint=theme.line)
        if column < columns:
            return Cell(theme.panel, shape="stone", tint=dice.pick(tints))
        tint = dice.pick((BLACK, WHITE, theme.panel))
        return Cell(theme.panel, shape="small disc", tint=tint)

    return grid(studio, 2 * columns, rows, at, style(studio, 2 * columns, rows, bevels=0))


def pipes(studio: Studio) -> Image.Image:
    """Pairs of discs on a dark grid, some of them joined by thick lines."""
    dice = studio.dice
    size = dice.whole(5, 12)
    tints = palette(dice, size)
    ends = dice.some([(r, c) for r in range(size) for c in range(size)], 2 * size)
    discs = {place: tints[at // 2] for at, place in enumerate(ends)}
    row_of = {row: dice.pick(tints) for row in range(size) if dice.chance(0.4)}
    dark = dice.pick((BLACK, (25, 25, 30), studio.theme.ground))

    def at(row: int, column: int) -> Cell:
        if (row, column) in discs:
            return Cell(dark, shape="disc", tint=discs[row, column])
        return Cell(dark, shape="minus" if row in row_of else "", tint=row_of.get(row, BLACK))

    return grid(studio, size, size, at, style(studio, size, size, bevels=0))


def stars(studio: Studio) -> Image.Image:
    """Regions of colours with stars, crowns and crosses in some cells."""
    dice = studio.dice
    size = dice.whole(5, 12)
    tints = [lighter(colour, 0.35) for colour in palette(dice, size)]
    seeds = [(dice.whole(0, size - 1), dice.whole(0, size - 1)) for _ in range(size)]
    marks = dice.spread(size, size, 0.5)
    sign = dice.pick(("star", "crown", "disc"))

    def at(row: int, column: int) -> Cell:
        away = [abs(row - r) + abs(column - c) for r, c in seeds]
        shape = dice.pick((sign, "thin cross", "thin cross")) if (row, column) in marks else ""
        return Cell(tints[away.index(min(away))], shape=shape, tint=(30, 30, 30))

    return grid(studio, size, size, at, style(studio, size, size, bevels=0.1))


def merging(studio: Studio) -> Image.Image:
    """A digit in every cell, and a colour for every digit."""
    dice = studio.dice
    columns, rows = dice.whole(4, 10), dice.whole(4, 10)
    tints = palette(dice, 10)
    most = dice.whole(3, 9)
    white = dice.chance(0.5)

    def at(_row: int, _column: int) -> Cell:
        value = dice.whole(1, most)
        ink = WHITE if white else on(tints[value])
        return Cell(tints[value], str(value), ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.4))


def flood(studio: Studio) -> Image.Image:
    """Cells in a few colours that meet in areas, without lines."""
    dice = studio.dice
    size, tints = dice.whole(8, 24), palette(dice, dice.whole(3, 6))
    now = {(-1, -1): tints[0]}

    def at(row: int, column: int) -> Cell:
        near = now.get((row - 1, column)) or now.get((row, column - 1)) or dice.pick(tints)
        now[row, column] = near if dice.chance(0.45) else dice.pick(tints)
        return Cell(now[row, column])

    how = style(studio, size, size, plain_first=dice.chance(0.6), bevels=0.2)
    return grid(studio, size, size, at, how)


def tracker(studio: Studio) -> Image.Image:
    """Small digits and letters on two shades, in blocks: a sheet of results."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(8, 26), dice.whole(6, 20)
    shade = mix(theme.ground, theme.accent, 0.25)
    wide = dice.whole(2, 5)

    def at(row: int, column: int) -> Cell:
        ground = shade if (row // wide + column // wide) % 2 else theme.ground
        text = dice.pick(("x", "-", "A", "B", str(dice.whole(0, 10)), ""))
        return Cell(ground, text, theme.ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.1))


KINDS: dict[str, Kind] = {
    "guessed words": guessed_words,
    "crossed words": crossed_words,
    "pegs": pegs,
    "pipes": pipes,
    "stars": stars,
    "merging": merging,
    "flood": flood,
    "tracker": tracker,
}
