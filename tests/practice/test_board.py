"""The place of a board in its widget, how it is drawn, and what clicks mean, without a window."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG, Board
from solver_bot.practice.board import Clicks, Moves, buttons
from solver_bot.practice.drawing import LEAST_CELL, fit, frame_width
from solver_bot.vision.draw_board import draw_board
from solver_bot.vision.extract import extract
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import SkinError
from solver_bot.vision.skin_files import named_skin

SKIN = named_skin("classic")
X11, MAC = buttons("x11"), buttons("aqua")


def moves(windowing: str, script: str) -> list[str]:
    """The moves of a script. ``+1@5`` presses button 1 on cell 5, ``-1@5`` releases it there."""
    done: list[str] = []

    def note(what: str) -> Callable[[int], None]:
        return lambda cell: done.append(f"{what} {cell}")

    clicks = Clicks(buttons(windowing), Moves(note("open"), note("flag"), note("chord")))
    for word in script.split():
        number, cell = word[1:].split("@")
        act = clicks.press if word[0] == "+" else clicks.release
        act(int(number), int(cell) if cell else None)
    return done


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("+1@5 -1@5", ["open 5"]),
        ("+3@5 -3@5", ["flag 5"]),
        ("+2@5 -2@5", ["chord 5"]),
        ("+1@5 +3@5 -1@5 -3@5", ["chord 5"]),
        ("+1@5 +3@5 -3@5 -1@5", ["chord 5"]),
        ("+3@5 +1@5 -1@5 -3@5", ["flag 5", "chord 5"]),
        ("+1@5 -1@", []),
        ("+1@5 -1@6", ["open 6"]),
        ("+1@5 +3@5 -1@5 -3@5 +1@7 -1@7", ["chord 5", "open 7"]),
        ("-1@5", []),
        ("+9@5 -9@5", []),
    ],
)
def test_what_clicks_mean(script: str, expected: list[str]) -> None:
    assert moves("x11", script) == expected
    assert moves("win32", script) == expected


@pytest.mark.parametrize("right", [2, 3])
def test_on_a_mac_both_numbers_of_the_right_button_flag(right: int) -> None:
    assert moves("aqua", f"+{right}@5 -{right}@5") == ["flag 5"]
    assert moves("aqua", f"+1@5 +{right}@5 -1@5 -{right}@5") == ["chord 5"]


@pytest.mark.parametrize("size", [(400, 300), (1000, 200), (333, 777)])
def test_the_board_lies_whole_in_the_middle_with_the_largest_cells_that_fit(
    size: tuple[int, int],
) -> None:
    width, height = size
    found = fit(SKIN, 9, 7, width, height)
    frame = 2 * frame_width(SKIN, found.cell)
    assert 9 * found.cell + frame <= width
    assert 7 * found.cell + frame <= height
    larger = found.cell + 1
    frame = 2 * frame_width(SKIN, larger)
    assert 9 * larger + frame > width or 7 * larger + frame > height
    left, top, _, _ = found.box(0)
    _, _, right, bottom = found.box(62)
    assert abs(left - (width - right)) <= 1
    assert abs(top - (height - bottom)) <= 1


def test_cells_do_not_become_too_small_to_be_told_apart() -> None:
    assert fit(SKIN, 100, 100, 50, 50).cell == LEAST_CELL


def test_a_point_is_in_the_cell_whose_box_holds_it_or_beside_the_board() -> None:
    found = fit(SKIN, 9, 7, 400, 300)
    for cell in (0, 8, 31, 62):
        left, top, right, bottom = found.box(cell)
        assert found.at(left, top) == found.at(right - 1, bottom - 1) == cell
    left, top, _, _ = found.box(0)
    _, _, right, bottom = found.box(62)
    for x, y in ((left - 1, top), (left, top - 1), (right, top), (left, bottom)):
        assert found.at(x, y) is None


@pytest.mark.parametrize("size", range(12, 65, 4))
def test_a_flag_of_another_colour_is_another_picture_and_read_as_a_flag(size: int) -> None:
    usual, other = SKIN.look.picture(FLAG, size), SKIN.look.picture(FLAG, size, "overfull")
    assert not np.array_equal(usual, other)
    board = Board(4, 3, bytes([COVERED] * 5 + [FLAG] + [COVERED] * 6))
    cells = draw_board(board, SKIN, size)
    cells[size : 2 * size, size : 2 * size] = other
    seen = extract(cells, Lattice.even(0, 0, size, size, 4, 3), SKIN)
    assert seen.board.cells == board.cells


def test_a_variant_missing_from_a_look_is_an_error() -> None:
    with pytest.raises(SkinError, match="variant 'overfull'"):
        SKIN.look.picture(COVERED, 16, "overfull")
