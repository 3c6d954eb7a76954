"""Advice over the open game: follows a game with a watcher, and draws the marks on its window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from solver_bot.board import Board, StartRule
from solver_bot.desktop.overlay.face import ROOM, WIDEST, Mark, Overlay, Stamp
from solver_bot.live.eyes import Eyes, region_of
from solver_bot.live.overlaid import overlaid
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.marking import easiest_first, easiest_mark, without_flagged
from solver_bot.solve.advice import Advice
from solver_bot.solve.explain import guess_reason, lacking_total, place_name, proof, reason
from solver_bot.vision.lettering import text_plate
from solver_bot.vision.marks import CellMark
from solver_bot.vision.stamps import Form

LOOK_EVERY_S = 0.02
"""Seconds from one look to the next."""
_REST = 0.001
"""Seconds that other threads and programs get at least, where a look takes longer than that."""
_HOVER = 0.15
"""Seconds that the pointer has to rest on a mark before its reason is shown."""
_POINTER_EVERY = 0.06
"""Seconds between two questions where the pointer is."""
_UNREADABLE = 0.12
"""Seconds that the board may be unreadable, as in an animation, before the marks go."""
_AWAY = 1.0
"""Seconds that nothing of the board may be on the screen before another game is looked for."""
_SHOWN_EVERY = 0.25
"""Seconds between two questions whether the board is on the screen."""
_APART = 6
"""Points between the game's frame and the line of text."""
_LEAST_LINE = 420
"""Points that the line of text may be wide over a narrow game."""


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
        self._on_screen, self._asked_shown = clock(), float("-inf")
        self._turns = Turns()
        self._shown: object = None
        self._said = ""

    def look(self) -> None:
        """Look once, and show what has changed.

        Raises:
            Halted: the screen can't be captured.
            OverlayError: no marks can be drawn over the game.

        """
        overlay = self._eyes.overlay
        if overlay and (overlay.is_over or self._is_left(overlay)):
            self._eyes.detach()
            self._watcher.lose()
            self._view = self._shown = None
            self._on_screen = self._clock()
        if view := self._watcher.look():
            self._take(view)
        self._show()

    def _is_left(self, overlay: Overlay) -> bool:
        """Whether another game is to be marked."""
        return self._is_away(overlay) or self._watcher.is_elsewhere()

    def _is_away(self, overlay: Overlay) -> bool:
        """Whether nothing of the board has been on the screen for a while.

        The player then may play another game, which would get no marks as long as this is followed.
        """
        now = self._clock()
        if now - self._asked_shown >= _SHOWN_EVERY:
            self._asked_shown = now
            area = self._view.area if self._view else None
            if area is None or overlay.shows(region_of(self._eyes.view, area)):
                self._on_screen = now
        return now - self._on_screen > _AWAY

    def _take(self, view: AdviceView) -> None:
        self._view = view if view.board else None
        self._shown = object()  # whatever is shown is not what is wanted now
        self._marks = []
        self._hovered = None, self._clock()
        if not (view.board and view.advice and view.area):
            if not self._said.startswith(view.sentence):  # the solver's progress may have gone
                self._say(view.sentence)
            self._said = view.sentence
            return
        self._said = ""
        overlay = self._eyes.attach(view.area)
        self._marks = list(without_flagged(view.marks))
        cells = tuple(easiest_first(view.advice, (mark.cell for mark in self._marks)))
        if cells != self._turns.cells:
            self._turns = self._turns.with_cells(cells, overlay.asked)

    def _show(self) -> None:
        """Draw the marks and the line of text, if they differ from what is shown."""
        overlay, view = self._eyes.overlay, self._view
        if overlay is None:
            return
        readable = self._watcher.unreadable_for < _UNREADABLE
        hovered = self._hovered_cell(overlay) if view and readable else None
        chosen = self._turns.cell(overlay.asked) if hovered is None else None
        cell = chosen if hovered is None else hovered
        wanted = (cell, chosen, overlay.moved_by) if view and readable else None
        if wanted == self._shown:
            return
        self._shown = wanted
        if view is None or wanted is None or not (view.board and view.advice and view.lattice):
            overlay.clear()
            return
        marks = [mark for mark in self._marks if chosen in {None, mark.cell}]
        marks += _proof(view.board, view.advice, cell, self._marks)
        drawn = list(overlaid(self._eyes.view, view.lattice, marks, overlay))
        told = cell if overlay.knows_windows else _easiest(view.board, view.advice)
        if text := self._text(view, view.board, view.advice, told):
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
        without_marks = advice.contradiction is not None or advice.start is not StartRule.NONE
        return view.sentence if without_marks or lacking_total(board, advice) else ""

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


class Turns:
    """Cells that take turns: each press of a key goes to the next, and after the last to none."""

    def __init__(self, cells: Sequence[int] = (), presses: int = 0) -> None:
        self.cells = tuple(cells)
        self._before = presses

    def cell(self, presses: int) -> int | None:
        """The cell whose turn it is after so many presses in all."""
        turn = (presses - self._before) % (len(self.cells) + 1)
        return self.cells[turn - 1] if turn > 0 else None

    def with_cells(self, cells: Sequence[int], presses: int) -> Turns:
        """The turns of other cells. A cell whose turn it is keeps it, if it is one of them."""
        now = self.cell(presses)
        return Turns(cells, presses - (cells.index(now) + 1 if now in cells else 0))


def why(board: Board, advice: Advice, cell: int) -> str:
    """Why a cell is marked, in a sentence."""
    if cell in advice.safe or cell in advice.mines:
        return reason(board, advice, cell, brief=True)
    if advice.guess and cell == advice.guess.cell:
        return f"Nothing is certain. The best guess: {guess_reason(board, advice.guess)}"
    odds = advice.odds[cell]
    share = "unknown odds" if odds is None else f"{odds:.1%} odds"
    return f"{place_name(board, cell)} is a mine with {share}"


def _easiest(board: Board, advice: Advice) -> int | None:
    """The marked cell whose reason is told where the pointer is not known."""
    return next((mark.cell for mark in easiest_mark(board, advice)), None)


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
            rest = max(_REST, LOOK_EVERY_S - (time.monotonic() - began))
            time.sleep(rest)  # the eyes get no word when the game draws something
    finally:
        eyes.detach()
