"""What a reader makes of pictures is compared with the truth."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.looks.labelled import Labelled
from benchmarks.looks.measure import Tally, is_seen_whole, measure
from solver_bot.board import CODES, parse_board
from solver_bot.vision.lattice import Lattice

PLACE = Lattice.even(40, 40, 20, 20, 3, 2)
BOARD = parse_board("1##\n.2#\n")
CUT = frozenset({"left"})
SHOWN = Labelled("one", np.zeros((120, 140, 3), np.uint8), BOARD, PLACE, "early", CUT)
PARTLY = Labelled("one", SHOWN.picture, BOARD, PLACE, "early", CUT, {"left": "1."})


def read_as(one: Labelled, text: str, left: int = 0) -> Tally:
    """The tally of a reader that reads this, ``left`` columns beyond the truth."""
    rows = text.split()
    codes = np.array([[CODES[symbol] for symbol in row] for row in rows], np.uint8)
    lattice = PLACE.part(-left, 0, -left + len(rows[0]), len(rows))
    return measure([one], lambda _: [(lattice, codes, CUT)])["early"]


@pytest.mark.parametrize(("text", "right", "unread", "wrong"), [
    ("1## .2#", 6, 0, 0),
    ("1#~ .2#", 5, 1, 0),
    ("1#1 .2#", 5, 0, 1),
])  # fmt: skip
def test_cells_are_right_unread_or_wrong(text: str, right: int, unread: int, wrong: int) -> None:
    tally = read_as(SHOWN, text)
    assert (tally.right, tally.unread, tally.wrong, tally.found) == (right, unread, wrong, 1)


def test_cells_read_where_there_are_none_are_wrong() -> None:
    tally = read_as(SHOWN, "11## ..2#", left=1)
    assert (tally.right, tally.wrong, tally.found) == (6, 2, 0)


@pytest.mark.parametrize(("text", "wrong"), [
    ("11## ..2#", 0), ("1## .2#", 0), ("~1## ..2#", 0), ("21## ..2#", 1),
])  # fmt: skip
def test_a_line_that_is_partly_seen_may_be_read_or_left_out(text: str, wrong: int) -> None:
    tally = read_as(PARTLY, text, left=int(len(text) > 7))
    assert (tally.right, tally.wrong, tally.found) == (6, wrong, 1)


def ended(truth: str, text: str, stage: str = "lost") -> Tally:
    """The tally of an ended game of which this is the truth, read as ``text``."""
    board = parse_board(truth.replace(" ", "\n") + "\n")
    codes = np.array([[CODES[symbol] for symbol in row] for row in text.split()], np.uint8)
    one = Labelled("one", SHOWN.picture, board, PLACE, stage)
    return measure([one], lambda _: [(PLACE, codes, frozenset())])[stage]


@pytest.mark.parametrize(("truth", "text", "wrong"), [
    ("*2# 12#", "!2# 12#", 0),
    ("!2# 12#", "*2# 12#", 0),
    ("*2* 12#", "!2* 12#", 1),
    ("*2# 12#", "F2# 12#", 1),
])  # fmt: skip
def test_the_only_mine_that_is_shown_may_be_called_hit(truth: str, text: str, wrong: int) -> None:
    assert ended(truth, text).wrong == wrong


@pytest.mark.parametrize(("truth", "text", "stage", "telling", "told"), [
    ("!2# 12#", "!2# 12#", "lost", 1, 1),
    ("!2# 12#", "~2# 12#", "lost", 1, 0),
    ("*2* 121", "*2* 121", "lost", 0, 0),
    ("*2* 121", "*2* 121", "won", 1, 1),
    ("*2~ 121", "*2* 121", "won", 0, 0),
])  # fmt: skip
def test_an_outcome_is_asked_for_where_the_truth_tells_it(
    truth: str, text: str, stage: str, telling: int, told: int
) -> None:
    tally = ended(truth, text, stage)
    assert (tally.telling, tally.told) == (telling, told)


@pytest.mark.parametrize(("width", "cut", "whole"), [
    (140, frozenset(), True), (140, CUT, False), (100, frozenset(), False),
])  # fmt: skip
def test_a_board_that_ends_with_its_picture_may_go_on(
    width: int, cut: frozenset[str], whole: bool
) -> None:
    picture = np.zeros((120, width, 3), np.uint8)
    assert is_seen_whole(Labelled("one", picture, BOARD, PLACE, "new", cut)) == whole
