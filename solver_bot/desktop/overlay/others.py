"""Marks of other processes: the screen without them.

``solver-bot watch`` may be running while another command captures the screen. Each window of marks
names the game's frame that it belongs to. That frame is redirected, so it keeps its own pixels.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from Xlib import X, Xatom
from Xlib.error import XError

from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.connection import connect
from solver_bot.desktop.overlay.face import OverlayError
from solver_bot.desktop.overlay.game_window import in_front_of, outer
from solver_bot.desktop.overlay.places import slices
from solver_bot.desktop.region import Picture, Region
from solver_bot.desktop.windows import is_marks
from solver_bot.desktop.x_pictures import fetch
from solver_bot.desktop.xlib import end_connection

_GAME = "_SOLVER_BOT_GAME"
"""The property of a window of marks that names the game's frame."""
_PROCESS = "_NET_WM_PID"


def belong(display: Any, marks: Any, frame: Any) -> None:
    """Let a window of marks name the frame that it belongs to, and this process."""
    marks.change_property(display.intern_atom(_GAME), Xatom.WINDOW, 32, [frame.id])
    marks.change_property(display.intern_atom(_PROCESS), Xatom.CARDINAL, 32, [os.getpid()])


class UnmarkedScreen(ScreenFace):
    """A screen whose captures look as they would without the marks of other processes on games.

    Lines of text beside a game stay.
    """

    def __init__(self, screen: ScreenFace, name: str) -> None:
        self._screen = screen
        self.desktop = screen.desktop
        self._marks: _OthersMarks | None = None
        with suppress(OverlayError):  # then it has no marks either
            self._marks = _OthersMarks(name)

    def close(self) -> None:
        """See ``ScreenFace``."""
        self._screen.close()
        if self._marks:
            self._marks.close()
        self._marks = None

    def monitors(self) -> tuple[Region, ...]:
        """See ``ScreenFace``."""
        return self._screen.monitors()

    def grab(self, region: Region | None = None) -> Picture:
        """See ``ScreenFace``."""
        picture = self._screen.grab(region)
        if self._marks:
            try:
                self._marks.take_off(picture, self.on_desktop(region))
            except Exception:  # python3-xlib may wait for ever after a failure: no more requests
                self._marks.close()
                self._marks = None
        return picture


class _OthersMarks:
    """The games that have marks of other processes, followed by the server's events.

    Raises:
        OverlayError: the display can't be opened.

    """

    def __init__(self, name: str) -> None:
        self._display = connect(name)
        self._root = self._display.screen().root
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._game = self._display.intern_atom(_GAME)
        self._process = self._display.intern_atom(_PROCESS)
        self._frames: set[int] = set(self._marked())

    def close(self) -> None:
        """End the connection, whether or not the server is still there."""
        end_connection(self._display)

    def take_off(self, picture: Picture, region: Region) -> None:
        """Put the own pixels of marked games into a picture of a region that was just captured.

        Marks count that may have been there at any time since the last capture.
        """
        before = self._frames
        if before:
            self._display.sync()
        if self._is_changed():
            self._frames = set(self._marked())
        for frame in before | self._frames:
            with suppress(XError):  # it has gone meanwhile
                window = self._display.create_resource_object("window", frame)
                _restore(window, self._root, picture, region)

    def _is_changed(self) -> bool:
        """Whether a window may have become one of marks, or has gone."""
        found = False
        while self._display.pending_events():
            kind = self._display.next_event().type
            found |= kind in {X.MapNotify, X.CreateNotify, X.DestroyNotify}
        return found

    def _marked(self) -> Iterator[int]:
        """The frames of the games that have marks, be they shown or hidden now."""
        for window in self._root.query_tree().children:
            with suppress(XError):  # it has gone meanwhile
                if not is_marks(window) or self._is_ours(window):
                    continue
                if named := window.get_full_property(self._game, Xatom.WINDOW):
                    yield named.value[0]

    def _is_ours(self, window: Any) -> bool:
        process = window.get_full_property(self._process, Xatom.CARDINAL)
        return process is not None and process.value[0] == os.getpid()


def _restore(frame: Any, root: Any, picture: Picture, region: Region) -> None:
    """Put a game's own pixels into a picture of a region, but for what is in front of the game."""
    whole = outer(frame)
    part = region.common(whole)
    if part is None:
        return
    shown = picture[slices(part, region)].copy()
    place = Region(part.left - whole.left, part.top - whole.top, part.width, part.height)
    own = fetch(frame, place)
    for window in in_front_of(frame, root):
        if covered := part.common(window):
            own[slices(covered, part)] = shown[slices(covered, part)]
    picture[slices(part, region)] = own
