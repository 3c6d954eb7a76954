"""What happened on a board between two looks at it."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import (
    COVERED,
    UNREADABLE,
)
from solver_bot.bot.change import as_left, is_won_behind, may_be_won
from tests.bot.playing import codes


@pytest.mark.parametrize(
    ("now", "mines", "won"),
    [
        ("11~~\n##~~\n", 2, True),  # the clicked cell is open behind the message
        ("11~~\n##~~\n", 3, False),
        ("11~~\nFF~~\n", 1, True),  # the flags tell, however many cells have opened there
        ("11~~\nF#~~\n", 1, False),
        ("11~~\n*!~~\n", 2, False),
        ("~~~~\n~~~~\n", 3, False),  # an opened mine would be hidden too
    ],
)
def test_a_win_is_recognised_behind_its_message(now: str, mines: int, won: bool) -> None:
    before = codes("1111\n###1\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert is_won_behind(before, codes(now), clicked, mines) == won


@pytest.mark.parametrize(
    ("now", "mines", "may_be"),
    [
        ("11~~\n##~~\n", 3, True),  # as few cells are left as there are mines
        ("11~~\n##~~\n", 2, True),  # one more may have been opened along with the clicked one
        ("11~~\n##~~\n", 1, False),  # too many covered cells are visible
        ("11~~\n*!~~\n", 2, False),
        ("11~~\n##~~\n", None, False),
        ("1111\n###.\n", 3, False),  # nothing is hidden
    ],
)
def test_whether_a_message_may_hide_a_win(now: str, mines: int | None, may_be: bool) -> None:
    before = codes("1111\n####\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert may_be_won(before, codes(now), clicked, mines) == may_be


def test_cells_hidden_after_a_win_are_unchanged_or_open() -> None:
    before, now = codes("11..\n####\n"), codes("1~~~\nF~~~\n")
    clicked = codes("....\n.#..\n") == COVERED
    assert (as_left(before, now, clicked) == codes("11..\nF.##\n")).all()


def test_a_win_is_not_assumed_if_too_many_unclicked_cells_are_hidden() -> None:
    before = np.full((9, 9), COVERED, np.uint8)
    now = np.full((9, 9), UNREADABLE, np.uint8)
    clicked = np.zeros((9, 9), np.bool_)
    clicked[4, 4] = True
    assert not may_be_won(before, now, clicked, 10)


def test_flags_set_by_clicks_are_no_sign_of_a_win() -> None:
    before, now = codes("1111\n###1\n"), codes("11~~\nFF~~\n")
    clicked = codes("....\n##..\n") == COVERED
    assert not is_won_behind(before, now, clicked, 1)
