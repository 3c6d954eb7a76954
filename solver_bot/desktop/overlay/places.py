"""Rectangles of the desktop, and where one is in the picture of another."""

from __future__ import annotations

from collections.abc import Iterable

from solver_bot.desktop.overlay.face import ROOM, WIDEST
from solver_bot.desktop.screen import Region


def with_room(frame: Region) -> Region:
    """The frame with room for a line of text on all sides."""
    beside = max(0, WIDEST - frame.width)
    wide, tall = frame.width + 2 * beside, frame.height + 2 * ROOM
    return Region(frame.left - beside, frame.top - ROOM, wide, tall)


def slices(part: Region, whole: Region) -> tuple[slice, slice]:
    """Where a part is in a picture of the whole."""
    left, top = part.left - whole.left, part.top - whole.top
    return slice(top, top + part.height), slice(left, left + part.width)


def covered(place: Region, windows: Iterable[Region]) -> tuple[Region, ...]:
    """What windows cover of a place, counted from its corner."""
    parts = (place.common(window) for window in windows)
    return tuple(
        Region(one.left - place.left, one.top - place.top, one.width, one.height)
        for one in parts
        if one
    )
