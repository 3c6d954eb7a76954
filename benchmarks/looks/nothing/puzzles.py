"""Puzzles of cells with numbers, as near to Minesweeper as puzzles get."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, lighter, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.numbers import impossible
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on


def sudoku(studio: Studio) -> Image.Image:
    """Of four, six, nine or sixteen digits, with heavy lines, some cells empty."""
    dice, theme = studio.dice, studio.theme
    across, down = dice.pick(((3, 3), (3, 3), (3, 3), (3, 2), (2, 2), (4, 4)))
    size = across * down
    names = [str(at + 1) for at in range(size)]
    if size == 16 and dice.chance(0.5):
        names = list("123456789ABCDEFG")
    order = dice.some(names, size)
    given = dice.spread(size, size, dice.real(0.2, 1))
    texts = {(r, c): order[(across * (r % down) + r // down + c) % size] for r, c in sorted(given)}
    texts = impossible(dice, texts, size, size) if size <= 9 else texts
    guessed = dice.spread(size, size, 0.3)
    shaded = dice.chance(0.25)

    def at(row: int, column: int) -> Cell:
        ground = theme.panel if shaded and (row // down + column // across) % 2 else theme.ground
        ink = theme.accent if (row, column) in guessed else theme.ink
        return Cell(ground, texts.get((row, column), ""), ink)

    how = replace(style(studio, size, size, plain_first=True, bevels=0.05), gap=1, around=2)
    return grid(studio, size, size, at, replace(how, heavy=(across, down)))


def kakuro(studio: Studio) -> Image.Image:
    """Black cells with sums, white ones with digits or none."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(6, 16), dice.whole(6, 16)
    black = dice.spread(rows, columns, 0.25) | {(0, c) for c in range(columns)}
    black |= {(r, 0) for r in range(rows)}
    filled = dice.real(0, 1)
    dark = dice.pick((BLACK, theme.ink, theme.accent))

    def at(row: int, column: int) -> Cell:
        if (row, column) in black:
            corner = str(dice.whole(3, 45)) if dice.chance(0.5) else ""
            return Cell(dark, ink=on(dark), corner=corner, shape="slash", tint=on(dark, 0.5))
        text = str(dice.whole(1, 9)) if dice.chance(filled) else ""
        return Cell(theme.ground, text, theme.ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0))


def nonogram(studio: Studio) -> Image.Image:
    """Numbers of runs at the left and above, and a picture of filled cells."""
    dice, theme = studio.dice, studio.theme
    size, clues = dice.pick((5, 10, 10, 15, 20)), dice.whole(2, 5)
    filled = dice.spread(size, size, dice.real(0.2, 0.65))
    crossed = dice.spread(size, size, 0.15) if dice.chance(0.6) else set()
    colours = palette(dice, 4) if dice.chance(0.3) else (theme.ink,)

    def at(row: int, column: int) -> Cell:
        if row < clues or column < clues:
            outside = row < clues and column < clues
            near = clues - min(row, column)
            text = str(dice.whole(1, 6)) if not outside and dice.chance(1.1 - near / 4) else ""
            return Cell(theme.panel, text, theme.ink, bevel="")
        place = row - clues, column - clues
        if place in filled:
            return Cell(dice.pick(colours))
        return Cell(theme.ground, shape="thin cross" if place in crossed else "", tint=theme.faint)

    total = size + clues
    how = replace(style(studio, total, total, plain_first=True, bevels=0.1), gap=1)
    return grid(studio, total, total, at, how)


def crossword(studio: Studio) -> Image.Image:
    """Black cells, and white ones with letters or small numbers."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(7, 19)
    half = dice.spread(size, size, 0.1)
    black = half | {(size - 1 - r, size - 1 - c) for r, c in half}
    filled = dice.real(0, 1)
    numbers = {place: str(at + 1) for at, place in enumerate(sorted(dice.spread(size, size, 0.25)))}
    dark = dice.pick((BLACK, theme.ink, theme.accent, theme.panel))

    def at(row: int, column: int) -> Cell:
        if (row, column) in black:
            return Cell(dark)
        text = dice.letter() if dice.chance(filled) else ""
        return Cell(theme.ground, text, theme.ink, corner=numbers.get((row, column), ""))

    return grid(studio, size, size, at, style(studio, size, size, least=18, bevels=0.05))


def word_search(studio: Studio) -> Image.Image:
    """Letters, with a few words circled."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(8, 22)
    how = style(studio, size, size, bevels=0, plain_first=True)
    how = replace(how, gap=dice.pick((0, 0, 1)))
    image = grid(
        studio, size, size, lambda _r, _c: Cell(theme.ground, dice.letter(), theme.ink), how
    )
    pen = pen_on(image)
    for _ in range(dice.whole(0, 6)):
        left, row = dice.whole(0, size // 2) * how.wide, dice.whole(0, size - 1) * how.high
        box = (left, row, left + how.wide * dice.whole(3, size // 2), row + how.high - 1)
        pen.rounded_rectangle(box, how.high // 2, outline=theme.accent, width=2)
    return image


def regions(studio: Studio) -> Image.Image:
    """Rectangles of colours with a number in each, as in shikaku or a map of plots."""
    dice = studio.dice
    size = dice.whole(6, 16)
    colours = [lighter(colour, 0.5) for colour in palette(dice, 7)]
    wide, high = dice.whole(1, 4), dice.whole(1, 3)

    def at(row: int, column: int) -> Cell:
        block = column // wide + 3 * (row // high)
        first = column % wide == 0 and row % high == 0
        text = str(wide * high + block % 3 * 4) if first else ""
        return Cell(colours[block % 7], text, BLACK)

    how = style(studio, size, size, bevels=0)
    return grid(studio, size, size, at, replace(how, heavy=dice.pick(((0, 0), (wide, high)))))


KINDS: dict[str, Kind] = {
    "sudoku": sudoku,
    "kakuro": kakuro,
    "nonogram": nonogram,
    "crossword": crossword,
    "word search": word_search,
    "regions": regions,
}
