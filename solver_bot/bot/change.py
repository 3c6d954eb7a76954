"""What two looks at a board say about what happened in between. Cell codes only, no pixels.

``before`` and ``now`` are cell codes as ``Track`` gives them, of the shape (rows, columns), and
``clicked`` marks the cells that were clicked meanwhile.
"""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    SHOWN_MINES,
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
)
from solver_bot.vision.arrays import Codes, Mask

_MOST_OPENED_ALONG = 24
"""So many cells may have opened with those that were clicked, for the last clicks of a game."""
_AFTER_LOSS = [*SHOWN_MINES, WRONG_FLAG]


def is_complete(before: Codes, now: Codes, clicked: Mask) -> bool:
    """Whether all tiles can be read and no more is to come of the clicks.

    Every clicked cell has changed, and around every cell that came out empty all is open.
    """
    if UNREADABLE in now:
        return False
    if np.isin(now, list(SHOWN_MINES)).any():
        return True
    if (clicked & (now == before)).any():
        return False
    return not opens_more(before, now)


def opens_more(before: Codes, now: Codes) -> bool:
    """Whether a cell came out empty with covered ones beside it, so that these will open too.

    Or a button is held down on it: then it looks empty, and the server may hold it for long.
    """
    fresh = (now == EMPTY) & (before != EMPTY)
    return bool((fresh & _beside(now == COVERED)).any())


def is_same_game(before: Codes, now: Codes) -> bool:
    """Whether all that was open is so still and shows the same."""
    was_open = before < COVERED
    return bool((now[was_open] == before[was_open]).all())


def is_new_game(before: Codes, now: Codes) -> bool:
    """Whether this is the board of a new game."""
    if UNREADABLE in now or is_lost(now):
        return False
    closed = (before < COVERED) & np.isin(now, list(UNOPENED))
    return bool(closed.any() or is_lost(before))


def is_lost(now: Codes) -> bool:
    """Whether anything is seen that a program shows only after a mine was opened."""
    return bool(np.isin(now, _AFTER_LOSS).any())


def is_won_behind(before: Codes, now: Codes, clicked: Mask, mines: int | None) -> bool:
    """Whether the game is won, as far as it is not hidden by the message that says so.

    What is hidden has not changed since it was seen, but for the clicked cells, which are
    open: had one of them been a mine, all mines would be shown, and some of them are seen not
    to be. A click may have opened more than itself there, but then programs that put up a
    message flag the mines after a win.
    """
    hidden = now == UNREADABLE
    if is_lost(now) or not np.isin(now, list(UNOPENED)).any():
        return False
    if _is_flagged_by_itself(before, now, clicked):
        return True
    unopened = np.isin(np.where(hidden, before, now), list(UNOPENED)) & ~(hidden & clicked)
    return int(unopened.sum()) == mines


def _is_flagged_by_itself(before: Codes, now: Codes, clicked: Mask) -> bool:
    """Whether every cell that is seen and not open has a flag, some of which nobody has put."""
    fresh = (now == FLAG) & (before != FLAG) & ~clicked
    unflagged = np.isin(now, list(UNOPENED)) & (now != FLAG)
    return bool(fresh.any() and not unflagged.any())


def may_be_won(before: Codes, now: Codes, clicked: Mask, mines: int | None) -> bool:
    """Whether the game may have been won behind what hides part of the board.

    Nothing that is seen speaks against it, and the safe cells that nobody clicked are few and
    hidden: a click there may have opened them with its own.
    """
    hidden = now == UNREADABLE
    if mines is None or is_lost(now) or not hidden.any():
        return False
    seen = np.isin(now, list(UNOPENED))
    unopened = seen | (hidden & ~clicked & np.isin(before, list(UNOPENED)))
    return int(seen.sum()) <= mines and int(unopened.sum()) - mines <= _MOST_OPENED_ALONG


def as_left(before: Codes, now: Codes, clicked: Mask) -> Codes:
    """The board of a game that is won: what is hidden is as it was, or open if it was clicked."""
    hidden = now == UNREADABLE
    left = np.where(hidden, before, now)
    left[hidden & clicked & np.isin(before, list(UNOPENED))] = EMPTY  # or a number
    return left.astype(np.uint8)


def _beside(cells: Mask) -> Mask:
    """The cells that are one of these, or beside one."""
    return cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
