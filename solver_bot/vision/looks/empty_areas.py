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
"""The share of an empty area's cells that have lines of their own around them, at least."""
_BORDERED = 0.75
"""The share of an empty area's border that must be read for it to be one."""
_AREA = 2
"""So many plain cells at least that touch and open together are an area."""
_AROUND = np.ones((3, 3), np.uint8)
_SIDES = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def is_number(codes: Codes) -> Mask:
    return np.asarray((codes > EMPTY) & (codes < COVERED))


def beside(cells: Mask) -> Mask:
    """These cells and all around them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _AROUND) == 1)


def _at_sides(cells: Mask) -> Mask:
    """These cells and those at their sides."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), _SIDES) == 1)


def plainly_opened(
    tiles: Floats, codes: Codes, before: Codes, clicked: Mask, earlier: Mask
) -> Mask:
    """Which cells are open and empty in a program that opens no numbers around empty cells.

    They are plain, and no message in front of the board: most have lines of their own around them,
    or nothing but cells that were clicked now and ``earlier`` is unread. Clicks have opened several
    that touch and look alike, and no others. Or the game went on after the clicks, and a cell that
    was left unread before looks like a clicked one. A single cell may be covered and lie beneath
    the pointer, or show a mine that has no sign.
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
    """Which cells clicks have opened with numbers around them, though they look like covered ones.

    They look like a clicked cell and touch it, or others that do. An empty cell opens all around
    it: nothing but numbers is beside them, or at least no covered cell where some are left.

    Args:
        tiles: of all cells, shape (cells, values).
        known: what the cells show that look like known ones, shape (rows, columns).
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
        around = beside(empty) & ~empty
        numbered = around.any() and is_number(codes)[around].all()
        apart = covered.any() and not covered[around].any()
        if empty.sum() >= _AREA and (numbered or apart):
            found |= empty
    return found


def empty_beside_empty(tiles: Floats, codes: Codes, clicked: Mask) -> Mask:
    """Which clicked cells that can't be read are empty, as they have opened empty cells.

    No mine touches an empty cell. A program may draw the cell that was clicked last otherwise than
    all others, for it has the keyboard.
    """
    asked = clicked & (codes == UNREADABLE) & _are_bare(tiles, codes)
    found = np.zeros_like(clicked)
    for cell in np.argwhere(asked):
        one = np.zeros_like(clicked)
        one[tuple(cell)] = True
        around = codes[beside(one) & ~one]
        found |= one & (around < COVERED).all() & (around == EMPTY).any()
    return found


def _like(tiles: Floats, cells: Mask) -> Mask:
    """Which cells look like any of these, their rims apart."""
    apart = apart_from(inner(tiles), inner(tiles[cells.ravel()]))
    return np.asarray((apart <= ALIKE).any(1).reshape(cells.shape))


def _areas_at(changed: Mask, clicked: Mask) -> list[Mask]:
    """The areas of changed cells that touch, with a clicked one among them."""
    _, patches = cv2.connectedComponents(changed.astype(np.uint8))
    return [patches == patch for patch in np.unique(patches[clicked & changed])]


def _is_empty_area(tiles: Floats, cells: Mask, lined: Mask) -> bool:
    """Whether some plain cells are several and alike, and enough have lines around them."""
    return bool(cells.sum() >= _AREA and _are_alike(tiles, cells) and lined[cells].mean() >= _LINED)


def _are_bare(tiles: Floats, codes: Codes) -> Mask:
    """Which cells show nothing, and no small sign in their middle."""
    bare = are_plain(tiles) & are_plain(tiles[:, WHOLE:])
    return np.asarray(bare.reshape(codes.shape))


def _are_alike(tiles: Floats, cells: Mask) -> bool:
    shown = inner(tiles[cells.ravel()])
    return bool(len(shown) and (apart_from(shown, shown[:1]) <= ALIKE).all())


def are_bare(codes: Codes) -> bool:
    """Whether empty cells have covered ones at their sides, so that they open nothing there."""
    return bool((_at_sides(codes == EMPTY) & (codes == COVERED)).any())


def flooded(codes: Codes, unknown: Mask, clicked: Mask, before: Codes) -> Codes:
    """The codes without new empty areas that no click has opened, or that numbers don't border.

    Where nothing but numbers borders an area of covered cells all around, a click was handled late.
    """
    codes = codes.copy()
    for cells in _areas(codes, unknown):
        around = is_number(codes)[beside(cells) & ~cells]
        late = around.all() and (before == COVERED)[cells].all()
        if not (cells & (clicked | ~unknown)).any() and not late:
            codes[cells & unknown] = UNREADABLE
    return bordered(codes, unknown)


def bordered(codes: Codes, new: Mask) -> Codes:
    """The codes without empty areas with new cells in them that numbers don't border.

    Some programs open no cells across the corners of empty ones.
    """
    codes = codes.copy()
    for cells in _areas(codes, new):
        border = _at_sides(cells) & ~cells
        if border.any() and is_number(codes)[border].mean() < _BORDERED:
            codes[cells & new] = UNREADABLE
    return codes


def _areas(codes: Codes, new: Mask) -> list[Mask]:
    """The areas of empty cells with new ones in them."""
    empty = (codes == EMPTY).astype(np.uint8)
    count, patches = cv2.connectedComponents(empty, connectivity=8)
    areas = [patches == patch for patch in range(1, count)]
    return [cells for cells in areas if (cells & new).any()]
