"""Colours for boards in a terminal. The text stays the same, so that it says all without them."""

from __future__ import annotations

import os
import re
from typing import TextIO

_ROW = re.compile(r"(\s*\d+ )((?:[ !][^\s!])+)\s*")
"""A row of a drawn board: its number, and two characters for each cell."""
_CODES = {
    "1": "34", "2": "32", "3": "31", "4": "34", "5": "31", "6": "36",
    "#": "2", "F": "33", "x": "1;35", "*": "1;31",
    "s": "1;32", "m": "1;31",
}  # fmt: skip
"""The codes (ECMA-48, select graphic rendition) of each sign. ``s`` is safe and ``m`` a mine."""


def wants_colours(out: TextIO) -> bool:
    """Whether a stream is a terminal, and the player has not set NO_COLOR."""
    return out.isatty() and not os.environ.get("NO_COLOR")


def coloured(text: str) -> str:
    """The text, in which the rows of boards are in colour."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    row = _ROW.fullmatch(line)
    if row is None:
        return line
    cells = (row[2][at : at + 2] for at in range(0, len(row[2]), 2))
    return row[1] + "".join(map(_cell, cells))


def _cell(cell: str) -> str:
    code = _CODES.get(cell[1])
    return f"\x1b[{code}m{cell}\x1b[0m" if code else cell
