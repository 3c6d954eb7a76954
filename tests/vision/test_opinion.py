"""What is taken from the nets while a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, FLAG, MINE, QUESTION, SYMBOLS, UNREADABLE, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.boards.played import LastReading, Told, opinion_on
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK, STYLES


def opinion(rows: str, sure: bool = True) -> Opinion:
    board = parse_board(rows.replace("/", "\n"))
    return Opinion(np.frombuffer(board.cells, np.uint8).reshape(board.height, -1), sure)


def joined(rows: str, other: Opinion, before: str = "##/##") -> str:
    codes = opinion(rows).codes
    left = other.filled(codes, np.ones(codes.shape, np.bool_), opinion(before).codes, True)
    return "/".join("".join(SYMBOLS[code] for code in row) for row in left)


def test_a_number_is_taken_from_nets_that_are_sure() -> None:
    assert joined("1~/##", opinion("12/##")) == "12/##"
    assert joined("1~/##", opinion("12/##", sure=False)) == "1~/##"


def certain(rows: str) -> Floats:
    """The probabilities of nets that are sure of these rows: shape (rows, columns, 16)."""
    codes = opinion(rows).codes
    chances = np.full((*codes.shape, len(SYMBOLS)), 1e-6)
    np.put_along_axis(chances, codes[..., None].astype(np.intp), 1.0, -1)
    return chances


def seen(likely: float, before: str) -> str:
    """The board where the nets see a 2, which is so likely before rules are asked, or else a 3."""
    chances = certain("12/##")
    chances[0, 1, [2, 3]] = likely, 1 - likely
    codes, was = opinion("1~/##").codes, opinion(before).codes
    nets = replace(opinion("12/##"), likely=np.log(chances))
    begun = bool((was < COVERED).any())
    left = nets.filled(codes, codes != was, was, begun)
    return "/".join("".join(SYMBOLS[code] for code in row) for row in left)


def test_what_no_open_cell_shows_makes_no_number_doubtful() -> None:
    """A game goes on, so that a clicked cell shows no mine."""
    chances = certain("12/##")
    chances[0, 1, [2, MINE]] = 0.97, 0.03
    nets = replace(opinion("12/##"), likely=np.log(chances))
    assert nets.among_open[0, 1] > 0.999


@pytest.mark.parametrize(("likely", "left"), [(0.994, "1~/##"), (0.999, "12/##")])
def test_a_number_must_be_sure_before_rules_are_asked(likely: float, left: str) -> None:
    assert seen(likely, before="1#/##") == left


@pytest.mark.parametrize(("row", "taken"), [("2", False), ("222222", False), (".22222", True)])
def test_the_first_numbers_need_not_be_sure_beside_empty_cells(row: str, taken: bool) -> None:
    """An area that stayed unread would be taken for mines. Single numbers may be zeros."""
    rows = row + "/" + "#" * len(row)
    chances, numbers = certain(rows), opinion(rows).codes == 2
    chances[numbers] = 1e-6
    chances[numbers, 2], chances[numbers, 3] = 0.994, 0.006
    nets = replace(opinion(rows), likely=np.log(chances))
    unread, before = np.full_like(nets.codes, UNREADABLE), np.full_like(nets.codes, COVERED)
    left = nets.filled(unread, nets.codes < COVERED, before, begun=False)
    assert (left[numbers] == 2).all() == taken


def test_no_mine_and_no_new_mark_is_taken_from_the_nets() -> None:
    assert joined("~~/##", opinion("F*/##")) == "~~/##"


def test_an_unopened_cell_that_only_the_nets_see_is_taken_if_it_was_the_same_before() -> None:
    assert joined("~~/##", opinion("F#/##"), before="F#/##") == "F#/##"
    assert joined("~~/##", opinion("F#/##"), before="#F/##") == "~~/##"
    assert joined("~~/##", opinion("F#/##", sure=False), before="F#/##") == "~~/##"


def test_a_covered_cell_that_was_never_read_is_taken_from_the_nets() -> None:
    assert joined("~~/##", opinion("F#/##"), before="~~/##") == "~#/##"


DOUBTED = "####1...\n##211...\n##1.....\n221.....\n#1......\n11......\n"
"""A board of which, in cells of eight pixels, the nets doubt whether the last one is open."""


def seen_on(excluded: Sequence[int], cell: tuple[int, int]) -> int:
    """What the nets see on a cell that can't have some states."""
    amber = next(style for style in (*STYLES, *HELD_BACK) if style.name == "amber")
    picture, place = draw(parse_board(DOUBTED), amber, (8, 8))
    states = np.zeros((place.rows, place.columns, 16), np.bool_)
    states[*cell, list(excluded)] = True
    nothing = np.zeros((place.rows, place.columns), np.bool_)
    told = Told(states, nothing, nothing)
    return int(opinion_on(picture, place, possible, told).codes[cell])


def test_the_nets_are_told_which_states_a_cell_cannot_have() -> None:
    assert seen_on((), (5, 7)) == UNREADABLE
    assert seen_on((COVERED, FLAG, QUESTION, UNREADABLE), (5, 7)) == EMPTY


def test_what_the_nets_are_told_does_not_count_where_they_find_all_else_unlikely() -> None:
    assert seen_on((COVERED, FLAG), (0, 0)) == seen_on((), (0, 0)) == COVERED


def test_a_picture_that_is_read_again_is_not_looked_at_again() -> None:
    amber = next(style for style in (*STYLES, *HELD_BACK) if style.name == "amber")
    picture, place = draw(parse_board(DOUBTED), amber, (24, 24))
    read = LastReading()
    first = read(picture, place)
    assert first is not None
    assert read(picture.copy(), place) is first
    assert read(picture, place.moved(0, 1)) is not first
    first = read(picture, place)
    picture[:] = 255 - picture  # a capture may be kept in the same place
    assert read(picture, place) is not first


def finding(code: int, likely: float) -> Opinion:
    """Nets that leave one cell unread, and find this code so likely."""
    chances = np.full((1, 1, 16), (1 - likely) / 15, np.float32)
    chances[..., code] = likely
    return replace(opinion("~"), likely=np.log(chances))


@pytest.mark.parametrize("code", [EMPTY, 4])
@pytest.mark.parametrize(("likely", "like"), [(0.95, True), (0.5, False)])
def test_a_cell_looks_open_though_the_nets_are_not_sure_what_it_shows(
    code: int, likely: float, like: bool
) -> None:
    assert finding(code, likely).open_like.item() == like
    assert not finding(COVERED, likely).open_like


@pytest.mark.parametrize(("likely", "like"), [(0.6, True), (0.2, False)])
def test_a_cell_looks_like_a_flag_though_the_nets_are_not_sure(likely: float, like: bool) -> None:
    assert finding(FLAG, likely).flag_like.item() == like


def test_only_cells_that_are_asked_about_are_read() -> None:
    other = opinion("22/##")
    asked = np.array([[True, False], [False, False]])
    left = other.filled(opinion("~~/##").codes, asked, opinion("##/##").codes, False)
    assert left.tolist() == [[2, 15], [9, 9]]


@pytest.mark.parametrize(("empty", "mined"), [(0.6, 0.39), (0.01, 0.98), (0.9, 0.001)])
def test_a_cell_that_is_not_empty_is_told_by_mines_and_numbers_alone(
    empty: float, mined: float
) -> None:
    """A red cell with a rhombus is no number, and empty ones show a zero (thojeremy's page)."""
    chances = certain("12/##")
    chances[0, 1] = 1e-4
    chances[0, 1, [EMPTY, MINE]] = empty, mined
    chances[0, 1, 2] = 1e-4 if mined > 0.01 else 0.1
    nets = replace(opinion("12/##"), likely=np.log(chances))
    assert nets.rather_mined_than_numbered[0, 1] == (mined > 0.01)
