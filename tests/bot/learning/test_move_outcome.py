"""How a move ended, by what the board showed before it and shows now."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG, UNREADABLE, parse_board
from solver_bot.bot.learning.move_outcome import (
    MoveOutcome,
    ended,
    hit_behind,
    is_opened_area,
    is_won_behind,
    is_won_beside,
    judge,
    shows_first_loss,
    shows_loss,
    shows_win,
)
from solver_bot.vision.arrays import Codes, Mask


def codes(text: str) -> Codes:
    board = parse_board(text)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width).copy()


def cells(text: str) -> Mask:
    return np.asarray(codes(text) == FLAG)


def test_a_click_that_opens_a_number_goes_on() -> None:
    assert judge(codes("1#\n##"), codes("12\n##"), cells("#F\n##")) is MoveOutcome.GOES_ON


def test_an_area_that_opens_goes_on() -> None:
    assert judge(codes("####"), codes("..1#"), cells("F###")) is MoveOutcome.GOES_ON


def test_new_pictures_on_a_clicked_cell_and_elsewhere_are_a_loss() -> None:
    assert judge(codes("1##\n1##"), codes("1~#\n1#~"), cells("#F#\n###")) is MoveOutcome.LOST


def test_a_new_picture_on_the_clicked_cell_only_may_be_a_number() -> None:
    assert judge(codes("1##\n1##"), codes("1~#\n1##"), cells("#F#\n###")) is MoveOutcome.GOES_ON


def test_an_area_of_unknown_pictures_around_a_click_may_be_empty() -> None:
    before, clicked = codes("####1#\n####1#\n11111#"), cells("F#####\n######\n######")
    assert judge(before, codes("~~~~1#\n~~~~1#\n11111#"), clicked) is MoveOutcome.GOES_ON
    assert judge(before, codes("~~#~1#\n~~~~1#\n11111#"), clicked) is MoveOutcome.LOST


@pytest.mark.parametrize(
    ("now", "area"),
    [
        ("~1###\n~1###\n~~1##\n#####", True),
        ("~#~##\n~###~\n##~##\n#####", False),  # mines that are shown all over the board
        ("~1###\n~1###\n1####\n#####", True),
        ("~~###\n~####\n#####\n#####", False),  # so few mines may touch
        ("~~~~~\n~~~~~\n~~~~~\n~~~~~", False),  # the whole board is drawn otherwise
    ],
)
def test_what_has_changed_is_an_area_if_it_touches_and_a_click_was_made_in_it(
    now: str, area: bool
) -> None:
    """A program opens a cross around empty cells, in which the nets read numbers alone."""
    before, clicked = codes("#####\n" * 4), cells("F####\n#####\n#####\n#####")
    strange = np.asarray(codes(now) == UNREADABLE)
    assert is_opened_area(before, codes(now), clicked, strange) == area


def test_unknown_pictures_are_no_empty_cells_where_none_is_covered_any_more() -> None:
    """A program dyes its board red once the game is lost."""
    assert judge(codes("####\n####"), codes("~~~~\n~~~~"), cells("F###\n####")) is (
        MoveOutcome.LOST
    )


def test_it_is_a_win_if_exactly_the_mines_change_by_themselves() -> None:
    assert judge(codes("1##\n11#"), codes("1~1\n111"), cells("##F\n##F")) is MoveOutcome.WON


def test_it_is_a_win_if_the_mines_are_shown_as_mines() -> None:
    """Some programs draw a flower, or a mine that is cleared, on each mine of a won game."""
    assert judge(codes("1##\n11#"), codes("1*1\n111"), cells("##F\n##F")) is MoveOutcome.WON


def test_it_is_a_loss_if_a_clicked_cell_is_a_mine_though_all_other_cells_are_open() -> None:
    assert judge(codes("1##\n11#"), codes("1!1\n111"), cells("#FF\n##F")) is MoveOutcome.LOST


def test_mines_that_the_numbers_contradict_are_no_win() -> None:
    before, now = codes("2##\n11#"), codes("2~1\n111")
    assert judge(before, now, cells("##F\n##F")) is MoveOutcome.OBSCURED


def test_an_open_cell_that_looks_different_is_obscured() -> None:
    assert judge(codes("11#\n###"), codes("1~#\n###"), cells("##F\n###")) is MoveOutcome.OBSCURED


def test_a_win_is_recognised_beside_its_message() -> None:
    before, now = codes("1#1...\n11111#"), codes("1~1...\n1111~~")
    clicked, flags = cells("######\n#####F"), cells("#F####\n######")
    assert is_won_behind(before, now, clicked, flags, proved=True)
    assert not is_won_behind(before, now, clicked, flags, proved=False)


@pytest.mark.parametrize(
    ("now", "won"),
    [
        ("~11~~\n111~~\n...~~\n", True),
        ("#11~~\n111~~\n...~~\n", False),  # a remaining cell has not changed
        ("~1~~~\n1~~~~\n..~~~\n", False),  # a single changed cell may be chance
    ],
)
def test_mines_that_change_beside_a_message_are_a_win(now: str, won: bool) -> None:
    before = codes("#11##\n111##\n...##\n")
    before[2, 3:] = 0
    clicked = cells("...F.\n.....\n.....\n")
    mines = cells("F...F\n...FF\n.....\n")
    assert is_won_beside(before, codes(now), clicked, mines) == won


def test_nothing_is_told_where_no_open_cell_shows_what_it_did() -> None:
    """The window was moved or closed: what is seen is another window, or the desktop."""
    before = codes("#####\n#121#\n#1.1#\n#111#\n#####\n")
    unread = codes("~~~~~\n~~~~~\n~~~~~\n~~~~~\n~~~~~\n")
    clicked = cells("F....\n.....\n.....\n.....\n.....\n")
    mines, nothing = before >= COVERED, np.zeros_like(clicked)
    assert not is_won_behind(before, unread, nothing, nothing, proved=True)
    assert not is_won_beside(before, unread, nothing, mines)
    assert not hit_behind(before, unread, clicked, nothing).any()


def test_a_cell_half_behind_a_message_is_not_a_flag() -> None:
    before, now = codes("111...\n1#111#"), codes("111...\n1~~~~~")
    clicked, flags = cells("######\n#####F"), cells("######\n#F####")
    assert is_won_behind(before, now, clicked, flags, proved=True)
    assert not is_won_behind(before, now, clicked, np.zeros_like(flags), proved=True)


@pytest.mark.parametrize(
    ("now", "hit"),
    [
        ("~1111~~\n11111~~\n111111~\n~#~####\n", True),
        ("~1111~~\n11111~~\n111111~\n2#~####\n", False),  # it shows a number
        ("#1111~~\n11111~~\n111111~\n~######\n", False),  # nothing else has changed
    ],
)
def test_a_mine_that_was_hit_is_seen_beside_a_message(now: str, hit: bool) -> None:
    before = codes("#111111\n1111111\n1111111\n#######\n")
    clicked = cells(".......\n.......\n.......\nF......\n")
    nothing = np.zeros_like(clicked)
    assert (hit_behind(before, codes(now), clicked, nothing) == (clicked & hit)).all()


def test_it_is_no_win_if_covered_cells_are_left() -> None:
    before, now = codes("1#1...\n11111#"), codes("1#1...\n1111~~")
    nothing = cells("######\n######")
    assert not is_won_behind(before, now, cells("######\n#####F"), nothing, proved=True)


@pytest.mark.parametrize(
    ("anew", "lost"),
    [
        ("1#*\n11#\n#*#\n", True),
        ("~#*\n11#\n#!#\n", True),
        ("2#*\n11#\n#*#\n", False),  # an open cell shows another number
        ("~#*\n~~#\n#*#\n", False),  # hardly any open cell is read
        ("1#*\n11#\n###\n", False),  # a single mine may be chance
    ],
)
def test_a_board_that_is_drawn_anew_with_mines_is_a_loss(anew: str, lost: bool) -> None:
    before, clicked = codes("1##\n11#\n###\n"), cells("###\n###\n#F#\n")
    assert shows_loss(before, codes(anew), clicked, safe=False) == lost


@pytest.mark.parametrize(
    ("anew", "safe", "lost"),
    [
        ("1*1\n1~1\n1*1\n", False, True),
        ("1*1\n1~1\n1*1\n", True, False),  # a message hides the click
        ("1*1\n1*1\n1*1\n", True, True),
        ("1*1\n121\n1*1\n", False, False),
    ],
)
def test_mines_that_are_drawn_anew_are_no_loss_if_the_game_is_won(
    anew: str, safe: bool, lost: bool
) -> None:
    before, clicked = codes("1#1\n1#1\n1#1\n"), cells("###\n#F#\n###\n")
    assert shows_loss(before, codes(anew), clicked, safe) == lost


@pytest.mark.parametrize(
    ("anew", "won"),
    [
        ("1*1\n222\n1*1\n", True),
        ("1F1\n~22\n1F1\n", True),
        ("1*1\n2~2\n1*1\n", False),  # the clicked cell may be a mine
        ("1*1\n2*2\n1*1\n", False),  # it is one
        ("1*1\n222\n1#1\n", False),  # a cell is covered
        ("1*1\n232\n1*1\n", False),  # a number contradicts the marks
        ("2*1\n222\n1*1\n", False),  # an open cell shows another number
        ("1*1\n222\n1~1\n", False),  # a single mark may be chance
    ],
)
def test_a_board_that_is_drawn_anew_with_nothing_covered_is_a_win(anew: str, won: bool) -> None:
    before, clicked = codes("1#1\n2#2\n1#1\n"), cells("###\n#F#\n###\n")
    assert shows_win(before, codes(anew), clicked) == won


def test_a_mine_that_was_hit_is_an_exploded_one_though_it_is_drawn_like_the_others() -> None:
    """All else is open then, and the game was said to be won (a page made with Vue)."""
    before, now = codes("###\n###"), codes("*1.\n11.")
    lost = ended(before, now, cells("F##\n###"), MoveOutcome.LOST)
    assert (lost == codes("!1.\n11.")).all()


def test_mines_that_a_won_game_shows_count_as_flags() -> None:
    before, now = codes("1##\n11#"), codes("1*1\n111")
    won = ended(before, now, cells("##F\n##F"), MoveOutcome.WON)
    assert (won == codes("1F1\n111")).all()


@pytest.mark.parametrize(
    ("anew", "lost"),
    [
        ("*##*\n####", True),
        ("*###*\n#~~##\n#~~##\n##*##", True),  # a message hides some cells
        ("*####\n#~~##\n#~~##\n#####", False),  # and nothing but the clicked cell looks mined
        ("*##~*\n#~###\n####~\n##*##", False),
        ("~1.1\n11.~", False),  # an empty cell touches the last
        ("~1.1~\n11.11", True),  # what can't be read is mines, as all numbers say
        ("~1.1~\n11.1#", False),
        ("11.1~\n~1.11", False),  # the clicked cell is a number
        ("~~~~~\n~~~~~", False),
    ],
)
def test_a_first_click_has_hit_a_mine_if_mines_alone_are_shown_or_the_whole_board(
    anew: str, lost: bool
) -> None:
    clicked = np.zeros(codes(anew).shape, np.bool_)
    clicked[0, 0] = True
    assert shows_first_loss(codes(anew), clicked) == lost
