"""A cell in the other colour of a checkerboard is hidden by something."""

from __future__ import annotations

import numpy as np

from solver_bot.board import parse_board
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.checkerboard import off_checkerboard
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

SIZE = 24
BOARD = """
########
########
#####111
#####1..
#####1..
##1111..
##1.....
##1.....
"""
CODES = np.frombuffer(parse_board(BOARD).cells, np.uint8).reshape(8, 8)
PLACE = Lattice.even(0, 0, SIZE, SIZE, 8, 8)


def drawn(codes: Codes, colours: tuple[tuple[int, int], tuple[int, int]]) -> Picture:
    """Covered and open cells, each in two greys by turns. Numbers are not drawn."""
    picture = np.zeros((8 * SIZE, 8 * SIZE, 3), np.uint8)
    for (row, column), code in np.ndenumerate(codes):
        top, left = row * SIZE, column * SIZE
        grey = colours[int(code < 9)][(row + column) % 2]
        picture[top : top + SIZE, left : left + SIZE] = grey
    return picture


def off(picture: Picture) -> Mask:
    return off_checkerboard(cut_patches(picture, PLACE), CODES)


def test_no_cell_is_off_on_a_checkerboard_nor_where_cells_have_one_colour() -> None:
    assert not off(drawn(CODES, ((90, 110), (200, 220)))).any()
    assert not off(drawn(CODES, ((90, 90), (200, 200)))).any()


def test_cells_behind_a_plain_rectangle_in_one_of_the_colours_are_off() -> None:
    """A rectangle in the colour of covered cells was read as some, and said to be safe."""
    picture = drawn(CODES, ((90, 110), (200, 220)))
    picture[: 3 * SIZE, SIZE : 4 * SIZE] = 110
    hidden = off(picture)
    assert hidden[0, 2]
    assert hidden[1, 1]
    assert hidden[1, 2], "its own colour, with others at its sides"
    assert not hidden[4:].any()
    assert not hidden[:, 6:].any()
