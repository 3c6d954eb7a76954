"""A board of which something hid a line when its game was new."""

from __future__ import annotations

from dataclasses import replace

from solver_bot.bot import Area, Bot, Hands, Result, Wishes
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from tests.bot.unknown import SIZE, titled, window
from tests.simulated import Window


def with_its_top_row_hidden(scene: Window) -> Hands:
    """The hands of a game that writes over its top row until the first click."""

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        if not scene.clicks:
            left, top = scene.corner
            whole[top - 4 : top + SIZE, left - 4 : left + 16 * SIZE + 4] = whole[top - 2, left - 2]
        x, y, right, bottom = area or (0, 0, whole.shape[1], whole.shape[0])
        return whole[y:bottom, x:right]

    return replace(titled(scene, "Minesweeper"), capture=capture)


def test_a_row_that_a_text_hid_before_the_first_click_is_played_too() -> None:
    """A line of text lies over the top row of a LittleJS game until a cell is opened."""
    scene = window(seed=3, cells=(16, 16), mines=30)
    hands = with_its_top_row_hidden(scene)
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(max_seconds=200)).play().games
    assert game.result is Result.WON, game.reason
    assert scene.truth.won
