"""Rounds: games with known mines, and how far a game is at each stage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from solver_bot.board import MINE, NUMBERS, Board, StartRule, neighbours
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from tests.real.desktop import Level

EARLY = 3, 8
"""The least and the most numbers that are open early in a game."""
SHARES = {"middle": 0.45, "late": 0.85}
"""The least share of safe cells that are open at each stage."""


@dataclass(frozen=True, slots=True)
class Round:
    """A game and the clicks that begin it."""

    game_id: GameId
    mines: frozenset[int]
    clicks: tuple[int, ...]


def drawn_round(level: Level, start: StartRule, dice: Random) -> Round:
    """A random game, and clicks that open ``EARLY`` numbers."""
    while True:
        seed = dice.randrange(1_000_000)
        game_id = GameId(level.columns, level.rows, level.mines, start, seed)
        game = Game(game_id)
        clicks: list[int] = []
        while _numbers(game) < EARLY[0]:
            cell = dice.randrange(level.columns * level.rows)
            if cell not in game.mines() and game.uncover(cell):
                clicks.append(cell)
        if _numbers(game) <= EARLY[1]:
            return Round(game_id, game.mines(), tuple(clicks))


def _numbers(game: Game) -> int:
    return game.view().count(NUMBERS - {0})


def full_board(game_id: GameId, mines: Iterable[int]) -> Board:
    """The board with every cell open."""
    mined = frozenset(mines)
    table = neighbours(game_id.width, game_id.height)
    cells = bytes(
        MINE if cell in mined else len(mined & set(around)) for cell, around in enumerate(table)
    )
    return Board(game_id.width, game_id.height, cells, game_id.mines)
