"""Advice over the open game: follows a game with a watcher, and draws the marks on its window."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver_bot.board import Board
from solver_bot.bot import Area
from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.overlay.face import ROOM, WIDEST, Mark, Overlay, Stamp
from solver_bot.desktop.overlay.opening import open_overlay
from solver_bot.desktop.region import Region, View
from solver_bot.live.hands import captures
from solver_bot.live.overlaid import overlaid
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.marking import without_flagged
from solver_bot.solve.advice import Advice
from solver_bot.solve.explain import guess_reason, place_name, proof, reason
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lettering import text_plate
from solver_bot.vision.marks import CellMark
from solver_bot.vision.stamps import Form

LOOK_EVERY = 0.02
"""Seconds between two looks."""
_HOVER = 0.15
"""Seconds that the pointer has to rest on a mark before its reason is shown."""
_POINTER_EVERY = 0.06
"""Seconds between two questions where the pointer is."""
_UNREADABLE = 0.12
"""Seconds that the board may be unreadable, as in an animation, before the marks go."""
_APART = 6
"""Points between the game's frame and the line of text."""
_LEAST_LINE = 420
"""Points that the line of text may be wide over a narrow game."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """The last capture of an area: the game's own pixels, and what the screen showed there."""

    area: Area
    own: Picture
    screen: Picture


class Eyes:
    """Captures for a watcher: the screen while it searches, then the game's own pixels.

    Attributes:
        overlay: the marks over the game that was found; None while no game is known.

    """

    def __init__(self, screen: ScreenFace, view: View) -> None:
        self.view = view
        self.screen = screen
        self.overlay: Overlay | None = None
        self._capture = captures(screen, view)
        self._last: _Kept | None = None

    def capture(self, area: Area | None) -> Picture:
        """The picture of an area without marks. While the game is not shown, it does not change."""
        if area is None:
            self._forget_if_moved()
        if self.overlay is None:
            return self._capture(area)
        part = self.view.region if area is None else region_of(self.view, area)
        kept = self._last if self._last and self._last.area == area else None
        screen = self._on_screen(part, self.overlay)
        if kept and screen is not None and np.array_equal(screen, kept.screen):
            return kept.own
        own = self.overlay.own_pixels(part, self.screen.grab)
        if own is None:
            return kept.own if kept else self._capture(area)
        self._last = _Kept(area, own, screen) if area and screen is not None else None
        return own

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
            self.overlay = open_overlay(place)
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


class OverGame:
    """Draws a watcher's advice over the game.

    ``say`` is called with sentences for the player that belong to no board.
    """

    def __init__(
        self,
        watcher: Watcher,
        eyes: Eyes,
        say: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._watcher = watcher
        self._eyes = eyes
        self._say = say
        self._clock = clock
        self._view: AdviceView | None = None
        self._marks: list[CellMark] = []
        self._hovered: tuple[int | None, float] = None, 0.0
        self._asked = float("-inf")
        self._shown: object = None
        self._said = ""

    def look(self) -> None:
        """Look once, and show what has changed.

        Raises:
            Halted: the screen can't be captured.
            OverlayError: no marks can be drawn over the game.

        """
        overlay = self._eyes.overlay
        if overlay and overlay.is_over:
            self._eyes.detach()
            self._watcher.lose()
            self._view = self._shown = None
        if view := self._watcher.look():
            self._take(view)
        self._show()

    def _take(self, view: AdviceView) -> None:
        self._view = view if view.board else None
        self._shown = None
        self._marks = []
        self._hovered = None, self._clock()
        if not (view.board and view.advice and view.area):
            if view.sentence != self._said:
                self._say(view.sentence)
            self._said = view.sentence
            return
        self._said = ""
        self._eyes.attach(view.area)
        self._marks = list(without_flagged(view.marks))

    def _show(self) -> None:
        """Draw the marks and the line of text, if they differ from what is shown."""
        overlay, view = self._eyes.overlay, self._view
        if overlay is None:
            return
        readable = self._watcher.unreadable_for < _UNREADABLE
        cell = self._hovered_cell(overlay) if view and readable else None
        wanted = (cell, overlay.moved_by) if view and readable else None
        if wanted == self._shown:
            return
        self._shown = wanted
        if view is None or wanted is None or not (view.board and view.advice and view.lattice):
            overlay.clear()
            return
        marks = [*self._marks, *_proof(view.board, view.advice, cell, self._marks)]
        drawn = list(overlaid(self._eyes.view, view.lattice, marks))
        if text := self._text(view, view.board, view.advice, cell):
            drawn.append(self._line(overlay, text))
        overlay.show(drawn)

    def _hovered_cell(self, overlay: Overlay) -> int | None:
        """The marked cell on which the pointer rests; None if there is none."""
        now = self._clock()
        if now - self._asked >= _POINTER_EVERY:
            self._asked = now
            cell = self._under_pointer(overlay)
            if cell != self._hovered[0]:
                self._hovered = cell, now
        cell, since = self._hovered
        return cell if now - since >= _HOVER else None

    def _under_pointer(self, overlay: Overlay) -> int | None:
        at = overlay.pointer()
        if at is None or self._view is None or self._view.lattice is None:
            return None
        cell = self._view.lattice.cell_at(*self._eyes.view.pixel(*at))
        return cell if cell in {mark.cell for mark in self._marks} else None

    @staticmethod
    def _text(view: AdviceView, board: Board, advice: Advice, cell: int | None) -> str:
        if cell is not None:
            told = why(board, advice, cell)
            return f"{told[:1].upper()}{told[1:]}."
        return view.sentence if advice.contradiction is not None else ""

    def _line(self, overlay: Overlay, text: str) -> Mark:
        """The line of text below the game's window, above it, or at its bottom: where room is."""
        frame, desktop = overlay.frame, self._eyes.screen.desktop
        plate = text_plate(text, min(max(frame.width, _LEAST_LINE), WIDEST))
        tall, wide = plate.shape[:2]
        right, down = overlay.moved_by
        below, above = frame.bottom + _APART, frame.top - _APART - tall
        fits_below = below + down + tall <= desktop.bottom and tall + _APART <= ROOM
        fits_above = above + down >= desktop.top and tall + _APART <= ROOM
        y = below if fits_below else above if fits_above else frame.bottom - _APART - tall
        x = max(desktop.left, min(frame.left + right, desktop.right - wide)) - right
        return Mark(x, y, Stamp(plate, np.ones((tall, wide), np.bool_)))


def why(board: Board, advice: Advice, cell: int) -> str:
    """Why a cell is marked, in a sentence."""
    if cell in advice.safe or cell in advice.mines:
        return reason(board, advice, cell, brief=True)
    if advice.guess and cell == advice.guess.cell:
        return f"Nothing is certain. The best guess: {guess_reason(board, advice.guess)}"
    odds = advice.odds[cell]
    share = "unknown odds" if odds is None else f"{odds:.1%} odds"
    return f"{place_name(board, cell)} is a mine with {share}"


def _proof(
    board: Board, advice: Advice, cell: int | None, marked: list[CellMark]
) -> list[CellMark]:
    """The marks of the numbers that prove a cell."""
    if cell is None or not (cell in advice.safe or cell in advice.mines):
        return []
    taken = {mark.cell for mark in marked}
    return [CellMark(n, Form.PROOF) for n in proof(board, advice, cell) if n not in taken]


def follow(over: OverGame, eyes: Eyes, stop: Callable[[], bool]) -> None:
    """Follow the game until ``stop`` returns True, then take the marks away.

    Raises:
        Halted: the screen can't be captured any more.
        OverlayError: no marks can be drawn over the game.

    """
    try:
        while not stop():
            began = time.monotonic()
            over.look()
            time.sleep(max(0.001, LOOK_EVERY - (time.monotonic() - began)))
    finally:
        eyes.detach()
