"""Signs by themselves for the digit net: digits in many fonts, and what programs draw besides.

Usage: python -m benchmarks.reading_net.glyphs FILE.npz --seed 0 --count 100000 [--kept]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.looks.colours import Colour, Random, any_colour, legible, shifted
from benchmarks.looks.fonts import emoji_font, fitting_fonts, usable_fonts
from benchmarks.looks.lettering import (
    LETTERS,
    emoji_layers,
    random_lettering,
    random_tilt,
    text_mask,
    written,
)
from benchmarks.looks.look import EMOJI, STRANGE
from benchmarks.looks.shapes import cross_shape, flag_shape, mine_shape, strange_shape
from benchmarks.looks.signs import Layer, Sign, resized
from solver_bot.vision.arrays import Picture
from solver_bot.vision.digits.glyph import SIZE, Glyph, glyph_in

OTHER = 9
"""The class of signs that are no digit of a board."""
_DIGITS, _TEXT, _SHAPE = 0.55, 0.7, 0.9
"""The share of samples that are digits, and those up to which they are other texts and shapes."""
_TAKEN_FOR_DIGITS = "0OoQDlI|!17Ss5Z2B8"
"""Letters that a font may draw as it draws digits are no examples of others."""
_TILTED, _NOISY, _BLURRED, _LINED = 0.06, 0.1, 0.15, 0.4
_EDGED = 0.16
"""The share of digits that have a shadow or an outline."""
_FAINT, _CLEAR = 20, 45


def sample(rng: Random, fonts: Sequence[Path]) -> tuple[Glyph, int] | None:
    """A sign and its class, 0 to 8 for the digits; None if nothing was drawn."""
    height = float(np.exp(rng.uniform(np.log(12), np.log(70))))
    width = height * (1.0 if rng.random() < 0.7 else rng.uniform(1.0, 2.2))
    ground = any_colour(rng)
    kind = rng.random()
    number = int(rng.integers(OTHER)) if kind < _DIGITS else OTHER
    sign = _sign(rng, fonts, kind, number, ground, width, height)
    if not sign or not sign[0].mask.size:
        return None
    glyph = glyph_in(_tile(rng, ground, sign, width, height))
    return None if glyph is None else (glyph, number)


def _sign(
    rng: Random,
    fonts: Sequence[Path],
    kind: float,
    number: int,
    ground: Colour,
    width: float,
    height: float,
) -> Sign:
    lettering = random_lettering(rng, fonts, height)
    if rng.random() < _TILTED:
        lettering = replace(lettering, tilt=random_tilt(rng))
    ink = legible(rng, ground, _FAINT if rng.random() < 0.2 else _CLEAR)
    if kind < _DIGITS:
        return _with_edges(rng, Layer(written(str(number), lettering, height), ink), ground)
    share = rng.uniform(0.3, 0.9)
    if kind < _TEXT:
        text = _text(rng)
        return [Layer(text_mask(text, lettering.font, height * share * 0.8), ink)]
    emoji = emoji_font()
    if kind < _SHAPE or not emoji:
        shapes = (mine_shape, flag_shape, cross_shape, strange_shape, _ring)
        shape = shapes[int(rng.choice(len(shapes), p=[0.3, 0.2, 0.1, 0.3, 0.1]))]
        pixels = int(rng.integers(7, 17)) if rng.random() < 0.2 else 0
        wide = min(width, height) * share * rng.uniform(0.9, 1.1)
        return resized(shape(rng, ground), wide, height * share, pixels=pixels)
    marks = "".join(EMOJI.values()) + STRANGE
    return emoji_layers(str(rng.choice(list(marks))), emoji, height * share)


def _with_edges(rng: Random, digit: Layer, ground: Colour) -> Sign:
    """The digit, or the digit above its shadow, a pixel beside it, or above a line around it."""
    kind = rng.random()
    if kind > _EDGED or not digit.mask.size:
        return [digit]
    around = np.pad(digit.mask, 1)
    if kind < _EDGED / 2:
        side = 1 if rng.random() < 0.8 else -1
        under = np.roll(around, (side, side), (0, 1))
    else:
        under = np.asarray(cv2.dilate(around, np.ones((3, 3), np.uint8)), np.float32)
    return [Layer(under, shifted(ground, rng.uniform(-90, 90))), Layer(around, digit.colour)]


def _text(rng: Random) -> str:
    if rng.random() < 0.15:
        return str(rng.integers(10, 100))
    return str(rng.choice([one for one in LETTERS + "?X*.,:" if one not in _TAKEN_FOR_DIGITS]))


def _ring(rng: Random, ground: Colour) -> Sign:
    """A circle's line: some programs draw a mine so, and a zero is not quite as round."""
    mask = np.zeros((96, 96), np.float32)
    thick = int(rng.integers(4, 22))
    cv2.circle(mask, (48, 48), 46 - thick // 2, 1.0, thick, cv2.LINE_AA)
    return [Layer(mask, legible(rng, ground, _CLEAR))]


def _tile(rng: Random, ground: Colour, sign: Sign, width: float, height: float) -> Picture:
    """A cell without its border, with the sign near its middle."""
    wide, high = max(6, round(width * 0.86) - 2), max(6, round(height * 0.86) - 2)
    tile = np.empty((high, wide, 3), np.float32)
    tile[:] = ground
    if rng.random() < 0.15:
        slope = np.linspace(-1, 1, high)[:, None, None] * rng.uniform(2, 25)
        tile += slope
    off = rng.normal(0, 0.03, 2) * (wide, high)
    for layer in sign:
        _paint(tile, layer, off)
    if rng.random() < _LINED:
        _line(rng, tile)
    if rng.random() < _BLURRED:
        tile[:] = cv2.GaussianBlur(tile, (0, 0), rng.uniform(0.3, 0.03 * high + 0.4))
    if rng.random() < _NOISY:
        tile += rng.normal(0, rng.uniform(1, 8), tile.shape)
    return np.clip(np.rint(tile), 0, 255).astype(np.uint8)


def _paint(tile: np.ndarray, layer: Layer, off: np.ndarray) -> None:
    """Paint a layer in the middle of a tile, cut off at its edges."""
    high, wide = layer.mask.shape
    x = round((tile.shape[1] - wide) / 2 + off[0])
    y = round((tile.shape[0] - high) / 2 + off[1])
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(wide, tile.shape[1] - x), min(high, tile.shape[0] - y)
    if right <= left or bottom <= top:
        return
    mask = layer.mask[top:bottom, left:right, None]
    colour = layer.colour if layer.colour.ndim == 1 else layer.colour[top:bottom, left:right]
    there = tile[y + top : y + bottom, x + left : x + right]
    there += mask * (colour - there)


def _line(rng: Random, tile: np.ndarray) -> None:
    """A rest of the cell's border along one or two edges."""
    colour, thick = any_colour(rng), int(rng.integers(1, 3))
    for turn in rng.choice(4, int(rng.integers(1, 3)), replace=False).tolist():
        np.rot90(tile, turn)[:thick] = colour


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--kept", action="store_true", help="in the fonts that are kept for tests")
    chosen = parser.parse_args()
    fitting = fitting_fonts()
    fonts = [one for one in usable_fonts() if one not in set(fitting)] if chosen.kept else fitting
    rng = np.random.default_rng(chosen.seed)
    found: list[tuple[Glyph, int]] = []
    while len(found) < chosen.count:
        if drawn := sample(rng, fonts):
            found.append(drawn)
    glyphs = np.array([glyph for glyph, _ in found], np.uint8).reshape(-1, SIZE, SIZE)
    np.savez_compressed(chosen.file, glyphs=glyphs, classes=[number for _, number in found])


if __name__ == "__main__":
    main()
