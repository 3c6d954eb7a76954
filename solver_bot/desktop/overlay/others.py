"""Marks of other processes: a capture of the screen without them.

``solver-bot watch`` may be running while another command captures the screen. Each window of marks
names the game's frame that it belongs to. That frame is redirected, so it keeps its own pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from Xlib import X, Xatom
from Xlib.error import XError

from solver_bot.desktop.overlay.connection import connect
from solver_bot.desktop.overlay.face import OverlayError
from solver_bot.desktop.overlay.game_window import in_front_of, outer
from solver_bot.desktop.overlay.places import slices
from solver_bot.desktop.region import Picture, Region
from solver_bot.desktop.windows import is_marks
from solver_bot.desktop.x_pictures import fetch

_GAME = "_SOLVER_BOT_GAME"
"""The property of a window of marks that names the game's frame."""


def belong(display: Any, marks: Any, frame: Any) -> None:
    """Let a window of marks name the frame that it belongs to."""
    marks.change_property(display.intern_atom(_GAME), Xatom.WINDOW, 32, [frame.id])


def without_marks(name: str, region: Region, seen: Callable[[Region], Picture]) -> Picture:
    """A capture of a region of a display as it would look without the marks on games.

    ``seen`` captures a region of the screen. Lines of text beside a game stay.
    """
    picture = seen(region)
    try:
        display = connect(name)
    except OverlayError:  # then it has no marks either
        return picture
    try:
        for frame in list(_marked(display)):
            with suppress(XError):  # it has gone meanwhile
                _restore(display, frame, picture, region)
    finally:
        display.close()
    return picture


def _marked(display: Any) -> Iterator[Any]:
    """The frames of the games that have marks now."""
    root, key = display.screen().root, display.intern_atom(_GAME)
    for window in root.query_tree().children:
        with suppress(XError):  # it has gone meanwhile
            if not is_marks(window) or window.get_attributes().map_state != X.IsViewable:
                continue
            if named := window.get_full_property(key, Xatom.WINDOW):
                yield display.create_resource_object("window", named.value[0])


def _restore(display: Any, frame: Any, picture: Picture, region: Region) -> None:
    """Put a game's own pixels into a picture of a region, but for what is in front of the game."""
    whole = outer(frame)
    part = region.common(whole)
    if part is None:
        return
    shown = picture[slices(part, region)].copy()
    place = Region(part.left - whole.left, part.top - whole.top, part.width, part.height)
    own = fetch(frame, place)
    for window in in_front_of(frame, display.screen().root):
        if covered := part.common(window):
            own[slices(covered, part)] = shown[slices(covered, part)]
    picture[slices(part, region)] = own
