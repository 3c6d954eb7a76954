"""A board goes on where the first pixels of another line of cells are seen."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.begun_line import begins_beyond
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

PITCH, LEFT, TOP = 48, 40, 60
COLUMNS, ROWS = 10, 6
LATTICE = Lattice.even(LEFT, TOP, PITCH, PITCH, COLUMNS, ROWS)
BOTTOM = TOP + ROWS * PITCH


def page(seen: int, frame: int = 0) -> Picture:
    """A dark page with cells in white lines. Its window ends so many pixels below the sixth row.

    Or a line of some pixels, the ``frame``, ends the board there.
    """
    picture = np.zeros((500, 560, 3), np.uint8)
    for row, column in np.ndindex(ROWS + 1, COLUMNS):
        x, y = LEFT + column * PITCH, TOP + row * PITCH
        picture[y + 1 : y + PITCH - 1, x + 1 : x + PITCH - 1] = 255
        picture[y + 3 : y + PITCH - 3, x + 3 : x + PITCH - 3] = 128
    picture[BOTTOM + seen :] = 122, 95, 58
    if frame:
        picture[BOTTOM:] = 0
        picture[BOTTOM : BOTTOM + frame, LEFT : LEFT + COLUMNS * PITCH] = 255
    return picture


def sides_with_begun_lines(picture: Picture, lattice: Lattice) -> set[str]:
    return {side for number, side in enumerate(SIDES) if begins_beyond(picture, lattice, number)}


@pytest.mark.parametrize(("seen", "sides"), [(0, set()), (5, {"bottom"}), (20, {"bottom"})])
def test_another_row_begins_where_gaps_between_cells_are_seen_below_the_last_one(
    seen: int, sides: set[str]
) -> None:
    assert sides_with_begun_lines(page(seen), LATTICE) == sides


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_line_may_begin_at_any_side(turns: int) -> None:
    picture = np.ascontiguousarray(np.rot90(page(5), turns))
    height, width = page(5).shape[:2]
    xs, ys = np.array(LATTICE.xs), np.array(LATTICE.ys)
    places = [
        (ys, width - xs[::-1]),
        (width - xs[::-1], height - ys[::-1]),
        (height - ys[::-1], xs),
    ]
    across, down = places[turns - 1]
    turned = Lattice(tuple(across.tolist()), tuple(down.tolist()))
    assert sides_with_begun_lines(picture, turned) == {["right", "top", "left"][turns - 1]}


@pytest.mark.parametrize("frame", [1, 2, 6])
def test_no_row_begins_at_a_line_around_the_board(frame: int) -> None:
    assert not sides_with_begun_lines(page(0, frame), LATTICE)


def test_a_board_goes_on_where_a_row_begins() -> None:
    """Six of ten rows of a page were played as a whole board: a mine was called safe."""
    (answer,) = seen_in(page(5), possible)
    assert (answer.lattice.columns, answer.lattice.rows) == (COLUMNS, ROWS)
    assert answer.cut == {"bottom"}


def test_a_row_of_a_checkerboard_begins_where_its_two_colours_are_seen() -> None:
    picture = np.full((500, 560, 3), 60, np.uint8)
    for row, column in np.ndindex(ROWS + 1, COLUMNS):
        x, y = LEFT + column * PITCH, TOP + row * PITCH
        picture[y : y + PITCH, x : x + PITCH] = 162 + 8 * ((row + column) % 2)
    picture[BOTTOM + 5 :] = 122, 95, 58
    assert sides_with_begun_lines(picture, LATTICE) == {"bottom"}


def test_shadows_of_cells_begin_no_row() -> None:
    picture = np.full((500, 560, 3), 230, np.uint8)
    for row, column in np.ndindex(ROWS, COLUMNS):
        x, y = LEFT + column * PITCH, TOP + row * PITCH
        picture[y + 3 : y + PITCH - 3, x + 3 : x + PITCH - 3] = 90
        picture[y : y + PITCH - 6, x : x + PITCH - 6] = 160
    assert not sides_with_begun_lines(picture, LATTICE)
    assert not sides_with_begun_lines(picture, LATTICE.moved(-6, -6))


def test_a_dotted_line_around_the_board_begins_no_row() -> None:
    picture = np.full((500, 560, 3), 60, np.uint8)
    for line in range(COLUMNS + 1):
        picture[TOP:BOTTOM:2, LEFT + line * PITCH - 2 : LEFT + line * PITCH + 3] = 20
    for line in range(ROWS + 1):
        at = TOP + line * PITCH
        picture[at - 2 : at + 3, LEFT : LEFT + COLUMNS * PITCH : 2] = 20
    assert not sides_with_begun_lines(picture, LATTICE)


def test_nothing_begins_beyond_a_board_that_reaches_beyond_the_picture() -> None:
    beyond = Lattice.even(LEFT, TOP - 2 * PITCH, PITCH, PITCH, COLUMNS, ROWS + 8)
    assert not sides_with_begun_lines(page(5), beyond)
