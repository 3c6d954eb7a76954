"""Wallpapers and textures; and plain grids, which look like a new game."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from PIL import Image

from benchmarks.looks.nothing.colours import Colour, lighter, mix, palette, random_colour
from benchmarks.looks.nothing.desktop import photo
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.shapes import SHAPES
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, sheet, stamp
from solver_bot.vision.arrays import Floats


def _places(studio: Studio) -> tuple[Floats, Floats]:
    ys, xs = np.mgrid[: studio.height, : studio.width].astype(np.float32)
    return xs, ys


def _between(one: Colour, other: Colour, shares: Floats) -> Image.Image:
    shares = np.clip(shares, 0, 1)[:, :, None]
    values = np.array(one) * (1 - shares) + np.array(other) * shares
    return Image.fromarray(values.astype(np.uint8))


def _two(studio: Studio) -> tuple[Colour, Colour]:
    first = studio.theme.ground if studio.dice.chance(0.5) else random_colour(studio.dice)
    return first, mix(first, random_colour(studio.dice), studio.dice.real(0.2, 1))


def noise(studio: Studio) -> Image.Image:
    """Specks of light, fine or coarse, grey or coloured."""
    dice = studio.dice
    by = dice.pick((1, 1, 2, 4, 8))
    layers = dice.pick((1, 3))
    shape = studio.height // by + 1, studio.width // by + 1, layers
    values = dice.rng.integers(0, 256, shape, dtype=np.uint8)
    values = np.repeat(values, 3 // layers, axis=2)
    method = dice.pick((cv2.INTER_NEAREST, cv2.INTER_LINEAR))
    return Image.fromarray(cv2.resize(values, (studio.width, studio.height), interpolation=method))


def gradient(studio: Studio) -> Image.Image:
    """One colour that becomes another."""
    xs, ys = _places(studio)
    angle = studio.dice.real(0, 6.3)
    across = xs / studio.width * np.cos(angle) + ys / studio.height * np.sin(angle)
    return _between(*_two(studio), (across - across.min()) / np.ptp(across))


def landscape(studio: Studio) -> Image.Image:
    """Something like a photograph, with grain."""
    image = np.asarray(photo(studio, studio.width, studio.height)).astype(np.int16)
    grain = studio.dice.rng.integers(-6, 7, (studio.height, studio.width, 1), dtype=np.int16)
    return Image.fromarray(np.clip(image + grain, 0, 255).astype(np.uint8))


def waves(studio: Studio) -> Image.Image:
    """Light and dark that come and go in both directions."""
    xs, ys = _places(studio)
    one, other = studio.dice.scale(2, 30), studio.dice.scale(2, 30)
    slant = studio.dice.pick((0, 0, 0.5, 1))
    shares = 0.5 + 0.25 * np.sin(xs / one + slant * ys) + 0.25 * np.sin(ys / other)
    return _between(*_two(studio), np.asarray(shares, np.float32))


def bricks(studio: Studio) -> Image.Image:
    """Rows of bricks with mortar, each row moved."""
    dice = studio.dice
    wide, high = dice.whole(20, 110), dice.whole(10, 50)
    mortar, thick = random_colour(dice), dice.whole(1, 5)
    image, pen = sheet(studio, mortar)
    first, shades = random_colour(dice), dice.real(0, 0.3)
    for row, top in enumerate(range(0, studio.height, high)):
        for left in range(-(row % 2 * wide // 2), studio.width, wide):
            tint = mix(first, mortar, dice.real(0, shades))
            pen.rectangle((left, top, left + wide - thick - 1, top + high - thick - 1), fill=tint)
    return image


def dots(studio: Studio) -> Image.Image:
    """Dots in rows, as large as each other or not."""
    xs, ys = _places(studio)
    pitch = studio.dice.scale(6, 70)
    shift = studio.dice.pick((0, 0, 0.5)) * (ys // pitch % 2)
    x, y = (xs / pitch + shift) % 1 - 0.5, (ys / pitch) % 1 - 0.5
    radius = np.full_like(xs, studio.dice.real(0.08, 0.45))
    if studio.dice.chance(0.4):
        radius = (0.3 + 0.3 * np.sin(xs / 90) * np.cos(ys / 70)).astype(np.float32)
    return _between(*_two(studio), (radius - np.hypot(x, y)) * pitch)


def stripes(studio: Studio) -> Image.Image:
    """Stripes upright or slanting, of one width or of two."""
    xs, ys = _places(studio)
    pitch, share = studio.dice.scale(6, 100), studio.dice.real(0.1, 0.6)
    slanted = xs + studio.dice.pick((0, 0.5, 1, -1)) * ys
    shares = (slanted / pitch % 1 < share).astype(np.float32)
    if studio.dice.chance(0.4):
        shares = 0.6 * shares + 0.4 * (slanted / pitch / 3 % 1 < 0.2)
    return _between(*_two(studio), shares)


def motifs(studio: Studio) -> Image.Image:
    """One or two small drawings again and again."""
    dice, theme = studio.dice, studio.theme
    side = dice.whole(16, 80)
    names, tints = dice.some(list(SHAPES), 2), palette(dice, 3)
    image, _pen = sheet(studio)
    small = round(side * dice.real(0.4, 1))
    shifted = dice.chance(0.5)
    for row, top in enumerate(range(0, studio.height, side)):
        for column, left in enumerate(range(-(row % 2 * side // 2) * shifted, studio.width, side)):
            name = names[(row + column) % 2]
            tint = mix(theme.ground, tints[(row * 2 + column) % 3], 0.6)
            stamp(image, name, (left, top), small, tint)
    return image


def tiled_noise(studio: Studio) -> Image.Image:
    """A square of texture again and again, as on old pages."""
    dice, side = studio.dice, studio.dice.whole(12, 96)
    tile = np.asarray(photo(studio, side, side)).astype(np.int16)
    tile = tile + dice.rng.integers(-20, 21, tile.shape, dtype=np.int16)
    times = studio.height // side + 1, studio.width // side + 1, 1
    values = np.clip(np.tile(tile, times), 0, 255).astype(np.uint8)
    return Image.fromarray(values[: studio.height, : studio.width])


def mosaic_tiles(studio: Studio) -> Image.Image:
    """A wall of tiles in a few colours without order, with joints."""
    dice, theme = studio.dice, studio.theme
    tints = palette(dice, dice.whole(3, 6))
    columns, rows = dice.whole(8, 30), dice.whole(6, 20)
    how = style(studio, columns, rows, bevels=0.3)
    soft = [lighter(tint, 0.3) for tint in tints] + [theme.accent]
    return grid(studio, columns, rows, lambda _r, _c: Cell(dice.pick(soft)), how)


def honeycomb(studio: Studio) -> Image.Image:
    """Six-sided cells."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    radius = dice.scale(8, 50)
    tints = (*palette(dice, 3), theme.panel)
    for row in range(int(studio.height / radius / 1.5) + 2):
        for column in range(int(studio.width / radius / 1.7) + 2):
            x = (column + row % 2 / 2) * radius * 1.73
            box = (x, row * radius * 1.5, radius * 0.95)
            pen.regular_polygon(box, 6, rotation=30, fill=dice.pick(tints), outline=theme.line)
    return image


def big_pixels(studio: Studio) -> Image.Image:
    """A photograph of few, large pixels."""
    by = studio.dice.whole(8, 40)
    small = photo(studio, studio.width // by + 1, studio.height // by + 1)
    large = small.resize((small.width * by, small.height * by), Image.Resampling.NEAREST)
    return large.crop((0, 0, studio.width, studio.height))


KINDS: dict[str, Kind] = {
    "noise": noise,
    "gradient": gradient,
    "landscape": landscape,
    "waves": waves,
    "bricks": bricks,
    "dots": dots,
    "stripes": stripes,
    "motifs": motifs,
    "tiled noise": tiled_noise,
    "mosaic tiles": mosaic_tiles,
    "honeycomb": honeycomb,
    "big pixels": big_pixels,
}


def _blank(studio: Studio, bevels: float, share: float) -> Image.Image:
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(6, 30), dice.whole(6, 20)
    ground = dice.pick((theme.panel, theme.ground, (192, 192, 192), theme.accent))
    other = mix(ground, theme.ink, share)
    how = style(studio, columns, rows, bevels=bevels)
    how = replace(how, gap=max(1, how.gap)) if not bevels and not share else how
    how = replace(how, line=theme.line) if how.line == ground else how
    return grid(studio, columns, rows, lambda r, c: Cell((ground, other)[(r + c) % 2]), how)


def empty_table(studio: Studio) -> Image.Image:
    return _blank(studio, 0, 0)


def button_wall(studio: Studio) -> Image.Image:
    return _blank(studio, 1, 0)


def empty_checks(studio: Studio) -> Image.Image:
    return _blank(studio, 0, studio.dice.real(0.05, 0.4))


def plaid(studio: Studio) -> Image.Image:
    """Stripes in both directions."""
    xs, ys = _places(studio)
    pitch, share = studio.dice.scale(8, 100), studio.dice.real(0.05, 0.6)
    across, down = xs / pitch % 1 < share, ys / pitch % 1 < share
    shares = 0.5 * across + 0.5 * down
    return _between(*_two(studio), shares.astype(np.float32))


def squared_paper(studio: Studio) -> Image.Image:
    """Lines across and down over all of it."""
    image, _pen = sheet(studio)
    pen, pitch = pen_on(image), studio.dice.whole(8, 60)
    for x in range(0, studio.width, pitch):
        pen.line((x, 0, x, studio.height), fill=studio.theme.line)
    for y in range(0, studio.height, pitch):
        pen.line((0, y, studio.width, y), fill=studio.theme.line)
    return image


LIKE_A_NEW_GAME: dict[str, Kind] = {
    "empty table": empty_table,
    "button wall": button_wall,
    "empty checks": empty_checks,
    "squared paper": squared_paper,
    "plaid": plaid,
}
