"""Wide cells are seen without what is plain in them, so that signs keep their shape."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import parse_board
from solver_bot.vision.boards.narrowed import narrowed
from solver_bot.vision.boards.reading import read_lattice
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw
from tests.vision.styles import STYLES

DARK = next(style for style in STYLES if style.name == "dark")


def test_square_cells_stay_as_they_are() -> None:
    picture, place = draw(parse_board("12#\n###\n"), DARK, (30, 30))
    assert narrowed(picture, place, place) is None


def test_wide_cells_lose_what_is_between_their_flanks_and_their_middle() -> None:
    picture = np.full((40, 200, 3), 90, np.uint8)
    picture[:, ::100] = 10  # the cells' left edges
    picture[5:35, 45:55] = picture[5:35, 145:155] = 250  # their signs
    place = Lattice.even(0, 0, 100, 40, 2, 1)
    narrow = narrowed(picture, place, place)
    assert narrow is not None
    assert narrow.lattice.cell_width == 64
    assert np.flatnonzero(narrow.picture[0, :, 0] == 10).tolist() == [0, 64]
    assert (narrow.picture == 250).sum() == (picture == 250).sum()


def test_nothing_is_left_out_that_shows_something() -> None:
    picture = np.full((40, 200, 3), 90, np.uint8)
    picture[:, 30] = 250
    place = Lattice.even(0, 0, 100, 40, 2, 1)
    assert narrowed(picture, place, place) is None


def test_the_grid_around_a_board_goes_on_beyond_the_picture() -> None:
    picture = np.full((40, 200, 3), 90, np.uint8)
    board = Lattice.even(0, 0, 100, 40, 2, 1)
    around = Lattice.even(-100, 0, 100, 40, 4, 1)
    narrow = narrowed(picture, around, board)
    assert narrow is not None
    assert (narrow.picture[:, :64] == 128).all()
    assert (narrow.picture[:, 64:192] == 90).all()


WIDE = replace(
    DARK,
    covered=("#2b2b2b",),
    opened=("#585858",),
    gap=0.03,
    around="#000000",
    digits=("#ffffff",) * 8,
    height=0.38,
    font="DejaVuSans.ttf",
)


def test_the_first_numbers_in_wide_cells_are_read() -> None:
    """Digits a third as high as their cells, which are more than twice as wide as high (Kivy)."""
    rows = "1#######2\n" + "#########\n" * 8
    picture, place = draw(parse_board(rows), WIDE, (84.4, 36.8))
    reading = read_lattice(picture, place)
    assert reading is not None
    assert reading.narrow is not None
    assert np.exp(reading.likely[0, 8, 2]) > 0.9
