"""How far a board goes: the best rectangle, and whether a narrow strip shows more of it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.extent import best_rectangle, goes_on, without_gaps
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from tests.vision.drawn import STYLES, Style, draw, position


def test_what_is_for_a_board_is_in_and_what_is_against_it_out() -> None:
    gain = np.array([[-1, -1, -1, -1], [-1, 2, 2, -1], [-1, 2, 2, -1]], np.float32)
    assert best_rectangle(gain) == (1, 1, 3, 3)


def test_a_doubtful_cell_within_stays_in() -> None:
    gain = np.ones((3, 3), np.float32)
    gain[1, 1] = -2
    assert best_rectangle(gain) == (0, 0, 3, 3)


@pytest.mark.parametrize("seed", range(20))
def test_no_rectangle_has_a_greater_sum(seed: int) -> None:
    gain = np.random.default_rng(seed).normal(0, 1, (5, 6)).astype(np.float32)
    left, top, right, bottom = best_rectangle(gain)
    every = [
        gain[t:b, a:z].sum()
        for t, b in combinations(range(6), 2)
        for a, z in combinations(range(7), 2)
    ]
    assert gain[top:bottom, left:right].sum() == pytest.approx(max(every), abs=1e-5)


def test_two_boards_with_a_gap_between_them_are_not_one() -> None:
    gain = np.full((4, 9), 5, np.float32)
    gain[:, 4] = -5
    box = best_rectangle(gain)
    assert box == (0, 0, 9, 4)
    assert without_gaps(gain, box, (1.5, 2)) == (0, 0, 4, 4)
    assert without_gaps(gain, box, (7.0, 2)) == (5, 0, 9, 4)


def test_a_board_with_some_cells_behind_a_message_is_one() -> None:
    gain = np.full((6, 9), 5, np.float32)
    gain[1:4, 2:7] = -5
    assert without_gaps(gain, (0, 0, 9, 6), (4.5, 2.5)) == (0, 0, 9, 6)


def cropped(picture: Picture, lattice: Lattice, side: int, edge: float) -> tuple[Picture, Lattice]:
    """The picture that ends at ``edge`` on a side, and the lattice of the lines in it."""
    box = [0, 0, picture.shape[1], picture.shape[0]]
    box[side] = round(edge)
    return picture[box[1] : box[3], box[0] : box[2]], lattice.moved(-box[0], -box[1])


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("drawn_in", STYLES, ids=lambda style: style.name)
def test_a_strip_of_the_next_line_shows_that_the_board_goes_on(drawn_in: Style, side: int) -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), drawn_in, (30, 30))
    left, top, right, bottom = (2 if side == number else 0 for number in range(4))
    part = lattice.part(left, top, 9 - right, 9 - bottom)
    edge = (part.left, part.top, part.right, part.bottom)[side] + (6 if side > 1 else -6)
    assert goes_on(cut_patches(*cropped(picture, part, side, edge)), side, 0.2)


@pytest.mark.parametrize("side", range(4))
def test_a_strip_of_the_frame_does_not(side: int) -> None:
    style = next(style for style in STYLES if style.name == "dark")
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), style, (30, 30))
    edge = (lattice.left, lattice.top, lattice.right, lattice.bottom)[side]
    edge += 6 if side > 1 else -6
    assert not goes_on(cut_patches(*cropped(picture, lattice, side, edge)), side, 0.2)
