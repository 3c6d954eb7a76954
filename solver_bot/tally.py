"""Results of simulated games: how they are counted, saved, resumed, merged and compared.

A file of results has one JSON object a line, each complete in itself: what was played, the number
of the first game and one character a game, ``1`` won and ``0`` lost. So a file may hold anything,
two files become one by putting one behind the other, and a line that was cut off while it was
written costs no more than itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from solver_bot.board import StartRule

Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""


class TallyError(ValueError):
    """Results that can't be read, or contradict each other."""


@dataclass(frozen=True, slots=True)
class Level:
    """A board size with its number of mines, and what it is called."""

    name: str
    width: int
    height: int
    mines: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: everything that decides how game number ``n`` ends.

    Attributes:
        nodes: the strategy's budget for one move, in positions looked at; None: its own.
        seed: with a game's number it gives that game's mines.

    """

    level: Level
    start: StartRule
    strategy: str
    nodes: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of consecutive games.

    Attributes:
        solver: fingerprint of the program that played.
        first: the number of the first of them.
        won: one character a game, ``1`` won and ``0`` lost.
        guesses: how many cells were opened that were not certain, the first of a game left out.
        wrong_certain: the games in which a cell called safe was a mine: there should be none.
        cpu_seconds: processor time of the playing thread.

    """

    setup: Setup
    solver: str
    first: int
    won: str
    guesses: int
    wrong_certain: tuple[int, ...]
    cpu_seconds: float


@dataclass(slots=True)
class Tally:
    """Counted results of one setup.

    Attributes:
        results: the results by game number; None where a game is not known.

    """

    results: dict[int, bool] = field(default_factory=dict)
    guesses: int = 0
    cpu_seconds: float = 0.0
    played: int = 0
    wrong_certain: list[int] = field(default_factory=list)

    def add(self, chunk: Chunk) -> None:
        for number, won in enumerate(chunk.won, chunk.first):
            self.results[number] = won == "1"
        self.guesses += chunk.guesses
        self.cpu_seconds += chunk.cpu_seconds
        self.played += len(chunk.won)
        self.wrong_certain += chunk.wrong_certain


def wilson(won: int, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval of the win rate, as shares, for ``won`` of ``games`` (E. B. Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    rate, weight = won / games, z * z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(rate * (1 - rate) / games + weight / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
