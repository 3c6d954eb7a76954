"""Tells how a game has ended if its whole board is drawn anew.

One program shows flowers on a lake once the game is won. Another dyes its board red once the game
is lost.
"""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EXPLODED, SHOWN_MINES, UNREADABLE
from solver_bot.bot.learning.move import Move
from solver_bot.bot.learning.move_outcome import (
    MoveOutcome,
    ended,
    is_same_game,
    shows_first_loss,
    shows_loss,
    shows_win,
)
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.kinds import ALIKE

_FEWEST_MINES, _FEWEST_OPEN = 3, 8
_MOST_HIDDEN = 0.6
"""The largest share of a board that a message may hide."""


def outcome_anew(
    move: Move, opinion: Opinion, begun: bool, finished: bool
) -> tuple[MoveOutcome, Codes]:
    """How clicks ended if nothing looks as before, and what the board shows.

    ``opinion`` is of the board without what is known of its skin. ``begun`` says whether all cells
    are covered, and ``finished`` whether nothing but mines was left besides the clicked ones.
    """
    before, clicked = move.before, move.clicked
    hit = _hit(move, opinion, begun)
    if hit.any() and move.is_guess:
        return MoveOutcome.LOST, np.where(hit, np.uint8(EXPLODED), before)
    if not opinion.sure:
        return MoveOutcome.OBSCURED, before
    if shows_win(before, opinion.codes, clicked):
        codes = np.where(opinion.codes == UNREADABLE, before, opinion.codes)
        return MoveOutcome.WON, ended(before, codes, clicked, MoveOutcome.WON)
    if not shows_loss(before, opinion.codes, clicked, finished or move.is_proved):
        return MoveOutcome.OBSCURED, before
    codes = np.where(np.isin(opinion.codes, [*SHOWN_MINES]), opinion.codes, before)
    hit = np.isin(opinion.codes, [UNREADABLE, *SHOWN_MINES])
    codes[clicked & (before >= COVERED) & hit] = EXPLODED
    return MoveOutcome.LOST, codes


def _hit(move: Move, opinion: Opinion, begun: bool) -> Mask:
    """The clicked cells that were mines, if they were guessed.

    A cell that shows a mine was one if open cells show what they did. All guessed cells were mines
    if a new game has begun and the click can't have won the last.
    """
    before = move.before
    guessed = move.clicked & (before >= COVERED)
    hit = guessed & (opinion.codes >= COVERED) & opinion.rather_mined
    if not (before < COVERED).any():
        return hit & shows_first_loss(opinion.codes, hit)
    if begun and not move.may_have_finished:
        return guessed
    return hit & is_same_game(before, opinion.codes)


def is_won_anew(tiles: Floats, was_open: Mask, clicked: Mask, mines: Mask, changed: Mask) -> bool:
    """Whether a board that looks quite different shows the certain ``mines`` and nothing else.

    No clicked cell can have been a mine. Masks have the shape (rows, columns), and ``tiles`` are
    the middles of all cells as they look now, shape (cells, values). ``changed`` are those that
    look different from when the game went on.

    Every cell that was open must now look like another such cell, and no mine may. Where that is
    not so, a message hides the board. Any other cell must look open now if it is beside the
    message, and must have been clicked if behind.
    """
    like_open = _like_open(tiles, was_open.ravel()).reshape(was_open.shape)
    hidden = _behind((was_open & ~like_open) | (mines & like_open))
    others = ~was_open & ~mines & np.where(hidden, ~clicked, ~like_open)
    shown = mines & ~hidden
    return bool(
        hidden.mean() <= _MOST_HIDDEN
        and (was_open & ~hidden).sum() >= _FEWEST_OPEN
        and shown.sum() >= _FEWEST_MINES
        and changed[shown].all()
        and not others.any()
    )


def _like_open(tiles: Floats, was_open: Mask) -> Mask:
    """Which tiles look like that of another cell that was open: shape (cells,)."""
    apart = apart_from(tiles, tiles[was_open])
    apart[np.flatnonzero(was_open), np.arange(int(was_open.sum()))] = np.inf
    return np.asarray((apart <= ALIKE).any(1))


def _behind(strange: Mask) -> Mask:
    """The smallest rectangle around these cells, and the cells beside it."""
    hidden = np.zeros(strange.shape, np.uint8)
    rows, columns = np.nonzero(strange)
    if len(rows):
        hidden[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = 1
    return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)) > 0)
