"""What a learner makes of a board that looks quite different after a click."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, MINE, Board, parse_board
from solver_bot.bot.learner import Learner
from solver_bot.bot.move_outcome import MoveOutcome
from solver_bot.vision.arrays import Codes
from solver_bot.vision.looks.looks import seen_looks
from tests.vision.drawn import draw
from tests.vision.styles import STYLES

BEFORE = """
....112#
....1#2#
11..1121
#1..112#
11..1#2#
111.1232
2#2112##
########
"""
GUESSED = 7, 3


def codes(board: Board) -> Codes:
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


@pytest.mark.parametrize("proved", [False, True])
def test_a_guess_that_shows_a_mine_is_a_loss_though_all_gaps_change_their_colour(
    proved: bool,
) -> None:
    """A program colours its whole window red, and shows no other mine."""
    style = replace(next(one for one in STYLES if one.name == "bevel"), gap=0.25)
    before = codes(parse_board(BEFORE))
    picture, place = draw(Board.covered(8, 8), style, (24, 24))
    learner = Learner(place, seen_looks(picture, place, np.full_like(before, COVERED)), False)
    hit = before.copy()
    hit[GUESSED] = MINE
    red, _ = draw(Board(8, 8, hit.tobytes()), replace(style, around="#ff0000"), (24, 24))
    clicked = np.zeros(before.shape, np.bool_)
    clicked[GUESSED] = True
    outcome, seen = learner.read(red, before, clicked, proved=lambda: proved)
    assert outcome is (MoveOutcome.OBSCURED if proved else MoveOutcome.LOST)
    assert (seen[GUESSED] == EXPLODED) is not proved


ACROSS_SIDES = """
1#####2...
#######21.
########1.
#########1
##########
##########
##########
##########
##########
##########
"""


def test_an_area_is_read_though_its_program_opens_no_cells_across_corners() -> None:
    """Two covered cells touch a corner of an empty one (react-minesweeper)."""
    now = codes(parse_board(ACROSS_SIDES))
    before = np.full_like(now, COVERED)
    before[0, 0] = 1
    clicked = np.zeros(now.shape, np.bool_)
    clicked[0, 9] = True
    style = next(one for one in STYLES if one.name == "bevel")
    then, place = draw(Board(10, 10, before.tobytes()), style, (30, 30))
    learner = Learner(place, seen_looks(then, place, before), fresh=False, last=then)
    picture, _ = draw(Board(10, 10, now.tobytes()), style, (30, 30))
    outcome, seen = learner.read(picture, before, clicked)
    assert outcome is MoveOutcome.GOES_ON
    assert (seen == now).all()
