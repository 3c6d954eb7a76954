"""Tiles, cards and dominoes, and what a player carries."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import (
    BLACK,
    WHITE,
    lighter,
    on,
    palette,
)
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, stamp, write


def inventory(studio: Studio) -> Image.Image:
    """Slots with things and how many there are, in the corner."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 12), dice.whole(2, 8)
    side = max(16, min(72, (studio.width - 4) // columns, (studio.height - 4) // rows))
    names = ("sword", "potion", "gem", "heart", "drop", "crate", "bolt", "star", "sheet", "moon")
    full = dice.real(0.2, 0.9)
    how = replace(style(studio, columns, rows, bevels=0.7), wide=side, high=side)
    ground = dice.pick((theme.panel, (139, 139, 139), (60, 50, 40)))
    tints = palette(dice, 6)
    image = grid(studio, columns, rows, lambda _r, _c: Cell(ground), how)
    pen = pen_on(image, theme.sharp)
    for at in range(columns * rows):
        left, top = how.around + at % columns * side, how.around + at // columns * side
        if at and not dice.chance(full):
            continue
        place = left + side // 7, top + side // 7
        stamp(image, dice.pick(names), place, round(side * 0.66), dice.pick(tints))
        if dice.chance(0.7):
            corner = left + side - 4, top + side - 3
            text = str(dice.pick((dice.whole(1, 9), dice.whole(2, 64))))
            write(pen, corner, text, theme.font, side * 0.34, WHITE, "rb")
    return image


def health(studio: Studio) -> Image.Image:
    """Bars, hearts and counters above each other, as at the edge of a game."""
    dice, theme = studio.dice, studio.theme
    image = Image.new("RGB", (studio.width, studio.height), theme.ground)
    pen, y = pen_on(image, theme.sharp), 8
    while y < studio.height - 30:
        side, tint = dice.whole(12, 34), dice.pick(palette(dice, 5))
        count, full = dice.whole(3, 12), dice.whole(1, 10)
        kind = dice.pick(("heart", "bar", "box", "star", "count"))
        if kind == "bar":
            pen.rectangle((8, y, 8 + count * side, y + side), fill=theme.panel, outline=theme.ink)
            pen.rectangle((10, y + 2, 10 + count * side * full // 12, y + side - 2), fill=tint)
        elif kind == "count":
            text = f"{dice.words(1, 1).upper()} {dice.whole(0, 99999):06}"
            write(pen, (8, y), text, theme.mono, side, theme.ink)
        else:
            for at in range(count):
                colour = tint if at < full else theme.panel
                stamp(image, kind, (8 + at * (side + 3), y), side, colour)
        y += side + dice.whole(6, 20)
    return image


def mahjong(studio: Studio) -> Image.Image:
    """Tiles on end with signs, some of them taken away."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(6, 16), dice.whole(4, 8)
    wide = max(14, min(56, studio.width // columns))
    high = max(18, min(round(wide * 1.35), studio.height // rows))
    ivory = lighter((240, 225, 190), dice.real(0, 0.5))
    table = dice.pick(((20, 90, 60), theme.ground))
    signs = ("disc", "small disc", "ring", "club", "diamond", "tree", "drop", "frame", "")

    def at(_row: int, _column: int) -> Cell:
        if dice.chance(0.12):
            return Cell(table, bevel="")
        sign = dice.pick(signs)
        tint = dice.pick(((190, 30, 30), (20, 110, 50), (30, 50, 140)))
        return Cell(ivory, "" if sign else str(dice.whole(1, 9)), tint, sign, tint)

    how = style(studio, columns, rows, bevels=1)
    how = replace(how, wide=wide, high=high, gap=2, line=table, bevel=dice.pick(("shadow", "thin")))
    return grid(studio, columns, rows, at, how)


def cards(studio: Studio) -> Image.Image:
    """Playing cards in columns that overlap."""
    dice, theme = studio.dice, studio.theme
    image = Image.new("RGB", (studio.width, studio.height), dice.pick(((0, 100, 50), theme.ground)))
    wide = dice.whole(40, 90)
    high = round(wide * 1.4)
    pen = pen_on(image, theme.sharp)
    for left in range(10, studio.width - wide, wide + 12):
        top = 12
        for _ in range(dice.whole(0, 8)):
            box = (left, top, left + wide, top + high)
            back = dice.chance(0.3)
            pen.rounded_rectangle(box, 4, fill=theme.accent if back else WHITE, outline=BLACK)
            if not back:
                suit = dice.pick(("heart", "diamond", "spade", "club"))
                ink = (200, 20, 20) if suit in ("heart", "diamond") else (20, 20, 20)
                text = dice.pick(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
                write(pen, (left + 4, top + 2), text, theme.font, wide * 0.24, ink)
                stamp(image, suit, (left + wide // 2, top + 4), wide // 4, ink)
                stamp(image, suit, (left + wide // 3, top + high // 2), wide // 3, ink)
            top += high // 4
    return image


def dominoes(studio: Studio) -> Image.Image:
    """Stones with dots on their halves, in rows with gaps."""
    dice, theme = studio.dice, studio.theme
    side = dice.whole(18, 56)
    ground = dice.pick((WHITE, BLACK, (245, 240, 220)))
    image = Image.new("RGB", (studio.width, studio.height), theme.ground)
    pen = pen_on(image)
    for top in range(8, studio.height - side, side + dice.whole(6, 20)):
        for left in range(8, studio.width - 2 * side, 2 * side + dice.whole(6, 20)):
            pen.rounded_rectangle((left, top, left + 2 * side, top + side), 4, ground, on(ground))
            pen.line((left + side, top + 3, left + side, top + side - 3), fill=on(ground))
            for half in (0, 1):
                for at in dice.some(range(9), dice.whole(0, 6)):
                    x = left + half * side + (1 + at % 3) * side // 4
                    y = top + (1 + at // 3) * side // 4
                    dot = side // 12 + 1
                    pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=on(ground))
    return image


KINDS: dict[str, Kind] = {
    "inventory": inventory,
    "health": health,
    "mahjong": mahjong,
    "cards": cards,
    "dominoes": dominoes,
}
