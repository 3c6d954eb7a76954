"""What the course of a game tells of cells before anybody looks at them."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, SHOWN_MINES, UNOPENED, UNREADABLE, WRONG_FLAG
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.played import Told
from solver_bot.vision.looks.drawing import inner
from solver_bot.vision.looks.kinds import ALIKE

_SHOWN_AT_THE_END = [*SHOWN_MINES, WRONG_FLAG]
_NOT_OPEN = [*UNOPENED, WRONG_FLAG, UNREADABLE]
_DRAWN_ANEW = 0.95
"""If a larger share of cells looks different, the whole board is drawn anew. A click opens fewer:
mines stay covered, and open cells stay as they are. One program dyes its board red once the game is
lost."""


def told_by_game(
    now: Floats, then: Floats, codes: Codes, before: Codes, clicked: Mask, opened: Mask
) -> Told:
    """What a game tells of its cells.

    A cell that was neither clicked nor changed shows no mine. A clicked cell that has changed is
    open. If hardly any cell is as it was, the board is drawn anew, and changes tell nothing.

    Args:
        now: the tiles of all cells as they look now, shape (cells, values).
        then: the same when the game was last seen to go on.
        codes: what is read already, shape (rows, columns).
        before: what the cells showed then, of the same shape, as are the masks.
        clicked: the cells that were clicked since.
        opened: unread cells that earlier clicks have opened.

    """
    changed = np.asarray((now != then).any(1)).reshape(before.shape)
    apart = ((inner(now) - inner(then)) ** 2).mean(1).reshape(before.shape)
    covered = before == COVERED
    inside = apart > ALIKE**2
    if inside.mean() > _DRAWN_ANEW:
        changed = np.ones_like(changed)
        inside = clicked = np.zeros_like(clicked)
    clicked = clicked & covered
    excluded = np.zeros((*before.shape, UNREADABLE + 1), np.bool_)
    excluded[..., _SHOWN_AT_THE_END] = (~changed & ~clicked)[..., None]
    excluded[..., _NOT_OPEN] = ((changed & clicked) | opened)[..., None]
    excluded |= (codes != UNREADABLE)[..., None] & (codes[..., None] != np.arange(UNREADABLE + 1))
    return Told(excluded, inside & covered, codes == UNREADABLE)
