"""Counts a player's clicks, guesses and luck while a game is played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from solver_bot.board import WRONG_FLAG, Board
from solver_bot.solve.certain import certain
from solver_bot.solve.odds import Contradiction

MOST_CELLS = 10_000
"""The most cells of a board on which guesses are counted. On larger ones it would slow a move."""


class ScoreSheet:
    """What a player did in one game.

    Attributes:
        clicks: every click, with those that did nothing.
        guesses: how many clicks opened a cell that was not proved safe; None if not counted.
        luck: the product of the chances that each guess opened no mine; None if not known.
        helped: whether cells were opened for the player, or told to be safe.

    """

    def __init__(self, knows_mines: bool = False, at_random: bool = True) -> None:
        """Begin a sheet.

        Args:
            knows_mines: whether the player may know the mines, as on the same board again.
            at_random: whether all layouts that fit what is shown are equally likely.

        """
        self.clicks = 0
        self.guesses: int | None = None if knows_mines else 0
        self.luck: float | None = 1.0 if at_random and not knows_mines else None
        self.helped = knows_mines
        self._safe: frozenset[int] = frozenset()

    def note_opened(self, board: Board, cells: Collection[int]) -> None:
        """Count the guess, if it is one, of a click that opens these cells of the board."""
        if self.guesses is None or self._safe.issuperset(cells):
            return
        if len(board.cells) > MOST_CELLS:
            self.guesses = self.luck = None
            return
        try:
            self._safe = frozenset(certain(board).safe)
        except Contradiction:
            return
        if not self._safe.issuperset(cells):
            self.guesses += 1
            if self.luck is not None:
                chance = chance_of_no_mine(board, cells)
                self.luck = None if chance is None else self.luck * chance


def chance_of_no_mine(board: Board, cells: Collection[int]) -> float | None:
    """The probability that none of these covered cells is a mine; None if it can't be computed.

    It is the product of the chances of one cell after the other, each under the condition that
    those before it are safe. A safe cell whose number is not known is drawn as a wrong flag.
    """
    chance = 1.0
    for cell in sorted(cells):
        odds = certain(board).by_cell[cell]
        if odds is None or odds == 1.0:
            return None if odds is None else 0.0
        chance *= 1 - odds
        codes = bytearray(board.cells)
        codes[cell] = WRONG_FLAG
        board = replace(board, cells=bytes(codes))
    return chance
