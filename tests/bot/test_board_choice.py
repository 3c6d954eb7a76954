"""The choice of the board to play among those on the screen."""

from __future__ import annotations

import pytest

from solver_bot.board import UNREADABLE, Board
from solver_bot.bot import (
    Area,
    Bot,
    Event,
    Found,
    NoBoard,
    Wishes,
    choose,
)
from solver_bot.vision.extract import Extraction, going_on
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
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


@pytest.mark.parametrize(
    ("cut", "seen"), [(("left",), True), (SIDES, False), (("left", "top"), True)]
)
def test_a_board_of_which_no_frame_is_seen_may_be_one_in_another_skin(
    cut: tuple[str, ...], seen: bool
) -> None:
    skin = named_skin("kmines")
    place = Lattice.even(40, 40, 20, 20, 9, 9)
    found = going_on(Extraction(Board.covered(9, 9), place, skin, 1.0), cut)
    with pytest.raises(NoBoard) as error:
        choose([found], [skin])
    assert error.value.unreadable == seen


def test_a_board_of_which_no_cell_is_read_may_be_one_in_another_skin() -> None:
    skin = named_skin("kmines")
    board = Board(9, 9, bytes([UNREADABLE]) * 81)
    found = Extraction(board, Lattice.even(40, 40, 20, 20, 9, 9), skin, 1.0)
    with pytest.raises(NoBoard) as error:
        choose([found], [skin])
    assert not error.value.unreadable


def test_the_visible_part_of_a_game_in_a_known_skin_is_not_played_as_an_unknown_one() -> None:
    scene = window("classic", (30, 16, 99), 3, habits=Habits(told=False))
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    begun = scene.hands(lambda: "Enough." if len(scene.clicks) >= 25 else None)
    Bot(begun, skins, Wishes(mines=99)).play()
    clicks = len(scene.clicks)
    assert not scene.truth.over
    scene.cover = Area(150, 120, 330, 260)
    with pytest.raises(NoBoard):
        Bot(scene.hands(), skins, Wishes(mines=99)).play()
    assert len(scene.clicks) == clicks
