"""Digits, letters and emoji, as a program might write them: in fonts, dots, bars and strokes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.looks.colours import Random
from benchmarks.looks.signs import Layer, Sign, mask_of
from solver_bot.vision.arrays import Floats

_FULL = 0.8
"""The least share of its colour that the darkest part of a letter has."""

_DOTS = {
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "11110 00001 00001 01110 00001 00001 11110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "01110 10000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00010 00100 00100 00100",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "?": "01110 10001 00001 00110 00100 00000 00100",
}
_SMALL_DOTS = {
    "0": "111 101 101 101 111",
    "1": "010 110 010 010 111",
    "2": "111 001 111 100 111",
    "3": "111 001 011 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 010 010 010",
    "8": "111 101 111 101 111",
    "?": "111 001 011 000 010",
}
_BARS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgcde",
    "7": "abc",
    "8": "abcdefg",
}
_HERSHEY = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghkmnpqrstuvwxyz09@&%$+=*#!<>-"


@lru_cache(maxsize=4000)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=2000)
def _size_of(path: Path, height: int) -> int:
    """The size at which the font's digits are about so many pixels high."""
    box = _font(path, 64).getbbox("8")
    return max(4, round(height * 64 / max(8, box[3] - box[1])))


def text_mask(
    text: str, path: Path, height: float, *, smooth: bool = True, bold: int = 0
) -> Floats:
    """A text whose digits are about so many pixels high, cut out tightly.

    It is empty if it draws nothing, or if the font can't draw it at this size.
    """
    nothing = np.zeros((0, 0), np.float32)
    try:
        font = _font(path, _size_of(path, max(4, round(height))))
        image = _written(text, font, smooth=smooth, bold=bold)
    except OSError:
        return nothing
    box = image.getbbox()
    return mask_of(image.crop(box)) if box else nothing


def _written(text: str, font: ImageFont.FreeTypeFont, *, smooth: bool, bold: int) -> Image.Image:
    left, top, right, bottom = font.getbbox(text, stroke_width=bold)
    width, tall = max(1, math.ceil(right - left)), max(1, math.ceil(bottom - top))
    image = Image.new("L", (width + 4, tall + 4))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "L" if smooth else "1"
    pen.text((2 - left, 2 - top), text, fill=255, font=font, stroke_width=bold)
    return image


def emoji_layers(text: str, path: Path, height: float) -> Sign:
    """A coloured sign of an emoji font of bitmaps, such as Noto Color Emoji."""
    pixels = _emoji(text, path)
    high = max(5, round(height))
    wide = max(4, round(pixels.shape[1] * high / pixels.shape[0]))
    small = cv2.resize(pixels, (wide, high), interpolation=cv2.INTER_AREA)
    return [Layer(np.ascontiguousarray(small[..., 3] / 255), small[..., 2::-1].astype(np.float32))]


@lru_cache(maxsize=200)
def _emoji(text: str, path: Path) -> Floats:
    image = Image.new("RGBA", (136, 128))
    ImageDraw.Draw(image).text((0, 0), text, font=_font(path, 109), embedded_color=True)
    return np.asarray(image.crop(image.getbbox()), np.float32)


def _pattern(rows: str) -> Floats:
    return np.array([[float(dot) for dot in row] for row in rows.split()], np.float32)


def _dots_mask(text: str, height: float, *, small: bool, bold: bool) -> Floats:
    pattern = _pattern((_SMALL_DOTS if small else _DOTS)[text])
    if bold:
        pattern = np.maximum(np.pad(pattern, ((0, 0), (0, 1))), np.pad(pattern, ((0, 0), (1, 0))))
    times = max(1, round(height / len(pattern)))
    return np.kron(pattern, np.ones((times, times), np.float32))


def _bars_mask(text: str, height: float, thick: int, gap: int) -> Floats:
    """A digit of seven bars."""
    image = Image.new("L", (60, 110))
    pen = ImageDraw.Draw(image)
    left = top = thick // 2
    right, low, middle = 59 - top, 109 - top, 55
    bars = {
        "a": (left + gap, top, right - gap, top),
        "b": (right, top + gap, right, middle - gap),
        "c": (right, middle + gap, right, low - gap),
        "d": (left + gap, low, right - gap, low),
        "e": (left, middle + gap, left, low - gap),
        "f": (left, top + gap, left, middle - gap),
        "g": (left + gap, middle, right - gap, middle),
    }
    for name in _BARS[text]:
        pen.line(bars[name], fill=255, width=thick)
    return _shrunk(image.crop(image.getbbox()), height / 110)


def _shrunk(image: Image.Image, scale: float) -> Floats:
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return mask_of(image.resize(size, Image.Resampling.BOX))


def _stroked_mask(text: str, height: float, face: int, thick: int) -> Floats:
    """A digit of OpenCV's own strokes."""
    canvas = np.zeros((160, 160), np.uint8)
    scale = 6.0 if face == cv2.FONT_HERSHEY_PLAIN else 3.2
    cv2.putText(canvas, text, (30, 120), face, scale, 255, thick, cv2.LINE_AA)
    image = Image.fromarray(canvas)
    image = image.crop(image.getbbox())
    return _shrunk(image, height / image.height)


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a program writes its digits.

    Attributes:
        kind: "font", "dots", "small dots", "bars" or "strokes".
        font: the font's file.
        height: of a digit, as a share of the cell's height.
        smooth: whether edges are antialiased.
        bold: pixels added around each stroke.
        stretch: the width of a letter beside its usual width.
        thick, gap, face: of bars and strokes.
        tilt: by how many degrees letters are turned, and how far their tops lean over, as a share
            of their height.

    """

    kind: str
    font: Path
    height: float
    smooth: bool
    bold: int
    stretch: float
    thick: int
    gap: int
    face: int
    tilt: tuple[float, float] = (0.0, 0.0)


def random_lettering(rng: Random, fonts: Sequence[Path], pitch: float) -> Lettering:
    """A way to write digits in cells that are ``pitch`` pixels high."""
    kinds = ["font", "dots", "small dots", "bars", "strokes"]
    kind = str(rng.choice(kinds, p=[0.78, 0.08, 0.03, 0.04, 0.07]))
    height = rng.uniform(0.35, 0.75) if rng.random() < 0.75 else rng.uniform(0.18, 0.9)
    # A person reads drawn dots of five pixels, but no letters of a font.
    lowest = 5.5 if "dots" in kind else 7.0
    height = float(np.clip(height, lowest / pitch, 0.92))
    return Lettering(
        kind=kind,
        font=fonts[int(rng.integers(len(fonts)))],
        height=height,
        smooth=bool(rng.random() > (0.25 if pitch < 34 else 0.05)),
        bold=int(rng.random() < 0.1 and height * pitch > 9),
        stretch=1.0 if rng.random() < 0.8 else rng.uniform(0.78, 1.25),
        thick=int(rng.integers(6, 19)),
        gap=int(rng.choice([0, 0, 4])),
        face=_HERSHEY[int(rng.integers(len(_HERSHEY)))],
    )


def random_tilt(rng: Random) -> tuple[float, float]:
    """How letters are tilted that are painted on a board or a stone."""
    return float(rng.uniform(-25, 25)), float(rng.uniform(-0.35, 0.35))


def written(text: str, how: Lettering, height: float) -> Floats:
    """The mask of a digit or question mark in a cell that is ``height`` pixels high."""
    mask = _upright(text, how, height)
    return _tilted(mask, *how.tilt) if any(how.tilt) and mask.size else mask


def _tilted(mask: Floats, degrees: float, lean: float) -> Floats:
    """The mask turned and leant over, cut out tightly."""
    high, wide = mask.shape
    side = 2 * (high + wide)
    middle = (wide / 2, high / 2)
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.0) @ np.array(
        [[1, -lean, lean * high / 2], [0, 1, 0], [0, 0, 1]]
    )
    turn[:, 2] += side / 2 - np.array(middle)
    whole = cv2.warpAffine(mask, turn, (side, side), flags=cv2.INTER_LINEAR)
    rows, columns = np.nonzero(whole.max(1) > 0)[0], np.nonzero(whole.max(0) > 0)[0]
    return np.asarray(whole[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.float32)


def _upright(text: str, how: Lettering, height: float) -> Floats:
    high = max(5.0, how.height * height)
    if how.kind in {"dots", "small dots"} and text in _DOTS:
        small = how.kind == "small dots" or high < 7
        return _dots_mask(text, high, small=small, bold=how.thick % 2 == 0)
    if how.kind == "bars" and text in _BARS:
        return _bars_mask(text, high, how.thick, how.gap)
    if how.kind == "strokes":
        return _stroked_mask(text, high, how.face, max(2, how.thick // 2))
    mask = text_mask(text, how.font, high, smooth=how.smooth, bold=how.bold)
    if mask.size and 0 < mask.max() < _FULL:  # hairlines are too faint to be read
        mask *= _FULL / mask.max()
    if how.stretch != 1 and mask.size:
        wide = max(1, round(mask.shape[1] * how.stretch))
        mask = np.asarray(cv2.resize(mask, (wide, mask.shape[0])), np.float32)
    return mask
