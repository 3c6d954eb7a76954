"""Levels: how large a board is and how many mines it has, by name or as WIDTHxHEIGHTnMINES."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_SIDE = 1000
"""The most columns and rows of a level: what is larger takes more memory than it is worth."""
_CUSTOM = re.compile(r"([0-9]{1,9})x([0-9]{1,9})n([0-9]{1,9})")


class LevelError(ValueError):
    """A text that names no level, or one that can't be."""


@dataclass(frozen=True, slots=True)
class Level:
    """A board size with its number of mines, and what it is called."""

    name: str
    width: int
    height: int
    mines: int


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 9, 9, 10),
        Level("beginner8", 8, 8, 10),
        Level("intermediate", 16, 16, 40),
        Level("expert", 30, 16, 99),
    )
}
SYNTAX = f"{', '.join(LEVELS)}, or WIDTHxHEIGHTnMINES such as 20x10n30"
"""What a level may be called, in words."""


def named_level(name: str) -> Level:
    """A level by its name, or WIDTHxHEIGHTnMINES. Capitals count as small letters.

    Raises:
        LevelError: it is neither, or the mines don't fit.

    """
    name = name.strip().lower()
    if name in LEVELS:
        return LEVELS[name]
    found = _CUSTOM.fullmatch(name)
    if found is None:
        raise LevelError(f"{name[:40]!r} is no level; levels are {SYNTAX}")
    width, height, mines = map(int, found.groups())
    if not (1 <= width <= MOST_SIDE and 1 <= height <= MOST_SIDE):
        raise LevelError(f"a level has 1 to {MOST_SIDE} columns and rows")
    if mines >= width * height:
        most = width * height - 1
        raise LevelError(
            f"{mines} mines do not fit: on {width}x{height} cells there may be 0-{most}"
        )
    return Level(f"{width}x{height}n{mines}", width, height, mines)
