"""The text game as a player types it: games of one seed, and what a shown board holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver_bot.board import StartRule
from solver_bot.game.layout import GameId, lay_mines
from solver_bot.game.terminal import Terminal, TerminalOptions

SEED = 3
WIDTH, HEIGHT = 6, 5


def terminal(**setup: Any) -> Terminal:
    """A terminal whose games all have the same seed."""
    return Terminal(TerminalOptions(seeds=[SEED] * 9, **setup))


def answers(*lines: str, **setup: Any) -> list[str]:
    """The answers of a new terminal to these lines, one after the other."""
    asked = terminal(**setup)
    return [asked.answer(line) for line in lines]


def mines(count: int, first: int = 0, start: StartRule = StartRule.SAFE) -> Sequence[int]:
    """The mines of the game that ``new 5 6 COUNT`` starts."""
    return sorted(lay_mines(GameId(WIDTH, HEIGHT, count, start, SEED), first))


def at(cell: int) -> str:
    """A cell as the player types it."""
    return "{} {}".format(*divmod(cell, WIDTH))


def board_of(text: str) -> list[str]:
    """The rows of a shown board, without the numbers on its edges, two characters a cell."""
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    return [line[2:] for line in lines]


def moves(cells: Sequence[int], first: int = 0) -> list[str]:
    """The commands that open every cell but these, on a board that has no empty cell."""
    rest = [cell for cell in range(WIDTH * HEIGHT) if cell not in cells]
    return [f"uncover {at(cell)}" for cell in sorted(rest, key=lambda cell: cell != first)]
