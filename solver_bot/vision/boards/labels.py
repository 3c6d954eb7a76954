"""Numbers beside a board that count its lines, as on a chess board: they are no cells."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.ends import BySide, by_side
from solver_bot.vision.boards.ground import EDGES
from solver_bot.vision.boards.nets import OUTSIDE, Sight
from solver_bot.vision.boards.surroundings import Box
from solver_bot.vision.patches import CELL, RIM, Cut

_FEWEST = 2
"""The fewest numbers that are read in a line."""
_ALIKE = 6.0
"""Grey levels by which the edges of two open cells of one board differ at most, on average."""
_HALF = 0.5
_ALL = slice(None)

Line = tuple[slice | int, slice | int]
"""A line of an array of cells: what its rows and columns are indexed with."""


def lines_within_labels(cut: Cut, codes: Codes) -> Box:
    """The lines of a board without outermost ones that count the lines.

    All that is read in such a line are numbers that grow by one from cell to cell, and no other
    open cell stands on their ground.

    Args:
        cut: the tiles of the board.
        codes: what they show, shape (rows, columns).

    """
    rows, columns = codes.shape
    grounds, opened = _grounds(cut), codes < COVERED
    left, top, right, bottom = (
        int(_counts(codes[line]) and _stands_apart(grounds, codes, opened, line))
        for line in ((_ALL, 0), (0, _ALL), (_ALL, -1), (-1, _ALL))
    )
    return left, top, columns - right, rows - bottom


def ends_at_labels(seen: Sight, box: Box, codes: Codes, ends: BySide) -> BySide:
    """The probabilities that a board ends, 1 at sides beyond which numbers count its lines.

    Args:
        seen: what the nets see of the board and of what is around it.
        box: the board in it.
        codes: those of the board, shape (rows, columns).
        ends: the probabilities by what the nets see.

    """
    left, top, right, bottom = box
    rows, columns = seen.cut.of.shape
    likely = np.exp(seen.likely[..., :OUTSIDE])
    sure = likely.max(-1) > _HALF * likely.sum(-1)
    shown = np.where(sure, likely.argmax(-1), UNREADABLE).astype(np.uint8)
    opened = np.zeros(shown.shape, np.bool_)
    opened[top:bottom, left:right] = codes < COVERED
    grounds = _grounds(seen.cut)
    across, down = slice(top, bottom), slice(left, right)
    beyond: tuple[tuple[bool, Line], ...] = (
        (left > 0, (across, left - 1)),
        (top > 0, (top - 1, down)),
        (right < columns, (across, right)),
        (bottom < rows, (bottom, down)),
    )
    return by_side(
        1.0
        if there and _counts(shown[line]) and _stands_apart(grounds, shown, opened, line)
        else end
        for (there, line), end in zip(beyond, ends, strict=True)
    )


def _counts(line: Codes) -> bool:
    """Whether all that is read in a line are numbers that grow by one, from either end."""
    places = np.flatnonzero(line != UNREADABLE)
    numbers = line[places].astype(int)
    if len(places) < _FEWEST or (numbers >= COVERED).any():
        return False
    return any(len(set((numbers - step * places).tolist())) == 1 for step in (1, -1))


def _stands_apart(grounds: Floats, codes: Codes, opened: Mask, line: Line) -> bool:
    """Whether no ``opened`` cell outside the line stands on the ground of the line's numbers."""
    others = opened.copy()
    others[line] = False
    labels = grounds[line][codes[line] < COVERED]
    apart = np.abs(labels[:, None] - grounds[others][None]).mean(-1)
    return not (apart <= _ALIKE).any()


def _grounds(cut: Cut) -> Floats:
    """The median colour of the edges of every cell, shape (rows, columns, 3)."""
    inner = slice(RIM, RIM + CELL)
    edges = cut.patches[:, inner, inner, :3][:, EDGES].astype(np.float32)
    return np.asarray(np.median(edges, axis=1)[cut.of])
