"""Floors, walls and cloths of equal tiles, and small grids of fields, none of which is a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import Colour, hsv, mix, on, random_colour
from benchmarks.looks.nothing.grid import BEVELS, Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, room, sheet, write
from benchmarks.looks.textures import TEXTURES, texture
from solver_bot.vision.arrays import Floats

_FILLS = 0.55
"""The share of tilings that fill their room. The others end within it."""
_EACH = 12
"""How many different tiles a tiling has at most."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """How tiles are laid.

    Attributes:
        wide, high: pixels of a tile.
        kinds: how many different tiles there are; in a chequer, turned or without order.
        order: "same", "chequer", "turned", "mixed" or "rows".
        shades: by how many levels tiles differ.
        step: by which share of a tile each row is moved.
        joint: pixels between tiles.

    """

    wide: int
    high: int
    kinds: int
    order: str
    shades: float
    step: float
    joint: int


def _random_laid(studio: Studio) -> _Laid:
    dice = studio.dice
    high = round(dice.scale(13, 72))
    wide = high if dice.chance(0.75) else max(10, round(high * dice.real(0.6, 2.2)))
    order = dice.pick(("same", "same", "same", "chequer", "turned", "mixed", "rows"))
    return _Laid(
        wide=wide,
        high=high,
        kinds=1 if order == "same" else dice.whole(2, 6),
        order=order,
        shades=0 if dice.chance(0.55) else dice.real(1, 18),
        step=0 if dice.chance(0.75) else dice.pick((0.5, 0.5, 0.33, 0.25)),
        joint=dice.pick((0, 0, 0, 0, 1, 1, 2, 3)),
    )


def _tiles(studio: Studio, laid: _Laid, name: str) -> list[Floats]:
    """The different tiles: shape (high, wide, 3), red, green and blue."""
    dice = studio.dice
    colour = np.array(random_colour(dice), np.float32)
    strength, seed = dice.real(8, 50), dice.whole(0, 2**31 - 1)
    coloured = dice.chance(0.5)
    tint = np.array(random_colour(dice), np.float32) / 255 if coloured else np.ones(3, np.float32)
    tiles = []
    for number in range(laid.kinds):
        same = laid.order in {"turned", "rows"} or dice.chance(0.4)
        levels = texture(name, seed if same else seed + number, laid.wide, laid.high, strength)
        if laid.order == "turned" and number % 2:
            turned = cv2.resize(np.rot90(levels), (laid.wide, laid.high))
            levels = np.asarray(turned[..., None], np.float32)
        shade = 0 if number == 0 else dice.real(-25, 25)
        tile = np.clip(colour + shade + levels * (0.4 + 0.6 * tint), 0, 255)
        if laid.joint:
            tile[-laid.joint :] = tile[:, -laid.joint :] = mix(
                studio.theme.line, studio.theme.ground, 0.3
            )
        tiles.append(np.asarray(tile, np.float32))
    return tiles


def _which(studio: Studio, laid: _Laid, row: int, column: int) -> int:
    if laid.order in {"chequer", "turned"}:
        return (row + column) % 2
    if laid.order == "rows":
        return row % laid.kinds
    return studio.dice.whole(0, laid.kinds - 1) if laid.order == "mixed" else 0


def tiling(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """Tiles with one of these textures, over all of the room or a part of it."""
    dice, theme = studio.dice, studio.theme
    laid = _random_laid(studio)
    tiles = _tiles(studio, laid, dice.pick(names))
    fills = dice.chance(_FILLS)
    most = studio.width // laid.wide, studio.height // laid.high
    columns = most[0] + 2 if fills else max(1, min(most[0], dice.whole(4, 30)))
    rows = most[1] + 2 if fills else max(1, min(most[1], dice.whole(4, 24)))
    wall = np.empty((rows * laid.high, columns * laid.wide, 3), np.float32)
    for row in range(rows):
        line = [_shaded(studio, laid, tiles[_which(studio, laid, row, c)]) for c in range(columns)]
        top = row * laid.high
        wall[top : top + laid.high] = np.concatenate(line, 1)
        wall[top : top + laid.high] = np.roll(
            wall[top : top + laid.high], round(row * laid.step * laid.wide), 1
        )
    image = Image.fromarray(np.clip(wall, 0, 255).astype(np.uint8))
    if fills:
        left, top = dice.whole(0, laid.wide - 1), dice.whole(0, laid.high - 1)
        return image.crop((left, top, left + studio.width, top + studio.height))
    image = image.crop((0, 0, min(image.width, studio.width), min(image.height, studio.height)))
    ground = dice.pick((theme.ground, theme.panel, random_colour(dice)))
    whole, _pen = sheet(studio, ground)
    spaces = studio.width - image.width, studio.height - image.height
    whole.paste(image, (dice.whole(0, max(0, spaces[0])), dice.whole(0, max(0, spaces[1]))))
    return whole


def _shaded(studio: Studio, laid: _Laid, tile: Floats) -> Floats:
    return tile + studio.dice.real(-laid.shades, laid.shades) if laid.shades else tile


def _field(studio: Studio) -> tuple[int, int]:
    """Columns and rows of a small grid."""
    return studio.dice.whole(2, 7), studio.dice.whole(2, 6)


def shades(studio: Studio) -> Image.Image:
    """A palette: colours in rows by hue, or shades of one colour; one of them chosen."""
    dice = studio.dice
    columns, rows = dice.whole(4, 16), dice.whole(2, 12)
    hue, spread = dice.real(0, 1), dice.pick((0.02, 0.1, 0.4, 1.0))
    light = dice.real(0.3, 0.9), dice.real(0.3, 1)
    chosen = dice.whole(0, rows - 1), dice.whole(0, columns - 1)

    def at(row: int, column: int) -> Cell:
        share = row / max(1, rows - 1)
        value = light[0] * (1 - share) + light[1] * share
        colour = hsv(hue + spread * column / columns, dice.real(0.6, 0.65), value)
        return Cell(colour, shape="ring" if (row, column) == chosen else "", tint=on(colour))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.2))


def shining_keys(studio: Studio) -> Image.Image:
    """Buttons with gloss or bevels, with a letter, a word, a picture or nothing on some of them."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(3, 14), dice.whole(2, 10)
    ground = dice.pick((theme.panel, theme.accent, random_colour(dice)))
    share = dice.pick((0.1, 0.25, 0.5, 1.0))
    shapes = ("bolt", "cog", "house", "folder", "star", "heart")

    def at(row: int, column: int) -> Cell:
        if not dice.chance(share):
            return Cell(ground)
        if dice.chance(0.4):
            return Cell(ground, shape=dice.pick(shapes), tint=on(ground))
        return Cell(ground, dice.pick((dice.letter(), dice.words(1, 1).upper())), on(ground))

    how = replace(style(studio, columns, rows, square=0.4), bevel=dice.pick(BEVELS))
    how = replace(how, gap=max(how.gap, dice.pick((1, 2, 4, 6))), round=dice.real(0, 0.4))
    return grid(studio, columns, rows, at, replace(how, line=theme.ground))


def tiny_table(studio: Studio) -> Image.Image:
    """Few rows and columns with a digit in each cell, or in some."""
    dice, theme = studio.dice, studio.theme
    columns, rows = _field(studio)
    share, ground = dice.pick((0.3, 0.6, 1.0)), dice.pick((theme.ground, theme.panel))
    most, tinted = dice.pick((4, 6, 9, 12)), dice.chance(0.3)

    def at(row: int, column: int) -> Cell:
        text = str(dice.whole(0, most)) if dice.chance(share) else ""
        other = mix(ground, theme.accent, 0.4) if tinted and dice.chance(0.4) else ground
        return Cell(other, text, theme.ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows, most=90))


def _runs(dice_values: list[bool]) -> list[int]:
    """How long the runs of filled cells are, one after the other."""
    runs, length = [], 0
    for filled in [*dice_values, False]:
        if filled:
            length += 1
        elif length:
            runs.append(length)
            length = 0
    return runs or [0]


def picture_logic(studio: Studio) -> Image.Image:
    """A nonogram: lists of numbers above and at the left, some cells filled, some crossed out."""
    dice, theme = studio.dice, studio.theme
    size, clues = dice.pick((5, 5, 8, 10, 10, 15)), dice.whole(2, 4)
    image, done = dice.rng.random((size, size)) < dice.real(0.4, 0.7), dice.real(0, 1)
    across = [_runs(row.tolist())[-clues:] for row in image]
    down = [_runs(column.tolist())[-clues:] for column in image.T]
    crossed = dice.chance(0.5)
    head = dice.pick((theme.ground, theme.panel))

    def at(row: int, column: int) -> Cell:
        if row < clues and column < clues:
            return Cell(theme.ground)
        if row < clues or column < clues:
            runs = down[column - clues] if row < clues else across[row - clues]
            place = (row if row < clues else column) - (clues - len(runs))
            return Cell(head, str(runs[place]) if place >= 0 else "", theme.ink)
        if not dice.chance(done):
            return Cell(theme.ground)
        filled = bool(image[row - clues, column - clues])
        shape = "cross" if crossed and not filled else ""
        return Cell(theme.ink if filled else theme.ground, shape=shape, tint=theme.faint)

    count = size + clues
    how = style(studio, count, count, square=0.9, bevels=0.15)
    return grid(studio, count, count, at, replace(how, heavy=(0, 0)))


def month_of_buttons(studio: Studio) -> Image.Image:
    """Numbers in order on equal fields, as days, pages or levels, some of them chosen or barred."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.pick((5, 6, 7, 7, 7, 10)), dice.whole(4, 10)
    first, last = dice.whole(0, 6), dice.whole(20, 70)
    chosen = dice.spread(rows, columns, dice.pick((0.03, 0.2, 0.5)))
    ground, other = dice.pick((theme.ground, theme.panel)), mix(theme.panel, theme.accent, 0.6)

    def at(row: int, column: int) -> Cell:
        number = row * columns + column - first + 1
        tint = other if (row, column) in chosen else ground
        return Cell(tint, str(number) if 1 <= number <= last else "", on(tint))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0.4, square=0.5))


def shelf(studio: Studio) -> Image.Image:
    """An inventory: sunk or raised fields, few of them with a thing and how many there are."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 14), dice.whole(3, 10)
    things = ("gem", "drop", "star", "heart", "bolt", "crate", "tree", "stone")
    filled = dice.spread(rows, columns, dice.pick((0.05, 0.2, 0.5))) | {(0, 0), (1, 2)}
    tint = _tint(studio)

    def at(row: int, column: int) -> Cell:
        if (row, column) not in filled:
            return Cell(tint)
        count = str(dice.whole(2, 64)) if dice.chance(0.6) else ""
        return Cell(tint, "", on(tint), dice.pick(things), random_colour(dice), corner=count)

    how = style(studio, columns, rows, bevels=0.7, square=0.9)
    image = grid(studio, columns, rows, at, replace(how, line=mix(tint, theme.ink, 0.5)))
    pen = pen_on(image, theme.sharp)
    if dice.chance(0.3):
        write(pen, (3, 1), dice.title(), theme.font, 13, on(tint))
    return image


def _tint(studio: Studio) -> Colour:
    return studio.dice.pick((studio.theme.panel, studio.theme.ground, random_colour(studio.dice)))


def beside_words(studio: Studio) -> Image.Image:
    """A tiling beside or above some lines of text, as on the page of a shop."""
    dice, theme = studio.dice, studio.theme
    wide, high = round(studio.width * dice.real(0.4, 0.8)), round(studio.height * dice.real(0.5, 1))
    part = tiling(room(studio, wide, high), TEXTURES)
    image, pen = sheet(studio)
    image.paste(part, (0, 0))
    for y in range(8, studio.height - 16, dice.whole(18, 30)):
        x, words = (wide + 10, dice.words(1, 5)) if y < high else (8, dice.words(2, 9))
        write(pen, (x, y), words[: max(1, (studio.width - x) // 9)], theme.font, 13, theme.ink)
    return image


def _tiled(*names: str) -> Kind:
    return partial(tiling, names=names)


KINDS: dict[str, Kind] = {
    "parquet": _tiled("planks", "stripes", "weave"),
    "flagstones": _tiled("specks", "tray", "bricks"),
    "shining tiles": _tiled("dome", "shine", "slant"),
    "cloth": _tiled("knit", "weave", "stripes", "cushion"),
    "studs": _tiled("stud", "tray", "cushion", "dome"),
    "lawn and roof": _tiled("tufts", "scales", "specks"),
    "painted tiles": _tiled("painted"),
    "any tiles": _tiled(*TEXTURES),
    "tiles beside words": beside_words,
    "shades": shades,
    "shining keys": shining_keys,
    "tiny table": tiny_table,
    "picture logic": picture_logic,
    "month of buttons": month_of_buttons,
    "shelf": shelf,
}
