"""Icons, thumbnails, palettes and dialogs."""

from __future__ import annotations

import string
from dataclasses import replace

import cv2
import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import WHITE, darker, hsv, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, grid, style, tile
from benchmarks.looks.nothing.shapes import FACES, ICONS
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, room, sheet, stamp, write


def faces(studio: Studio) -> Image.Image:
    """Small faces and signs to choose from."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(6, 18), dice.whole(4, 12)
    tints = (*([(255, 205, 50)] * 5), *palette(dice, 4))
    here = dice.whole(0, rows - 1), dice.whole(0, columns - 1)
    framed = dice.chance(0.3)

    def at(row: int, column: int) -> Cell:
        ground = theme.panel if (row, column) == here else theme.ground
        return Cell(ground, shape=dice.pick(FACES), tint=dice.pick(tints))

    how = style(studio, columns, rows, least=16, bevels=0.2)
    how = how if framed else replace(how, gap=0, line=theme.ground)
    return grid(studio, columns, rows, at, how)


def _icon(studio: Studio, side: int, ground: tuple[int, int, int]) -> Image.Image:
    dice = studio.dice
    image = Image.new("RGB", (side, side), studio.theme.ground)
    pen = pen_on(image)
    if dice.chance(0.7):
        pen.rounded_rectangle((0, 0, side - 1, side - 1), side // 5, fill=ground)
        tint = on(ground)
    else:
        tint = ground
    small = side * 2 // 3
    stamp(image, dice.pick(ICONS), ((side - small) // 2, (side - small) // 2), small, tint)
    return image


def icons(studio: Studio) -> Image.Image:
    """Icons with names below, as in a file manager or a launcher."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    side, same = dice.whole(20, 72), dice.chance(0.4)
    wide, high = round(side * dice.real(1.4, 2.2)), side + dice.whole(22, 40)
    tints = palette(dice, 9)
    name = dice.pick(ICONS)
    for top in range(8, studio.height - high + 20, high):
        for left in range(8, studio.width - wide + 20, wide):
            x = left + (wide - side) // 2
            if same:
                stamp(image, dice.pick((name, name, "sheet")), (x, top), side, tints[0])
            else:
                image.paste(_icon(studio, side, dice.pick(tints)), (x, top))
            text = dice.words(1, 2)[: wide // 6]
            write(pen, (left + wide / 2, top + side + 9), text, theme.font, 12, theme.ink, "mm")
    return image


def photo(studio: Studio, width: int, height: int) -> Image.Image:
    """Something like a photograph: soft hills of colour under a sky."""
    dice = studio.dice
    shape = dice.whole(2, 12), dice.whole(2, 16)
    light = dice.rng.integers(0, 256, (*shape, 1)) * dice.real(0.3, 1)
    tints = dice.rng.integers(0, 256, (*shape, 3)) * dice.pick((0.08, 0.15, 0.3))
    small = np.clip(light * 0.8 + tints, 0, 255).astype(np.uint8)
    soft = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    xs, ys = np.arange(width), np.arange(height)[:, None]
    for _ in range(dice.whole(0, 3)):
        wave = np.sin(xs / dice.scale(8, 200) + dice.real(0, 6)) * dice.real(0.02, 0.2)
        hill = ys > height * (dice.real(0.3, 0.9) + wave)
        soft[hill] = soft[hill] * 0.3 + np.array(hsv(dice.real(0, 1), 0.5, 0.6)) * 0.7
    return Image.fromarray(np.clip(soft, 0, 255).astype(np.uint8))


def gallery(studio: Studio) -> Image.Image:
    """Small photographs in rows."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    wide = dice.whole(30, 150)
    high, gap = round(wide * dice.pick((1, 0.75, 0.66, 1.33))), dice.whole(1, 16)
    named = dice.chance(0.3)
    down = high + gap + (16 if named else 0)
    kept = [photo(studio, wide, high) for _ in range(12)]
    for at in range((studio.height // down) * (studio.width // (wide + gap))):
        columns = studio.width // (wide + gap)
        left, top = gap + at % columns * (wide + gap), gap + at // columns * down
        image.paste(dice.pick(kept), (left, top))
        if named:
            text = f"IMG_{dice.whole(1, 9999):04}"
            write(pen, (left, top + high + 2), text, theme.font, 10, theme.ink)
    return image


def swatches(studio: Studio) -> Image.Image:
    """A palette of colours."""
    dice = studio.dice
    columns, rows = dice.whole(6, 24), dice.whole(3, 14)
    kind, start = dice.pick(("hue", "random", "shades")), dice.real(0, 1)
    tints = palette(dice, 20)

    def at(row: int, column: int) -> Cell:
        if kind == "hue":
            return Cell(hsv(start + column / columns, 1 - row / rows * 0.8, 0.4 + 0.6 * row / rows))
        if kind == "shades":
            return Cell(mix(tints[column % 20], WHITE, row / rows))
        return Cell(dice.pick(tints))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.35))


def pixel_art(studio: Studio) -> Image.Image:
    """A creature of large pixels, the same on both sides, in an editor."""
    dice = studio.dice
    size = dice.pick((8, 12, 16, 16, 24, 32))
    tints = palette(dice, 4)
    cells = dice.rng.integers(0, 4, (size, size // 2))
    cells[dice.rng.random(cells.shape) < 0.4] = -1
    whole = np.hstack((cells, cells[:, ::-1]))
    whole[0, 0] = -1
    checked = dice.chance(0.5)
    empty = ((255, 255, 255), (204, 204, 204)) if checked else (studio.theme.ground,) * 2

    def at(row: int, column: int) -> Cell:
        which = int(whole[row, column])
        return Cell(empty[(row + column) % 2] if which < 0 else tints[which])

    how = replace(style(studio, size, size, square=1, bevels=0), gap=dice.pick((0, 1)))
    return grid(studio, size, size, at, how)


def toolbars(studio: Studio) -> Image.Image:
    """Rows of buttons with signs, with gaps between groups."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    top = 4
    while top < studio.height - 20:
        side = dice.whole(16, 44)
        how = replace(style(studio, 10, 10, bevels=0.7), wide=side, high=side)
        pen.rectangle((0, top - 2, studio.width, top + side + 2), fill=theme.panel)
        left = 6
        while left < studio.width - side:
            tint = theme.ink if dice.chance(0.7) else theme.accent
            cell = Cell(theme.panel, shape=dice.pick(ICONS), tint=tint)
            if dice.chance(0.2):
                cell = Cell(theme.ground, text=dice.pick("BIUSA123"), ink=theme.ink)
            image.paste(tile(cell, how, theme.panel), (left, top))
            left += side + (12 if dice.chance(0.15) else 2)
        top += side + dice.whole(6, 60)
    return image


def dialog(studio: Studio) -> Image.Image:
    """Labels, fields, ticks and buttons, sometimes with a small grid of buttons."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio, theme.panel)
    size, top = dice.whole(10, 16), 10
    column = dice.whole(80, 160)
    while top < studio.height - 40:
        write(pen, (10, top), dice.title()[:18], theme.font, size, theme.ink)
        kind = dice.pick(("field", "tick", "slider", "text", "buttons"))
        right = max(column + 8, min(studio.width - 10, column + dice.whole(60, 260)))
        if kind == "field":
            pen.rectangle((column, top - 2, right, top + size + 5), WHITE, theme.line)
            text = str(dice.whole(0, 99))
            write(pen, (column + 4, top), text, theme.font, size, (20, 20, 20))
        elif kind == "tick":
            pen.rectangle((column, top, column + size, top + size), WHITE, theme.line)
            if dice.chance(0.5):
                stamp(image, "tick", (column, top), size, theme.accent)
        elif kind == "slider":
            pen.line((column, top + size // 2, right, top + size // 2), fill=theme.line, width=3)
            x = dice.whole(column, right)
            pen.ellipse((x - 6, top, x + 6, top + 12), fill=theme.accent)
        elif kind == "text":
            write(pen, (column, top), dice.words(2, 7), theme.font, size, theme.faint)
        else:
            for at in range(dice.whole(2, 6)):
                cell = Cell(theme.panel, dice.pick((dice.title()[:8], str(at + 1))), theme.ink)
                how = replace(style(studio, 9, 9, bevels=0.8), wide=60, high=size + 10)
                image.paste(tile(cell, how, theme.panel), (column + 66 * at, top - 4))
        top += size + dice.whole(10, 24)
    return image


def characters(studio: Studio) -> Image.Image:
    """A table of all the characters of a font."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(8, 24), dice.whole(4, 12)
    names = string.printable[: 94 - 32] + string.punctuation
    first = dice.whole(0, 20)

    def at(row: int, column: int) -> Cell:
        return Cell(theme.ground, names[(first + row * columns + column) % len(names)], theme.ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows))


def ticks(studio: Studio) -> Image.Image:
    """A grid of boxes with ticks, with names at the left."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(3, 14), dice.whole(3, 14)
    form = dice.pick(("tick", "disc", "cross"))
    box = dice.chance(0.5)

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            return Cell(theme.panel, dice.words(1, 1).title() if row or column else "", theme.ink)
        if dice.chance(0.4):
            return Cell(theme.ground, shape=form, tint=theme.accent)
        return Cell(theme.ground, shape="frame" if box else "", tint=theme.line)

    how = style(studio, columns + 1, rows + 1, square=0.5, bevels=0.1)
    return grid(studio, columns + 1, rows + 1, at, how)


def buttons(studio: Studio) -> Image.Image:
    """Buttons with digits in a grid beside labels and a field."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(3, 10), dice.whole(3, 8)
    part = room(studio, studio.width * 2 // 3, studio.height - 60)
    order = dice.chance(0.6)
    key = dice.pick((theme.panel, (192, 192, 192), (212, 208, 200), lighter(theme.accent, 0.5)))

    def at(row: int, column: int) -> Cell:
        number = row * columns + column + 1 if order else dice.whole(0, 9)
        return Cell(key, str(number), on(key))

    keys = grid(part, columns, rows, at, replace(style(part, columns, rows, bevels=1), gap=1))
    image = Image.new("RGB", (keys.width + 140, keys.height + 40), darker(theme.panel, 0.05))
    image.paste(keys, (6, 34))
    pen = pen_on(image, theme.sharp)
    pen.rectangle((6, 6, keys.width, 28), WHITE, theme.line)
    write(pen, (10, 9), str(dice.whole(0, 9999)), theme.font, 14, (0, 0, 0))
    for top in range(36, image.height - 14, 22):
        write(pen, (keys.width + 14, top), dice.title()[:16], theme.font, 12, on(theme.panel))
    return image


KINDS: dict[str, Kind] = {
    "faces": faces,
    "icons": icons,
    "gallery": gallery,
    "swatches": swatches,
    "pixel art": pixel_art,
    "toolbars": toolbars,
    "dialog": dialog,
    "characters": characters,
    "ticks": ticks,
    "buttons": buttons,
}
