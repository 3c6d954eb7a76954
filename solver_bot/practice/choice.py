"""What the menu's fields mean, and what is wrong with them. This module knows no window.

A field that was not touched shows its default value, which counts. An empty field for the time
limit or the mines counts as its default value too. A field for the height or the width counts as
unfilled if the player has typed something and erased it again, because it shows no value then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver_bot.game.levels import LEVELS

DEFAULT_SIDE, DEFAULT_SECONDS, DEFAULT_MINES = 10, 60, 10
MOST_SIDE = 100
"""The most rows and columns. On larger boards the cells would be too small for a screen."""

HEIGHT_UNFILLED = "Height has to be filled"
WIDTH_UNFILLED = "Width has to be filled"
HEIGHT_ZERO = "Height has to be positive"
WIDTH_ZERO = "Width has to be positive"
TOO_MANY_MINES = "Nr of mines exceeds table size"
HEIGHT_TOO_LARGE = f"Height can be {MOST_SIDE} at most"
WIDTH_TOO_LARGE = f"Width can be {MOST_SIDE} at most"


@dataclass(frozen=True, slots=True)
class Entries:
    """The text in each field: digits or nothing. None for a field that was not touched."""

    rows: str | None = None
    columns: str | None = None
    seconds: str | None = None
    mines: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The board and the time limit that were chosen. ``seconds`` is None without a limit."""

    rows: int
    columns: int
    seconds: int | None
    mines: int


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice with a name."""

    name: str
    choice: Choice


def _preset(name: str, seconds: int) -> Preset:
    level = LEVELS[name]
    return Preset(name, Choice(level.height, level.width, seconds, level.mines))


PRESETS = (_preset("beginner", 120), _preset("intermediate", 400), _preset("expert", 999))


def is_digits(text: str) -> bool:
    """Whether a field accepts this text: up to five digits, or nothing."""
    return not text or (text.isascii() and text.isdigit() and len(text) <= 5)


def chosen(entries: Entries) -> Choice:
    """The choice that the fields stand for. They must have no ``problems``."""
    seconds = _number(entries.seconds, DEFAULT_SECONDS)
    return Choice(
        _number(entries.rows, DEFAULT_SIDE),
        _number(entries.columns, DEFAULT_SIDE),
        seconds or None,
        _number(entries.mines, DEFAULT_MINES),
    )


def problems(entries: Entries) -> tuple[str, ...]:
    """What is wrong with the fields, in sentences for the player; empty if nothing is wrong.

    The mines are checked only if height and width are right. At least one cell must be free of
    mines, so that there is a cell to open.
    """
    found = (
        *_side(entries.rows, HEIGHT_UNFILLED, HEIGHT_ZERO, HEIGHT_TOO_LARGE),
        *_side(entries.columns, WIDTH_UNFILLED, WIDTH_ZERO, WIDTH_TOO_LARGE),
    )
    if found:
        return found
    choice = chosen(entries)
    return () if choice.mines < choice.rows * choice.columns else (TOO_MANY_MINES,)


def _side(text: str | None, unfilled: str, zero: str, too_large: str) -> Iterator[str]:
    if text == "":
        yield unfilled
    elif not _number(text, DEFAULT_SIDE):
        yield zero
    elif _number(text, DEFAULT_SIDE) > MOST_SIDE:
        yield too_large


def _number(text: str | None, default: int) -> int:
    return int(text) if text else default
