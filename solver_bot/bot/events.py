"""The player's wishes, the events that the bot reports while it plays, and a session's result."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from solver_bot.board import Board, StartRule
from solver_bot.bot.decision import Decision
from solver_bot.figures import Figures
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to play.

    Attributes:
        games: the number of games.
        dry_run: decide once and click nothing.
        flags: also flag certain mines.
        no_guess: stop a game when nothing is certain.
        delay: seconds to pause after every click.
        mines: the mine total; None takes it from the skin.
        start: what the program promises of the first click; None takes it from the skin.
        max_seconds: the time limit of the whole session.
        between: seconds to pause after a game, so that its end can be seen.
        pointed_out: the player has said where the board is. A grid that is less surely a new game
            may then be tried, such as one of textured cells, which looks much like a brick wall.

    """

    games: int = 1
    dry_run: bool = False
    flags: bool = False
    no_guess: bool = False
    delay: float = 0.0
    mines: int | None = None
    start: StartRule | None = None
    max_seconds: float | None = None
    between: float = 0.0
    pointed_out: bool = False


USUAL = Wishes()
"""One game, with every wish at its default."""


class Result(enum.StrEnum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: how it ended, and the time, clicks and guesses it took.

    Attributes:
        reason: the result in words.
        wrong_certain: the number of cells called safe that were mines.
        reaction_ms: the median time from a settled picture to the next click, in milliseconds;
            None without a click.
        click_seconds: what the game's clicks alone take: their number, times the mean time until a
            click is passed on to the program, measured where no look at the board came between.
        redraw_seconds: the part of ``seconds`` between a batch's last click and the last change
            that the batch made on the screen.
        three_bv: the 3BV of the board; None if its mines are not known in the end.
        solved: the 3BV of what the bot opened; None if that is not known.
        luck: the chance to have survived all guesses; None if it is not known.

    """

    result: Result
    reason: str
    seconds: float
    clicks: int
    guesses: int
    wrong_certain: int
    reaction_ms: float | None
    click_seconds: float = 0.0
    redraw_seconds: float = 0.0
    three_bv: int | None = None
    solved: int | None = None
    luck: float | None = None

    @property
    def figures(self) -> Figures:
        """The players' figures of the game."""
        return Figures(
            self.three_bv, self.solved, self.seconds, self.clicks, self.guesses, self.luck
        )


@dataclass(frozen=True, slots=True)
class Session:
    """All games of a run.

    Attributes:
        halted: why the run ended early; None if it did not.
        impossible: whether it ended early because the board contradicts itself.

    """

    games: tuple[GameResult, ...]
    halted: str | None = None
    impossible: bool = False

    @property
    def won(self) -> int:
        return sum(game.result is Result.WON for game in self.games)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Reported when a board was found: all boards on the screen, and the one that is played."""

    boards: tuple[Extraction, ...]
    chosen: Extraction


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """Reported before every batch: the board as it was read, and the decision.

    Attributes:
        game: the game's number in the session, from 1.
        place: where the cells are in ``picture``.
        on_screen: where the cells are in the whole picture.

    """

    game: int
    board: Board
    decision: Decision
    picture: Picture
    skin: Skin
    place: Lattice
    on_screen: Lattice


@dataclass(frozen=True, slots=True)
class Ended:
    """Reported after every game."""

    game: int
    result: GameResult


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for the player."""

    sentence: str


Event: TypeAlias = Found | Decided | Ended | Said
