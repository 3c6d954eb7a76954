"""What the nets' opinion on a board changes in what its shapes show, while a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, FLAG, QUESTION, SYMBOLS, UNREADABLE, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.agreement import Opinion, opinion_on
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK, STYLES


def opinion(rows: str, sure: bool = True) -> Opinion:
    board = parse_board(rows.replace("/", "\n"))
    return Opinion(np.frombuffer(board.cells, np.uint8).reshape(board.height, -1), sure)


def joined(rows: str, other: Opinion, before: str = "##/##") -> str:
    codes = opinion(rows).codes
    left = other.joined(codes, np.ones(codes.shape, np.bool_), opinion(before).codes)
    return "/".join("".join(SYMBOLS[code] for code in row) for row in left)


def test_a_new_cell_that_the_nets_contradict_is_unread() -> None:
    assert joined("12/##", opinion("11/##")) == "1~/##"


def test_a_number_that_only_the_nets_see_is_taken_where_they_are_sure() -> None:
    assert joined("1~/##", opinion("12/##")) == "12/##"
    assert joined("1~/##", opinion("12/##", sure=False)) == "1~/##"


def seen_by_nets_alone(likely: float, before: str) -> str:
    """The board where only the nets see a 2, which is so likely before rules are asked."""
    seen = opinion("12/##")
    chances = np.full((*seen.codes.shape, len(SYMBOLS)), 1e-6)
    np.put_along_axis(chances, seen.codes[..., None].astype(np.intp), 1.0, -1)
    chances[0, 1, 2] = likely
    seen = replace(seen, likely=np.log(chances))
    codes, was = opinion("1~/##").codes, opinion(before).codes
    left = seen.joined(codes, codes != was, was)
    return "/".join("".join(SYMBOLS[code] for code in row) for row in left)


@pytest.mark.parametrize(("likely", "left"), [(0.994, "1~/##"), (0.999, "12/##")])
def test_a_number_that_only_the_nets_see_must_be_sure_before_rules_are_asked(
    likely: float, left: str
) -> None:
    assert seen_by_nets_alone(likely, before="1#/##") == left


def seen_by_shapes_alone(one: float, two: float) -> str:
    """The board where the shapes show a 1 that the nets leave unread, on a board they know."""
    seen = opinion("1~/##")
    chances = np.full((*seen.codes.shape, len(SYMBOLS)), 1e-6)
    np.put_along_axis(chances, seen.codes[..., None].astype(np.intp), 1.0, -1)
    chances[0, 1] = 1e-6
    chances[0, 1, [1, 2]] = one, two
    return joined("11/##", replace(seen, likely=np.log(chances), most=0.0), before="1#/##")


@pytest.mark.parametrize(("one", "two", "left"), [(0.57, 0.42, "1~/##"), (0.9, 0.09, "11/##")])
def test_a_number_of_the_shapes_is_taken_if_the_nets_find_no_other_nearly_as_likely(
    one: float, two: float, left: str
) -> None:
    """A 2 of a few dots was taken for a 1, and a mine for a safe cell."""
    assert seen_by_shapes_alone(one, two) == left


def test_the_first_number_that_is_opened_is_taken_as_the_nets_see_it() -> None:
    """It would be taken for a mine if it stayed unread."""
    assert seen_by_nets_alone(0.994, before="##/##") == "12/##"


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
    told = np.zeros((place.rows, place.columns, 16), np.bool_)
    told[*cell, list(excluded)] = True
    return int(opinion_on(picture, place, possible, told).codes[cell])


def test_the_nets_are_told_which_states_a_cell_cannot_have() -> None:
    assert seen_on((), (5, 7)) == UNREADABLE
    assert seen_on((COVERED, FLAG, QUESTION, UNREADABLE), (5, 7)) == EMPTY


def test_what_the_nets_are_told_does_not_count_where_they_find_all_else_unlikely() -> None:
    assert seen_on((COVERED, FLAG), (0, 0)) == seen_on((), (0, 0)) == COVERED


def finding(code: int, by: float) -> Opinion:
    """Nets that leave one cell unread, and find this code likelier than any other by so much."""
    likely = np.full((1, 1, 16), -by, np.float32)
    likely[..., code] = 0
    return replace(opinion("~"), likely=likely)


@pytest.mark.parametrize(
    ("shown", "likelier", "by", "left"),
    [
        ("3", 4, 5.0, "~"),
        ("3", 4, 1.0, "3"),
        ("3", 3, 5.0, "3"),
        ("#", 4, 5.0, "~"),
        ("#", FLAG, 5.0, "#"),
    ],
)
def test_a_new_cell_that_the_nets_find_far_likelier_to_show_another_is_unread(
    shown: str, likelier: int, by: float, left: str
) -> None:
    assert joined(shown, finding(likelier, by), before="F") == left


def test_what_is_as_before_is_not_contradicted() -> None:
    assert joined("#/#", opinion("1/1"), before="#/#") == "#/#"


def test_the_nets_may_see_a_mark_where_a_cell_is_unopened() -> None:
    assert joined("##/11", opinion("F?/11")) == "##/11"


def test_cells_that_were_known_before_are_not_asked_about() -> None:
    other = opinion("22/##")
    asked = np.array([[True, False], [False, False]])
    left = other.joined(opinion("11/##").codes, asked, opinion("##/##").codes)
    assert left.tolist() == [[15, 1], [9, 9]]
