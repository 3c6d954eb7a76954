"""Where a board in a known skin has gone that is no longer seen in its place."""

from __future__ import annotations

from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin

_MOVED, _SCALED = 2, 0.5
"""The most pixels by which two measurements of a place, or of a cell's width, differ."""


def moved_slightly(picture: Picture, was: Lattice, skin: Skin) -> Lattice | None:
    """Where in ``picture`` the board is now, if it is less than a cell away; None if it is not.

    Among covered cells only, the place may have been a bit off. Some programs also move their board
    a bit between the end of a game and the next one, to make room for a message.
    """
    for other in read(picture, (skin,)):
        now = other.lattice
        if other.cut or not _is_as_large(now, was) or now == was:
            continue
        off = max(abs(now.left - was.left), abs(now.right - was.right))
        if max(off, abs(now.top - was.top), abs(now.bottom - was.bottom)) < was.cell_width:
            return now
    return None


def what_happened(whole: Picture, was: Lattice, skin: Skin) -> str:
    """What happened to the board, by a picture of the whole screen."""
    for other in read(whole, (skin,)):
        now = other.lattice
        if not _is_as_large(now, was):
            continue
        moved = max(abs(now.left - was.left), abs(now.top - was.top)) > _MOVED
        if moved or abs(now.cell_width - was.cell_width) > _SCALED:
            return "The window was moved or resized. Leave it where it is while the bot plays."
        if not other.board.has_unreadable:
            return "The board is not the one it was: did somebody else play, or start a game?"
    return "The board can't be seen any more: its window was covered, moved or closed."


def _is_as_large(now: Lattice, was: Lattice) -> bool:
    return (now.columns, now.rows) == (was.columns, was.rows)
