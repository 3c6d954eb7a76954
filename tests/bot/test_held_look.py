"""A look at the board holds for a few clicks, while these open nothing but their own cells."""

from __future__ import annotations

from solver_bot.board import parse_board
from solver_bot.bot.decision import Action, Decision
from solver_bot.bot.held_look import HOLDS, HeldLook

BOARD = parse_board("""
#####
1211#
...1#
""")
MINE, BESIDE_IT, FAR = 1, 2, 14


def look(action: Action = Action.OPEN) -> HeldLook:
    """A look at time 0."""
    return HeldLook(BOARD, Decision(action, (BESIDE_IT, FAR), mines=(MINE,)), 0.0)


def test_a_cell_beside_a_certain_mine_opens_alone() -> None:
    assert look().opens_alone(BESIDE_IT)
    assert not look().opens_alone(FAR)


def test_a_look_holds_after_a_cell_that_opens_alone() -> None:
    held = look()
    held.clicked(BESIDE_IT)
    assert held.holds(HOLDS)


def test_no_look_holds_for_long() -> None:
    held = look()
    assert not held.holds(1.01 * HOLDS)
    held.looked(HOLDS)
    assert held.holds(2 * HOLDS)


def test_no_look_holds_once_a_click_may_have_opened_other_cells() -> None:
    held = look()
    held.clicked(FAR)
    held.looked(0.0)
    assert not held.holds(0.0)


def test_flags_change_no_other_cell() -> None:
    held = look(Action.FLAG)
    held.clicked(FAR)
    assert held.holds(0.0)
