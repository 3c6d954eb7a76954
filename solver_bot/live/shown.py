"""Shows on the game what the bot is about to click, for demonstrations (``play --show``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from solver_bot.bot import Action, Area, Decided, Ended, Event, Hands
from solver_bot.desktop.overlay.face import Overlay, OverlayError
from solver_bot.desktop.overlay.opening import X11, Overlays
from solver_bot.desktop.screen import Region, View
from solver_bot.live.hands import aligned_region, cut_to
from solver_bot.live.overlaid import overlaid
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import CellMark, certain_marks, guess_mark
from solver_bot.vision.stamps import Form

PAUSE = 0.4
"""Seconds for which the marks are shown before the first click."""
_OVER = frozenset({Action.OVER, Action.STUCK, Action.WAIT})


class Shown:
    """Marks over the game that the bot plays.

    Its captures are the screen without the marks, so that the bot never takes them for the game.
    """

    def __init__(self, view: View, say: Callable[[str], object], overlays: Overlays = X11) -> None:
        self._view = view
        self._overlays = overlays
        self._capture: Callable[[Area | None], Picture]
        self._say = say
        self._overlay: Overlay | None = None
        self._pause: Callable[[float], None] = lambda _: None
        self._failed = False

    def hands(self, hands: Hands) -> Hands:
        """The same hands, whose captures have no marks."""
        self._pause = hands.pause
        self._capture = hands.capture
        return replace(hands, capture=self._unmarked)

    def note(self, event: Event) -> None:
        """Show what was decided, for a moment before it is done."""
        if isinstance(event, Ended) and self._overlay:
            self._overlay.clear()
        if isinstance(event, Decided) and event.decision.action not in _OVER:
            self._show(event)
            self._pause(PAUSE)

    def close(self) -> None:
        """Take the marks away."""
        if self._overlay:
            self._overlay.close()
        self._overlay = None

    def _show(self, event: Decided) -> None:
        overlay = self._over(event.on_screen)
        if overlay:
            marks = marks_to_click(event)
            overlay.show(overlaid(self._view, event.on_screen, marks, overlay))

    def _over(self, lattice: Lattice) -> Overlay | None:
        """The overlay over the game; None if there can be none, which is said once."""
        if self._overlay and (self._overlay.is_over or self._overlay.moved_by != (0, 0)):
            self.close()
        if self._overlay is None and not self._failed:
            left, top, right, bottom = (
                round(x) for x in (lattice.left, lattice.top, lattice.right, lattice.bottom)
            )
            try:
                place = self._view.part(left, top, right - left, bottom - top)
                self._overlay = self._overlays.open(place, self._view, self._seen)
            except OverlayError as error:
                self._failed = True
                self._say(f"{error} The bot plays without them.")
        return self._overlay

    def _unmarked(self, area: Area | None) -> Picture:
        if self._overlay is None:
            return self._capture(area)
        if area is None:
            return self._overlay.unmarked(self._view.region, self._seen)
        part = aligned_region(self._view, area)
        return cut_to(self._view, area, part, self._overlay.unmarked(part, self._seen))

    def _seen(self, part: Region) -> Picture:
        """What the screen shows in an aligned part of the view."""
        return self._capture(Area(*self._view.box(part)))


def marks_to_click(event: Decided) -> list[CellMark]:
    """The marks of the cells that the bot is about to click."""
    decision = event.decision
    if decision.action is Action.GUESS:
        (cell,) = decision.cells[:1]
        return [
            CellMark(cell, Form.GUESS) if decision.odds is None else guess_mark(cell, decision.odds)
        ]
    if decision.action is Action.FLAG:
        return [CellMark(cell, Form.MINE) for cell in decision.cells]
    return list(certain_marks(event.board, decision.cells, ()))


@contextmanager
def showing(view: View, say: Callable[[str], object], overlays: Overlays = X11) -> Iterator[Shown]:
    """Marks over the game that end with the block."""
    shown = Shown(view, say, overlays)
    try:
        yield shown
    finally:
        shown.close()
