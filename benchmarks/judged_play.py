"""Plays games whose truth is known, and judges every claim and every click of the bot by it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from rich.table import Table

from solver_bot.board import COVERED, Board, Outcome
from solver_bot.bot import (
    Action,
    Bot,
    Decided,
    Event,
    GameResult,
    Hands,
    NoBoard,
    Result,
    Wishes,
)
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.region import Region
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import save_picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin


@dataclass(frozen=True, slots=True)
class Truth:
    """How a game truly ended, and the mines that are known."""

    outcome: Outcome
    mines: frozenset[int]

    @classmethod
    def of(cls, board: Board, outcome: Outcome | None = None) -> Truth:
        """The truth that a board shows."""
        mines = frozenset(c for c in range(len(board.cells)) if board.is_shown_mine(c))
        return cls(outcome or board.outcome(), mines)


@dataclass(frozen=True, slots=True)
class Stand:
    """A new game on the screen, and what is known of it.

    Attributes:
        region: what the bot sees of the screen.
        lattice: where the cells are, in pixels of the screen.
        skins: the skins that the bot knows.
        mines: the mine total that it is told, if any.
        truth: tells the truth after clicks on these cells; None if it can't be told.
        pointed_out: whether the bot is told that the region is that of the game.

    """

    region: Region
    lattice: Lattice
    skins: Sequence[Skin]
    mines: int | None
    truth: Callable[[Sequence[int]], Truth | None]
    pointed_out: bool = False


@dataclass(slots=True)
class Row:
    """The results of one program.

    Attributes:
        outside: the number of clicks beside the board.
        wrong: the number of cells called safe that were mines, and called mines that were safe.
        untrue: the number of games that truly ended otherwise than reported.
        due: the mean number of losses that the odds of all guesses let expect.

    """

    name: str
    games: list[GameResult] = field(default_factory=list)
    no_board: int = 0
    outside: int = 0
    wrong: int = 0
    untrue: int = 0
    due: float = 0.0


class Watched:
    """What the bot clicks and claims, as cells of the true board; -1 is no cell of it."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self.clicks: list[int] = []
        self.claims: set[int] = set()
        self.flags: set[int] = set()
        self.odds: dict[int, float] = {}

    def cell(self, x: float, y: float) -> int:
        """The cell at these pixels of what the bot sees."""
        place, region = self._stand.lattice, self._stand.region
        column = int(np.searchsorted(place.xs, x + region.left, "right")) - 1
        row = int(np.searchsorted(place.ys, y + region.top, "right")) - 1
        if 0 <= column < place.columns and 0 <= row < place.rows:
            return row * place.columns + column
        return -1

    def watch(self, hands: Hands) -> Hands:
        """The same hands, whose clicks are noted."""

        def noted(click: Callable[[float, float], None]) -> Callable[[float, float], None]:
            def act(x: float, y: float) -> None:
                self.clicks.append(self.cell(x, y))
                click(x, y)

            return act

        held = noted(hands.hold) if hands.hold else None
        return replace(hands, open=noted(hands.open), flag=noted(hands.flag), hold=held)

    def tell(self, event: Event) -> None:
        """Note what the bot says."""
        if not isinstance(event, Decided):
            return
        cells = [self.cell(*event.on_screen.centre(cell)) for cell in event.decision.cells]
        if event.decision.action is Action.OPEN:
            self.claims.update(cells)
        elif event.decision.action is Action.FLAG:
            self.flags.update(cells)
        elif event.decision.action is Action.GUESS and set(event.board.cells) != {COVERED}:
            self.odds[cells[0]] = event.decision.odds or 0.0


UNTRUE = {
    Result.WON: {Outcome.LOST, Outcome.PLAYING},
    Result.LOST: {Outcome.WON, Outcome.PLAYING},
    Result.STOPPED: set[Outcome](),
}


def play(stand: Stand, screen: Screen, row: Row, shots: Path | None = None) -> None:
    """Play a game on the desktop, and compare with the truth what the bot did and said."""
    mouse = usual_mouse(screen.desktop)
    wishes = Wishes(mines=stand.mines, max_seconds=90, pointed_out=stand.pointed_out)
    judge(stand, desktop_hands(screen, stand.region, mouse, Stop()), wishes, row)
    if shots:
        number = len(row.games) + row.no_board
        save_picture(shots / f"{row.name}-{number}.png", screen.grab(stand.region))


def judge(stand: Stand, hands: Hands, wishes: Wishes, row: Row) -> None:
    """Play a game with these hands, and compare with the truth what the bot did and said."""
    watched = Watched(stand)
    skins = SkinChoice.of(stand.skins, unknown=True)
    told = ""
    try:
        result = Bot(watched.watch(hands), skins, wishes, watched.tell).play().games[0]
        row.games.append(result)
        told = f"{result.result}, {result.seconds:.1f} s, {result.clicks} clicks, {result.reason}"
    except NoBoard as error:
        row.no_board += 1
        told = f"no board: {error}"
    truth = stand.truth([cell for cell in watched.clicks if cell >= 0])
    row.outside += watched.clicks.count(-1)
    row.due += sum(watched.odds.values())
    if truth:
        row.wrong += len(watched.claims & truth.mines) + len(watched.flags - truth.mines)
        if row.games and "no board" not in told:
            row.untrue += truth.outcome in UNTRUE[row.games[-1].result]
    print(f"{row.name}: {told} (truly {truth.outcome if truth else 'unknown'})", flush=True)


def table(rows: Sequence[Row]) -> Table:
    """All rows as a table."""
    heads = "won", "lost", "losses\ndue", "stopped", "not\nfound", "wrong\ncertain", "untrue"
    shown = Table("", *heads, "clicks\noutside", "s a game")
    for row in rows:
        ends = [game.result for game in row.games]
        shown.add_row(
            row.name,
            f"{ends.count(Result.WON)} of {len(ends) + row.no_board}",
            str(ends.count(Result.LOST)),
            f"{row.due:.1f}",
            str(ends.count(Result.STOPPED)),
            str(row.no_board),
            str(row.wrong),
            str(row.untrue),
            str(row.outside),
            f"{statistics.median(game.seconds for game in row.games):.1f}" if ends else "-",
        )
    return shown
