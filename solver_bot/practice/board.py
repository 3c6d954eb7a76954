"""The widget that shows the board. It scales with the window and turns clicks into moves."""

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
    """The moves a player can make on a cell, each a function that takes the cell."""

    open: Callable[[int], object]
    flag: Callable[[int], object]
    chord: Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Buttons:
    """The numbers of the right and the middle mouse button. The left button is 1 everywhere."""

    right: frozenset[int]
    middle: frozenset[int]


def buttons(windowing: str) -> Buttons:
    """The button numbers under a windowing system, which is named as Tk names it.

    On a Mac, the right button was number 2 up to Tk 8.6 and is number 3 since. On other systems,
    number 2 is the middle button.
    """
    if windowing == "aqua":
        return Buttons(frozenset({2, 3}), frozenset())
    return Buttons(frozenset({3}), frozenset({2}))


class Clicks:
    """Turns presses and releases of mouse buttons on cells into moves.

    Releasing the left button opens the cell under the pointer, so a player can still move away.
    Pressing the right button flags the cell at once. With the left and right buttons down, or the
    middle button, the first release makes a chord and the second release does nothing.
    """

    def __init__(self, numbers: Buttons, moves: Moves) -> None:
        self._numbers = numbers
        self._moves = moves
        self._down: set[int] = set()
        self._chord = self._done = False

    def press(self, number: int, cell: int | None) -> None:
        """A button was pressed on a cell, or beside the board (None)."""
        self._down.add(number)
        both = 1 in self._down and self._down & self._numbers.right
        if both or number in self._numbers.middle:
            self._chord = True
        elif number in self._numbers.right:
            self.flag(cell)

    def flag(self, cell: int | None) -> None:
        """Flag a cell: the right click of a mouse with one button."""
        if cell is not None:
            self._moves.flag(cell)

    def release(self, number: int, cell: int | None) -> None:
        """A button was released on a cell, or beside the board (None)."""
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
    """The board, as large as the widget allows, with a whole number of pixels for each cell."""

    def __init__(self, parent: tkinter.Misc, skin: Skin, moves: Moves) -> None:
        super().__init__(parent, background=BACK, highlightthickness=0, borderwidth=0)
        self.skin = skin
        self._board: Board | None = None
        self._overfull: Collection[int] = NOTHING
        self._marked: int | None = None
        self._picture: BoardPicture | None = None
        self.fit: Fit | None = None
        """The place of the board in the widget; None before the board is shown."""
        self._clicks = Clicks(buttons(self.tk.call("tk", "windowingsystem")), moves)
        self.bind("<ButtonPress>", self._pressed)
        self.bind("<ButtonRelease>", self._released)
        self.bind("<Control-ButtonPress-1>", self._pressed_with_control)
        self.bind("<Configure>", lambda _: self._lay_out())

    def show(self, board: Board, overfull: Collection[int], marked: int | None = None) -> None:
        """Show a board. ``overfull`` flags get another colour, and ``marked`` gets a ring."""
        old, self._board = self._board, board
        self._overfull, self._marked = overfull, marked
        same_size = old and (old.width, old.height) == (board.width, board.height)
        if not same_size or self._picture is None:
            self._lay_out(anew=True)
            return
        self._picture.update(board, overfull)
        self._mark()

    def _lay_out(self, anew: bool = False) -> None:
        """Fit the board into the widget. A new size of cells takes a new picture."""
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
        """Draw a ring inside the marked cell. Its neighbours and the frame do not change."""
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
        """Flag the cell: Control and a click are the right click of a mouse with one button."""
        self.focus_set()
        self._clicks.flag(self._at(event))
        return "break"

    def _released(self, event: tkinter.Event[tkinter.Canvas]) -> None:
        self._clicks.release(event.num, self._at(event))

    def _at(self, event: tkinter.Event[tkinter.Canvas]) -> int | None:
        return self.fit.at(event.x, event.y) if self.fit else None
