"""What stays where it is on a board across which something moves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from solver_bot.bot.learning.temporal_median import TemporalMedian
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

SIZE = 20
LATTICE = Lattice.even(0, 0, SIZE, SIZE, 6, 6)
FILM = range(18)
"""The pictures of two medians."""


def board(level: int = 90) -> Picture:
    return np.full((6 * SIZE, 6 * SIZE, 3), level, np.uint8)


def passed(frame: int, level: int = 90) -> Picture:
    """A bright square moves across the board, half a cell at a time."""
    picture = board(level)
    x = frame * SIZE // 2
    picture[2 * SIZE : 3 * SIZE, x : x + SIZE] = 250
    return picture


def opened(picture: Picture, level: int = 200) -> Picture:
    """The picture with its first cell open."""
    picture[:SIZE, :SIZE] = level
    return picture


def after(pictures: Iterable[Picture], median: TemporalMedian) -> bool:
    """Whether the board is at rest after these pictures, and not before."""
    *first, last = [median.add(picture) for picture in pictures]
    assert not any(first)
    return last


def test_what_passes_leaves_no_trace() -> None:
    median = TemporalMedian(LATTICE, board())
    assert after(map(passed, FILM), median)
    assert (median.picture == board()).all()


def test_a_cell_that_has_changed_is_shown_as_it_is_now() -> None:
    median = TemporalMedian(LATTICE, board())
    assert after((opened(passed(frame)) for frame in FILM), median)
    assert (median.picture == opened(board())).all()


def test_a_board_is_not_at_rest_while_a_cell_changes() -> None:
    median = TemporalMedian(LATTICE, board())
    film = (opened(passed(frame), 200 if frame < 9 else 120) for frame in FILM)
    assert not after(film, median)


def test_a_cell_that_only_glows_keeps_its_pixels() -> None:
    """Then what was learned of its look holds at every moment."""
    median = TemporalMedian(LATTICE, board(100))
    assert after((passed(frame, 90 + frame % 9) for frame in FILM), median)
    assert (median.picture == board(100)).all()


def test_what_passes_some_cells_is_no_change_of_the_board() -> None:
    median = TemporalMedian(LATTICE, board())
    after(map(passed, FILM), median)
    assert not median.differs(passed(3))
    assert median.differs(board(200))


def test_what_was_seen_before_a_click_does_not_count_after_it() -> None:
    median = TemporalMedian(LATTICE, board())
    after(map(passed, FILM[:17]), median)
    median.begin()
    assert not median.add(passed(17))


def pulsing(frame: int, rows: int) -> Picture:
    """Letters over the first rows grow and shrink, each time for as long as a median takes."""
    picture = board()
    wide = SIZE // 2 if frame // 9 % 2 else SIZE // 4
    for column in range(6):
        picture[: rows * SIZE, column * SIZE : column * SIZE + wide] = 250
    return picture


@pytest.mark.parametrize(("rows", "rests"), [(2, True), (5, False)])
def test_a_message_that_never_rests_over_some_cells_keeps_no_board_from_rest(
    rows: int, rests: bool
) -> None:
    median = TemporalMedian(LATTICE, board())
    film = [median.add(pulsing(frame, rows)) for frame in range(10 * 9)]
    assert any(film) == rests
    assert not any(film[: 5 * 9])
    assert not rests or (median.picture[2 * SIZE :] == board()[2 * SIZE :]).all()
