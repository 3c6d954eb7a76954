"""The nets find the board on a lattice."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.boards.reading import largest_rectangle, read_lattice, within
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES

WHITE = 240, 240, 240


@pytest.mark.parametrize("panel", [(235, 206, 135), (60, 60, 60), (255, 255, 255)])
def test_a_plain_grid_that_looks_like_cells_only_beside_its_panel_is_a_board(
    panel: tuple[int, int, int],
) -> None:
    """Blue cells with white gaps: a part of them alone could be anything."""
    place = Lattice.even(40, 40, 34, 31, 8, 8)
    picture = np.full((340, 420, 3), panel, np.uint8)
    picture[40:288, 40:312] = WHITE
    for y in range(40, 288, 31):
        for x in range(40, 312, 34):
            picture[y + 2 : y + 31, x + 2 : x + 34] = 255, 0, 0
    found = read_lattice(picture, place)
    assert found is not None
    assert (found.lattice.columns, found.lattice.rows) == (8, 8)


def test_a_reading_can_be_narrowed_to_some_of_its_lines() -> None:
    picture, place = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    found = read_lattice(picture, place)
    assert found is not None
    narrow = within(picture, found, (0, 1, 8, 9))
    assert (narrow.lattice.columns, narrow.lattice.rows) == (8, 8)
    assert np.allclose((narrow.lattice.left, narrow.lattice.top), (place.left, place.ys[1]), atol=1)
    assert (narrow.kinds.shape, narrow.likely.shape[:2]) == ((8, 8), (8, 8))


@pytest.mark.parametrize("lines", [(0, 0, 9, 9), (0, 0, 3, 9)])
def test_a_reading_of_all_lines_or_of_too_few_stays_as_it_is(
    lines: tuple[int, int, int, int],
) -> None:
    picture, place = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    found = read_lattice(picture, place)
    assert found is not None
    assert within(picture, found, lines) is found


def test_a_message_in_front_hides_a_rectangle_of_cells() -> None:
    hidden = np.zeros((9, 9), np.bool_)
    hidden[2:6, 1:7] = True
    assert (largest_rectangle(hidden) == hidden).all()
    ragged = hidden.copy()
    ragged[5, 5:7] = False
    assert (largest_rectangle(ragged) == hidden).all()


def test_cells_that_are_hidden_here_and_there_are_hidden_by_nothing() -> None:
    hidden = np.tri(9, dtype=np.bool_)
    assert not largest_rectangle(hidden).any()
    assert not largest_rectangle(np.ones((4, 4), np.bool_)).any()
    assert not largest_rectangle(~np.eye(5, dtype=np.bool_)).any()
    assert not largest_rectangle(np.zeros((4, 4), np.bool_)).any()
