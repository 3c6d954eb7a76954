"""What clicks may have done to a board."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import parse_board
from solver_bot.bot.learning.move import Move
from solver_bot.vision.arrays import codes_of


def clicking(rows: str, cell: int) -> Move:
    codes = codes_of(parse_board(rows))
    clicked = np.zeros(codes.shape, np.bool_)
    clicked.flat[cell] = True
    return Move.on(codes, clicked)


@pytest.mark.parametrize(
    ("rows", "cell", "may_have"),
    [
        ("2###\n####\n####\n", 11, False),  # there would be two mines in all, or eleven
        ("##\n11\n..\n", 0, True),
    ],
)
def test_a_guess_may_have_finished_a_game_of_which_few_cells_are_covered(
    rows: str, cell: int, may_have: bool
) -> None:
    move = clicking(rows, cell)
    assert move.is_guess
    assert move.may_have_finished is may_have
