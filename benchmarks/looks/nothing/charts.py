"""Charts, dashboards, maps and codes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, darker, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Pen, Studio, sheet, write

Box = tuple[int, int, int, int]


def _axes(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    lines = studio.dice.whole(3, 10)
    for at in range(lines + 1):
        y = bottom - (bottom - top) * at // lines
        pen.line((left, y, right, y), fill=studio.theme.line)
        write(pen, (left - 4, y), str(at), studio.theme.font, 10, studio.theme.faint, "rm")
    if studio.dice.chance(0.5):
        for at in range(lines + 1):
            x = left + (right - left) * at // lines
            pen.line((x, top, x, bottom), fill=studio.theme.line)


def _bars(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    count = studio.dice.whole(4, 16)
    wide = max(2, (right - left) // count)
    for at in range(count):
        high = studio.dice.whole(2, max(3, bottom - top))
        x = left + at * wide
        pen.rectangle((x + 1, bottom - high, x + wide * 3 // 4, bottom), fill=studio.theme.accent)


def _curve(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    steps = studio.dice.rng.normal(0, 1, 40).cumsum()
    low, high = float(steps.min()), float(steps.max())
    xs = np.linspace(left, right, 40)
    ys = bottom - (steps - low) / (high - low + 0.1) * (bottom - top)
    points = [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]
    pen.line(points, fill=studio.theme.second, width=2)


def _points(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    tints = palette(studio.dice, 4)
    for _ in range(studio.dice.whole(10, 120)):
        x, y = studio.dice.whole(left, right), studio.dice.whole(top, bottom)
        pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=studio.dice.pick(tints))


def _pie(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    side = min(right - left, bottom - top)
    start = 0.0
    for tint in palette(studio.dice, studio.dice.whole(3, 7)):
        end = start + studio.dice.real(20, 90)
        pen.pieslice((left, top, left + side, top + side), start, min(360, end), fill=tint)
        start = end


def _chart(pen: Pen, studio: Studio, box: Box) -> None:
    left, top, right, bottom = box
    box = left, top, max(left + 8, right), max(top + 8, bottom)
    draw = studio.dice.pick((_bars, _curve, _points, _pie))
    if draw is not _pie:
        _axes(pen, studio, box)
    draw(pen, studio, box)


def chart(studio: Studio) -> Image.Image:
    """One chart with lines behind."""
    image, pen = sheet(studio)
    write(pen, (30, 6), studio.dice.title(), studio.theme.font, 14, studio.theme.ink)
    _chart(pen, studio, (34, 30, studio.width - 12, studio.height - 16))
    return image


def dashboard(studio: Studio) -> Image.Image:
    """Cards with large numbers and charts, in a grid."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio, theme.panel)
    columns, rows = dice.whole(2, 5), dice.whole(2, 4)
    wide, high = max(10, studio.width // columns), max(10, studio.height // rows)
    for at in range(columns * rows):
        left, top = at % columns * wide + 5, at // columns * high + 5
        box = (left, top, left + wide - 10, top + high - 10)
        pen.rounded_rectangle(box, 5, fill=theme.ground, outline=theme.line)
        write(pen, (left + 8, top + 4), dice.title()[: wide // 9], theme.font, 12, theme.faint)
        if dice.chance(0.4):
            text = dice.pick((str(dice.whole(0, 9999)), f"{dice.whole(1, 99)}%"))
            middle = left + wide / 2 - 5, top + high / 2
            write(pen, middle, text, theme.font, high * 0.3, theme.accent, "mm")
        elif wide > 70 and high > 60:
            _chart(pen, studio, (left + 24, top + 24, box[2] - 8, box[3] - 8))
    return image


def treemap(studio: Studio) -> Image.Image:
    """Rectangles within rectangles, as large as what they stand for."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    tints = palette(dice, 8)
    boxes = [(0, 0, studio.width - 1, studio.height - 1)]
    for _ in range(dice.whole(10, 60)):
        boxes.sort(key=lambda b: (b[2] - b[0]) * (b[3] - b[1]))
        left, top, right, bottom = boxes.pop()
        if right - left > bottom - top:
            cut = dice.whole(left + (right - left) // 3, right - (right - left) // 3)
            boxes += [(left, top, cut, bottom), (cut, top, right, bottom)]
        else:
            cut = dice.whole(top + (bottom - top) // 3, bottom - (bottom - top) // 3)
            boxes += [(left, top, right, cut), (left, cut, right, bottom)]
    for box in boxes:
        tint = dice.pick(tints)
        pen.rectangle(box, fill=tint, outline=theme.ground)
        if box[2] - box[0] > 50:
            write(pen, (box[0] + 3, box[1] + 2), dice.words(1, 1), theme.font, 11, on(tint))
    return image


def disk(studio: Studio) -> Image.Image:
    """Blocks of a disk, used and free ones, in runs."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(20, 60), dice.whole(8, 24)
    tints = (*palette(dice, 4), theme.ground)
    now = [tints[0]]
    changing = dice.real(0.05, 0.4)

    def at(_row: int, _column: int) -> Cell:
        if dice.chance(changing):
            now[0] = dice.pick(tints)
        return Cell(now[0])

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.3))


def map_grid(studio: Studio) -> Image.Image:
    """A map with water and roads under squares that have letters and numbers."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio, dice.pick(((235, 230, 215), (215, 230, 210), theme.ground)))
    for _ in range(dice.whole(2, 6)):
        x, y = dice.whole(0, studio.width), dice.whole(0, studio.height)
        wide, high = dice.whole(30, 300), dice.whole(30, 200)
        tint = dice.pick(((170, 205, 235), (190, 220, 170)))
        pen.ellipse((x - wide, y - high, x + wide, y + high), fill=tint)
    for _ in range(dice.whole(3, 14)):
        ends = [(dice.whole(0, studio.width), dice.whole(0, studio.height)) for _ in range(4)]
        road = dice.pick(((255, 255, 255), (250, 210, 120), (200, 200, 200)))
        pen.line(ends, fill=road, width=dice.whole(2, 8))
    pitch = dice.whole(24, 100)
    line = darker(theme.line, 0.3)
    named = dice.pick(("edge", "all", "numbers"))
    for column, left in enumerate(range(0, studio.width, pitch)):
        pen.line((left, 0, left, studio.height), fill=line)
        for row, top in enumerate(range(0, studio.height, pitch)):
            pen.line((0, top, studio.width, top), fill=line)
            text = (
                f"{chr(65 + column % 26)}{row + 1}" if named != "numbers" else str(row * 9 + column)
            )
            if named != "edge" or not row or not column:
                write(pen, (left + 3, top + 2), text, theme.font, pitch * 0.25, BLACK)
    return image


def floor_plan(studio: Studio) -> Image.Image:
    """Walls of rooms with doors, and numbers in the rooms."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    columns, rows = dice.whole(3, 9), dice.whole(2, 7)
    wide, high = studio.width // columns, studio.height // rows
    for row in range(rows):
        for column in range(columns):
            left, top = column * wide, row * high
            pen.line((left, top, left + wide, top), fill=theme.ink, width=3)
            pen.line((left, top, left, top + high), fill=theme.ink, width=3)
            door = left + dice.whole(wide // 5, wide // 2)
            pen.line((door, top, door + wide // 4, top), fill=theme.ground, width=4)
            if dice.chance(0.7):
                middle = left + wide / 2, top + high / 2
                text = str(dice.pick((row * columns + column + 101, dice.whole(1, 9))))
                write(pen, middle, text, theme.font, min(wide, high) * 0.25, theme.ink, "mm")
    return image


def qr(studio: Studio) -> Image.Image:
    """A code of black and white squares with its three corners."""
    dice = studio.dice
    size = dice.pick((21, 25, 29, 33, 37, 45))
    cells = dice.rng.random((size, size)) < 0.5
    mark = np.pad(np.pad(np.pad(np.ones((3, 3), bool), 1), 1, constant_values=True), 1)
    for rows, columns in ((slice(0, 9), slice(0, 9)), (slice(0, 9), slice(-9, None))):
        cells[rows, columns] = mark
    cells[-9:, :9] = mark
    cells = cells[1:-1, 1:-1]
    side = max(2, min(14, min(studio.width, studio.height) // (size + 4), dice.whole(3, 14)))
    values = np.kron(np.pad(cells, 3), np.ones((side, side), bool))
    ink = BLACK if dice.chance(0.8) else darker(studio.theme.accent, 0.4)
    picture = np.where(values[:, :, None], np.array(ink), np.array(WHITE)).astype(np.uint8)
    return Image.fromarray(picture)


def barcodes(studio: Studio) -> Image.Image:
    """Codes of bars with digits below."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio, WHITE)
    top = 10
    while top < studio.height - 50:
        high, left = dice.whole(30, 90), 12
        while left < studio.width - 20:
            wide = dice.whole(1, 4)
            pen.rectangle((left, top, left + wide - 1, top + high), fill=BLACK)
            left += wide + dice.whole(1, 4)
        text = " ".join(str(dice.whole(0, 9)) for _ in range(13))
        write(pen, (20, top + high + 3), text, theme.mono, 14, BLACK)
        top += high + dice.whole(24, 60)
    return image


def months_of_heat(studio: Studio) -> Image.Image:
    """Hours across, days downwards, a colour for how much went on."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.pick(((24, 7), (12, 10), (31, 12)))
    tint = lighter(theme.accent, dice.real(0, 0.3))

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            text = str(column - 1) if column else str(row) if row else ""
            return Cell(theme.ground, text, theme.faint)
        bump = 1 - abs(column / columns - 0.5) * 2
        return Cell(mix(theme.ground, tint, min(1, bump * dice.real(0.3, 1.3))))

    how = replace(style(studio, columns + 1, rows + 1, bevels=0), line=theme.ground)
    return grid(studio, columns + 1, rows + 1, at, how)


KINDS: dict[str, Kind] = {
    "chart": chart,
    "dashboard": dashboard,
    "treemap": treemap,
    "disk": disk,
    "map grid": map_grid,
    "floor plan": floor_plan,
    "qr": qr,
    "barcodes": barcodes,
    "heat of hours": months_of_heat,
}
