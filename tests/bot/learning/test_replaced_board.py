"""Some programs show another screen in place of their board once a game is over."""

from __future__ import annotations

from dataclasses import replace

import cv2

from solver_bot.bot import Area, Bot, Hands, Result, Wishes
from solver_bot.bot.hands import Window
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from tests.bot.unknown import titled, window
from tests.simulated import Window as Scene

LOST_LATER = 0
"""The seed of a game that is lost by a later guess than the first."""


def with_another_screen_at_the_end(scene: Scene, renamed: bool = False) -> Hands:
    """The hands of a game whose window shows nothing but a word once it is over."""
    hands = titled(scene, "Minesweeper")

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)
        if scene.truth.over:
            left, top = scene.corner
            whole[top - 60 : top + 400, left - 20 : left + 500] = (60, 40, 20)
            place, face = (left + 20, top + 80), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(whole, "GAME OVER", place, face, 1.0, (200, 220, 255), 2)
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    def windows() -> list[Window] | None:
        shown = hands.windows() or []
        title = "Results" if renamed and scene.truth.over else "Minesweeper"
        return [replace(one, title=title) for one in shown]

    return replace(hands, capture=capture, windows=windows)


def played(hands: Hands, mines: int = 22) -> Result:
    wishes = Wishes(mines=mines, max_seconds=400)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes).play().games
    return game.result


def test_a_guess_after_which_the_board_is_gone_has_lost_the_game() -> None:
    scene = window("xp", seed=LOST_LATER, mines=22)
    assert played(with_another_screen_at_the_end(scene)) is Result.LOST
    assert scene.truth.over
    assert not scene.truth.won


def test_a_window_with_another_title_may_show_another_page() -> None:
    scene = window("xp", seed=LOST_LATER, mines=22)
    assert played(with_another_screen_at_the_end(scene, renamed=True)) is Result.STOPPED


def test_a_board_that_is_gone_after_its_last_safe_cells_is_won() -> None:
    """A page blurs its board behind a card. Nothing of it is seen any more."""
    scene = window("xp", seed=4, mines=22)
    assert played(with_another_screen_at_the_end(scene)) is Result.WON
    assert scene.truth.won


def test_a_board_that_is_gone_after_a_guess_that_may_have_won_is_neither_won_nor_lost() -> None:
    scene = window("xp", seed=7, mines=10)
    assert played(with_another_screen_at_the_end(scene), mines=10) is Result.STOPPED
    assert scene.truth.over
