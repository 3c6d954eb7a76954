"""The fonts of this machine that can write a board or a page."""

from __future__ import annotations

import string
from functools import cache
from pathlib import Path

import matplotlib as mpl
from matplotlib.ft2font import FT2Font

SYSTEM = Path("/usr/share/fonts")
_WRONG = ("LastResort", "D050000L", "StandardSymbols", "cmex", "cmmi", "cmsy")
"""Starts of the names of fonts whose letters are pictures of something else."""


@cache
def usable_fonts(folder: Path | None = None) -> tuple[Path, ...]:
    """Fonts that draw digits, Latin letters and their signs, by file name, each name once.

    Fonts of symbols lack some of these, as a rule.

    Args:
        folder: where they are looked for, with all folders inside. By default the fonts that come
            with matplotlib, and the system's.

    """
    places = [folder] if folder else [Path(mpl.get_data_path(), "fonts", "ttf"), SYSTEM]
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
        if not name.startswith(_WRONG) and has(files[name], wanted)
    )


def has(font: Path, text: str) -> bool:
    """Whether the font has a glyph for every character of the text."""
    return {ord(character) for character in text} <= _characters(font)


@cache
def _characters(font: Path) -> frozenset[int]:
    return frozenset(FT2Font(str(font)).get_charmap())
