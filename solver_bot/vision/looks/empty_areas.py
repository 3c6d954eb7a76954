"""Empty areas of a board that is played: what clicks have opened, and what borders it."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    UNOPENED,
    UNREADABLE,
)
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.drawing import (
    WHOLE,
    are_plain,
    inner,
    plain_in_lines,
)
from solver_bot.vision.looks.kinds import ALIKE

_LINED = 0.3
"""The least share of an empty area's cells that have lines of their own around them."""
_BORDERED = 0.75
"""The least share of the cells around an empty area that must be read as numbers."""
_AREA = 2
"""The fewest plain cells that count as an area if they touch and open together."""
_SIDES = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def is_number(codes: Codes) -> Mask:
    return np.asarray((codes > EMPTY) & (codes < COVERED))


def _at_sides(cells: Mask) -> Mask:
    """These cells and those at their sides."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _SIDES) == 1)


def plainly_opened(
    tiles: Floats, codes: Codes, before: Codes, clicked: Mask, earlier: Mask
) -> Mask:
    """Which cells are open and empty in a program that opens no numbers around empty cells.

    These cells are plain. They are no message in front of the board: enough have lines of their own
    around them, or only cells clicked now or ``earlier`` are unread. Clicks have opened several
    that touch and look alike, and no others. Or all clicked cells are open, and a cell that was
    unread before looks like one of them. A single cell may be covered and lie beneath the pointer,
    or show a mine that has no sign.
    """
    asked = (codes == UNREADABLE) & np.isin(before, (COVERED, UNREADABLE))
    plain: Mask = asked & _are_bare(tiles, codes)
    lined = plain_in_lines(tiles).reshape(codes.shape)
    if not (asked & ~(clicked | earlier)).any():
        lined[:] = True
    opening = plain & lined & clicked
    alone = np.asarray(plain & lined & (before == UNREADABLE) & ~clicked)
    if not opening.any() or np.isin(codes[clicked], [*UNOPENED]).any():
        alone[:] = False
    if alone.any():
        shown, opened = (inner(tiles[cells.ravel()]) for cells in (alone, opening))
        alone[alone] = (apart_from(shown, opened) <= ALIKE).any(1)
    changed = asked & (before == COVERED)
    areas = _areas_at(changed, clicked)
    whole = bool(areas) and np.array_equal(changed & plain, np.logical_or.reduce(areas))
    if whole and all(_is_empty_area(tiles, area & plain, lined) for area in areas):
        return np.asarray(alone | changed)
    return alone


def opened_within_numbers(
    tiles: Floats, known: Codes, codes: Codes, before: Codes, clicked: Mask
) -> Mask:
    """Which empty cells clicks have opened with numbers around them, though they may look covered.

    They look like a clicked cell and touch it, directly or through one another. An empty cell opens
    all cells around it. So only numbers are beside them, or no covered cell, if some are left.

    Args:
        tiles: of all cells, shape (cells, values).
        known: what the cells show by known looks alone, shape (rows, columns).
        codes: what is seen of the board, of the same shape.
        before: what it showed before the clicks.
        clicked: which cells were clicked.

    """
    unknown = (known == UNREADABLE) & (before == COVERED)
    covered = known == COVERED
    found = np.zeros(codes.shape, np.bool_)
    for cell in np.argwhere(unknown & clicked):
        one = np.zeros_like(found)
        one[tuple(cell)] = True
        (empty,) = _areas_at(unknown & _like(tiles, one), one)
        around = with_around(empty) & ~empty
        numbered = around.any() and is_number(codes)[around].all()
        apart = covered.any() and not covered[around].any()
        if empty.sum() >= _AREA and (numbered or apart):
            found |= empty
    return found


def empty_beside_empty(tiles: Floats, codes: Codes, clicked: Mask) -> Mask:
    """Which clicked cells that can't be read are empty, because they have opened empty cells.

    No mine touches an empty cell. A program may draw the cell that was clicked last differently,
    because it has the keyboard focus.
    """
    asked = clicked & (codes == UNREADABLE) & _are_bare(tiles, codes)
    found = np.zeros_like(clicked)
    for cell in np.argwhere(asked):
        one = np.zeros_like(clicked)
        one[tuple(cell)] = True
        around = codes[with_around(one) & ~one]
        found |= one & (around < COVERED).all() & (around == EMPTY).any()
    return found


def _like(tiles: Floats, cells: Mask) -> Mask:
    """Which cells look like any of these, rims left out."""
    apart = apart_from(inner(tiles), inner(tiles[cells.ravel()]))
    return np.asarray((apart <= ALIKE).any(1).reshape(cells.shape))


def _areas_at(changed: Mask, clicked: Mask) -> list[Mask]:
    """The areas of touching changed cells that hold a clicked cell."""
    _, patches = cv2.connectedComponents(changed.astype(np.uint8))
    return [patches == patch for patch in np.unique(patches[clicked & changed])]


def _is_empty_area(tiles: Floats, cells: Mask, lined: Mask) -> bool:
    """Whether plain cells are several and alike, and enough of them have lines around them."""
    return bool(cells.sum() >= _AREA and _are_alike(tiles, cells) and lined[cells].mean() >= _LINED)


def _are_bare(tiles: Floats, codes: Codes) -> Mask:
    """Which cells show nothing, not even a small sign in their middle."""
    bare = are_plain(tiles) & are_plain(tiles[:, WHOLE:])
    return np.asarray(bare.reshape(codes.shape))


def _are_alike(tiles: Floats, cells: Mask) -> bool:
    shown = inner(tiles[cells.ravel()])
    return bool(len(shown) and (apart_from(shown, shown[:1]) <= ALIKE).all())


def are_bare(codes: Codes) -> bool:
    """Whether an empty cell has a covered one at a side: then empty cells open nothing there."""
    return bool((_at_sides(codes == EMPTY) & (codes == COVERED)).any())


def flooded(codes: Codes, unknown: Mask, clicked: Mask, before: Codes) -> Codes:
    """The codes without new empty areas that no click has opened, or that numbers don't border.

    If only numbers border an area of covered cells all around, a click was handled late.
    """
    codes = codes.copy()
    for cells in _areas(codes, unknown):
        around = is_number(codes)[with_around(cells) & ~cells]
        late = around.all() and (before == COVERED)[cells].all()
        if not (cells & (clicked | ~unknown)).any() and not late:
            codes[cells & unknown] = UNREADABLE
    return bordered(codes, unknown)


def bordered(codes: Codes, new: Mask) -> Codes:
    """The codes without the new cells of empty areas that too few numbers border.

    Some programs open no cells across the corners of empty ones.
    """
    codes = codes.copy()
    for cells in _areas(codes, new):
        border = _at_sides(cells) & ~cells
        if border.any() and is_number(codes)[border].mean() < _BORDERED:
            codes[cells & new] = UNREADABLE
    return codes


def _areas(codes: Codes, new: Mask) -> list[Mask]:
    """The areas of touching empty cells that hold new ones."""
    empty = (codes == EMPTY).astype(np.uint8)
    count, patches = cv2.connectedComponents(empty, connectivity=8)
    areas = [patches == patch for patch in range(1, count)]
    return [cells for cells in areas if (cells & new).any()]
