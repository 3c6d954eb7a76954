"""Which boards may be reported that nothing but the nets has seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, EMPTY, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.sure import against, ends_at_numbers
from tests.vision.boards.readings import reading


def torn(clear: float, confidence: float, unread: int = 1, empty: int = EMPTY) -> Answer:
    """A board of which one third or two are ``unread``, and the lowest row is ``empty``."""
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    codes = np.where(np.arange(6) % 3 >= 3 - unread, UNREADABLE, found.codes)
    codes = np.pad(codes, ((0, 1), (0, 0)), constant_values=empty).astype(np.uint8)
    return replace(found, codes=codes, clear=clear, confidence=confidence)


def test_a_board_that_is_read_is_reported() -> None:
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    assert not against(found)


@pytest.mark.parametrize(
    ("clear", "confidence", "reported"),
    [(5.5, 0.985, True), (5.5, 0.96, False), (4.0, 0.985, False), (4.0, 0.997, True)],
)
def test_a_board_of_which_much_is_unread_must_be_clear_or_sure(
    clear: float, confidence: float, reported: bool
) -> None:
    assert (against(torn(clear, confidence)) == "") is reported


def test_without_an_empty_cell_hardly_any_cell_may_be_unread() -> None:
    assert against(torn(5.5, 0.998)) == ""
    assert "without an empty cell" in against(torn(5.5, 0.998, empty=COVERED))


@pytest.mark.parametrize(("clear", "reported"), [(4.8, False), (5.2, True)])
def test_a_board_of_which_most_is_unread_must_be_clearer(clear: float, reported: bool) -> None:
    assert against(torn(clear, 0.985)) == ""
    assert (against(torn(clear, 0.985, unread=2)) == "") is reported


@pytest.mark.parametrize(("unread", "reported"), [(4, True), (5, False)])
def test_with_fewer_than_three_numbers_few_more_cells_may_be_unread_than_are_open(
    unread: int, reported: bool
) -> None:
    """The lit dots of a letter on a display were a 1 and unread cells."""
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    codes = np.full((24, 24), COVERED, np.uint8)
    codes[0, 0], codes[5, 5 : 5 + unread] = 1, UNREADABLE
    assert (against(replace(found, codes=codes, confidence=0.9999)) == "") is reported


@pytest.mark.parametrize(("read", "ends"), [(0, False), (2, False), (6, True)])
def test_empty_cells_end_at_numbers(read: int, ends: bool) -> None:
    """Around a field of empty cells are 24 more, of which so many are read as numbers."""
    codes = np.full((9, 9), UNREADABLE, np.uint8)
    codes[1, 1 : 1 + read] = 1
    codes[2:7, 2:7] = EMPTY
    assert ends_at_numbers(codes) is ends


EXCHANGED = """
    ..~###### ..~###### ..~1~#### ....~##~~ ....1##~. ....~##~~ ...~~#### ..1~##### ..~######
"""


def test_a_board_whose_empty_cells_hardly_end_at_numbers_is_not_reported() -> None:
    """Of a game of KMines in its garden theme, earth was read as covered and grass as empty."""
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    codes = np.array([[CODES[symbol] for symbol in row] for row in EXCHANGED.split()], np.uint8)
    assert against(replace(found, codes=codes, clear=5.4, confidence=0.998)) == (
        "empty cells end at numbers, and hardly any cell around them is read as one"
    )


def test_few_cells_around_empty_ones_tell_nothing() -> None:
    codes = np.full((9, 9), UNREADABLE, np.uint8)
    codes[4, 4] = EMPTY
    assert ends_at_numbers(codes)


def matrix(size: tuple[int, int], ones: int, confidence: float) -> Answer:
    """Ones on the diagonal of covered cells."""
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    codes = np.full(size, COVERED, np.uint8)
    codes[np.arange(ones), np.arange(ones)] = 1
    return replace(found, codes=codes, confidence=confidence)


@pytest.mark.parametrize(
    ("size", "ones", "confidence", "reported"),
    [
        ((8, 9), 7, 0.99, False),
        ((8, 9), 7, 0.998, True),
        ((8, 9), 6, 0.99, True),
        ((4, 7), 4, 0.98, False),
        ((5, 7), 4, 0.98, True),
    ],
)
def test_many_numbers_without_an_empty_cell_and_boards_of_few_lines_must_be_surer(
    size: tuple[int, int], ones: int, confidence: float, reported: bool
) -> None:
    """A matrix of ones and zeros was taken for a board."""
    assert (against(matrix(size, ones, confidence)) == "") is reported
