"""The practice window on the virtual desktop, driven by its real mouse and keyboard."""

from __future__ import annotations

import time
import tkinter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from tkinter import ttk
from typing import Any, Protocol, TypeVar

import pytest

from solver_bot.board import UNREADABLE, Board
from solver_bot.desktop.screen import Region, Screen
from solver_bot.game.layout import parse_game_id
from solver_bot.game.match import Match, warm_up
from solver_bot.practice.menu import Menu
from solver_bot.practice.play import Play
from solver_bot.practice.window import Plan, Window
from solver_bot.solve import guess
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.real.desktop import PATIENCE, Desktop, DesktopError

T = TypeVar("T")
LEFT, MIDDLE, RIGHT = 1, 2, 3
SIGNS = [f"F{number}" for number in (3, 4, 5, 6, 7, 8, 9, 11, 12)]
AGAIN = 0.3
"""Seconds after which a key press counts as lost."""


class Table:
    """The practice window, run by this process, and the desktop's mouse and keyboard."""

    def __init__(self, desktop: Desktop, screen: Screen, plan: Plan) -> None:
        self._desktop = desktop
        self._screen = screen
        self._seeds = iter(range(100, 999))
        self._signs = cycle(SIGNS)
        self._arrived: set[str] = set()
        self.root = tkinter.Tk(className="solver-bot")
        for sign in SIGNS:
            self.root.bind(f"<{sign}>", partial(self._arrive, sign))
        self.window = Window(self.root, named_skin("classic"), plan, seed=lambda: next(self._seeds))
        self.wait(self.root.winfo_viewable, "the window")
        self.root.focus_force()
        self.settle()

    def _arrive(self, sign: str, _: object) -> None:
        self._arrived.add(sign)

    def close(self) -> None:
        """Close the window."""
        self.root.destroy()

    @property
    def play(self) -> Play:
        assert isinstance(self.window.screen, Play)
        return self.window.screen

    @property
    def menu(self) -> Menu:
        assert isinstance(self.window.screen, Menu)
        return self.window.screen

    @property
    def match(self) -> Match:
        match = self.play.match
        assert match
        return match

    def wait(self, ask: Callable[[], T | None], what: str) -> T:
        """Let the window work until ``ask`` returns something true, and return it."""
        end = time.monotonic() + PATIENCE
        while True:
            self.root.update()
            if answer := ask():
                return answer
            if time.monotonic() > end:
                raise DesktopError(f"{what} did not come within {PATIENCE:.0f} s")
            time.sleep(0.005)

    def settle(self) -> None:
        """Wait until all input so far has arrived. An unused key is sent after it and awaited.

        Tk loses a key that comes while the widget with the focus is replaced. Another key is sent
        then, so that a late first key cannot be taken for it.
        """
        sent: set[str] = set()
        self._arrived.clear()
        end = time.monotonic() + PATIENCE
        while not sent & self._arrived:
            if time.monotonic() > end:
                raise DesktopError("no key arrived")
            sign = next(self._signs)
            sent.add(sign)
            self.key(sign)
            self._work(AGAIN, lambda: bool(sent & self._arrived))

    def _work(self, seconds: float, done: Callable[[], bool]) -> None:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self.root.update()
            time.sleep(0.002)

    def click(self, cell: int, button: int = LEFT) -> None:
        """Click on a cell with the real mouse."""
        self.point(cell)
        self._desktop.run("xdotool", "click", button)

    def press(self, button: int) -> None:
        """Press a mouse button and hold it."""
        self._desktop.run("xdotool", "mousedown", button)

    def release(self, button: int) -> None:
        """Release a mouse button."""
        self._desktop.run("xdotool", "mouseup", button)

    def point(self, cell: int) -> None:
        """Move the real pointer to a cell."""
        board = self.play.board
        assert board.fit
        left, top, right, bottom = board.fit.box(cell)
        x = board.winfo_rootx() + (left + right) // 2
        self._desktop.run("xdotool", "mousemove", x, board.winfo_rooty() + (top + bottom) // 2)

    def push(self, widget: tkinter.Misc, button: int = LEFT) -> None:
        """Click on a button, or any other widget."""
        x = widget.winfo_rootx() + widget.winfo_width() // 2
        y = widget.winfo_rooty() + widget.winfo_height() // 2
        self._desktop.run("xdotool", "mousemove", x, y, "click", button)
        self.settle()

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self._desktop.run("xdotool", "key", "--delay", 0, *keys)

    def button(self, text: str) -> tkinter.Misc:
        """The button whose text begins with this."""
        return self._find(lambda w: _text(w).startswith(text) and "utton" in w.winfo_class())

    def field(self, label: str) -> ttk.Entry:
        """The field under this label."""
        row = self._find(lambda w: _text(w).startswith(label)).master
        assert row
        return next(w for w in row.winfo_children() if isinstance(w, ttk.Entry))

    def says(self, text: str) -> bool:
        """Whether this text is somewhere in the window."""
        self.settle()
        return any(text in _text(widget) for widget in self._widgets())

    def value(self, name: str) -> str:
        """The text on the card of this name."""
        return _text(self.card(name))

    def card(self, name: str) -> tkinter.Misc:
        """The label that shows the value on the card of this name."""
        card = self._find(lambda w: _text(w) == name).master
        assert card
        return card.winfo_children()[1]

    def seen(self) -> Extraction | None:
        """The board read from the screen now; None unless there is exactly one."""
        self.root.update()
        found = read(self._screen.grab(), shipped_skins())
        return found[0] if len(found) == 1 else None

    def shown(self, board: Board | None = None, hidden: Collection[int] = ()) -> Extraction:
        """Wait until this board, or that of the match, is read from the screen, and return it.

        ``hidden`` cells may be unreadable, but must not be misread.
        """

        def same() -> Extraction | None:
            found = self.seen()
            return found if found and fits(found.board.cells) else None

        def fits(cells: bytes) -> bool:
            wanted = (board or self.match.board).cells
            return len(cells) == len(wanted) and all(
                seen == code or (seen == UNREADABLE and cell in hidden)
                for cell, (seen, code) in enumerate(zip(cells, wanted, strict=True))
            )

        try:
            return self.wait(same, "the board")
        except DesktopError as error:
            found = self.seen()
            seen = found.board if found else "no board"
            expected = board or self.match.board
            raise DesktopError(f"expected\n{expected}\nseen\n{seen}") from error

    def timers(self) -> int:
        """How many timers are pending in the window."""
        return len(self.root.tk.splitlist(self.root.tk.call("after", "info")))

    def resize(self, width: int, height: int) -> None:
        """Resize the inside of the window, as a player does by its frame."""
        frame = int(self.root.wm_frame(), 16)
        window = next(w for w, t in self._desktop.windows().items() if t == "solver-bot: practice")
        assert frame
        self._desktop.place(window, Region(20, 20, width, height))
        self.wait(lambda: self.root.winfo_width() == width, "the new width")
        self.settle()

    def _widgets(self) -> Iterator[tkinter.Misc]:
        waiting: list[tkinter.Misc] = [self.root]
        while waiting:
            widget = waiting.pop()
            yield widget
            waiting += widget.winfo_children()

    def _find(self, fits: Callable[[tkinter.Misc], bool]) -> tkinter.Misc:
        return next(widget for widget in self._widgets() if fits(widget))


def _text(widget: tkinter.Misc) -> str:
    try:
        return str(widget.cget("text"))
    except tkinter.TclError:
        return ""


class Open(Protocol):
    """The fixture ``open_table``: opens a window with the menu or with a game."""

    def __call__(self, game: str = "", **plan: Any) -> Table: ...


@pytest.fixture(scope="session")
def solver() -> None:
    """Load the solver, so that the window never waits for it."""
    guess.warm_up()
    warm_up()


@pytest.fixture
def open_table(desktop: Desktop, screen: Screen, solver: None) -> Iterator[Open]:
    """Open practice windows, and close them after the test."""
    with ExitStack() as ends:

        def begin(game: str = "", **plan: Any) -> Table:
            game_id = parse_game_id(game) if game else None
            table = Table(desktop, screen, Plan(game_id, **plan))
            ends.callback(table.close)
            return table

        yield begin
