"""Tells how a move ended, in a skin whose pictures of mines and flags are not known yet.

Works on cell codes only. A click opens its cell, and an empty cell opens all cells around it.
Nothing else changes while a game goes on, so any other change is a sign of its end.
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
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
)
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Mask, board_of
from solver_bot.vision.boards.reading import largest_rectangle

_STILL_THERE = 0.1
"""The least share of open cells that must show the same around a message to tell an end."""
_FEW = 2
"""The least number of changed mines that is not taken for chance."""
MOST_MINES = 1 / 3
"""The largest share of a board's cells that a lost game shows as mines. If columns have become
wider, covered cells with a sign may look like mines: 46 of 100 did."""
_FEWEST_OPENED = 4
"""This many changed cells or more that touch one another and a click are no mines."""
_READ_AGAIN = 0.5
"""The least share of open cells that show the same where the board was read anew."""


class MoveOutcome(enum.Enum):
    """How a move ended."""

    GOES_ON = enum.auto()
    WON = enum.auto()
    LOST = enum.auto()
    OBSCURED = enum.auto()


def judge(before: Codes, now: Codes, clicked: Mask) -> MoveOutcome:
    """How the clicks ended. Cells with an unknown picture are unreadable in ``now``.

    Won: every remaining cell has changed by itself, and the remaining cells are exactly the mines.
    Some programs show them as mines then, too. Lost: a mine is shown; or a clicked cell shows
    something other than a number, and cells that no click opened have changed too. Obscured: an
    open cell looks different, or the change fits neither end.
    """
    strange = strangers(before, now, clicked)
    was_open = before < COVERED
    altered = bool((now != before)[was_open].any())
    if strange.any() and not altered and _is_won(now, clicked, strange):
        return MoveOutcome.WON
    if np.isin(now, [*SHOWN_MINES, WRONG_FLAG]).any():
        return MoveOutcome.LOST
    if altered:
        return MoveOutcome.OBSCURED
    if not strange.any():
        return MoveOutcome.GOES_ON
    lost = (clicked & (now == UNREADABLE)).any()
    return MoveOutcome.LOST if lost else MoveOutcome.OBSCURED


def _is_won(now: Codes, clicked: Mask, strange: Mask) -> bool:
    """Whether all clicked cells are open, and all others are mines that changed or have flags."""
    left = now >= COVERED
    changed = (strange | (now == FLAG)) & (now != WRONG_FLAG)
    opened = bool((now[clicked] < COVERED).all())
    return opened and bool(changed[left].all()) and _are_mines_of_all_numbers(now, left)


def shows_loss(before: Codes, anew: Codes, clicked: Mask, safe: bool) -> bool:
    """Whether the board, read anew without what is known of its skin, shows that the game is lost.

    Some programs draw the whole board in other colours at the end, so that nothing looks as before.
    Covered cells must show mines. A won game may show its mines too, so clicks that all show
    numbers have lost nothing. If they were ``safe``, or have finished the game, one must show a
    mine: a message may hide numbers.
    """
    shown = np.isin(anew, [*SHOWN_MINES])
    hit = shown[clicked].any() if safe else (anew[clicked] >= COVERED).any()
    if clicked.any() and not hit:
        return False
    return is_same_game(before, anew) and int(shown.sum()) >= _FEW


def shows_first_loss(anew: Codes, clicked: Mask) -> bool:
    """Whether the board, read anew, shows mines, a clicked one among them. No cell was open before.

    It shows only covered cells and mines, except behind a message. Or it shows all: no cell is
    covered, and each number is right if all other cells are mines, unread ones too.
    """
    shown = np.isin(anew, [MINE, EXPLODED])
    hidden = largest_rectangle(anew == UNREADABLE)
    if not (np.isin(anew, [*UNOPENED, MINE, EXPLODED]) | hidden).all():
        shown |= anew == UNREADABLE
        if (shown != (anew >= COVERED)).any() or not _are_mines_of_all_numbers(anew, shown):
            return False
    return bool(shown[clicked].any() and _FEW <= shown.sum() <= MOST_MINES * shown.size)


def shows_win(before: Codes, anew: Codes, clicked: Mask) -> bool:
    """Whether the board, read anew without what is known of its skin, shows that the game is won.

    All clicked cells show numbers, and nothing is seen covered: all mines have become flags or
    mines, and no number contradicts them.
    """
    left = (before >= COVERED) & (anew >= COVERED)
    marked = left & np.isin(anew, [FLAG, *SHOWN_MINES])
    opened = clicked.any() and (anew[clicked] < COVERED).all()
    if not opened or marked.sum() < _FEW or (left & ~marked & (anew != UNREADABLE)).any():
        return False
    cells = np.where(anew == UNREADABLE, np.where(left, anew, before), anew)
    return is_same_game(before, anew) and _are_mines_of_all_numbers(cells, marked)


def is_same_game(before: Codes, anew: Codes) -> bool:
    """Whether at least half of the open cells show the same, and none anything else."""
    was_open = before < COVERED
    seen = anew[was_open]
    same = seen == before[was_open]
    other = ~same & (seen != UNREADABLE)
    return bool(same.any() and same.mean() >= _READ_AGAIN and not other.any())


def strangers(before: Codes, now: Codes, clicked: Mask) -> Mask:
    """The covered cells that changed by themselves to something other than a number."""
    changed = (before >= COVERED) & (now != before)
    opened = clicked | with_around(now == EMPTY)
    opened |= with_around(_maybe_empty(changed & (now == UNREADABLE), now, opened))
    return np.asarray(changed & (now > COVERED) & ~opened)


def is_opened_area(before: Codes, now: Codes, clicked: Mask, strange: Mask) -> bool:
    """Whether clicks have opened all that has changed, although some cells are ``strange``.

    The strange cells touch clicked ones through changed cells, and some cells have stayed covered.
    Mines would be shown all over the board.
    """
    changed = (before >= COVERED) & (now != before)
    _, patches = cv2.connectedComponents((changed | clicked).astype(np.uint8), connectivity=8)
    own = np.isin(patches, np.unique(patches[clicked]))
    left = (now == COVERED) & (before == COVERED)
    many = (changed & own).sum() >= _FEWEST_OPENED
    return bool(many and own[strange].all() and left.any())


def _maybe_empty(unread: Mask, now: Codes, opened: Mask) -> Mask:
    """Which of the unread cells may be empty: those in areas that were ``opened``.

    All cells around an empty one are open. What empty cells look like need not be known yet. If no
    cell is unopened any more, the unread cells are the mines that are left.
    """
    if not np.isin(now, [*UNOPENED]).any():
        return np.zeros_like(unread)
    bare: Mask = unread & ~with_around(np.isin(now, [*UNOPENED]))
    _, patches = cv2.connectedComponents(bare.astype(np.uint8), connectivity=8)
    return np.asarray(bare & np.isin(patches, np.unique(patches[opened & bare])))


def ended(before: Codes, now: Codes, clicked: Mask, outcome: MoveOutcome) -> Codes:
    """The codes with the unreadable cells that changed by themselves as flags or mines.

    After a win they are flags, and so are mines. Otherwise they are mines, and after a loss the
    clicked cells that show a mine or can't be read are exploded ones. A program may draw the mine
    that was hit like the others, and may open all other cells, as after a win.
    """
    codes = now.copy()
    if outcome is MoveOutcome.WON:
        codes[np.isin(now, [*SHOWN_MINES])] = FLAG
    strange = strangers(before, now, clicked) & (now == UNREADABLE)
    codes[strange] = FLAG if outcome is MoveOutcome.WON else MINE
    if outcome is MoveOutcome.LOST:
        codes[clicked & np.isin(now, [UNREADABLE, MINE])] = EXPLODED
    return codes


def _are_mines_of_all_numbers(now: Codes, mines: Mask) -> bool:
    """Whether every number is right if exactly these cells are mines."""
    cells = np.where(mines, np.uint8(MINE), now).astype(np.uint8)
    return not board_of(cells).status() and bool((now < COVERED).any())


def is_won_behind(before: Codes, now: Codes, clicked: Mask, flags: Mask, proved: bool) -> bool:
    """Whether the game is won, judged by what a message in front of the board leaves visible.

    It is won if every visible unopened cell has changed by itself and every visible clicked cell
    shows a number. If no clicked cell is visible, they must have been ``proved`` safe. ``flags``
    marks the cells that look like flags. If hardly an open cell shows what it did, it is not: this
    may be another board or none.
    """
    seen = ~_hidden(before, now, flags)
    strange = strangers(before, now, clicked) & seen
    if not strange.any() or not _is_still_there(before, now) or ((now == COVERED) & seen).any():
        return False
    shown = clicked & seen
    return bool((now[shown] < COVERED).all() and (proved or shown.any()))


def hit_behind(before: Codes, now: Codes, clicked: Mask, flags: Mask) -> Mask:
    """The clicked mines, judged by what a message in front of the board leaves visible.

    A visible clicked cell is one if it shows no number and others have changed by themselves. None
    is one if hardly an open cell shows what it did.
    """
    seen = ~_hidden(before, now, flags)
    strange = strangers(before, now, clicked) & seen
    hit = clicked & seen & np.isin(now, [UNREADABLE, *SHOWN_MINES])
    told = strange.sum() >= _FEW and _is_still_there(before, now)
    return hit if told else np.zeros_like(hit)


def is_won_beside(before: Codes, now: Codes, clicked: Mask, mines: Mask) -> bool:
    """Whether all mines that a message leaves visible have changed by themselves.

    Many programs change them after a win. Every visible cell that was neither open nor clicked must
    be one of the certain ``mines``. False if hardly an open cell shows what it did.
    """
    left = (before >= COVERED) & ~clicked & ~_message(before, now)
    changed = (now != before) & (now > COVERED)
    told = left.sum() >= _FEW and _is_still_there(before, now)
    return bool(told and (changed & mines)[left].all())


def _is_still_there(before: Codes, now: Codes) -> bool:
    """Whether enough open cells show what they did for this to be the same board."""
    was_open = before < COVERED
    return bool((now == before)[was_open].mean() >= _STILL_THERE) if was_open.any() else False


def _message(before: Codes, now: Codes) -> Mask:
    """The smallest rectangle around all open cells that look different."""
    rows, columns = np.nonzero((before < COVERED) & (now != before))
    hidden = np.zeros(before.shape, np.bool_)
    if len(rows):
        hidden[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = True
    return hidden


def _hidden(before: Codes, now: Codes, flags: Mask) -> Mask:
    """The cells that a message hides.

    A message may also cover a part of the cells beside its rectangle: these are hidden if they are
    unreadable and no flags.
    """
    hidden = _message(before, now)
    return np.asarray(hidden | (with_around(hidden) & (now == UNREADABLE) & ~flags))
