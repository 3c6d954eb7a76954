"""Levels: the size of a board and its number of mines, by name or as WIDTHxHEIGHTnMINES."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_SIDE = 1000
"""The most columns and rows of a level. Larger boards would take too much memory."""
_CUSTOM = re.compile(r"([0-9]{1,9})x([0-9]{1,9})n([0-9]{1,9})")


class LevelError(ValueError):
    """A text that names no level, or an impossible level."""


@dataclass(frozen=True, slots=True)
class Level:
    """The size of a board, its number of mines, and its name."""

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
"""The names that a level may have, in words."""


def named_level(name: str) -> Level:
    """A level by its name, or by WIDTHxHEIGHTnMINES. Upper and lower case are the same.

    Raises:
        LevelError: the text is neither, or the mines do not fit.

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
