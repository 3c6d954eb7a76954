"""The window: the change between its screens, its keys, and its end."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TypeVar

from solver_bot.board import StartRule
from solver_bot.game.engine import Rules
from solver_bot.game.layout import GameId
from solver_bot.game.match import USUAL, FairPlay, Match
from solver_bot.practice.choice import Entries, chosen
from solver_bot.practice.drawing import LEAST_CELL
from solver_bot.practice.menu import Menu, Wanted
from solver_bot.practice.play import CELL, Play
from solver_bot.practice.theme import Theme
from solver_bot.vision.skin import Skin

S = TypeVar("S", Menu, Play)
UNHELPED = FairPlay()
TITLE = "solver-bot: practice"
_MOST_SHARE = 0.95
"""The largest share of the screen that a new window takes, to leave room for its frame."""
_STOP_CHECK_MS = 200
"""Milliseconds between two checks whether to stop."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the window opens with.

    Attributes:
        game_id: the first game; None for the menu.
        start: the start rule of games chosen in the menu.
        rules: the rules at first.
        fair: the fair-play options at first.
        scale: the scale of text and cells; None for the scale that suits the display.
        best_times: the file that keeps the best times; None to keep none.

    """

    game_id: GameId | None = None
    start: StartRule = StartRule.SAFE
    rules: Rules = USUAL
    fair: FairPlay = UNHELPED
    scale: float | None = None
    best_times: Path | None = None


MENU = Plan()


class Window:
    """The practice window, with the menu or a game in it."""

    def __init__(
        self,
        root: tkinter.Tk,
        skin: Skin,
        plan: Plan = MENU,
        seed: Callable[[], int] = lambda: SystemRandom().randrange(1_000_000),
    ) -> None:
        self._root = root
        self._skin = skin
        self._plan = plan
        self._seed = seed
        self._theme = Theme(root, plan.scale)
        self._scale = self._theme.scale
        self._wanted = Wanted(_entries(plan), plan.rules.lives, plan.fair)
        self.screen: Menu | Play
        root.title(TITLE)
        self._bind_keys()
        if plan.game_id:
            self.play(Match(plan.game_id, plan.rules, plan.fair))
        else:
            self.menu()

    def menu(self) -> None:
        """Show the menu."""
        self._theme.rescale(self._scale)
        self._turn_to(Menu(self._root, self._theme, self._start, self._wanted))
        self._bound()
        if not self._fills_the_screen():
            self._root.geometry("")

    def play(self, match: Match) -> None:
        """Show this game."""
        least = min(self._scale, self._theme.natural)
        self._theme.rescale(self._scale)
        play = self._shown(match)
        share = self._room_for(play, self._theme.px(CELL))
        if share < 1 and self._scale > least:
            self._theme.rescale(max(least, self._scale * share))
            play = self._shown(match)
        cells = range(self._theme.px(CELL), LEAST_CELL, -1)
        play.room(next((cell for cell in cells if self._room_for(play, cell) >= 1), LEAST_CELL))
        if not self._fills_the_screen():
            self._root.geometry("")
        play.board.focus_set()

    def _shown(self, match: Match) -> Play:
        """Turn to the screen of a game, with the window at least as large as it needs."""
        times = self._plan.best_times
        play = Play(self._root, self._theme, self._skin, self._seed, self.menu, times)
        self._turn_to(play)
        play.begin(match)
        play.room(LEAST_CELL)
        self._bound()
        return play

    def _start(self, wanted: Wanted) -> None:
        choice = chosen(wanted.entries)
        self._wanted = wanted
        game_id = GameId(choice.columns, choice.rows, choice.mines, self._plan.start, self._seed())
        rules = Rules(seconds=choice.seconds, lives=wanted.lives)
        self.play(Match(game_id, rules, wanted.fair))

    def _turn_to(self, screen: Menu | Play) -> None:
        for other in self._root.winfo_children():
            if other is not screen:
                other.destroy()
        self.screen = screen
        screen.pack(fill="both", expand=True)

    def _bound(self) -> None:
        """Keep the window from becoming smaller than its content needs."""
        self._root.minsize(1, 1)
        self._root.update_idletasks()
        self._root.minsize(self._root.winfo_reqwidth(), self._root.winfo_reqheight())

    def _room_for(self, play: Play, cell: int) -> float:
        """The room on the screen, as a multiple of what the window takes with such cells.

        It is below 1 if the window does not fit.
        """
        root, board = self._root, play.board
        width, height = play.board_size(cell)
        wide = max(root.winfo_reqwidth(), width + root.winfo_reqwidth() - board.winfo_reqwidth())
        high = height + root.winfo_reqheight() - board.winfo_reqheight()
        across, down = root.winfo_screenwidth() / wide, root.winfo_screenheight() / high
        return _MOST_SHARE * min(across, down)

    def _fills_the_screen(self) -> bool:
        try:
            return bool(int(self._root.attributes("-zoomed")))
        except (tkinter.TclError, ValueError):
            return str(self._root.state()) == "zoomed"

    def _bind_keys(self) -> None:
        for key in ("<F2>", "<Control-n>"):
            self._on(key, Play, Play.restart)
        for key in ("<h>", "<H>", "<F1>"):
            self._on(key, Play, Play.hint)
        for key in ("<s>", "<S>"):
            self._on(key, Play, Play.same_board)
        self._on("<Escape>", Play, lambda _: self.menu())
        for key in ("<Return>", "<KP_Enter>"):
            self._on(key, Menu, Menu.begin)

    def _on(self, key: str, kind: type[S], act: Callable[[S], object]) -> None:
        """Bind a key to an action that is done only while a screen of this kind is shown."""

        def pressed(_: object) -> None:
            if isinstance(self.screen, kind):
                act(self.screen)

        self._root.bind(key, pressed)


def _entries(plan: Plan) -> Entries:
    """The first text of the menu's fields: the game and the time limit of the plan, if any."""
    seconds = plan.rules.seconds
    limit = None if seconds is None else f"{seconds:.0f}"
    game = plan.game_id
    if game is None:
        return Entries(seconds=limit)
    return Entries(str(game.height), str(game.width), limit or "0", str(game.mines))


def show(plan: Plan, skin: Skin, stop: Callable[[], bool]) -> None:
    """Open the window, and keep it open until it is closed or ``stop`` returns True.

    No other thread may run meanwhile. Tcl aborts if another thread garbage-collects its objects.

    Raises:
        TclError: the window cannot be opened.

    """
    root = tkinter.Tk(className="solver-bot")
    root.after(0, _watch, root, stop)
    Window(root, skin, plan)
    root.mainloop()


def _watch(root: tkinter.Tk, stop: Callable[[], bool]) -> None:
    if stop():
        root.destroy()
    else:
        root.after(_STOP_CHECK_MS, _watch, root, stop)
