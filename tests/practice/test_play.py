"""A game in the practice window: the effect of mouse and keyboard, and the board that is then read.

``shown`` waits until ``read`` finds the match's board in a screenshot. Most boards have one row,
such as ``1x5n1s#N``, so that it is easy to see what they show.
"""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG, NUMBERS, Board
from solver_bot.desktop.screen import Screen
from solver_bot.game.fair import Solvability
from solver_bot.game.match import FairPlay
from solver_bot.vision.arrays import Picture
from tests.practice.moves import BEGINNER, a_number_to_chord, begin, flag_mines_around
from tests.practice.table import MIDDLE, RIGHT, Open


def test_the_left_button_opens(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.shown(Board.covered(9, 9))
    begin(table)
    found = table.shown()
    assert found.board.count(NUMBERS) > 1
    assert table.value("Score") == str(found.board.count(NUMBERS))


def test_a_button_that_is_let_go_beside_the_board_opens_nothing(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.point(40)
    table.press(1)
    table.push(table.button("Hint"))
    table.release(1)
    table.settle()
    assert table.match.first is None


def test_the_right_button_flags_and_takes_the_flag_away(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.click(3, RIGHT)
    table.wait(lambda: table.match.game.flags == 1, "the flag")
    assert table.shown().board.cells[3] == FLAG
    assert table.value("Mines left") == "9"
    table.click(3)
    table.settle()
    assert table.match.first is None
    table.click(3, RIGHT)
    table.wait(lambda: table.match.game.flags == 0, "the flag's end")
    assert table.shown().board.cells[3] == COVERED
    assert table.value("Mines left") == "10"


@pytest.mark.parametrize("how", ["middle", "both"])
def test_the_middle_button_or_both_open_all_around_a_number(how: str, open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    number = a_number_to_chord(table.match.board)
    flag_mines_around(table, number)
    score = table.match.game.score
    table.point(number)
    if how == "middle":
        table.click(number, MIDDLE)
    else:
        for act, button in ((table.press, 1), (table.press, 3), (table.release, 1)):
            act(button)
        table.release(3)
    table.wait(lambda: table.match.game.score > score, "the chord")
    around = table.match.board.neighbours()[number]
    assert all(table.match.board.cells[n] != COVERED for n in around)
    table.shown()


def test_flags_beyond_a_number_have_another_colour_and_are_still_read_as_flags(
    open_table: Open, screen: Screen
) -> None:
    table = open_table(BEGINNER)
    begin(table)
    number = a_number_to_chord(table.match.board)
    flag_mines_around(table, number)
    around = table.match.board.neighbours()[number]
    extra = next(n for n in around if table.match.board.cells[n] == COVERED)
    table.click(extra, RIGHT)
    table.wait(lambda: table.match.game.is_flagged(extra), "the flag")
    found = table.shown()
    good = next(n for n in found.board.where({FLAG}) if n != extra)
    usual, other = (middle_of(found.lattice.centre(n), screen) for n in (good, extra))
    assert not np.array_equal(usual, other)
    assert table.says("A number beside that flag now has more flags than it says.") or table.says(
        "That flag is wrong: the cell is proved safe."
    )
    table.click(extra, RIGHT)
    table.wait(lambda: not table.match.overfull_flags(), "the colour's end")
    table.shown()


def middle_of(centre: tuple[float, float], screen: Screen) -> Picture:
    x, y = map(int, centre)
    return screen.grab()[y - 8 : y + 8, x - 8 : x + 8]


def test_a_flag_on_a_cell_that_is_proved_safe_is_told(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    safe = table.match._knowledge.safe(table.match.board)[0]
    table.click(safe, RIGHT)
    assert table.says("That flag is wrong: the cell is proved safe.")


def test_a_hint_opens_a_safe_cell_marks_it_and_says_why(open_table: Open, screen: Screen) -> None:
    table = open_table(BEGINNER)
    begin(table)
    before = table.shown()
    table.push(table.button("Hint"))
    after = table.match.board
    opened = [n for n in range(81) if before.board.cells[n] != after.cells[n]]
    assert opened
    assert table.says(" is safe: ")
    # the mark may hide what its cell shows, but must not change it
    assert table.shown(hidden=opened).cut == ()
    table.click(next(after.where({COVERED})), RIGHT)
    table.shown()


def test_where_nothing_is_proved_the_hint_says_so(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.push(table.button("Hint"))
    assert table.says("No hint can be derived: nothing is open yet.")
    assert table.match.first is None


def test_after_every_move_it_is_said_whether_the_position_is_solvable(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    assert table.match.solvability is Solvability.SOLVABLE
    assert table.says("Solvable")
    table = open_table("30x16n99s#1")
    begin(table, 0)
    assert table.match.solvability is Solvability.AMBIGUOUS
    assert table.says("Ambiguous")


def test_assist_opens_safe_cells_until_something_can_be_proved(open_table: Open) -> None:
    table = open_table("30x16n99s#1", fair=FairPlay(assist=True))
    begin(table, 0)
    assert table.match.solvability is Solvability.SOLVABLE
    assert table.says("Ambiguous, so")
    table.shown()
