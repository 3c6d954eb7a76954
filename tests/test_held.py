"""What must not change while a board is played, and from one game to the next."""

from __future__ import annotations

import numpy as np

from solver_bot.bot.hands import Area
from solver_bot.bot.held import Held
from solver_bot.vision.lattice import Lattice, Picture

PLACE = Lattice.even(20, 20, 10, 10, 6, 6)
CELLS = slice(20, 80), slice(20, 80)


def board() -> Picture:
    """Cells within a frame of changing colours."""
    return np.random.default_rng(1).integers(0, 255, (100, 100, 3), np.uint8)


def held(picture: Picture) -> Held:
    """All its cells are open."""
    return Held.of(Area(0, 0, 100, 100), picture, PLACE, np.ones((6, 6), bool))


def standing(what: Held, now: Picture) -> bool:
    def capture(area: Area | None) -> Picture:
        assert area
        return now[area.top : area.bottom, area.left : area.right]

    return what.stands(capture)


def test_a_board_stands_behind_a_message_that_hides_less_than_half() -> None:
    before = board()
    now = before.copy()
    now[40:60, 20:80] = 0
    assert standing(held(before), now)


def test_other_cells_are_another_board() -> None:
    before = board()
    now = before.copy()
    now[CELLS] = 0
    assert not standing(held(before), now)


def test_in_a_new_game_the_frame_alone_must_stand() -> None:
    before = board()
    now = before.copy()
    now[CELLS] = 0
    assert standing(held(before).frame(), now)
    assert not standing(held(before).frame(), np.roll(now, 10, axis=1))
