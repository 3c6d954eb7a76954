"""What a move has come to on a board whose mines and flags nobody has seen yet.

Only cell codes are looked at. A click opens its cell, and an empty cell opens all around it; on the
board of a game that goes on nothing else happens. What else changes tells of its end.
"""

from __future__ import annotations

import enum

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    SHOWN_MINES,
    UNREADABLE,
    WRONG_FLAG,
    Board,
)
from solver_bot.vision.arrays import Codes, Mask

_AROUND = np.ones((3, 3), np.uint8)
_FEW = 2
"""So many changed mines are no chance."""


class MoveOutcome(enum.Enum):
    """What a move has come to."""

    GOES_ON = enum.auto()
    WON = enum.auto()
    LOST = enum.auto()
    OBSCURED = enum.auto()


def judge(before: Codes, now: Codes, clicked: Mask) -> MoveOutcome:
    """What the clicks have come to, where ``now`` has unreadable cells for all that is new.

    Lost: a clicked cell shows something that is no number, and others that no click has opened
    have changed too. Won: whatever was left has changed by itself, and it is just the mines.
    Obscured: what was open looks different, or the change makes no sense.
    """
    if np.isin(now, [*SHOWN_MINES, WRONG_FLAG]).any():
        return MoveOutcome.LOST
    was_open = before < COVERED
    if (now != before)[was_open].any():
        return MoveOutcome.OBSCURED
    strange = strangers(before, now, clicked)
    if not strange.any():
        return MoveOutcome.GOES_ON
    if (clicked & (now == UNREADABLE)).any():
        return MoveOutcome.LOST
    left = now >= COVERED
    if (strange | (now == FLAG))[left].all() and _are_mines_of_all_numbers(now, left):
        return MoveOutcome.WON
    return MoveOutcome.OBSCURED


def strangers(before: Codes, now: Codes, clicked: Mask) -> Mask:
    """The cells that were covered, and now show neither that nor a number, though not opened."""
    opened = clicked | (cv2.dilate((now == EMPTY).astype(np.uint8), _AROUND) == 1)
    return np.asarray((before >= COVERED) & (now != before) & (now > COVERED) & ~opened)


def ended(before: Codes, now: Codes, clicked: Mask, verdict: MoveOutcome) -> Codes:
    """The codes with mines or flags for what the end of the game has shown."""
    codes = now.copy()
    strange = strangers(before, now, clicked) & (now == UNREADABLE)
    codes[strange] = FLAG if verdict is MoveOutcome.WON else MINE
    if verdict is MoveOutcome.LOST:
        codes[clicked & (now == UNREADABLE)] = EXPLODED
    return codes


def _are_mines_of_all_numbers(now: Codes, mines: Mask) -> bool:
    """Whether these cells as mines make every number right."""
    cells = np.where(mines, np.uint8(MINE), now).astype(np.uint8)
    board = Board(cells.shape[1], cells.shape[0], cells.tobytes())
    return not board.status() and bool((now < COVERED).any())


def is_won_behind(before: Codes, now: Codes, clicked: Mask, flags: Mask, proved: bool) -> bool:
    """Whether the game is won, as far as it is not hidden by a message in front of the board.

    Then every cell that is seen and not open has changed by itself, and what was clicked shows
    numbers, or is hidden and was ``proved`` to be safe. ``flags`` are cells that look like flags.
    """
    seen = ~_hidden(before, now, flags)
    strange = strangers(before, now, clicked) & seen
    if not strange.any() or ((now == COVERED) & seen).any():
        return False
    shown = clicked & seen
    return bool((now[shown] < COVERED).all() and (proved or shown.any()))


def is_won_beside(before: Codes, now: Codes, clicked: Mask, mines: Mask) -> bool:
    """Whether all mines that are seen beside a message have changed by themselves.

    So they do after a win, in many programs. Nothing else may be left there: what was neither open
    nor clicked has to be one of the certain ``mines``.
    """
    left = (before >= COVERED) & ~clicked & ~_message(before, now)
    changed = (now != before) & (now > COVERED)
    return bool(left.sum() >= _FEW and (changed & mines)[left].all())


def _message(before: Codes, now: Codes) -> Mask:
    """The rectangle of cells in which open ones look different."""
    rows, columns = np.nonzero((before < COVERED) & (now != before))
    hidden = np.zeros(before.shape, np.bool_)
    if len(rows):
        hidden[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = True
    return hidden


def _hidden(before: Codes, now: Codes, flags: Mask) -> Mask:
    """Where a message stands.

    It may reach a little into the next cells, where these are neither read nor flags.
    """
    hidden = _message(before, now)
    beside = cv2.dilate(hidden.astype(np.uint8), _AROUND) == 1
    return np.asarray(hidden | (beside & (now == UNREADABLE) & ~flags))
