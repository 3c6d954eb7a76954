"""What the bot is asked for, what it tells while it plays, and how a session comes out."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from solver_bot.board import Board, StartRule
from solver_bot.bot.decision import Decision
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to play.

    Attributes:
        games: how many games.
        dry_run: decide once and click nothing.
        flags: also flag what is certainly a mine.
        no_guess: end a game where nothing is certain.
        delay: seconds after every click.
        mines: the mine total; None leaves it to the skin.
        start: what the first click promises; None leaves it to the skin.
        max_seconds: how long the whole session may take.
        between: seconds that the end of a game is left to be seen before the next begins.
        pointed_out: the player has said where the board is, so that a grid of cells that are
            pictures, as a brick wall is too, may be tried as a new game.

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
"""One game, with nothing special wished."""


class Result(enum.StrEnum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: how it ended and what it took.

    Attributes:
        reason: the result in words.
        wrong_certain: cells called safe that were mines.
        reaction_ms: the median time from a settled picture to the click that follows.
        click_seconds: the part of ``seconds`` that went into clicking.
        redraw_seconds: the part from a batch's last click to the last change that it made.

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


@dataclass(frozen=True, slots=True)
class Session:
    """All games of a run, and why it ended before its time, if it did.

    ``impossible`` is set where that was a board that contradicts itself.
    """

    games: tuple[GameResult, ...]
    halted: str | None = None
    impossible: bool = False

    @property
    def won(self) -> int:
        return sum(game.result is Result.WON for game in self.games)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Told once: the boards on the screen, and which of them is played."""

    boards: tuple[Extraction, ...]
    chosen: Extraction


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """Told before every batch: what is seen, what will be done.

    Attributes:
        place: where the cells are in the picture.

    """

    game: int
    board: Board
    decision: Decision
    picture: Picture
    skin: Skin
    place: Lattice


@dataclass(frozen=True, slots=True)
class Ended:
    """Told after every game."""

    game: int
    result: GameResult


@dataclass(frozen=True, slots=True)
class Said:
    """Told where the player should know something."""

    sentence: str


Event: TypeAlias = Found | Decided | Ended | Said
