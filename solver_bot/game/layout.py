"""Games by name, and where their mines are.

A game is named by an ID that recreates it, such as ``30x16n99s#7``: width, height, mines, the
first letter of the start rule, and the seed. Python promises that ``random.Random(seed).random()``
gives the same numbers in every version, and nothing else here is random.
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
"""Characters; of numbers as long as that Python reads none."""


class GameError(ValueError):
    """A game that can't be: its ID is no ID, the mines do not fit, or a cell is off the board."""


@dataclass(frozen=True, slots=True)
class GameId:
    """All that tells one game from another. ``str()`` gives the ID, ``parse_game_id`` reads it.

    Raises:
        GameError: no cells, a negative seed, or not at least one cell left without a mine.

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
    """The game that an ID names.

    Raises:
        GameError: the text is no ID, or of a game that can't be.

    """
    found = _ID.fullmatch(text.strip())
    if found is None or len(text) > _LONGEST:
        raise GameError(f"{text[:40]!r} is no game ID; one looks like 30x16n99s#7")
    width, height, mines, letter, seed = found.groups()
    return GameId(int(width), int(height), int(mines), _STARTS[letter], int(seed))


Layer = Callable[["GameId", int], Collection[int]]
"""Lays the mines of a game once its first opened cell is known."""


def lay_mines(game: GameId, first: int) -> list[int]:
    """The mines of a game whose first opened cell is ``first``.

    The seed shuffles all cells. The mines are the first cells of that order on which the start
    rule lets a mine be: with ``safe`` all but the first cell, with ``zero`` all but that and its
    neighbours. Where the mines don't fit elsewhere, those neighbours take the rest, the first in
    the order first; the first cell itself has no mine even then.

    So all layouts that keep the rule are equally likely, which is what the solver's odds assume;
    and a mine that the rule sends away moves to any free cell with equal chance, while the others
    stay. The shuffle is Fisher and Yates', as far as it is needed.
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


def given(mines: Collection[int]) -> Layer:
    """Lays these mines, wherever the first opened cell is: the same board again, or a drawn one."""
    return lambda _game, _first: mines


def _kept_free(game: GameId, first: int) -> Collection[int]:
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
