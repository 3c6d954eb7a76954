"""Cells on the ground of numbers are empty, others covered, whatever the nets are unsure of."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.boards.ground import told_by_ground
from solver_bot.vision.boards.ground_of_numbers import on_ground_of_numbers
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from tests.vision.drawn import position

PLACE = Lattice.even(20, 20, 28, 28, 12, 10)
OPEN, SHUT = (200, 215, 225), (190, 120, 70)
Paint = Callable[[Picture, bool, int, int], None]


def flat(cell: Picture, is_open: bool, column: int, row: int) -> None:
    cell[:] = OPEN if is_open else SHUT


def lit(cell: Picture, is_open: bool, column: int, row: int) -> None:
    """Light falls from the top left: the brightest covered cells are as bright as open ones."""
    light = (8 if is_open else 75) * (1 - (column + row) / 20)
    cell[:] = np.clip(np.array(OPEN if is_open else SHUT) + light, 0, 255)


def shiny(cell: Picture, is_open: bool, column: int, row: int) -> None:
    """Covered cells shine from top to bottom."""
    cell[:] = np.linspace(255, 190, len(cell))[:, None, None] if not is_open else 238


def earthen(cell: Picture, is_open: bool, column: int, row: int) -> None:
    """No two cells are alike."""
    rng = np.random.default_rng([column, row])
    cell[:] = np.clip(
        np.array((60, 80, 95) if is_open else SHUT) + rng.normal(0, 9, cell.shape), 0, 255
    )


def codes() -> Codes:
    board = position(12, 10, 16, 0.5, 3)
    return np.frombuffer(board.cells, np.uint8).reshape(10, 12).copy()


def drawn(seen: Codes, paint: Paint) -> Picture:
    picture = np.full((330, 380, 3), 240, np.uint8)
    for cell, code in enumerate(seen.ravel().tolist()):
        left, top, right, bottom = map(round, PLACE.box(cell))
        part = picture[top + 1 : bottom, left + 1 : right]
        paint(part, code < COVERED, cell % 12, cell // 12)
        if EMPTY < code < COVERED:
            at, colour = (8, 20), (180 * (code % 2), 40, 150 * (code % 3 == 0))
            cv2.putText(part, str(code), at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, colour, 2)
    return picture


def torn(seen: Codes) -> Floats:
    """The evidence of nets that take every covered cell for an empty one, and know numbers."""
    likely = np.full((*seen.shape, UNREADABLE + 1), -20, np.float32)
    likely[..., COVERED], likely[..., EMPTY] = np.log(0.1), np.log(0.9)
    sure = ~np.isin(seen, (COVERED, EMPTY))
    likely[sure] = -20
    likely[sure, seen[sure]] = 0
    return likely


@pytest.mark.parametrize("paint", [flat, lit, shiny, earthen], ids=lambda paint: paint.__name__)
def test_the_ground_of_numbers_tells_empty_cells_from_covered_ones(paint: Paint) -> None:
    seen = codes()
    seen[seen == FLAG] = COVERED
    told = told_by_ground(cut_patches(drawn(seen, paint), PLACE), torn(seen)).argmax(-1)
    assert (told == seen).all()


def test_it_tells_nothing_where_covered_cells_have_the_same_ground() -> None:
    def alike(cell: Picture, is_open: bool, column: int, row: int) -> None:
        cell[:] = OPEN

    seen = codes()
    sides = on_ground_of_numbers(cut_patches(drawn(seen, alike), PLACE), torn(seen))
    assert not any(side.any() for side in sides)


def test_it_tells_nothing_where_each_number_has_a_ground_of_its_own() -> None:
    """Empty cells are told from covered ones by neither."""
    seen = codes()
    picture = drawn(seen, flat)
    for cell, code in enumerate(seen.ravel().tolist()):
        left, top, right, bottom = map(round, PLACE.box(cell))
        if code in NUMBERS - {EMPTY}:
            picture[top + 1 : bottom, left + 1 : right, code % 3] //= 2
    sides = on_ground_of_numbers(cut_patches(picture, PLACE), torn(seen))
    assert not any(side.any() for side in sides)


def test_it_tells_nothing_where_empty_cells_would_lie_beside_covered_ones() -> None:
    """A game of another kind has numbers on the ground of one of two kinds of tiles."""
    rng = np.random.default_rng(1)
    seen = np.where(rng.random((10, 12)) < 0.5, EMPTY, COVERED).astype(np.uint8)
    seen[::3, ::3] = 2
    sides = on_ground_of_numbers(cut_patches(drawn(seen, flat), PLACE), torn(seen))
    assert not any(side.any() for side in sides)


@pytest.mark.parametrize("marked", [False, True])
def test_cells_of_one_look_are_covered_where_no_empty_cell_is_left_to_compare(marked: bool) -> None:
    """Unless all mines are marked: then they may be the empty ones, and numbers have a ground."""
    seen = codes()
    seen[seen == EMPTY] = 1
    if marked:
        seen[seen == COVERED] = FLAG
        seen[:3, :3] = COVERED
        seen[3, :4] = seen[:3, 3] = 1
    _, covered = on_ground_of_numbers(cut_patches(drawn(seen, flat), PLACE), torn(seen))
    assert covered[seen == COVERED].all() == (not marked)


@pytest.mark.parametrize("number", [1, 2])
def test_a_cell_that_looks_otherwise_than_covered_ones_may_be_empty(number: int) -> None:
    """Each number has a ground of its own. A 1 may have its mine in that cell, a 2 needs more."""
    seen = np.full((10, 12), COVERED, np.uint8)
    seen[3:6, 3:6], seen[4, 4] = number, EMPTY
    picture = drawn(seen, flat)
    for cell in np.flatnonzero(seen == number).tolist():
        left, top, right, bottom = map(round, PLACE.box(cell))
        picture[top + 1 : bottom, left + 1 : right, 1] //= 2
    empty, covered = on_ground_of_numbers(cut_patches(picture, PLACE), torn(seen))
    assert not empty.any()
    assert (covered == ((seen == COVERED) & (number == 2))).all()
