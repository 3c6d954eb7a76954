"""What two looks at a board say about what happened in between."""

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
        ("11~~\nFF~~\n", 1, True),  # however many have opened there, flags say it
        ("11~~\nF#~~\n", 1, False),
        ("11~~\n*!~~\n", 2, False),
        ("~~~~\n~~~~\n", 3, False),  # a mine that was opened would not be seen either
    ],
)
def test_a_win_is_seen_behind_the_message_that_says_so(now: str, mines: int, won: bool) -> None:
    before = codes("1111\n###1\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert is_won_behind(before, codes(now), clicked, mines) == won


@pytest.mark.parametrize(
    ("now", "mines", "may_be"),
    [
        ("11~~\n##~~\n", 3, True),  # as few cells are left as there are mines
        ("11~~\n##~~\n", 2, True),  # one more may have been opened along with the clicked one
        ("11~~\n##~~\n", 1, False),  # too many are seen to be left
        ("11~~\n*!~~\n", 2, False),
        ("11~~\n##~~\n", None, False),
        ("1111\n###.\n", 3, False),  # nothing is hidden
    ],
)
def test_where_a_win_may_hide_behind_a_message(now: str, mines: int | None, may_be: bool) -> None:
    before = codes("1111\n####\n")
    clicked = np.zeros(before.shape, np.bool_)
    clicked[1, 2] = True
    assert may_be_won(before, codes(now), clicked, mines) == may_be


def test_what_a_message_hides_of_a_won_game_is_as_it_was_or_open() -> None:
    before, now = codes("11..\n####\n"), codes("1~~~\nF~~~\n")
    clicked = codes("....\n.#..\n") == COVERED
    assert (as_left(before, now, clicked) == codes("11..\nF.##\n")).all()


def test_many_more_cells_than_were_clicked_are_not_thought_to_have_opened_behind_a_message() -> (
    None
):
    before = np.full((9, 9), COVERED, np.uint8)
    now = np.full((9, 9), UNREADABLE, np.uint8)
    clicked = np.zeros((9, 9), np.bool_)
    clicked[4, 4] = True
    assert not may_be_won(before, now, clicked, 10)


def test_flags_that_were_put_by_clicks_are_no_sign_of_a_win() -> None:
    before, now = codes("1111\n###1\n"), codes("11~~\nFF~~\n")
    clicked = codes("....\n##..\n") == COVERED
    assert not is_won_behind(before, now, clicked, 1)
