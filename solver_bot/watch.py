"""Advise beside a game that somebody plays: follow its board, draw it anew with marks and odds.

``Watcher`` looks and thinks, with the capture handed in; ``show`` is the window around it. The
mouse is not touched, and not even known here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from solver_bot.board import UNREADABLE, Board, Outcome
from solver_bot.bot import Area, NoBoard, around, choose
from solver_bot.solve.advice import Advice, advise
from solver_bot.vision.draw import draw_board
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice, Picture
from solver_bot.vision.overlay import mark_actions, mark_guess, write_odds
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track

if TYPE_CHECKING:
    import tkinter

CELL = 24
"""Pixels a cell in the window."""
SEARCH_EVERY = 1.0
"""Seconds between two searches of the whole screen."""
GIVE_UP_AFTER = 0.5
"""Seconds for which a board that can't be read is waited for before it is searched for anew."""
LOOK_EVERY = 60
"""Milliseconds between two looks."""
_GREY = 128


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What to show: the board drawn with its advice (None while there is none), and a sentence."""

    picture: Picture | None
    sentence: str
    board: Board | None = None
    advice: Advice | None = None


class Watcher:
    """Finds a board and follows it.

    ``capture`` gives the picture of an area, or of all there is to look at.
    """

    def __init__(
        self,
        capture: Callable[[Area | None], Picture],
        skins: Sequence[Skin],
        mines: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._capture = capture
        self._skins = skins
        self._mines = mines
        self._clock = clock
        self._track: Track | None = None
        self._area: Area | None = None
        self._searched = self._seen = float("-inf")
        self._why = "Looking for a board."

    def look(self, hidden: Area | None = None) -> View | None:
        """Look once; None where nothing has changed. ``hidden`` is the advice window itself."""
        if self._track is None:
            return self._search(hidden)
        now = self._clock()
        changed = self._track.look(self._capture(self._area))
        if UNREADABLE not in self._track.codes:
            self._seen = now
            return self._view() if changed else None
        if now - self._seen > GIVE_UP_AFTER:
            self._track = None
            self._searched = float("-inf")
        return None

    def _search(self, hidden: Area | None) -> View | None:
        now = self._clock()
        if now - self._searched < SEARCH_EVERY:
            return None
        self._searched = now
        picture = self._capture(None)
        if hidden:
            picture[hidden.top : hidden.bottom, hidden.left : hidden.right] = _GREY
        try:
            self._follow(choose(read(picture, self._skins), self._skins), picture)
        except NoBoard as error:
            return View(None, str(error))
        return self._view()

    def _follow(self, found: Extraction, picture: Picture) -> None:
        skin = next(skin for skin in self._skins if skin.name == found.skin.name)
        self._area = around(found.lattice, picture)
        self._track = Track(found.lattice.moved(-self._area.left, -self._area.top), skin)
        self._track.look(self._capture(self._area))
        self._seen = self._clock()

    def _view(self) -> View:
        assert self._track is not None
        skin = self._track.skin
        lattice = self._track.lattice
        fits = self._mines is not None and self._mines <= lattice.columns * lattice.rows
        mines = self._mines if fits else skin.mines(lattice.columns, lattice.rows)
        board = self._track.board(mines)
        if board.has_unreadable:
            return View(None, "Something is in front of the board.")
        advice = advise(board)
        return View(advised(board, advice, skin), sentence(board, advice), board, advice)


def advised(board: Board, advice: Advice, skin: Skin) -> Picture:
    """The board drawn in its skin, with the marks and the odds on it."""
    picture = draw_board(board, skin, CELL)
    lattice = Lattice.even(0, 0, CELL, CELL, board.width, board.height)
    marked = mark_actions(picture, lattice, advice.safe, advice.mines)
    written = [*advice.safe, *advice.mines]
    if advice.guess:
        marked = mark_guess(marked, lattice, advice.guess.cell, advice.guess.odds)
        written.append(advice.guess.cell)
    return write_odds(marked, lattice, advice.odds, but=written)


def sentence(board: Board, advice: Advice) -> str:
    """How things stand, in a sentence."""
    if advice.outcome is not Outcome.PLAYING:
        return f"The game is {advice.outcome}."
    if advice.contradiction is not None:
        return "These numbers can't all be right."
    mines = "mines unknown" if board.mines is None else f"{board.mines} mines"
    if advice.safe:
        return f"{len(advice.safe)} safe, {len(advice.mines)} certain mines ({mines})."
    if advice.guess:
        row, column = board.place(advice.guess.cell)
        return (
            f"Nothing is certain. Best guess: row {row + 1}, column {column + 1}, "
            f"{advice.guess.odds:.1%} a mine ({mines})."
        )
    return f"Nothing is certain ({mines})."


def show(
    watcher: Watcher, own_area: Callable[[int, int, int, int], Area], stop: Callable[[], bool]
) -> None:
    """Open the window and follow the game until it is closed or ``stop`` says so.

    ``own_area`` turns the window's left, top, width and height on the desktop into an area.
    """
    import tkinter

    root = tkinter.Tk()
    root.title("solver-bot: advice")
    root.attributes("-topmost", True)
    root.resizable(False, False)
    label = tkinter.Label(root, borderwidth=0)
    label.pack()
    text = tkinter.Label(root, text="Looking for a board.", wraplength=420, padx=8, pady=6)
    text.pack()
    root.bind("<Escape>", lambda _: root.destroy())

    def follow() -> None:
        if stop():
            root.destroy()
            return
        place = root.winfo_rootx(), root.winfo_rooty(), root.winfo_width(), root.winfo_height()
        view = watcher.look(own_area(*place))
        if view is not None:
            image = None if view.picture is None else _photo(view.picture)
            label.configure(image=image or "")
            label.image = image  # type: ignore[attr-defined]  # or it is gone with its last name
            text.configure(text=view.sentence)
        root.after(LOOK_EVERY, follow)

    root.after(0, follow)
    root.mainloop()


def _photo(picture: Picture) -> tkinter.PhotoImage:
    import tkinter

    encoded = cv2.imencode(".ppm", picture)[1]
    return tkinter.PhotoImage(data=np.asarray(encoded).tobytes(), format="ppm")
