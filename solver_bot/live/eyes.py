"""What ``watch`` sees while its marks are on the screen: the game without them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver_bot.bot import Area
from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.face import Overlay
from solver_bot.desktop.overlay.opening import X11, Overlays
from solver_bot.desktop.region import Region, View
from solver_bot.live.hands import aligned_region, captures, cut_to
from solver_bot.vision.arrays import Picture

_FRESH = 0.5
"""Seconds after which the game's own pixels are fetched although the screen has not changed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """The last capture of an area: the game's own pixels, what the screen showed, and when."""

    area: Area
    own: Picture
    screen: Picture
    at: float


class Eyes:
    """Captures for a watcher: the screen while it searches, then the game's own pixels.

    Attributes:
        overlay: the marks over the game that was found; None while no game is known.

    """

    def __init__(
        self,
        screen: ScreenFace,
        view: View,
        overlays: Overlays = X11,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.view = view
        self.screen = screen
        self.overlay: Overlay | None = None
        self._overlays = overlays
        self._capture = captures(screen, view)
        self._last: _Kept | None = None

    def capture(self, area: Area | None) -> Picture:
        """The picture of an area without marks. While the game is not shown, it does not change."""
        if area is None:
            self._forget_if_moved()
        if self.overlay is None:
            return self._capture(area)
        part = self.view.region if area is None else aligned_region(self.view, area)
        kept = self._last if self._last and self._last.area == area else None
        now = self._clock()
        screen = self._on_screen(part, self.overlay) if self.overlay.knows_windows else None
        # A compositor may be late, or may leave out what a program has drawn.
        fresh = kept if kept and now - kept.at < _FRESH else None
        if fresh and screen is not None and np.array_equal(screen, fresh.screen):
            return fresh.own
        own = self.overlay.own_pixels(part, self._seen)
        if own is None:
            return kept.own if kept else self._capture(area)
        if area is not None:
            own = cut_to(self.view, area, part, own)
        self._last = _Kept(area, own, screen, now) if area and screen is not None else None
        return own

    def _seen(self, part: Region) -> Picture:
        """What the screen shows in an aligned part of the view."""
        return self._capture(Area(*self.view.box(part)))

    def _on_screen(self, part: Region, overlay: Overlay) -> Picture | None:
        """What the screen shows of the game and its marks; None if the part is beyond the screen.

        While this stays the same, so does the game. It costs far less than the game's own pixels.
        """
        right, down = overlay.moved_by
        now = Region(part.left + right, part.top + down, part.width, part.height)
        return self.screen.grab(now) if self.screen.desktop.holds(now) else None

    def attach(self, board: Area) -> Overlay:
        """The overlay over the window that a board is in.

        Raises:
            OverlayError: there can be none.

        """
        place = region_of(self.view, board)
        if self.overlay and not (self.overlay.frame.holds(place) and not self.overlay.is_over):
            self.detach()
        if self.overlay is None:
            self.overlay = self._overlays.open(place, self.view, self._seen)
            self.overlay.listen()
        return self.overlay

    def detach(self) -> None:
        """Take the marks away."""
        if self.overlay:
            self.overlay.close()
        self.overlay = self._last = None

    def _forget_if_moved(self) -> None:
        if self.overlay and (self.overlay.is_over or self.overlay.moved_by != (0, 0)):
            self.detach()


def region_of(view: View, area: Area) -> Region:
    """The part of the desktop that an area of the picture shows."""
    return view.part(area.left, area.top, area.right - area.left, area.bottom - area.top)
