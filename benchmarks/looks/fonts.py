"""The fonts of this machine that can write a board or a page."""

from __future__ import annotations

import os
import string
from functools import cache
from pathlib import Path
from zlib import crc32

import cv2
import matplotlib as mpl
import numpy as np
from matplotlib.ft2font import FT2Font

from solver_bot.vision.arrays import Floats

SYSTEM = Path("/usr/share/fonts")
MORE = "LOOKS_FONTS"
"""The environment variable that names one more folder of fonts."""
_WRONG = ("LastResort", "D050000L", "StandardSymbols", "cmex", "cmmi", "cmsy")
"""Starts of the names of fonts whose letters are pictures of something else."""
_USUAL = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSerif.ttf")
_LEAST_ALIKE = 0.35
"""How much digits must look like usual ones: the correlation of blurred pictures."""


@cache
def usable_fonts(folder: Path | None = None) -> tuple[Path, ...]:
    """Fonts that draw digits, Latin letters and their signs, by file name, each name once.

    Args:
        folder: where they are looked for, with all folders inside. By default the fonts that come
            with matplotlib, the system's, and those of the folder that ``MORE`` names.

    """
    places = [folder] if folder else _places()
    files = {
        path.name: path
        for place in reversed(places)
        for ending in ("ttf", "otf")
        for path in place.rglob(f"*.{ending}")
    }
    wanted = string.digits + string.ascii_letters + string.punctuation
    return tuple(
        files[name]
        for name in sorted(files)
        if not name.startswith(_WRONG)
        and has(files[name], wanted)
        and _tells_digits(files[name])
        and _is_legible(files[name])
    )


@cache
def fitting_fonts() -> tuple[Path, ...]:
    """The usable fonts from which nets may learn: four in five. The others are kept for tests."""
    return tuple(font for font in usable_fonts() if crc32(font.name.encode()) % 5)


def _tells_digits(path: Path) -> bool:
    """Whether the font can be drawn at any size and its digits differ."""
    font = FT2Font(str(path))
    if not font.scalable:
        return False
    font.set_size(24, 72)
    drawn = set()
    for digit in string.digits:
        font.clear()
        font.set_text(digit)
        font.draw_glyphs_to_bitmap()
        drawn.add(font.get_image().tobytes())
    return len(drawn) == len(string.digits)


def _is_legible(path: Path) -> bool:
    """Whether its digits look like digits: some fonts have snowflakes, cubes or reversed shapes."""
    alike = [
        float((own * usual).sum())
        for own, usual in zip(_digits_of(path), _usual_digits(), strict=True)
    ]
    return float(np.mean(alike)) >= _LEAST_ALIKE


@cache
def _usual_digits() -> tuple[Floats, ...]:
    folder = Path(mpl.get_data_path(), "fonts", "ttf")
    every = [_digits_of(folder / name) for name in _USUAL]
    means = [np.mean(one, axis=0) for one in zip(*every, strict=True)]
    return tuple(np.asarray(mean / np.linalg.norm(mean), np.float32) for mean in means)


def _digits_of(path: Path) -> list[Floats]:
    """The digits 1 to 8 in one size, blurred: arrays of mean 0 and length 1."""
    font = FT2Font(str(path))
    font.set_size(40, 72)
    found = []
    for digit in "12345678":
        font.clear()
        font.set_text(digit)
        font.draw_glyphs_to_bitmap()
        drawn = np.asarray(font.get_image(), np.float32)
        small = cv2.resize(_cropped(drawn), (24, 32), interpolation=cv2.INTER_AREA)
        even = np.asarray(cv2.GaussianBlur(small, (0, 0), 2), np.float32)
        even -= even.mean()
        found.append(np.asarray(even / (np.linalg.norm(even) + 1e-6), np.float32))
    return found


def _cropped(drawn: Floats) -> Floats:
    """The part that has ink."""
    rows, columns = np.flatnonzero(drawn.any(1)), np.flatnonzero(drawn.any(0))
    if not len(rows):
        return np.zeros((1, 1), np.float32)
    return drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _places() -> list[Path]:
    more = os.environ.get(MORE)
    return [Path(mpl.get_data_path(), "fonts", "ttf"), SYSTEM, *([Path(more)] if more else [])]


@cache
def emoji_font() -> Path | None:
    """Noto Color Emoji, if it is there."""
    found = (path for place in _places() for path in place.rglob("NotoColorEmoji.ttf"))
    return next(found, None)


def has(font: Path, text: str) -> bool:
    """Whether the font can be opened and has a glyph for every character of the text."""
    return {ord(character) for character in text} <= _characters(font)


@cache
def _characters(font: Path) -> frozenset[int]:
    try:
        return frozenset(FT2Font(str(font)).get_charmap())
    except (OSError, RuntimeError):  # a link that leads nowhere, or no font
        return frozenset()
