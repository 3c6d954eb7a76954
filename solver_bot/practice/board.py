"""The widget with the board: scales with the window, tells clicks as moves."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from solver_bot.board import Board
from solver_bot.practice.drawing import BoardPicture, Fit, fit
from solver_bot.practice.theme import BACK, MARK
from solver_bot.vision.skin import Skin

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Moves:
    """What the player can do with a cell."""

    open: Callable[[int], object]
    flag: Callable[[int], object]
    chord: Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Buttons:
    """Which of a mouse's button numbers mean what. The left one is 1 everywhere."""

    right: frozenset[int]
    middle: frozenset[int]


def buttons(windowing: str) -> Buttons:
    """The numbers under a windowing system, as Tk names it.

    On a Mac the right button was number 2 up to Tk 8.6 and is 3 since. Elsewhere 2 is the middle.
    """
    if windowing == "aqua":
        return Buttons(frozenset({2, 3}), frozenset())
    return Buttons(frozenset({3}), frozenset({2}))


class Clicks:
    """Turns presses and releases of buttons on cells into moves.

    A cell is opened where the left button is let go, so that it can be moved away before, and
    flagged as soon as the right one is pressed. With both down, or the middle one, the cell is
    chorded when the first is let go; letting go of the other does nothing.
    """

    def __init__(self, numbers: Buttons, moves: Moves) -> None:
        self._numbers = numbers
        self._moves = moves
        self._down: set[int] = set()
        self._chord = self._done = False

    def press(self, number: int, cell: int | None) -> None:
        """A button went down over a cell, or beside the board."""
        self._down.add(number)
        both = 1 in self._down and self._down & self._numbers.right
        if both or number in self._numbers.middle:
            self._chord = True
        elif number in self._numbers.right:
            self.flag(cell)

    def flag(self, cell: int | None) -> None:
        """What a mouse with one button has for a right click."""
        if cell is not None:
            self._moves.flag(cell)

    def release(self, number: int, cell: int | None) -> None:
        """A button came up over a cell, or beside the board."""
        if number not in self._down:
            return
        self._down.discard(number)
        move = None if self._done else self._move(number)
        self._done = bool(self._down) and (self._done or self._chord)
        self._chord = False
        if move and cell is not None:
            move(cell)

    def _move(self, number: int) -> Callable[[int], object] | None:
        if self._chord:
            return self._moves.chord
        return self._moves.open if number == 1 else None


class BoardView(tkinter.Canvas):
    """The board, as large as there is room for it, with whole pixels to a cell."""

    def __init__(self, parent: tkinter.Misc, skin: Skin, moves: Moves) -> None:
        super().__init__(parent, background=BACK, highlightthickness=0, borderwidth=0)
        self.skin = skin
        self._board: Board | None = None
        self._overfull: Collection[int] = NOTHING
        self._marked: int | None = None
        self._picture: BoardPicture | None = None
        self.fit: Fit | None = None
        """How the board lies in the widget; None before it is shown."""
        self._clicks = Clicks(buttons(self.tk.call("tk", "windowingsystem")), moves)
        self.bind("<ButtonPress>", self._pressed)
        self.bind("<ButtonRelease>", self._released)
        self.bind("<Control-ButtonPress-1>", self._pressed_with_control)
        self.bind("<Configure>", lambda _: self._lay_out())

    def show(self, board: Board, overfull: Collection[int], marked: int | None = None) -> None:
        """Show a board: some of its flags as overfull, and a cell with a mark around it."""
        old, self._board = self._board, board
        self._overfull, self._marked = overfull, marked
        same_size = old and (old.width, old.height) == (board.width, board.height)
        if not same_size or self._picture is None:
            self._lay_out(anew=True)
            return
        self._picture.update(board, overfull)
        self._mark()

    def _lay_out(self, anew: bool = False) -> None:
        """Fit the board into the space there is now; a new picture only for cells of a new size."""
        board = self._board
        if board is None or self.winfo_width() <= 1:
            return
        before = self.fit
        size = self.winfo_width(), self.winfo_height()
        self.fit = fit(self.skin, board.width, board.height, *size)
        if anew or self._picture is None or before is None or before.cell != self.fit.cell:
            self._picture = BoardPicture(self, self.skin, self.fit.cell, board, self._overfull)
        self.delete("all")
        self.create_image(self.fit.left, self.fit.top, image=self._picture.image, anchor="nw")
        self._mark()

    def _mark(self) -> None:
        """Draw a ring into the marked cell; its neighbours and the frame stay as they are."""
        self.delete("mark")
        if self._marked is None or self.fit is None:
            return
        left, top, right, bottom = self.fit.box(self._marked)
        width = max(2, self.fit.cell // 12)
        low, high = width // 2, (width + 1) // 2
        box = left + low, top + low, right - high, bottom - high
        self.create_rectangle(*box, outline=MARK, width=width, tags="mark")

    def _pressed(self, event: tkinter.Event[tkinter.Canvas]) -> None:
        self.focus_set()
        self._clicks.press(event.num, self._at(event))

    def _pressed_with_control(self, event: tkinter.Event[tkinter.Canvas]) -> str:
        """On a mouse with one button this is the right click."""
        self.focus_set()
        self._clicks.flag(self._at(event))
        return "break"

    def _released(self, event: tkinter.Event[tkinter.Canvas]) -> None:
        self._clicks.release(event.num, self._at(event))

    def _at(self, event: tkinter.Event[tkinter.Canvas]) -> int | None:
        return self.fit.at(event.x, event.y) if self.fit else None
