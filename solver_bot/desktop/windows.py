"""The windows on the desktop: which of them a rectangle of it lies in. Only X11 tells."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from solver_bot.desktop.screen import Region, missing_display
from solver_bot.desktop.xlib import at_ease

_STACKING = "_NET_CLIENT_LIST_STACKING"
"""What a window manager calls its list of windows, the lowest first."""


def window_around(region: Region) -> Region | None:
    """The window that ``region`` lies in, with its frame and title bar.

    None where there is none, or where nobody tells.
    """
    if sys.platform in {"darwin", "win32"} or missing_display():
        return None
    try:
        with at_ease():
            from Xlib.display import Display

            server = Display()
    except Exception:  # without Xlib, and where it fails, nothing is known
        return None
    try:
        return next((area for area in _areas(server) if area.holds(region)), None)
    finally:
        server.close()


def _areas(server: Any) -> Iterator[Region]:
    """Where the visible windows are with their frames, the topmost first."""
    from Xlib import X
    from Xlib.error import XError

    root = server.screen().root
    for window in reversed(_windows(server, root)):
        try:
            outer = _outermost(window, root)
            seen = outer.get_attributes().map_state == X.IsViewable
            area = outer.get_geometry()
        except XError:
            continue  # it has been closed meanwhile
        if seen:
            edges = 2 * area.border_width
            yield Region(area.x, area.y, area.width + edges, area.height + edges)


def _windows(server: Any, root: Any) -> list[Any]:
    """The programs' windows, the lowest first: as the manager has them, or all where none does."""
    from Xlib import X

    listed = root.get_full_property(server.intern_atom(_STACKING), X.AnyPropertyType)
    if listed is None:
        return list(root.query_tree().children)
    return [server.create_resource_object("window", number) for number in listed.value]


def _outermost(window: Any, root: Any) -> Any:
    """The frame that the manager has put around a window, or the window itself."""
    parent = window.query_tree().parent
    while parent and parent != root:
        window, parent = parent, parent.query_tree().parent
    return window
