"""What happened on a board between two looks. Works on cell codes only, not on pixels.

``before`` and ``now`` are cell codes as ``Track`` gives them, of shape (rows, columns). ``clicked``
is a mask of the cells that were clicked in between.
"""

from __future__ import annotations

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
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Mask

_MOST_OPENED_ALONG = 24
"""The most cells that the last clicks of a game may have opened besides the clicked ones."""
_AFTER_LOSS = [*SHOWN_MINES, WRONG_FLAG]


def is_complete(before: Codes, now: Codes, clicked: Mask) -> bool:
    """Whether all tiles can be read and the clicks have taken full effect.

    They have when every clicked cell has changed and every newly empty cell has only open cells
    beside it, or when a mine is shown.
    """
    if UNREADABLE in now:
        return False
    if np.isin(now, list(SHOWN_MINES)).any():
        return True
    if (clicked & (now == before)).any():
        return False
    return not opens_more(before, now)


def opens_more(before: Codes, now: Codes) -> bool:
    """Whether a newly empty cell has covered cells beside it, which means that they will open too.

    A cell also looks empty while a mouse button is held down on it, and the display server may
    delay the release for long.
    """
    fresh = (now == EMPTY) & (before != EMPTY)
    return bool((fresh & with_around(now == COVERED)).any())


def is_same_game(before: Codes, now: Codes) -> bool:
    """Whether every cell that was open is still open and shows the same."""
    was_open = before < COVERED
    return bool((now[was_open] == before[was_open]).all())


def is_new_game(before: Codes, now: Codes) -> bool:
    """Whether a new game has begun: open cells are covered again, or a loss is no longer shown."""
    if UNREADABLE in now or is_lost(now):
        return False
    closed = (before < COVERED) & np.isin(now, list(UNOPENED))
    return bool(closed.any() or is_lost(before))


def is_lost(now: Codes) -> bool:
    """Whether the board shows a mine or a wrong flag, as programs do only after a loss."""
    return bool(np.isin(now, _AFTER_LOSS).any())


def is_won_behind(before: Codes, now: Codes, clicked: Mask, mines: int | None) -> bool:
    """Whether the game is won, judged by what its message leaves visible.

    Hidden cells are taken to be as they were, except the clicked ones, which are taken to be open:
    if one of them had been a mine, the program would show all mines, and a visible mine is not
    shown. A hidden click may also have opened further cells. In that case the win is recognised by
    the flags that programs with such a message put on the mines.
    """
    hidden = now == UNREADABLE
    if is_lost(now) or not np.isin(now, list(UNOPENED)).any():
        return False
    if _is_flagged_by_itself(before, now, clicked):
        return True
    unopened = np.isin(np.where(hidden, before, now), list(UNOPENED)) & ~(hidden & clicked)
    return int(unopened.sum()) == mines


def _is_flagged_by_itself(before: Codes, now: Codes, clicked: Mask) -> bool:
    """Whether every visible unopened cell is flagged, and the program itself set some flags."""
    fresh = (now == FLAG) & (before != FLAG) & ~clicked
    unflagged = np.isin(now, list(UNOPENED)) & (now != FLAG)
    return bool(fresh.any() and not unflagged.any())


def may_be_won(before: Codes, now: Codes, clicked: Mask, mines: int | None) -> bool:
    """Whether the game may have been won while something hides part of the board.

    No visible cell rules it out, and the safe cells that were not clicked are hidden and few
    enough that a click may have opened them along with its own cell.
    """
    hidden = now == UNREADABLE
    if mines is None or is_lost(now) or not hidden.any():
        return False
    seen = np.isin(now, list(UNOPENED))
    unopened = seen | (hidden & ~clicked & np.isin(before, list(UNOPENED)))
    return int(seen.sum()) <= mines and int(unopened.sum()) - mines <= _MOST_OPENED_ALONG


def as_left(before: Codes, now: Codes, clicked: Mask) -> Codes:
    """The board of a won game: a hidden cell is open if it was clicked, else as it was."""
    hidden = now == UNREADABLE
    left = np.where(hidden, before, now)
    left[hidden & clicked & np.isin(before, list(UNOPENED))] = EMPTY  # or a number
    return left.astype(np.uint8)
