"""The choice of the board to play among those on the screen."""

from __future__ import annotations

import pytest

from solver_bot.bot import (
    Area,
    Bot,
    Event,
    Found,
    NoBoard,
    Wishes,
)
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.bot.playing import play, window
from tests.simulated import Habits


def test_a_missing_board_and_a_hidden_one_are_reported() -> None:
    scene = window()
    scene.closed = True
    with pytest.raises(NoBoard, match="No Minesweeper board") as error:
        play(scene)
    assert not error.value.unreadable
    scene = window()
    scene.cover = Area(160, 130, 240, 200)
    with pytest.raises(NoBoard) as error:
        play(scene)
    assert error.value.unreadable


def test_of_two_boards_the_largest_that_is_not_over_is_chosen() -> None:
    small, large = window("kmines"), window("xdemineur", (16, 16, 40))
    large.habits = Habits(places=((520, 200),))
    background = small.capture(None)
    picture = large.capture(None)
    picture[:, :400] = background[:, :400]
    told: list[Event] = []
    hands = large.hands()
    whole = type(hands)(
        capture=lambda area: picture if area is None else large.capture(area),
        open=hands.open,
        flag=hands.flag,
        park=hands.park,
        key=hands.key,
        clock=hands.clock,
        wait=hands.wait,
    )
    Bot(whole, SkinChoice.of(shipped_skins()), Wishes(mines=40), told.append).play()
    (found,) = (event for event in told if isinstance(event, Found))
    assert len(found.boards) == 2
    assert found.chosen.board.width == 16
