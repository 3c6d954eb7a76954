"""Signs that are small in their cells are read at their own size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, SYMBOLS, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Kinds, Picture
from solver_bot.vision.boards.own_size import with_enlarged_signs
from solver_bot.vision.boards.played import opinion_on
from solver_bot.vision.lattice import Lattice
from tests.vision.boards_in import boards_in

SIDE = 86
ROWS = """
    ########
    ########
    13######
    .2######
    12######
    ########
    ########
    ########
"""


def drawn(scale: float, fill: int = 190, rows: str = ROWS) -> tuple[Picture, Lattice, Kinds]:
    """A board of large cells with black lines, digits of this scale, and which cells are equal."""
    board = parse_board(rows)
    place = Lattice.even(20, 20, SIDE, SIDE, board.width, board.height)
    picture = np.full((board.height * SIDE + 40, board.width * SIDE + 40, 3), 255, np.uint8)
    for cell, code in enumerate(board.cells):
        left, top, right, bottom = map(round, place.box(cell))
        if code == COVERED:
            picture[top:bottom, left:right] = fill
        elif code:
            size, _ = cv2.getTextSize(SYMBOLS[code], cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
            at = left + (SIDE - size[0]) // 2, top + (SIDE + size[1]) // 2
            colour = ((160, 0, 0), (0, 100, 0), (0, 0, 160))[code - 1]
            cv2.putText(picture, SYMBOLS[code], at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, 16)
        cv2.rectangle(picture, (left, top), (right, bottom), (0, 0, 0), 2)
    equal = np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
    return picture, place, equal.astype(np.intp)


def height_in(picture: Picture, place: Lattice, cell: int) -> float:
    """The share of a cell's height that its sign has."""
    left, top, right, bottom = map(round, place.box(cell))
    inner = picture[top + 6 : bottom - 6, left + 6 : right - 6]
    rows = np.flatnonzero((inner.min(-1) < 160).any(1))
    return float(rows[-1] - rows[0] + 1) / SIDE


def test_small_signs_fill_much_of_their_cells_once_they_are_enlarged() -> None:
    picture, place, equal = drawn(0.4)
    larger = with_enlarged_signs(picture, place, equal)
    assert larger is not None
    for cell in (16, 17, 25, 33):
        assert height_in(picture, place, cell) < 0.2
        assert 0.5 < height_in(larger, place, cell) < 0.8


def test_signs_of_a_usual_size_are_not_enlarged() -> None:
    assert with_enlarged_signs(*drawn(1.8)) is None


def test_a_few_specks_on_covered_cells_are_no_signs() -> None:
    picture, place, equal = drawn(1.8)
    for x, y in ((140, 60), (400, 300), (620, 500)):
        picture[y : y + 6, x : x + 6] = 0
    assert with_enlarged_signs(picture, place, np.arange(equal.size).reshape(equal.shape)) is None


@pytest.mark.parametrize("scale", [0.4, 0.5])
def test_small_digits_in_large_cells_are_read(scale: float) -> None:
    (found,) = boards_in(drawn(scale)[0])
    assert found.board.rows() == parse_board(ROWS).rows()


def test_a_small_digit_that_is_the_only_one_is_read() -> None:
    """The first number of a game: without its own size a 2 was rather a covered cell, or a 1."""
    picture, place, _ = drawn(0.4, rows="2#######\n" + "########\n" * 7)
    seen = opinion_on(picture, place, possible)
    assert seen.likely is not None
    assert np.exp(seen.likely[0, 0, 2]) > 0.99


def test_the_darker_end_of_a_face_is_no_sign() -> None:
    """Buttons of Java's Metal look are lightest in their upper half, and darkest at the bottom."""
    rows = "2#######\n" + "########\n" * 7
    picture, place, _ = drawn(0.4, rows=rows)
    light = np.interp(np.arange(SIDE - 4), (0, 25, SIDE - 5), (228, 255, 184))
    levels = light.astype(np.uint8)[:, np.newaxis, np.newaxis]
    for cell, code in enumerate(parse_board(rows).cells):
        if code == COVERED:
            left, top, right, bottom = map(round, place.box(cell))
            picture[top + 2 : bottom - 2, left + 2 : right - 2] = levels
    seen = opinion_on(picture, place, possible)
    assert seen.likely is not None
    assert np.exp(seen.likely[0, 0, 2]) > 0.99
