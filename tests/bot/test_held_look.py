"""A look at the board holds for a few clicks, while no second click could do harm."""

from __future__ import annotations

from solver_bot.board import parse_board
from solver_bot.bot.decision import Action, Decision
from solver_bot.bot.held_look import HOLDS, HeldLook

BOARD = parse_board("""
#####
12F1#
...1#
""")
FLAG, BESIDE_IT, FAR = 7, 1, 14


def look(*mines: int, action: Action = Action.OPEN) -> HeldLook:
    """A look at time 0."""
    return HeldLook(BOARD, Decision(action, (BESIDE_IT, FAR), mines=mines), 0.0)


def test_a_look_holds_for_further_clicks() -> None:
    assert look().holds(FAR, HOLDS)


def test_no_look_holds_for_long() -> None:
    assert not look().holds(FAR, 1.01 * HOLDS)


def test_another_look_holds_as_long_again() -> None:
    held = look()
    held.looked(HOLDS)
    assert held.holds(FAR, 2 * HOLDS)


def test_no_look_holds_beside_a_flag_that_may_be_wrong() -> None:
    """A second click there might be a chord, and open the mine."""
    assert not look().holds(BESIDE_IT, 0.0)


def test_a_look_holds_beside_a_flag_that_is_proved_right() -> None:
    assert look(FLAG).holds(BESIDE_IT, 0.0)


def test_a_look_holds_for_flags() -> None:
    """They open nothing."""
    assert look(action=Action.FLAG).holds(BESIDE_IT, 0.0)
