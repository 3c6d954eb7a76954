"""Tells how a game has ended by what a message in front of its board leaves visible."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EXPLODED, UNREADABLE
from solver_bot.bot.learning.drawn_anew import is_won_anew
from solver_bot.bot.learning.move import Move
from solver_bot.bot.learning.move_outcome import (
    MoveOutcome,
    hit_behind,
    is_won_behind,
    is_won_beside,
)
from solver_bot.bot.learning.sight import Sight
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.looks.drawing import inner


def told_around(
    sight: Sight, picture: Picture, seen: Codes, move: Move
) -> tuple[MoveOutcome, Codes]:
    """How the game has ended, and what the board shows; obscured if that is not told.

    ``seen`` are the codes of the picture with hidden cells as unreadable, shape (rows, columns). If
    no cell was open before the clicks, the end is not told.
    """
    before, clicked = move.before, move.clicked
    if not (before < COVERED).any():
        return MoveOutcome.OBSCURED, before
    opinion = sight.opinion(sight.lifted(picture, before))
    flags = (seen == UNREADABLE) & opinion.flag_like
    if is_won_behind(before, seen, clicked, flags, move.is_proved):
        return MoveOutcome.WON, seen
    if move.is_proved and _shows_its_mines(sight, picture, seen, move):
        return MoveOutcome.WON, seen
    hit = hit_behind(before, seen, clicked, flags)
    if move.is_proved or not hit.any():
        return MoveOutcome.OBSCURED, before
    return MoveOutcome.LOST, np.where(hit, np.uint8(EXPLODED), before)


def _shows_its_mines(sight: Sight, picture: Picture, seen: Codes, move: Move) -> bool:
    """Whether the certain mines, as far as they are visible, have changed, and nothing else has."""
    before, clicked, mines = move.before, move.clicked, move.certain()[1]
    if is_won_beside(before, seen, clicked, mines):
        return True
    tiles = inner(sight.tiles(picture, sight.every))
    return is_won_anew(tiles, before < COVERED, clicked, mines, sight.changed(picture))
