"""Shows what the bot does while it plays: sentences, and a live table in a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from solver_bot.board import UNOPENED, UNREADABLE
from solver_bot.bot import Action, Decided, Decision, Ended, Event, Found, Said
from solver_bot.solve.explain import place_name

_MOST_NAMED = 2


@contextmanager
def display(games: int, waits_for: Callable[[], str] = str) -> Iterator[Callable[[Event], object]]:
    """Report events on standard error, with a live table if it is a terminal.

    ``waits_for`` returns what is not ready yet, or an empty text.
    """
    console = Console(stderr=True)
    board = Scoreboard(console, games, waits_for)
    if not console.is_terminal:
        yield board.note
        return
    with Live(get_renderable=board.table, console=console, refresh_per_second=8):
        yield board.note


class Scoreboard:
    """Counts the bot's events for the table, and prints those that the player should read."""

    def __init__(self, console: Console, games: int, waits_for: Callable[[], str] = str) -> None:
        self._console = console
        self._waits_for = waits_for
        self._games = games
        self._began: float | None = None
        self._game = self._won = self._played = self._guesses = self._opened = 0
        self._open = 0
        self._guess: tuple[int, Decision] | None = None

    def note(self, event: Event) -> None:
        """Count and print one event."""
        if isinstance(event, Found):
            self._say(_found_text(event))
        elif isinstance(event, Said):
            self._say(event.sentence)
        elif isinstance(event, Decided):
            self._decided(event)
        elif isinstance(event, Ended):
            self._ended(event)

    def _decided(self, event: Decided) -> None:
        self._began = self._began or time.monotonic()
        now_open = len(event.board.cells) - event.board.count(UNOPENED | {UNREADABLE})
        if event.game == self._game:
            self._opened += max(0, now_open - self._open)
        self._game, self._open = event.game, now_open
        # The bot repeats a click that had no effect, and reports the same guess again.
        if event.decision.action is Action.GUESS and self._guess != (event.game, event.decision):
            self._guess = event.game, event.decision
            self._guesses += 1
            place = place_name(event.board, event.decision.cells[0])
            self._say(f"Game {event.game}: guess at {place}, {_chance(event)}")

    def _ended(self, event: Ended) -> None:
        """Count and print a game. The summary is enough for a single game without a click."""
        result = event.result
        if not (self._games > 1 or result.clicks):
            return
        self._played += 1
        self._won += result.result == "won"
        self._say(f"Game {event.game}: {result.result}, {result.seconds:.2f} s. {result.reason}")

    def _say(self, sentence: str) -> None:
        self._console.print(sentence, highlight=False, markup=False)

    def table(self) -> Table | Text:
        """The table as it stands, or a text while no game has begun."""
        waits_for = self._waits_for()
        if not self._game:
            return Text(f"Looking for a board ... {waits_for}".rstrip())
        columns = "Game", "Won", "Win rate", "Guesses", "Cells a second"
        table = Table(*columns, caption=waits_for or None)
        rate = f"{self._won / self._played:.0%}" if self._played else "-"
        passed = time.monotonic() - self._began if self._began else 0
        speed = f"{self._opened / passed:.0f}" if passed else "-"
        game = f"{self._game} of {self._games}"
        table.add_row(game, str(self._won), rate, str(self._guesses), speed)
        return table


def _chance(event: Decided) -> str:
    """The odds of a guess in words, with what it takes doubtful cells to show."""
    decision = event.decision
    if decision.odds is None:
        return "odds unknown"
    assumed = [
        f"{place_name(event.board, cell)} shows {number or 'nothing'}"
        for cell, number in decision.assumed
    ]
    about = "about " if event.board.mines is None else ""  # one cell in five is taken for a mine
    if not assumed or decision.odds_if_assumed is None:
        return f"{about}{decision.odds:.1%} a mine"
    others = len(assumed) - _MOST_NAMED
    more = [f"{others} more {'are' if others > 1 else 'is'} read right"] if others > 0 else []
    shown = " and ".join(assumed[:_MOST_NAMED] + more)
    certain = f"{decision.odds_if_assumed:.1%} if, as it seems, {shown}"
    return f"at most {about}{decision.odds:.1%} a mine: {certain}"


def _found_text(event: Found) -> str:
    chosen = event.chosen
    board, place = chosen.board, chosen.lattice
    skin = chosen.skin.name if chosen.skin.known else "an unknown skin"
    what = f"{skin}, {board.width}x{board.height} cells at {place.left:.0f},{place.top:.0f}"
    if len(event.boards) == 1:
        return f"Found {what}."
    return (
        f"Found {len(event.boards)} boards. Playing the largest that is not over: {what}. "
        "Choose another with --region or --skin."
    )
