"""What `play` says of a guess."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from solver_bot.board import parse_board
from solver_bot.bot import Action, Decided, Decision
from solver_bot.live.table import Scoreboard
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import named_skin


@pytest.mark.parametrize(
    ("assumed", "said"),
    [
        ((), "guess at row 2, column 1, 25.0% a mine\n"),
        (
            ((1, 2),),
            "column 1, at most 25.0% a mine: 5.0% if, as it seems, row 1, column 2 shows 2\n",
        ),
        (
            ((0, 1), (1, 2), (2, 0)),
            "if, as it seems, row 1, column 1 shows 1 and row 1, column 2 shows 2 "
            "and 1 more is read right\n",
        ),
    ],
)
def test_a_guess_says_which_numbers_it_takes_for_granted(
    assumed: tuple[tuple[int, int], ...], said: str
) -> None:
    assert said_of_a_guess(assumed, mines=2).endswith(said)


def test_odds_without_the_mine_total_are_said_to_be_about_right() -> None:
    assert said_of_a_guess((), mines=None).endswith("column 1, about 25.0% a mine\n")


def said_of_a_guess(assumed: tuple[tuple[int, int], ...], mines: int | None) -> str:
    board = replace(parse_board("~~~\n###\n"), mines=mines)
    decision = Decision(Action.GUESS, (3,), 0.25, assumed=assumed, odds_if_assumed=0.05)
    place = Lattice.even(0, 0, 10, 10, board.width, board.height)
    picture = np.zeros((20, 30, 3), np.uint8)
    told = io.StringIO()
    table = Scoreboard(Console(file=told, width=200), 1, str)
    table.note(Decided(1, board, decision, picture, named_skin("xdemineur"), place, place))
    return told.getvalue()
