"""The small window that shows advice beside the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from solver_bot.bot import Area, Halted
from solver_bot.live.watch import AdviceView, Watcher
from solver_bot.vision.arrays import Picture

if TYPE_CHECKING:
    import tkinter

CELLS = (24, 20, 16)
"""Sizes of a cell in the window, in pixels. The first that has room beside the board is used."""


NO_ROOM = "There is no room to draw it beside the board: make the game's window smaller."


LOOK_EVERY_MS = 60
"""Milliseconds between two looks."""


MARGIN, LETTERS = 8, 40
"""Pixels beside the window's text, and the least number of letters in a line of it."""


_APPEARS = 1000
"""Milliseconds within which a window manager has shown the window."""


LINES, LINES_ALONE = 3, 6
"""How many lines of that width the longest sentence takes below a board, and without one."""


LEGEND = "Ring: safe. Cross: mine. Frame: best guess. Barred: wrong flag. %: odds of a mine."
"""By form, for people who don't see the hues."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where the window and the captured picture are on the desktop.

    Attributes:
        own: the area in the picture of a window, from the left, top, width and height of its inside
            on the desktop.
        beside: a place for a window of this width and height that leaves the game's window free.
            The area is the board's. None if there is no room.
        off: a place that leaves at least the board free; None if there is no room.

    """

    own: Callable[[int, int, int, int], Area]
    beside: Callable[[Area, int, int], tuple[int, int] | None]
    off: Callable[[Area, int, int], tuple[int, int] | None]


def show(watcher: Watcher, site: Site, stop: Callable[[], bool]) -> None:
    """Open the window and follow the game until the window is closed or ``stop`` returns True.

    Raises:
        TclError: the window can't be opened.
        Halted: the screen can't be captured any more. The window is closed then.

    """
    import tkinter

    root = tkinter.Tk()
    panel = _Panel(root, site)
    halted: list[Halted] = []

    def follow() -> None:
        if stop():
            root.destroy()
            return
        try:
            if watcher.is_elsewhere(panel.area()):
                watcher.lose()
            view = watcher.look(panel.area())
        except Halted as error:  # Tk would only print what a callback raises
            halted.append(error)
            root.destroy()
            return
        if view is not None:
            panel.draw(view)
        root.after(LOOK_EVERY_MS, follow)

    root.after(0, follow)
    root.mainloop()
    if halted:
        raise halted[0]


class _Panel:
    """The window: its contents and its place beside the game, as large as there is room for.

    The window is hidden until the first search is done, so that it does not cover the board. Later
    it moves only when a board is found in another place, so that the player can put it anywhere.
    Its size depends only on the picture, not on the text, so that it does not grow over the game.
    """

    def __init__(self, root: tkinter.Tk, site: Site) -> None:
        import tkinter
        from tkinter.font import nametofont

        self._root = root
        self._site = site
        self._beside: Area | None = None
        self._cell: int | None = CELLS[0]
        self._image: tkinter.PhotoImage | None = None
        root.withdraw()
        root.title("solver-bot: advice")
        root.attributes("-topmost", True)
        root.resizable(False, False)
        root.bind("<Escape>", lambda _: root.destroy())
        self._least = nametofont("TkDefaultFont", root).measure("0") * LETTERS
        tkinter.Frame(root, width=self._least + 2 * MARGIN).pack()
        self._board = tkinter.Label(root, borderwidth=0)
        self._text = tkinter.Label(root, padx=MARGIN, pady=6, justify="left", anchor="nw")
        self._legend = tkinter.Label(root, padx=MARGIN, foreground="#555", justify="left")
        for label in (self._board, self._text, self._legend):
            label.pack(fill="x")

    def area(self) -> Area | None:
        """The area of the window; None while it is hidden."""
        root = self._root
        if root.state() != "normal":
            return None
        size = root.winfo_width(), root.winfo_height()
        return self._site.own(root.winfo_rootx(), root.winfo_rooty(), *size)

    def draw(self, view: AdviceView) -> None:
        """Show this advice, and move the window if the board has another place."""
        if view.area is None or view.area == self._beside:
            self._fill(view, self._cell)
        else:
            self._settle_beside(view, view.area)
        if self._root.state() == "withdrawn":
            self._appear()

    def _appear(self) -> None:
        """Appear without the keyboard: it stays with the game. A click gives it to the window.

        Some programs hide their board while another window has the keyboard.
        """
        self._root.focusmodel("active")
        self._root.deiconify()
        self._root.after(_APPEARS, lambda: self._root.focusmodel("passive"))

    def _settle_beside(self, view: AdviceView, board: Area) -> None:
        self._beside = board
        for cell in (*CELLS, None):
            self._cell = cell
            self._fill(view, cell)
            if self._move(self._site.beside, board):
                return
        self._move(self._site.off, board)

    def _move(self, where: Callable[[Area, int, int], tuple[int, int] | None], board: Area) -> bool:
        place = where(board, self._root.winfo_reqwidth(), self._root.winfo_reqheight())
        if place:
            self._root.geometry(f"+{place[0]}+{place[1]}")
        return place is not None

    def _fill(self, view: AdviceView, cell: int | None) -> None:
        picture = view.picture(cell) if cell else None
        image = None if picture is None else _photo(picture)
        self._board.configure(image=image or "")
        self._image = image  # Tk itself keeps no reference
        no_room = f" {NO_ROOM}" if view.board and not cell else ""
        wide = max(self._least, image.width() - 2 * MARGIN if image else 0)
        lines = LINES if image else LINES_ALONE
        self._text.configure(text=view.sentence + no_room, wraplength=wide, height=lines)
        self._legend.configure(text=LEGEND if image else "", wraplength=wide)
        self._root.update_idletasks()


def _photo(picture: Picture) -> tkinter.PhotoImage:
    import tkinter

    encoded = cv2.imencode(".ppm", picture)[1]
    return tkinter.PhotoImage(data=np.asarray(encoded).tobytes(), format="ppm")
