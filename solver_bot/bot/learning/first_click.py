"""Tells by the effect of the first clicks whether what was taken for a new game is Minesweeper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.bot.hands import Halted
from solver_bot.bot.learning.sight import Sight
from solver_bot.bot.occlusion import Front
from solver_bot.solve.explain import place_name
from solver_bot.vision.arrays import Codes, Mask, Picture, board_of

LOST_SIGHT = "The board can't be followed any more: {}."
_NO_EFFECT = (
    "The first click changed nothing. Either this is no Minesweeper, or the game is over, or its "
    "cells are too small to show anything. Start a new game, enlarge its window, or say with "
    "--region where it is."
)
_UNREAD = (
    "The first click, on {}, opened that cell alone, and what it shows can't be read. If it is a "
    "mine, start a new game; if it is a number, open some more cells by hand."
)
_OTHER_EFFECT = (
    "The first click, on {}, did not have the effect that it has in Minesweeper. Nothing more is "
    "clicked."
)


@dataclass(frozen=True, slots=True, eq=False)
class FirstClick:
    """What the first clicks on a board have changed.

    Attributes:
        before: what the cells showed before them: codes, shape (rows, columns).
        now: what they show now.
        clicked: the cells that were clicked.
        repeated: whether these are not the very first clicks on the board.

    """

    before: Codes
    now: Codes
    clicked: Mask
    repeated: bool

    def is_of_the_game(
        self, sight: Sight, front: Front, picture: Picture, said_to_be: bool
    ) -> bool:
        """Whether this is surely Minesweeper; False if the next click shall tell.

        The next click shall tell if the player or the window's title says that this is Minesweeper,
        and the first one changed nothing or opened a single cell that can't be read. If that is a
        mine, the game is over, and three more clicks have no effect.

        Raises:
            Halted: this is not Minesweeper, or that can't be told.

        """
        if (self.now == self.before).all():
            if said_to_be and (not self.repeated or (self.before == UNREADABLE).any()):
                return False
            raise Halted(_NO_EFFECT)
        unread = self.clicked & (self.now == UNREADABLE)
        if sight.is_open_like(picture, unread, self.now):
            return True
        if gone := front.gone:
            raise Halted(LOST_SIGHT.format(gone))
        if not (self._is_alone() and sight.is_odd(picture, unread)):
            raise Halted(_OTHER_EFFECT.format(self._place()))
        if said_to_be:
            return False
        raise Halted(_UNREAD.format(self._place()))

    def _is_alone(self) -> bool:
        """Whether nothing but the clicked cells has changed."""
        others = ~self.clicked & (self.before != UNREADABLE)
        return bool((self.now == self.before)[others].all())

    def _place(self) -> str:
        return place_name(board_of(self.now), int(np.flatnonzero(self.clicked)[0]))
