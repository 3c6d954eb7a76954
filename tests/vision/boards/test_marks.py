"""Where all marks of a board stand tells whether they are flags or mines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import numpy as np
import pytest

from solver_bot.board import CODES, EXPLODED, FLAG, MINE, QUESTION
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.marks import marks_told_apart
from solver_bot.vision.boards.scored import CLOSED, ScoredBoard

FAR = """
    #####M
    ######
    #M##M#
    112M##
    ..2###
    ..1M##
"""
"""All mines of all numbers are marked, and some that no open cell touches."""
BESIDE = """
    ##########
    ##########
    ##########
    #M########
    112M######
    ..1#######
"""
"""All marks are next to open cells, and of many cells farther off none is marked."""
MANY = "1#1.1#1.1#1. 111.111.111. ............ 111.111.111. 1M1.1#1.1M1."
"""Two marks, and four numbers that lack one."""
ISLANDS = "............ 111.111.111. 1M1.1M1.1#1."
"""Two marks more, and a number that lacks one."""
LACKING = FAR.replace("..1M", "..1#")
"""Two numbers have too few marks."""


MARKS, HIT = "MNH", "H"
"""Marks of three looks. The last one is that of the mine that was hit, if it is a mine."""


def read(
    rows: str,
    flag: float | Sequence[float],
    asked: float | Sequence[float] = 1e-7,
    code: int = FLAG,
    looks: Sequence[str] = (),
) -> list[float]:
    """How likely each mark of a board is a flag, or shows another code.

    Alone it is as likely ``flag`` a flag and ``asked`` a question mark. Each may have its own.
    Marks with one of the symbols ``looks`` look alike, and all others differ.
    """
    lines = rows.split()
    flags = cycle([flag] if isinstance(flag, float) else flag)
    questions = cycle([asked] if isinstance(asked, float) else asked)
    scores = np.full((len(lines), len(lines[0]), len(CODES)), 1e-7)
    for row, column in np.ndindex(scores.shape[:2]):
        symbol = lines[row][column]
        if symbol in MARKS:
            alone, question = next(flags), next(questions)
            mine = EXPLODED if symbol == HIT else MINE
            states = [FLAG, mine, QUESTION]
            scores[row, column, states] = alone, 1 - alone - question, question
        else:
            scores[row, column, CODES[symbol]] = 1
    symbols = "".join(lines)
    firsts = [symbols.index(one) if one in looks else at for at, one in enumerate(symbols)]
    own, of = np.unique(firsts, return_inverse=True)
    kinds = of.reshape(scores.shape[:2])
    likely = np.log(scores.reshape(-1, len(CODES))[own]).astype(np.float32)
    told = marks_told_apart(ScoredBoard(kinds, likely, possible, CLOSED)).scores
    marks = [place for place, symbol in enumerate(symbols) if symbol in MARKS]
    return [float(np.exp(told[kinds.flat[mark], code])) for mark in marks]


def test_marks_far_from_open_cells_that_complete_all_numbers_are_mines() -> None:
    assert max(read(FAR, 0.6)) < 0.07


def test_the_more_marks_are_far_from_open_cells_the_less_likely_they_are_flags() -> None:
    beside = "###M## 112M## ..2### ..1M##"
    few, several, many = (
        max(read(f"{far} {beside}", 0.6))
        for far in ("M##### ######", "M##M#M ######", "MM#M#M M#####")
    )
    assert few > several > many


@pytest.mark.parametrize("rows", [BESIDE, BESIDE.replace("#M###", "#M#M#"), "M1M2# 12121 ....."])
def test_marks_without_which_mines_would_be_missing_are_flags(rows: str) -> None:
    assert min(read(rows, 0.5)) > 0.75


def test_marks_that_may_be_question_marks_are_no_surer_flags_for_missing_mines() -> None:
    assert np.allclose(read(BESIDE, 0.4, asked=0.1), 0.4, atol=0.01)


def test_marks_that_may_be_question_marks_are_hardly_mines_where_mines_would_be_missing() -> None:
    assert max(read(BESIDE, 0.1, asked=0.05, code=MINE)) < 0.1
    assert max(read(BESIDE, 0.1, asked=0.05)) < 0.15


def test_marks_of_which_many_are_far_from_open_cells_are_no_surer_flags_for_missing_mines() -> None:
    assert np.allclose(read(LACKING, 0.5), 0.5, atol=0.01)


def test_the_more_mines_are_missing_the_surer_marks_are_flags() -> None:
    assert max(read("M1M2# 12121 .....", 0.02)) < 0.9
    assert min(read(MANY, 0.02)) > 0.99


def test_one_cell_that_is_misread_as_a_mine_speaks_for_no_others() -> None:
    assert min(read(MANY.replace("1#1.1#1.1#1", "1*1.1#1.1#1"), 0.02)) > 0.95


def test_what_may_be_no_mark_does_not_make_others_mines() -> None:
    """Of four marks the last two are rather mines, or question marks."""
    rows = f"{MANY} {ISLANDS}"
    told = read(rows, 0.3, [1e-7, 1e-7, 0.34, 0.34])
    assert min(told[:2]) > 0.9


def test_where_marks_are_flags_none_of_them_is_the_mine_that_was_hit() -> None:
    assert min(read(MANY.replace("M", HIT, 1), 0.02)) > 0.95


def test_marks_in_little_doubt_share_the_doubt_of_most() -> None:
    """They are drawn alike, so they are no mines unless all are."""
    first, second, surer = read("M1M2# 12121 ..... 111.. 1M1..", (0.1, 0.1, 0.01))
    assert min(first, second) > 0.5
    assert surer > 0.1


def test_marks_of_another_look_are_no_surer_mines_for_those_far_from_open_cells() -> None:
    shown = "#N##N##### ####N###N# ########## #M######## 112M###### ..1#######"
    doubts = [*[0.02] * 4, 0.1, 0.1]
    first, second = read(shown, doubts, looks=MARKS)[-2:]
    assert first == second > 0.09
    assert max(read(shown.replace("N", "M"), doubts, looks=MARKS)) < 0.01
    assert max(read(shown, 0.1, looks=MARKS)) < 0.01  # marks in the same doubt are one sign


def test_mines_of_which_none_was_hit_are_less_likely() -> None:
    assert min(read(FAR, 0.5)) > 4 * max(read(FAR.replace("#####M", "#####!"), 0.5))


def test_beside_the_mine_that_was_hit_marks_are_hardly_flags() -> None:
    assert max(read("!3M 13M .11", 0.5)) < 0.2


@pytest.mark.parametrize("flag", [0.0001, 0.9999])
def test_marks_that_are_in_no_doubt_stay_what_they_are(flag: float) -> None:
    assert np.allclose(read(FAR, flag), flag, atol=1e-3)


def test_where_most_marks_are_in_no_doubt_the_others_tell_nothing() -> None:
    shown = FAR.replace("M", "*").replace("112*", "112M").replace("..1*", "..1M")
    assert np.allclose(read(shown, 0.6), 0.6, atol=1e-3)


def test_a_single_mark_in_doubt_tells_nothing() -> None:
    assert np.allclose(read("1M1 111 ... ###", 0.6), 0.6, atol=1e-3)
