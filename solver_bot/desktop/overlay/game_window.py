"""The game's window on X11: where it is, what is in front of it, and its own pixels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from typing import Any

from Xlib import X, Xatom
from Xlib.error import XError

from solver_bot.desktop.overlay.face import OverlayError
from solver_bot.desktop.screen import Picture, Region
from solver_bot.desktop.windows import Windows, is_marks
from solver_bot.desktop.x_pictures import fetch

NO_WINDOW = "The window around the board can't be found, so no marks can be drawn over it."


class GameWindow:
    """The window of a program and its frame.

    Attributes:
        frame: the window manager's window around it, or the window itself. It is a child of the
            root window, as marks are.
        state: the number of the property that says whether it is minimised.

    Raises:
        OverlayError: no window contains the board.

    """

    def __init__(self, display: Any, board: Region) -> None:
        self._display = display
        self._root = display.screen().root
        core = _core(board)
        holding = [one for one in Windows(display).seen() or () if one.region.holds(core)]
        if not holding:
            raise OverlayError(NO_WINDOW)
        self._inside = display.create_resource_object("window", holding[0].id)
        self.frame = self._outermost()
        self._inside.change_attributes(
            event_mask=X.StructureNotifyMask | X.PropertyChangeMask,
        )
        self.state = display.intern_atom("_NET_WM_STATE")
        self._hidden = display.intern_atom("_NET_WM_STATE_HIDDEN")

    def _outermost(self) -> Any:
        window = self._inside
        while (parent := window.query_tree().parent) != self._root:
            if not parent:
                raise OverlayError(NO_WINDOW)
            window = parent
        return window

    def region(self) -> Region | None:
        """Where its inside is; None if it is not there any more."""
        try:
            size = self._inside.get_geometry()
            place = self._root.translate_coords(self._inside, 0, 0)
        except XError:
            return None
        return Region(place.x, place.y, size.width, size.height)

    def framed(self) -> Region | None:
        """Where its frame is; None if it is not there any more."""
        with suppress(XError):
            return outer(self.frame)
        return None

    def is_shown(self) -> bool:
        """Whether it is on the screen, be it covered."""
        try:
            if self._inside.get_attributes().map_state != X.IsViewable:
                return False
            state = self._inside.get_full_property(self.state, Xatom.ATOM)
        except XError:
            return False
        return state is None or self._hidden not in state.value

    def in_front(self) -> Iterator[Region]:
        """The windows in front of it, without marks."""
        return in_front_of(self.frame, self._root)

    def windows_behind(self, window: Any) -> int | None:
        """How many windows are between it and a window in front of it; None if that is behind."""
        order = [one.id for one in self._root.query_tree().children]
        if not {window.id, self.frame.id}.issubset(order):
            return None
        between = order.index(window.id) - order.index(self.frame.id) - 1
        return between if between >= 0 else None

    def pixels(self, part: Region) -> Picture | None:
        """Its own pixels in a part of its frame, counted from the frame's corner; None if unknown.

        The frame must be redirected, or else what is in front of it is seen too.
        """
        with suppress(XError):
            return fetch(self.frame, part)
        return None

    def pointer(self) -> tuple[int, int] | None:
        """Where the pointer is on the desktop; None if it is over another window."""
        found = self._root.query_pointer()
        child = found.child
        if isinstance(child, int) or child != self.frame:
            return None
        return int(found.root_x), int(found.root_y)


def in_front_of(frame: Any, root: Any) -> Iterator[Region]:
    """The windows in front of a child of the root window, without marks."""
    every = reversed(root.query_tree().children)
    for window in takewhile(lambda one: one != frame, every):
        with suppress(XError):  # it has gone meanwhile
            attributes = window.get_attributes()
            visible = attributes.map_state == X.IsViewable
            if visible and attributes.win_class == X.InputOutput and not is_marks(window):
                yield outer(window)


def outer(window: Any) -> Region:
    """A window with its border. Only for children of the root window."""
    area = window.get_geometry()
    edges = 2 * area.border_width
    return Region(area.x, area.y, area.width + edges, area.height + edges)


def _core(board: Region) -> Region:
    """The inner half of a board, whose edges may be measured a bit too far out."""
    wide, tall = max(1, board.width // 2), max(1, board.height // 2)
    return Region(board.left + wide // 2, board.top + tall // 2, wide, tall)
