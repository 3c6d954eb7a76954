"""A board in an unknown skin that is followed: where it is, and what it showed last."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board
from solver_bot.bot.hands import Hands
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.move import Move, certain_on
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.site import Site
from solver_bot.bot.learning.stillness import Stillness
from solver_bot.bot.occlusion import Front
from solver_bot.vision.arrays import Codes, Mask, Picture, board_of


@dataclass(slots=True)
class FollowedBoard:
    """A board on the screen. Codes and masks have the shape (rows, columns).

    Attributes:
        hands: what captures it.
        site: where it is, and what is known of its skin.
        front: the window that it is drawn in.
        codes: what its cells showed when it was read last.
        mines: the number of mines; None if it is not known.

    """

    hands: Hands
    site: Site
    front: Front
    codes: Codes
    mines: int | None

    @property
    def board(self) -> Board:
        """The board as last seen."""
        return board_of(self.codes, self.mines)

    @property
    def picture(self) -> Picture:
        """The board with some margin, as last seen."""
        return self.site.stillness.picture

    @property
    def learner(self) -> Learner:
        return self.site.learner

    @property
    def stillness(self) -> Stillness:
        return self.site.stillness

    @property
    def is_new_game(self) -> bool:
        """Whether all cells look covered."""
        return self.learner.sight.is_new_game(self.picture)

    @property
    def is_all_mines(self) -> bool:
        """Whether all cells that are left are certainly mines."""
        return np.array_equal(certain_on(self.codes, self.mines)[1], self.codes >= COVERED)

    @property
    def is_hidden(self) -> bool:
        """Whether something hides part of the board."""
        if (self.codes == UNREADABLE).any():
            return True
        return bool((self.as_seen(self.move()) == UNREADABLE).any())

    def nothing(self) -> Mask:
        """A mask of no cell."""
        return np.zeros(self.codes.shape, np.bool_)

    def move(self, clicked: Collection[int] = (), late: Mask | None = None) -> Move:
        """Clicks on these cells of the board as it was read last, and on the ``late`` cells."""
        mask = self.nothing() if late is None else late & (self.codes == COVERED)
        mask.flat[list(clicked)] = True
        return Move.on(self.codes, mask, self.mines)

    def read(self, move: Move) -> MoveOutcome:
        """Read the board, and learn from it unless it is hidden or the game has ended."""
        with self.hands.thinking():
            outcome, self.codes = self.learner.read(self.stillness.calm(), move)
        return outcome

    def as_seen(self, move: Move) -> Codes:
        """The codes as seen now, with hidden cells as unreadable."""
        return self.learner.as_seen(self.stillness.calm(), move)
