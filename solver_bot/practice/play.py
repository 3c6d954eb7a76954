"""The screen on which a game is played."""

from __future__ import annotations

import math
import tkinter
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from solver_bot.board import Outcome
from solver_bot.game.fair import Solvability
from solver_bot.game.layout import GameError
from solver_bot.game.match import Match, Turn
from solver_bot.game.words import clock, counted, ending, figures_text, sentence
from solver_bot.practice.best_times import BestTimesError, note_time
from solver_bot.practice.board import BoardView, Moves
from solver_bot.practice.drawing import frame_width
from solver_bot.practice.pieces import Card, button_row
from solver_bot.practice.theme import (
    BACK,
    BAD,
    BAD_BACK,
    GOOD,
    GOOD_BACK,
    NOTE_BACK,
    TEXT,
    Theme,
)
from solver_bot.vision.skin import Skin

CELL = 36
"""Pixels of a cell at first, at scale 1, if the screen has room for it."""
TICK = 100
"""Milliseconds between two updates of the clock."""
LAST_SECONDS = 10
"""The time left, in seconds, from which on the clock is shown in red."""
LINES = 4
"""Lines of small type reserved for a message. A longer message takes room from the board."""
LONG = 130
"""The most characters of a message in normal type. Longer messages, and those of three lines and
more, are set in small type."""
STANDING = {
    Solvability.SOLVABLE: "Solvable: the next step needs no guess.",
    Solvability.AMBIGUOUS: "Ambiguous: the open numbers prove no cell safe.",
}


class Play(ttk.Frame):
    """A match with its board, counters, messages and buttons.

    ``seed`` returns the seed of the next game. ``leave`` goes back to the menu. ``best_times`` is
    the file that keeps the best times; None to keep none.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        theme: Theme,
        skin: Skin,
        seed: Callable[[], int],
        leave: Callable[[], object],
        best_times: Path | None = None,
    ) -> None:
        super().__init__(parent, padding=theme.px(14))
        self._best_times = best_times
        self._theme = theme
        self._seed = seed
        self._timer: str | None = None
        self.match: Match | None = None
        """The match being played."""
        self._cards = {
            name: Card(self, theme, text)
            for name, text in (
                ("mines", "Mines left"),
                ("score", "Score"),
                ("lives", "Lives"),
                ("time", "Time"),
            )
        }
        self.board = BoardView(self, skin, Moves(self._open, self._flag, self._chord))
        self._said = tkinter.Label(self, font=theme.fonts["text"], justify="left", anchor="w")
        # A border would take room that is not reserved for the message.
        self._said.configure(borderwidth=0, highlightthickness=0)
        buttons = button_row(
            self,
            theme,
            [
                ("Restart", self.restart, "TButton"),
                ("Same board again", self.same_board, "TButton"),
                ("Hint", self.hint, "TButton"),
                ("Menu", leave, "TButton"),
            ],
        )
        hint = buttons.winfo_children()[2]
        assert isinstance(hint, ttk.Button)
        self._hint = hint
        self._lay_out(buttons)
        self.bind("<Destroy>", lambda _: self._stop())

    def begin(self, match: Match) -> None:
        """Show a match and play it from now on."""
        self._stop()
        self.match = match
        self._shape_cards(match.game.rules.lives > 1)
        self._cards["time"].rename("Time left" if match.game.rules.seconds else "Time")
        first = "the first cell is never a mine" if match.is_first_safe else "good luck"
        again = match.first is not None
        self._say("The same board again." if again else f"Open any cell: {first}.")
        self._show()

    def restart(self) -> None:
        """Begin another game of the same size under the same rules."""
        if self.match:
            self.begin(self.match.restart(self._seed()))

    def same_board(self) -> None:
        """Begin a game with the same mines."""
        if self.match:
            self.begin(self.match.again())

    def hint(self) -> None:
        """Open a cell that is proved safe, mark it and say why."""
        match = self.match
        if match is None or match.outcome is not Outcome.PLAYING:
            return
        found = match.hint()
        self._say(_shortened(found.reason), NOTE_BACK)
        self._show(found.cell)

    def room(self, cell: int) -> None:
        """Request the room that the board takes with cells of ``cell`` pixels."""
        width, height = self.board_size(cell)
        self.board.configure(width=width, height=height)

    def board_size(self, cell: int) -> tuple[int, int]:
        """The size in pixels of the board and its frame, with cells of ``cell`` pixels."""
        assert self.match is not None
        game = self.match.game.game_id
        frame = 2 * frame_width(self.board.skin, cell)
        return game.width * cell + frame, game.height * cell + frame

    def _lay_out(self, buttons: ttk.Frame) -> None:
        px = self._theme.px
        self.columnconfigure((0, 1, 2, 3), weight=1, uniform="cards")
        self.rowconfigure(1, weight=1)
        self.board.grid(row=1, column=0, columnspan=4, sticky="nsew", pady=px(12))
        self._said.configure(padx=px(10), pady=px(6), width=1)
        self._said.grid(row=2, column=0, columnspan=4, sticky="nsew", pady=(0, px(12)))
        lines = LINES * self._theme.fonts["small"].metrics("linespace")
        self.rowconfigure(2, minsize=lines + px(6) * 2 + px(12))
        self._said.bind("<Configure>", lambda event: self._wrap(event.width))
        buttons.grid(row=3, column=0, columnspan=4, sticky="ew")

    def _shape_cards(self, with_lives: bool) -> None:
        names = [name for name in self._cards if with_lives or name != "lives"]
        for card in self._cards.values():
            card.grid_forget()
        self.columnconfigure(3, weight=int(with_lives), uniform="cards" if with_lives else "")
        for column, name in enumerate(names):
            gap = self._theme.px(8) if column else 0
            self._cards[name].grid(row=0, column=column, sticky="ew", padx=(gap, 0))

    def _wrap(self, width: int) -> None:
        self._said.configure(wraplength=max(1, width - 2 * self._theme.px(10)))

    def _open(self, cell: int) -> None:
        self._move(lambda match: match.uncover(cell))

    def _chord(self, cell: int) -> None:
        self._move(lambda match: match.chord(cell))

    def _flag(self, cell: int) -> None:
        flagged = self.match is not None and self.match.game.is_flagged(cell)
        self._move(lambda match: match.unflag(cell) if flagged else match.flag(cell))

    def _move(self, move: Callable[[Match], Turn]) -> None:
        match = self.match
        if match is None or match.outcome is not Outcome.PLAYING:
            return
        try:
            self._tell(match, move(match))
        except GameError as error:
            self._say(sentence(str(error)), NOTE_BACK)
        self._show()

    def _tell(self, match: Match, turn: Turn) -> None:
        """Show the message that the player needs after a move."""
        if turn.false_flag:
            self._say("That flag is wrong: the cell is proved safe.", NOTE_BACK)
        elif turn.overfull:
            self._say("A number beside that flag now has more flags than it says.", NOTE_BACK)
        elif turn.lives_lost:
            self._say(f"A mine. {counted(match.game.lives, 'life', 'lives')} left.", BAD_BACK)
        elif turn.assisted:
            cells = counted(len(turn.assisted), "cell was", "cells were")
            self._say(f"Ambiguous, so {cells} opened for you.", NOTE_BACK)
        elif match.solvability in STANDING:
            self._say(STANDING[match.solvability])

    def _show(self, marked: int | None = None) -> None:
        """Show the state of the match, and let its clock run while the game goes on."""
        match = self.match
        assert match is not None
        self.board.show(match.board, match.overfull_flags(), marked)
        self._cards["mines"].show(str(match.game.mines_left))
        self._cards["score"].show(str(match.game.score))
        self._cards["lives"].show(str(match.game.lives))
        self._show_time(match)
        goes_on = match.outcome is Outcome.PLAYING
        self._hint.configure(state="normal" if goes_on else "disabled")
        if not goes_on:
            self._announce(match)
        elif self._timer is None and match.first is not None:
            self._timer = self.after(TICK, self._tick)

    def _announce(self, match: Match) -> None:
        self._stop()
        took = f"Time {clock(match.game.seconds)}, score {match.game.score}."
        figures = match.figures()
        lines = [ending(match), took, figures_text(figures) if figures else "", self._best(match)]
        won = match.outcome is Outcome.WON
        self._say(
            "\n".join(filter(None, lines)), GOOD_BACK if won else BAD_BACK, GOOD if won else BAD
        )

    def _best(self, match: Match) -> str:
        """The best time of this level, in a sentence; empty if the match does not count."""
        try:
            best = note_time(match, self._best_times) if self._best_times else None
        except BestTimesError as error:
            return str(error)
        if best is None:
            return ""
        if not best.is_new:
            return f"Best time: {best.seconds:.2f} s."
        before = "" if best.before is None else f" Before: {best.before:.2f} s."
        return f"New best time: {best.seconds:.2f} s!{before}"

    def _tick(self) -> None:
        self._timer = None
        assert self.match is not None
        if self.match.game.tick():
            self._show_time(self.match)
            self._timer = self.after(TICK, self._tick)
        else:
            self._show()

    def _show_time(self, match: Match) -> None:
        limit = match.game.rules.seconds
        if limit is None:
            self._cards["time"].show(clock(match.game.seconds))
            return
        left = max(0, math.ceil(limit - match.game.seconds))
        self._cards["time"].show(clock(left), BAD if left <= LAST_SECONDS else TEXT)

    def _stop(self) -> None:
        if self._timer is not None:
            self.after_cancel(self._timer)
            self._timer = None

    def _say(self, text: str, back: str = BACK, colour: str = TEXT) -> None:
        weight = "strong" if colour != TEXT else "text"
        is_long = len(text) > LONG or text.count("\n") >= 2
        font = self._theme.fonts["small" if is_long else weight]
        self._said.configure(text=text, background=back, foreground=colour, font=font)


def _shortened(reason: str) -> str:
    """The first proof of a reason. If there are several, each of them is enough."""
    first, _, others = reason.partition("; ")
    return f"{first}." if others else first
