"""Numbers agree with what is around them, and other digits seldom do."""

from __future__ import annotations

import numpy as np

from solver_bot.board import parse_boards
from solver_bot.vision.arrays import Codes
from solver_bot.vision.boards.agreement import agreement

NUMBERS = """
.1#2
1223
1#11
1122
"""
TABLE = """
2###
##3#
#4##
###1
"""


def codes(text: str) -> Codes:
    (board,) = parse_boards(text)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


def test_numbers_with_few_cells_for_their_mines_agree_hardly_by_chance() -> None:
    assert agreement(codes(NUMBERS)) > 15


def test_lone_digits_among_cells_agree_easily() -> None:
    assert agreement(codes(TABLE)) < 4


def test_flags_tell_as_well() -> None:
    flagged = codes(TABLE.replace("###1", "FFF1"))
    assert agreement(flagged) > agreement(codes(TABLE)) + 5


def test_a_table_without_digits_agrees_by_nothing() -> None:
    assert agreement(codes("####\n####\n####\n####")) == 0
