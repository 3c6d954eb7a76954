"""A board in an unknown skin that its program moves or resizes is followed, or the bot stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED
from solver_bot.bot import Area, Bot, Hands, Result
from solver_bot.bot import Window as Shown
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from tests.bot.unknown import (
    SIZE,
    play,
    window,
)
from tests.simulated import Window


def moved_down(
    scene: Window, when: Callable[[], bool], size: int | None = None
) -> Callable[[], None]:
    """Moves the board down once, as a message above it does, as soon as ``when`` is true.

    Its cells may have another ``size`` then.
    """

    def move() -> None:
        if when() and move not in done:
            done.append(move)
            left, top = scene.corner
            scene.move(left, top + 47, size)

    done: list[object] = []
    return move


@pytest.mark.parametrize("seed", range(2))
def test_the_end_of_a_game_is_seen_though_its_message_moves_the_board(seed: int) -> None:
    scene = window(seed=seed, mines=22)
    scene.trouble = moved_down(scene, lambda: scene.truth.over)
    (game,) = play(scene, mines=22)[0].games
    assert game.result is (Result.WON if scene.truth.won else Result.LOST), game.reason
    assert game.wrong_certain == 0


def test_a_first_click_on_a_mine_is_a_loss_though_its_message_moves_the_board() -> None:
    """A Spanish page shows all mines and writes above its board that the game is lost."""
    scene = window("xp")
    scene.truth.layout = frozenset(range(0, 81, 8))
    scene.trouble = moved_down(scene, lambda: scene.truth.over)
    (game,) = play(scene)[0].games
    assert game.result is Result.LOST, game.reason


def test_a_board_that_is_moved_while_the_game_goes_on_is_not_clicked_any_more() -> None:
    """The player may have moved it."""
    scene = window()
    scene.trouble = moved_down(scene, lambda: len(scene.clicks) == 4)
    (game,) = play(scene)[0].games
    assert game.result is Result.STOPPED
    assert len(scene.clicks) == 4
    assert "its window was moved" in game.reason


@pytest.mark.parametrize("size", [None, SIZE + 5])
@pytest.mark.parametrize("clicks", [1, 4])
def test_a_board_that_its_own_page_moves_or_resizes_is_played_on(
    clicks: int, size: int | None
) -> None:
    """Where a message comes or goes above it, or its cells grow with the first number."""
    scene = window()
    scene.trouble = moved_down(scene, lambda: len(scene.clicks) == clicks, size)
    (game,) = Bot(in_a_window_that_stays(scene), SkinChoice(unknown=True)).play().games
    assert scene.corner[1] > 47
    assert len(scene.clicks) > clicks
    assert game.result is (Result.WON if scene.truth.won else Result.LOST), game.reason
    assert game.wrong_certain == 0


def test_a_board_that_its_page_moves_by_a_part_of_a_pixel_is_played_on() -> None:
    """Its cells are drawn a little otherwise there."""
    scene = window()
    hands, by = in_a_window_that_stays(scene), 47.5

    def is_moved() -> bool:
        return len(scene.clicks) >= 4

    def capture(area: Area | None) -> Picture:
        whole = hands.capture(None)
        if is_moved():
            size = whole.shape[1], whole.shape[0]
            move = np.array([[1, 0, 0], [0, 1, by]])
            whole = np.asarray(cv2.warpAffine(whole, move, size, borderValue=(90, 90, 90)))
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    def click(x: float, y: float) -> None:
        hands.open(x, y - by if is_moved() else y)

    moving = replace(hands, capture=capture, open=click)
    (game,) = Bot(moving, SkinChoice(unknown=True)).play().games
    assert len(scene.clicks) > 4
    assert game.result is (Result.WON if scene.truth.won else Result.LOST), game.reason
    assert game.wrong_certain == 0


def test_a_board_whose_rows_grow_with_their_first_numbers_is_played_on() -> None:
    """A page's table was followed where it had been, until its numbers were cut off."""
    scene = window(seed=3)
    (game,) = Bot(growing_rows(scene, by=3), SkinChoice(unknown=True)).play().games
    assert game.result is (Result.WON if scene.truth.won else Result.LOST), game.reason
    assert game.wrong_certain == 0


def growing_rows(scene: Window, by: int) -> Hands:
    """The hands of a board whose rows become so many pixels higher with their first open cell."""
    hands = in_a_window_that_stays(scene)

    def lines() -> list[int]:
        """Which line of the picture without growth each line shows."""
        top = scene.corner[1]
        shown = list(range(hands.capture(None).shape[0]))
        cells = np.frombuffer(scene.truth.cells, np.uint8).reshape(scene.level[1], -1)
        for row in np.flatnonzero((cells < COVERED).any(1))[::-1].tolist():
            middle = top + row * SIZE + 3
            shown[middle:middle] = [middle] * by
        return shown

    def capture(area: Area | None) -> Picture:
        whole = hands.capture(None)
        grown = whole[lines()[: len(whole)]]
        return grown[area.top : area.bottom, area.left : area.right] if area else grown

    def click(x: float, y: float) -> None:
        hands.open(x, lines()[int(y)])

    return replace(hands, capture=capture, open=click, hold=click)


def in_a_window_that_stays(scene: Window) -> Hands:
    """The hands of a window whose upper left corner stays where it is, wherever its board is."""
    left, top, _, _ = next(iter(scene.windows() or ())).area

    def windows() -> Sequence[Shown] | None:
        shown = scene.windows() or ()
        return [replace(one, area=Area(left, top, *one.area[2:])) for one in shown]

    return replace(scene.hands(), windows=windows)
