"""Keys, buttons, seats and lamps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, Colour, hsv, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Pen, Studio, pen_on, sheet, write

_KEYS = ("`1234567890-=", "qwertyuiop[]", "asdfghjkl;'#", "zxcvbnm,./")
_CALCULATORS = (
    ("C±%÷", "789×", "456-", "123+", "0.=="),
    ("789/C", "456*(", "123-)", "0.=+%"),
    ("MC7890", "MR456+", "MS123-", "M+0.=/"),
)


def _along(cells: list[Cell], _row: int, column: int) -> Cell:
    return cells[column]


def keyboard(studio: Studio) -> Image.Image:
    """Four rows of keys, each moved a little further to the right."""
    dice, theme = studio.dice, studio.theme
    pitch = max(16, min(80, studio.width // 15, studio.height // 5))
    image = Image.new("RGB", (15 * pitch, 5 * pitch), theme.panel)
    how = replace(style(studio, 15, 5), wide=pitch, high=pitch, line=theme.panel, around=0)
    how = replace(how, gap=max(1, pitch // dice.whole(8, 16)))
    key = dice.pick((theme.ground, WHITE, (50, 50, 55)))
    moved = dice.chance(0.8)
    for row, names in enumerate(_KEYS):
        caps = names.upper() if dice.chance(0.8) else names
        cells = [Cell(key, name, on(key)) for name in caps]
        line = grid(studio, len(caps), 1, partial(_along, cells), how)
        image.paste(line, (row * pitch // 2 if moved else 0, row * pitch))
    pen_on(image).rectangle((4 * pitch, 4 * pitch, 10 * pitch, 5 * pitch - 4), fill=key)
    return image


def keypad(studio: Studio) -> Image.Image:
    """The twelve keys of a telephone, a lock or a lift."""
    dice, theme = studio.dice, studio.theme
    names = dice.pick(("123456789*0#", "789456123 0.", "123456789 0<", "13579B246810"))
    key = dice.pick((theme.ground, theme.panel, theme.accent))
    below = dice.chance(0.3)

    def at(row: int, column: int) -> Cell:
        text = names[row * 3 + column].strip()
        corner = "abc" if below and text in list("23456789") else ""
        return Cell(key, text, on(key), corner=corner)

    how = style(studio, 3, 4, least=20, bevels=0.6)
    return grid(studio, 3, 4, at, replace(how, gap=max(2, how.high // 9)))


def calculator(studio: Studio) -> Image.Image:
    """A display above rows of keys."""
    dice, theme = studio.dice, studio.theme
    names = dice.pick(_CALCULATORS)
    columns = len(names[0])
    number, other = theme.ground, mix(theme.panel, theme.accent, dice.pick((0, 0.3, 1)))

    def at(row: int, column: int) -> Cell:
        text = names[row][column]
        ground = number if text in list("0123456789.") else other
        return Cell(ground, text, on(ground))

    how = style(studio, columns, len(names) + 2, least=20, bevels=0.5)
    keys = grid(studio, columns, len(names), at, replace(how, gap=dice.whole(1, 6)))
    image = Image.new("RGB", (keys.width, keys.height + 2 * how.high), theme.panel)
    place = image.width - 6, how.high
    text = f"{dice.scale(1, 1e6):.{dice.whole(0, 3)}f}"
    write(pen_on(image), place, text, theme.font, how.high, on(theme.panel), "rm")
    image.paste(keys, (0, 2 * how.high))
    return image


def seats(studio: Studio) -> Image.Image:
    """Free and taken seats on both sides of an aisle, with numbers or without."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(8, 24), dice.whole(6, 16)
    aisle = columns // dice.pick((2, 3))
    states = lighter(theme.accent, 0.2), (190, 190, 190), theme.second
    shares = (0, 0, 1, 1, 2)
    named = dice.pick(("number", "row", "", ""))

    def at(row: int, column: int) -> Cell:
        if column == aisle:
            return Cell(theme.ground, str(row + 1) if named else "", theme.faint, bevel="")
        ground = states[dice.pick(shares)]
        text = {"number": str(column + 1), "row": f"{chr(65 + row)}{column + 1}"}.get(named, "")
        return Cell(ground, text, on(ground))

    how = replace(style(studio, columns, rows, bevels=0.3), line=theme.ground, around=0)
    how = replace(how, gap=max(2, how.high // 6), round=dice.pick((0, 0.15, 0.3)))
    return grid(studio, columns, rows, at, how)


def lamps(studio: Studio) -> Image.Image:
    """Letters and figures made of many round lamps."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(24, 64), dice.whole(8, 20)
    text = Image.new("RGB", (columns, rows))
    size = round(rows * 0.9)
    write(pen_on(text, sharp=True), (1, 0), dice.words(1, 2).upper(), theme.font, size, WHITE)
    lit = dice.pick(((255, 40, 30), (60, 255, 90), (255, 170, 30), theme.accent))
    off, form = mix(lit, BLACK, 0.8), dice.pick(("disc", "disc", "box"))
    shown = np.asarray(text)[:, :, 0] > 0
    shown = shown | (np.arange(rows)[:, None] == rows - 1) & (np.arange(columns) < 3)

    def at(row: int, column: int) -> Cell:
        return Cell(BLACK, shape=form, tint=lit if shown[row, column] else off)

    how = replace(style(studio, columns, rows, least=6, bevels=0, square=1), line=BLACK)
    return grid(studio, columns, rows, at, replace(how, gap=0))


_SEGMENTS = (
    "abcdef",
    "bc",
    "abged",
    "abgcd",
    "fgbc",
    "afgcd",
    "afgedc",
    "abc",
    "abcdefg",
    "abcfgd",
)


def digit(
    pen: Pen, place: tuple[int, int], high: int, value: int, tints: tuple[Colour, Colour]
) -> None:
    """A digit of seven bars, half as wide as it is high; the second colour is of dark bars."""
    left, top = place
    bar = max(1, high // 9)
    right, middle, low = left + high // 2 - bar, top + high // 2, top + high - 1
    bars = {
        "a": (left, top, right, top + bar),
        "b": (right - bar, top, right, middle),
        "c": (right - bar, middle, right, low),
        "d": (left, low - bar, right, low),
        "e": (left, middle, left + bar, low),
        "f": (left, top, left + bar, middle),
        "g": (left, middle - bar // 2, right, middle + bar // 2),
    }
    for name, box in sorted(bars.items(), key=lambda one: one[0] in _SEGMENTS[value]):
        pen.rectangle(box, fill=tints[name not in _SEGMENTS[value]])


def seven_segments(studio: Studio) -> Image.Image:
    """Clocks and counters whose digits are made of seven bars."""
    dice = studio.dice
    lit = dice.pick(((255, 0, 0), (60, 255, 60), (255, 160, 0), studio.theme.accent))
    tints = lit, mix(lit, BLACK, 0.8)
    image = Image.new("RGB", (studio.width, studio.height), dice.pick((BLACK, studio.theme.ground)))
    pen, top = pen_on(image), 10
    while top < studio.height - 30:
        high = dice.whole(23, max(24, min(110, studio.height // 2)))
        for at in range(dice.whole(2, 8)):
            digit(pen, (10 + at * (high * 2 // 3), top), high, dice.whole(0, 9), tints)
        top += high + dice.whole(10, 40)
    return image


def steps(studio: Studio) -> Image.Image:
    """A machine for rhythms: tracks downwards, steps across, some of them lit."""
    dice, theme = studio.dice, studio.theme
    rows, columns = dice.whole(4, 12), dice.pick((8, 16, 16, 32))
    tints = palette(dice, rows)
    lit = dice.spread(rows, columns, dice.real(0.1, 0.4)) | {(0, 0), (1, 4)}

    def at(row: int, column: int) -> Cell:
        off = mix(theme.panel, theme.ink, 0.12 if column // 4 % 2 else 0.03)
        return Cell(tints[row] if (row, column) in lit else off)

    how = style(studio, columns, rows, bevels=0.3, square=0.6)
    return grid(studio, columns, rows, at, replace(how, gap=max(1, how.wide // 8)))


def lockers(studio: Studio) -> Image.Image:
    """Doors with numbers in order, a few of them open or taken."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 14), dice.whole(3, 9)
    taken = dice.spread(rows, columns, 0.2)
    first = dice.pick((1, 1, 100, 201))

    def at(row: int, column: int) -> Cell:
        ground = theme.accent if (row, column) in taken else theme.panel
        return Cell(ground, str(first + row * columns + column), on(ground))

    return grid(studio, columns, rows, at, style(studio, columns, rows, square=0.4, bevels=0.6))


def piano(studio: Studio) -> Image.Image:
    """Notes as bars on a roll of black and white rows."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    high, wide = dice.whole(8, 22), dice.whole(12, 40)
    for row, top in enumerate(range(0, studio.height, high)):
        if row % 12 in (1, 3, 6, 8, 10):
            pen.rectangle((0, top, studio.width, top + high), fill=theme.panel)
        pen.line((0, top, studio.width, top), fill=theme.line)
    for left in range(0, studio.width, wide):
        pen.line((left, 0, left, studio.height), fill=theme.line)
    for _ in range(dice.whole(10, 60)):
        top = dice.whole(0, studio.height // high) * high
        left = dice.whole(0, studio.width // wide) * wide
        box = (left, top, left + wide * dice.whole(1, 4), top + high)
        pen.rectangle(box, fill=theme.accent, outline=theme.ink)
    return image


def chips(studio: Studio) -> Image.Image:
    """Numbers and letters on round or square buttons, each with its own colour."""
    dice = studio.dice
    columns, rows = dice.whole(3, 9), dice.whole(2, 7)
    tints = palette(dice, 12)
    digits = dice.chance(0.7)
    hidden = dice.spread(rows, columns, 0.2)

    def at(row: int, column: int) -> Cell:
        if (row, column) in hidden:
            return Cell(studio.theme.ground, bevel="")
        ground = dice.pick(tints)
        text = str(dice.whole(0, 20)) if digits else dice.letter()
        return Cell(ground, text, on(ground))

    how = style(studio, columns, rows, least=20, bevels=0.3)
    how = replace(how, gap=max(3, how.high // 6), line=studio.theme.ground)
    return grid(studio, columns, rows, at, replace(how, round=dice.pick((0.1, 0.3, 0.5))))


def rack(studio: Studio) -> Image.Image:
    """Rows of small lamps and slots, as on the front of a server."""
    dice = studio.dice
    image = Image.new("RGB", (studio.width, studio.height), (30, 32, 36))
    pen, high = pen_on(image), dice.whole(20, 48)
    for top in range(4, studio.height - high, high):
        pen.rectangle((4, top, studio.width - 5, top + high - 4), (60, 62, 66), (95, 97, 100))
        for left in range(12, studio.width - 60, dice.whole(12, 30)):
            pen.rectangle((left, top + 5, left + 8, top + high - 10), fill=(20, 20, 22))
            tint = hsv(dice.pick((0.33, 0.33, 0.1, 0)), 0.9, 0.9)
            pen.rectangle((left, top + high - 9, left + 3, top + high - 7), fill=tint)
    return image


KINDS: dict[str, Kind] = {
    "keyboard": keyboard,
    "keypad": keypad,
    "calculator": calculator,
    "seats": seats,
    "lamps": lamps,
    "seven segments": seven_segments,
    "steps": steps,
    "lockers": lockers,
    "piano": piano,
    "chips": chips,
    "rack": rack,
}
