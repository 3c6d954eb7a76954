"""Game IDs, and the mines of each game.

An ID such as ``30x16n99s#7`` recreates a game. It consists of the width, the height, the number of
mines, the first letter of the start rule, and the seed. Python promises that
``random.Random(seed).random()`` returns the same numbers in every version, and the mines depend on
nothing else that is random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random

from solver_bot.board import StartRule

_STARTS = {"s": StartRule.SAFE, "z": StartRule.ZERO, "n": StartRule.NONE}
_ID = re.compile(r"([0-9]+)x([0-9]+)n([0-9]+)([szn])#([0-9]+)")
_LONGEST = 1000
"""The most characters of an ID. Python refuses to read much longer numbers."""


class GameError(ValueError):
    """A game that cannot be played: a wrong ID, mines that do not fit, or a cell off the board."""


@dataclass(frozen=True, slots=True)
class GameId:
    """What identifies a game. ``str()`` writes the ID, and ``parse_game_id`` reads it.

    Raises:
        GameError: the board has no cells, the mines leave no cell free, or the seed is negative.

    """

    width: int
    height: int
    mines: int
    start: StartRule
    seed: int

    def __post_init__(self) -> None:
        size = f"{self.width}x{self.height}"
        if self.width < 1 or self.height < 1:
            raise GameError(f"a board of {size} cells is not possible")
        if not 0 <= self.mines < self.width * self.height:
            most = self.width * self.height - 1
            raise GameError(f"{self.mines} mines do not fit: on {size} cells there may be 0-{most}")
        if self.seed < 0:
            raise GameError(f"the seed {self.seed} is negative")

    def __str__(self) -> str:
        return f"{self.width}x{self.height}n{self.mines}{self.start.value[0]}#{self.seed}"


def parse_game_id(text: str) -> GameId:
    """Read an ID.

    Raises:
        GameError: the text is not an ID, or its game is impossible.

    """
    found = _ID.fullmatch(text.strip())
    if found is None or len(text) > _LONGEST:
        raise GameError(f"{text[:40]!r} is not a game ID; one looks like 30x16n99s#7")
    width, height, mines, letter, seed = found.groups()
    return GameId(int(width), int(height), int(mines), _STARTS[letter], int(seed))


Layer = Callable[["GameId", int], Collection[int]]
"""A function that places the mines of a game once the first opened cell is known."""


def lay_mines(game: GameId, first: int) -> list[int]:
    """The mines of a game whose first opened cell is ``first``.

    The seed shuffles all cells. The mines are the first cells in that order that the start rule
    allows. With ``safe``, the first opened cell is not allowed. With ``zero``, neither it nor its
    neighbours are. If the mines do not fit elsewhere, the neighbours take the rest, in the same
    order. The first opened cell has no mine even then.

    All layouts that keep the rule are equally likely, as the solver's odds assume. A mine that the
    rule does not allow moves to a random free cell, and the other mines stay. The shuffle is that
    of Fisher and Yates, stopped once there are enough mines.
    """
    kept = _kept_free(game, first)
    size = game.width * game.height
    cells = list(range(size))
    draw = Random(game.seed).random
    mines: list[int] = []
    late: list[int] = []
    for place in range(min(size, game.mines + len(kept))):
        other = place + int(draw() * (size - place))
        cell = cells[other]
        cells[other] = cells[place]
        (late if cell in kept else mines).append(cell)
    mines += [cell for cell in late if cell != first]
    return mines[: game.mines]


def given_mines(mines: Collection[int]) -> Layer:
    """A layer that places these mines, whichever cell is opened first."""
    return lambda _game, _first: mines


def _kept_free(game: GameId, first: int) -> Collection[int]:
    """The cells that the start rule keeps free of mines."""
    if game.start is StartRule.NONE:
        return ()
    if game.start is StartRule.SAFE:
        return (first,)
    row, column = divmod(first, game.width)
    return frozenset(
        r * game.width + c
        for r in range(max(row - 1, 0), min(row + 2, game.height))
        for c in range(max(column - 1, 0), min(column + 2, game.width))
    )
