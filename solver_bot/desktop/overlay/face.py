"""What an overlay can do, whatever the display: the interface that others may implement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver_bot.desktop.screen import Picture, Region

ROOM = 96
"""Points above and below the game's frame in which marks may stand, such as a line of text."""
WIDEST = 760
"""Points that such a line may be wide, if the frame is narrower."""


class OverlayError(RuntimeError):
    """No overlay can be opened here. The message is one sentence that tells the user why."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A small picture that may be shown at many places. Stamps are equal only to themselves.

    Attributes:
        picture: its pixels, shape (height, width, 3), BGR.
        shown: which of them are drawn, shape (height, width). The game shows through the others.

    """

    picture: Picture
    shown: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Mark:
    """A stamp at a place: ``x`` and ``y`` are mouse points of the desktop.

    They are counted as if the game's window were still where it was when the overlay was opened.
    """

    x: int
    y: int
    stamp: Stamp


class Overlay(Protocol):
    """Marks over one game's window.

    Clicks on a mark reach the game. Where the display tells of windows, the marks follow the game's
    window, windows in front of it cover them, and they are hidden while it moves or is not shown.
    """

    @property
    def knows_windows(self) -> bool:
        """Whether the display tells where windows and the pointer are.

        If not, ``pointer`` always returns None, and a change beneath a mark is noticed only by what
        changes next to it. Marks must then leave the edges of their cells free.
        """

    @property
    def is_over(self) -> bool:
        """Whether the window was closed or resized. Nothing is shown then; open a new overlay."""

    @property
    def moved_by(self) -> tuple[int, int]:
        """How far the window is from where it was when the overlay was opened, in points."""

    @property
    def frame(self) -> Region:
        """The window with its frame, where it was when the overlay was opened."""

    @property
    def asked(self) -> int:
        """How often the key was pressed that asks for a reason, since ``listen``."""

    def listen(self) -> None:
        """Take the key that asks for a reason. Other programs do not get it any more."""

    def show(self, marks: Iterable[Mark]) -> None:
        """Show these marks and no others. They are drawn when this returns."""

    def clear(self) -> None:
        """Show no marks."""

    def close(self) -> None:
        """Take everything away. It may be closed already, or the desktop may have gone."""

    def own_pixels(self, region: Region, seen: Callable[[Region], Picture]) -> Picture | None:
        """A capture of a region with the game's own pixels, without marks and windows in front.

        ``seen`` captures a region of the screen, for what the window does not reach.
        Like marks, the region counts as if the window had not moved. None if the window is not
        shown now.
        """

    def unmarked(self, region: Region, seen: Callable[[Region], Picture]) -> Picture:
        """A capture of the screen as it would look without the marks, windows in front included.

        ``seen`` captures a region of the screen.
        """

    def shows(self, part: Region) -> bool:
        """Whether something of a part of the window, counted like marks, may be on the screen.

        It is not while the window is minimised, or one window in front hides the whole part. Where
        the display does not tell of windows, it may always be.
        """

    def pointer(self) -> tuple[int, int] | None:
        """Where the pointer is, counted like marks; None if another window is under it."""
