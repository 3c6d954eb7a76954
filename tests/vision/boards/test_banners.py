"""A banner over whole lines of a board does not end it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, SYMBOLS, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.banners import across_banner, with_lines_beyond_banners
from solver_bot.vision.boards.findings import findings
from solver_bot.vision.boards.nets import OUTSIDE, STATES, Sight
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from tests.vision.drawn import position

GROUND, CELL, BANNER = 40, 150, 200
ROWS, COLUMNS = 14, 10
PLACE = Lattice.even(0, 0, 20, 20, COLUMNS, ROWS)
UPPER, BETWEEN, LOWER = slice(2, 6), slice(6, 8), slice(8, 12)
ACROSS = slice(2, 8)
CASES = [(9, 1, 66, 3), (9, 1, 176, 8), (9, 1, 198, None), (9, 1, 77, None), (8, 0, 66, None)]
"""Columns of the lower board, pixels to the right of the upper one and below it, lines between."""
PART, WHOLE = (2, 2, 8, 6), (2, 2, 8, 12)


def seen(between: int, lower: slice = ACROSS, turns: int = 0) -> tuple[Sight, Floats]:
    """What is seen of two parts of cells with something of this grey level between them."""
    shades = np.full((ROWS, COLUMNS), GROUND, np.uint8)
    shades[UPPER, ACROSS] = shades[LOWER, lower] = CELL
    shades[BETWEEN, 1:9] = between
    gain = np.where(shades == CELL, 6.0, -6.0).astype(np.float32)
    shades, gain = np.rot90(shades, turns), np.ascontiguousarray(np.rot90(gain, turns))
    picture = np.repeat(np.repeat(shades, 20, 0), 20, 1)[..., None].repeat(3, 2)
    place = Lattice.even(0, 0, 20, 20, *gain.shape[::-1])
    likely = np.full((*gain.shape, STATES), -20, np.float32)
    likely[..., COVERED] = -np.log1p(np.exp(-gain))
    likely[..., OUTSIDE] = -np.log1p(np.exp(gain))
    nothing = np.zeros((*gain.shape, 2), np.float32)
    inside = np.ones(gain.shape, np.bool_)
    cut = cut_patches(np.ascontiguousarray(picture), place)
    return Sight(likely, nothing, inside, nothing, cut), gain


def test_a_board_goes_on_beyond_a_banner_whose_cells_are_hidden() -> None:
    sight, box = with_lines_beyond_banners(*seen(BANNER), PART)
    assert box == WHOLE
    assert (sight.likely[BETWEEN, ACROSS].argmax(-1) == UNREADABLE).all()
    assert (sight.likely[LOWER, ACROSS].argmax(-1) == COVERED).all()


def test_a_banner_may_be_upright() -> None:
    _, box = with_lines_beyond_banners(*seen(BANNER, turns=1), (2, 2, 6, 8))
    assert box == (2, 2, 12, 8)


def test_the_lower_part_goes_on_above() -> None:
    _, box = with_lines_beyond_banners(*seen(BANNER), (2, 8, 8, 12))
    assert box == WHOLE


@pytest.mark.parametrize(
    ("between", "lower"), [(GROUND, ACROSS), (BANNER, slice(2, 9)), (BANNER, slice(2, 3))]
)
def test_two_boards_have_the_ground_between_them_or_other_columns(
    between: int, lower: slice
) -> None:
    sight, gain = seen(between, lower)
    assert with_lines_beyond_banners(sight, gain, PART) == (sight, PART)


@pytest.mark.parametrize(("columns", "right", "down", "lines"), CASES)
def test_two_boards_on_the_same_lines_may_be_one_behind_a_banner(
    columns: int, right: float, down: float, lines: int | None
) -> None:
    above = Lattice.even(100, 50, 20, 22, 9, 4)
    below = Lattice.even(100 + right, above.bottom + down, 20, 22, columns, 5)
    for one, other in ((above, below), (below, above)):
        for turned in (False, True):
            parts = [Lattice(part.ys, part.xs) if turned else part for part in (one, other)]
            whole = across_banner(*parts)
            rows = whole and (whole.columns if turned else whole.rows)
            assert rows == (lines and 4 + lines + 5)


def printed(seed: int) -> Picture:
    """A board of 14 by 17 characters without lines, with a message before six of its rows."""
    picture = np.full((700, 640, 3), 250, np.uint8)
    for cell, code in enumerate(position(14, 17, 30, 0.95, seed).cells):
        x, y = 90 + cell % 14 * 34, 85 + cell // 14 * 34
        cv2.putText(picture, SYMBOLS[code], (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.7, (30,) * 3)
    picture[269:464, 104:530] = (90, 20, 15)
    return picture


@pytest.mark.parametrize("seed", [1, 5])
def test_a_message_in_the_middle_of_a_board_does_not_divide_it(seed: int) -> None:
    """It leaves the first column free, and a part of the last one."""
    kept: list[Answer] = []
    list(findings(printed(seed), possible, found=kept))
    assert [one.codes.shape for one in kept] == [(17, 14)]
