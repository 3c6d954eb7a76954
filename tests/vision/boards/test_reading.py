"""The nets find the board on a lattice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import CODES, UNREADABLE
from solver_bot.vision.boards.reading import Reading, read_lattice, without_blank_lines
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import STYLES, draw, position

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


def showing(found: Reading, text: str) -> Reading:
    """The reading with other cells, as sure as can be."""
    seen = np.full(found.seen.likely.shape, -20, np.float32)
    lines = text.split()
    left, top, _, _ = found.box
    for row, line in enumerate(lines):
        for column, symbol in enumerate(line):
            seen[top + row, left + column, CODES[symbol]] = 0
    box = left, top, left + len(lines[0]), top + len(lines)
    likely = seen[box[1] : box[3], box[0] : box[2], : UNREADABLE + 1]
    return replace(found, likely=likely, seen=replace(found.seen, likely=seen), box=box)


def test_outermost_lines_of_empty_cells_can_be_left_out() -> None:
    picture, place = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    found = read_lattice(picture, place)
    assert found is not None
    wide = showing(found, "...... 1F11#. 1111#. ..11#. ..1##.")
    narrow = without_blank_lines(picture, wide)
    assert narrow is not None
    left, top, right, bottom = wide.box
    assert narrow.box == (left, top + 1, right - 1, bottom)
    assert (narrow.lattice.columns, narrow.lattice.rows) == (5, 4)


def test_a_board_with_something_in_every_outermost_line_is_left_as_it_is() -> None:
    picture, place = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    found = read_lattice(picture, place)
    assert found is not None
    full = showing(found, "1F11# 1111# ..11# ..1##")
    assert without_blank_lines(picture, full) is None
