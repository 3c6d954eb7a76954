"""A won game is told though its whole board is drawn anew."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.bot.learning.drawn_anew import is_won_anew
from solver_bot.vision.arrays import Floats, Mask

BEFORE = ("m1 1m", "11 11", "  111", "111um", "m1111")
"""Certain mines (m), a cell that was clicked (u), and open cells."""
WON = ("m~~~m", "~~~~~", "~~~~~", "~~~~m", "m~~~~")
"""Mines (m) among the waves (~) of a lake."""


def cells(rows: tuple[str, ...], shown: str) -> Mask:
    return np.array([[cell in shown for cell in row] for row in rows])


def looks(rows: tuple[str, ...]) -> Floats:
    """A tile for each cell: cells look alike where their characters are the same."""
    return np.array([[[25.0 * ord(cell)] * 30 for cell in row] for row in rows]).reshape(-1, 30)


def is_won(now: tuple[str, ...], clicked: str = "u", changed: bool = True) -> bool:
    mines, was_open = cells(BEFORE, "m"), cells(BEFORE, "1 ")
    every = np.full(mines.shape, changed)
    return is_won_anew(looks(now), was_open, cells(BEFORE, clicked), mines, every)


def test_a_lake_with_all_mines_in_it_is_a_win() -> None:
    assert is_won(WON)


def test_a_message_may_hide_some_of_it() -> None:
    assert is_won(("m~~~m", "~~~~~", "~~~~~", "~~~ab", "m~~cd"))


@pytest.mark.parametrize(
    "now",
    [
        ("m~~~m", "~~~~~", "~~~~~", "~~~um", "m~~~~"),  # a cell is left that is no mine
        ("~~~~~", "~~~~~", "~~~~~", "~~~~~", "~~~~~"),  # no mine is shown
        ("abcde", "fghij", "klmno", "pqrst", "uvwxy"),  # another picture
        ("m~abc", "~~def", "~~ghi", "~~jkl", "m~nop"),  # a message hides most of it
    ],
)
def test_anything_else_is_none(now: tuple[str, ...]) -> None:
    assert not is_won(now)


def test_mines_that_look_as_before_prove_nothing() -> None:
    assert not is_won(WON, changed=False)


def test_a_cell_behind_a_message_that_was_not_clicked_may_be_covered_still() -> None:
    assert not is_won(("m~~~m", "~~~~~", "~~~~~", "~~~ab", "m~~cd"), clicked="")
