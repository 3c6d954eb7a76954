"""Computer games on grids of pictures and blocks."""

from __future__ import annotations

import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import (
    BLACK,
    Colour,
    darker,
    hsv,
    mix,
    palette,
)
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.shapes import JEWELS
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, stamp


def jewels(studio: Studio) -> Image.Image:
    """Stones of a few kinds in all cells."""
    dice, theme, count = studio.dice, studio.theme, studio.dice.whole(4, 7)
    columns, rows = dice.whole(6, 12), dice.whole(6, 12)
    names, tints = dice.some(JEWELS, count), palette(dice, count)
    one_form = dice.chance(0.3)
    two = theme.ground, mix(theme.ground, theme.ink, dice.pick((0, 0.08)))

    def at(row: int, column: int) -> Cell:
        which = dice.whole(0, count - 1)
        name = names[0 if one_form else which]
        return Cell(two[(row + column) % 2], shape=name, tint=tints[which])

    return grid(studio, columns, rows, at, style(studio, columns, rows, least=14))


def blocks(studio: Studio) -> Image.Image:
    """A well that is filled from below, with a piece that falls."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.pick(((10, 20), (10, 18), (12, 22), (9, 9), (10, 10)))
    tints = palette(dice, 7)
    high = dice.whole(rows // 4, rows - 4)
    full = {
        (r, c): dice.pick(tints)
        for r in range(rows - high, rows)
        for c in range(columns)
        if dice.chance(0.72)
    }
    left, tint = dice.whole(0, columns - 3), dice.pick(tints)
    full |= dict.fromkeys(((1, left), (1, left + 1), (1, left + 2), (2, left + 1)), tint)
    empty = dice.pick((BLACK, theme.ground, theme.panel))

    def at(row: int, column: int) -> Cell:
        colour = full.get((row, column))
        return Cell(colour) if colour else Cell(empty, bevel="")

    return grid(studio, columns, rows, at, style(studio, columns, rows, square=1, bevels=0.7))


def life(studio: Studio) -> Image.Image:
    """Living and dead cells after some steps of the game of life."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(20, 70), dice.whole(15, 45)
    alive = dice.rng.random((rows, columns)) < 0.35
    for _ in range(dice.whole(0, 4)):
        turned = [np.roll(alive, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        around = np.sum(turned, axis=0) - alive
        alive = (around == 3) | (alive & (around == 2))
    alive[:2, 0] = True
    on_colour, off = theme.ink, theme.ground

    def at(row: int, column: int) -> Cell:
        return Cell(on_colour if alive[row, column] else off)

    return grid(studio, columns, rows, at, style(studio, columns, rows, least=5, bevels=0))


def _noise(studio: Studio, side: int, ground: Colour, rough: float) -> Image.Image:
    """A square of one colour with specks."""
    values = studio.dice.rng.normal(0, rough, (side, side, 1)) + np.array(ground)
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def platforms(studio: Studio) -> Image.Image:
    """Ground, platforms, boxes and coins below a sky, in tiles."""
    dice = studio.dice
    side = dice.pick((16, 16, 24, 32, 48))
    columns, rows = studio.width // side + 1, studio.height // side + 1
    sky = hsv(dice.real(0.45, 0.7), dice.real(0.2, 0.6), dice.real(0.4, 1))
    earth = hsv(dice.real(0, 0.15), dice.real(0.3, 0.7), dice.real(0.3, 0.7))
    image = Image.new("RGB", (studio.width, studio.height), sky)
    soil = _noise(studio, side, earth, 14)
    pen_on(soil).rectangle((0, 0, side - 1, side - 1), outline=darker(earth, 0.3))
    grass = soil.copy()
    pen_on(grass).rectangle((0, 0, side, side // 4), fill=(80, 170, 60))
    level = rows - 3
    for column in range(columns):
        level = min(rows - 1, max(rows // 2, level + dice.pick((0, 0, 0, 0, 1, -1))))
        if dice.chance(0.06):
            continue
        for row in range(level, rows):
            image.paste(grass if row == level else soil, (column * side, row * side))
    for _ in range(dice.whole(3, 9)):
        row, column = dice.whole(1, max(1, rows // 2)), dice.whole(0, columns)
        name, tint = dice.pick((("crate", (200, 140, 60)), ("stone", (250, 210, 40))))
        for at in range(dice.whole(1, 6)):
            stamp(image, name, ((column + at) * side, row * side), side, tint)
    stamp(image, "cat", (2 * side, (level - 1) * side), side, (230, 90, 40))
    return image


def world(studio: Studio) -> Image.Image:
    """A world seen from above: water, sand, grass and trees in tiles."""
    dice = studio.dice
    side = dice.pick((12, 16, 24, 32, 40))
    columns, rows = studio.width // side, studio.height // side
    rough = dice.rng.random((rows // 4 + 3, columns // 4 + 3)).astype(np.float32)
    fine = Image.fromarray(rough).resize((columns, rows), Image.Resampling.BICUBIC)
    heights = np.asarray(fine)
    colours = ((60, 110, 200), (220, 200, 130), (100, 170, 70), (70, 140, 50), (130, 130, 130))
    tiles = [_noise(studio, side, colour, dice.pick((0, 6, 14))) for colour in colours]
    image = Image.new("RGB", (columns * side, rows * side))
    for row in range(rows):
        for column in range(columns):
            which = int(np.searchsorted((0.3, 0.38, 0.6, 0.8), heights[row, column]))
            place = column * side, row * side
            image.paste(tiles[which], place)
            if which == 3 and dice.chance(0.4):
                stamp(image, dice.pick(("tree", "round tree")), place, side, (30, 90, 40))
    if dice.chance(0.4):
        lined = pen_on(image)
        for x in range(0, image.width, side):
            lined.line((x, 0, x, image.height), fill=(0, 0, 0))
        for y in range(0, image.height, side):
            lined.line((0, y, image.width, y), fill=(0, 0, 0))
    return image


def bubbles(studio: Studio) -> Image.Image:
    """Rows of balls, every second one moved by half a ball."""
    dice, theme = studio.dice, studio.theme
    side = dice.whole(14, 48)
    image = Image.new("RGB", (studio.width, studio.height), theme.ground)
    tints = palette(dice, dice.whole(3, 6))
    for row in range(dice.whole(4, max(5, studio.height // side))):
        for column in range(studio.width // side):
            left = column * side + row % 2 * side // 2
            if dice.chance(0.9):
                stamp(image, "stone", (left, round(row * side * 0.88)), side, dice.pick(tints))
    return image


def snake(studio: Studio) -> Image.Image:
    """A snake and its food on a field of squares."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(10, 30), dice.whole(10, 22)
    row, column = rows // 2, columns // 2
    body = {(row, column)}
    for _ in range(dice.whole(5, 40)):
        down, right = dice.pick(((0, 1), (1, 0), (0, -1), (-1, 0)))
        row, column = (row + down) % rows, (column + right) % columns
        body.add((row, column))
    food = {(dice.whole(0, rows - 1), dice.whole(0, columns - 1)) for _ in range(3)}
    two = theme.ground, mix(theme.ground, theme.ink, dice.pick((0, 0.05)))

    def at(row: int, column: int) -> Cell:
        if (row, column) in body:
            return Cell(theme.accent)
        shape = "disc" if (row, column) in food else ""
        return Cell(two[(row + column) % 2], shape=shape, tint=(220, 40, 40))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0))


KINDS: dict[str, Kind] = {
    "jewels": jewels,
    "blocks": blocks,
    "life": life,
    "platforms": platforms,
    "world": world,
    "bubbles": bubbles,
    "snake": snake,
}
