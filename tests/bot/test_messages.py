"""Messages in front of a board in an unknown skin: how the game ended behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, MINE
from solver_bot.bot import Area, Bot, Hands, Result, Wishes
from solver_bot.bot.finder import Finder
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from tests.bot.unknown import (
    SIZE,
    going_on_after_messages,
    play,
    slowly,
    window,
    with_messages_of_a_browser,
)
from tests.simulated import Window


def test_a_win_is_told_though_its_page_goes_dark_before_it_draws_the_last_cells() -> None:
    """A page with a message of the browser in front draws nothing more."""
    scene = window(seed=3)
    drawn = [bytes(scene.truth.cells)]

    def freeze() -> None:
        if scene.truth.won:
            scene.show(drawn[-1])
        else:
            drawn.append(bytes(scene.truth.cells))

    def capture(area: Area | None) -> Picture:
        picture = hands.capture(area)
        return (picture * 0.4).astype(np.uint8) if scene.truth.won else picture

    hands = scene.hands()
    scene.trouble = freeze
    dark = replace(hands, capture=capture)
    (game,) = Bot(dark, SkinChoice(unknown=True), Wishes(mines=10)).play().games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason


@pytest.mark.parametrize("begins_anew", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_message_of_the_browser_is_closed_and_then_the_loss_is_told(
    seed: int, begins_anew: bool
) -> None:
    scene = window(seed=seed, mines=25)
    hands = with_messages_of_a_browser(scene, begins_anew)
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(mines=25)).play().games
    assert scene.keys == ["escape"]
    assert game.result is Result.LOST, game.reason
    assert game.wrong_certain == 0


@pytest.mark.parametrize("begins_anew", [False, True])
@pytest.mark.parametrize("name", ["paper", "xp"])
def test_a_first_click_on_a_mine_behind_a_message_of_the_browser_is_a_loss(
    name: str, begins_anew: bool
) -> None:
    """No number is open, so the dimmed page looked like a board of empty cells, and a win."""
    scene = window(name)
    scene.truth.layout = frozenset(range(0, 81, 8))
    hands = with_messages_of_a_browser(scene, begins_anew)
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(mines=10)).play().games
    assert scene.keys == ["escape"]
    assert game.result is Result.LOST, game.reason


@pytest.mark.parametrize("seed", range(3))
def test_a_guess_that_brings_up_the_same_message_twice_and_opens_nothing_is_a_loss(
    seed: int,
) -> None:
    """The page goes on as if nothing had happened (ArutoriaWhite's minesweeper)."""
    scene = window("xp", seed=seed, mines=25)
    hands = going_on_after_messages(scene)
    (game,) = Bot(hands, SkinChoice(unknown=True), Wishes(mines=25)).play().games
    assert scene.keys == ["escape"] * 2
    assert game.result is Result.LOST, game.reason
    assert game.wrong_certain == 0


def test_a_guess_that_shows_no_number_beside_a_window_that_follows_is_a_loss() -> None:
    """A game in JavaFX turns the mine red, and shows its message in a window of its own."""
    for seed in range(12):
        scene = window("paper", seed=seed, mines=22)
        session = Bot(with_a_window_at_a_loss(scene), SkinChoice(unknown=True), Wishes()).play()
        (game,) = session.games
        if scene.cover and game.guesses > 1:
            assert game.result is Result.LOST, game.reason
            assert game.wrong_certain == 0
            return
    pytest.fail("no such game was lost")


def with_a_window_at_a_loss(scene: Window) -> Hands:
    """The hands of a game that shows one red cell, and a window over others, at a loss."""
    hands = scene.hands()

    def capture(area: Area | None) -> Picture:
        hit = [cell for cell, code in enumerate(scene.truth.cells) if code == EXPLODED]
        if hit and not scene.cover:
            left, top = scene.corner
            scene.cover = Area(left + 40, top + 60, left + 170, top + 150)
            shown = [COVERED if code in {MINE, EXPLODED} else code for code in scene.truth.cells]
            scene.show(bytes(shown))
            red.extend(hit)
        whole = hands.capture(None)
        for cell in red:
            row, column = divmod(cell, scene.level[0])
            left, top = scene.corner[0] + SIZE * column, scene.corner[1] + SIZE * row
            whole[top + 1 : top + SIZE - 1, left + 1 : left + SIZE - 1] = (0, 0, 255)
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    red: list[int] = []
    return replace(hands, capture=capture)


def test_a_win_is_recognised_though_its_message_stays_over_the_board() -> None:
    scene = window(dialog=True)
    (game,) = play(scene)[0].games
    assert scene.truth.won
    assert game.result is Result.WON


def test_a_win_is_recognised_though_the_last_click_was_handled_late() -> None:
    scene = window(seed=11, dialog=True, message=(-4, -10, 104, 110))
    hands = scene.hands()
    observer = Finder(hands, SkinChoice(unknown=True), Wishes(), lambda _: None).find().observer

    def click(cells: Sequence[int]) -> None:
        for cell in cells:
            hands.open(*observer.lattice.centre(cell))

    click([40])
    observer.settle([40])
    mines = scene.truth.layout or frozenset()
    left = [c for c in range(81) if c not in mines and scene.truth.cells[c] == COVERED]
    click(left[:-1])
    observer.settle(left[:-1])
    observer.settle(left[-1:])  # the program has not handled this click yet
    click(left[-1:])
    hands.wait(0.5)
    observer.settle()
    assert scene.truth.won
    assert observer.won


def test_a_win_is_recognised_though_a_cursor_blinks_in_its_message() -> None:
    """It changes at every look, because the machine takes long to read the board."""
    scene = window(seed=11, dialog=True, message=(12, -10, 88, 80), blinks=0.5)
    hands = replace(scene.hands(), thinking=slowly(scene, 0.4))
    (game,) = Bot(hands, SkinChoice(unknown=True)).play().games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason


def test_a_game_is_won_behind_a_message_if_what_is_seen_leaves_nothing_but_mines() -> None:
    """All mines stay covered, and the desktop does not list its windows."""
    scene = window("xp", 11, dialog=True, bare=True, message=(10, 45, 90, 60), told=False)
    (game,) = play(scene)[0].games
    assert scene.truth.won
    assert game.result is Result.WON, game.reason


@pytest.mark.parametrize("told", [True, False])
def test_a_dialog_that_hides_how_a_game_came_out_is_closed_if_it_is_the_games_own(
    told: bool,
) -> None:
    scene = window(seed=11, dialog=True, message=(-4, -10, 104, 110), told=told)
    (game,) = play(scene)[0].games
    assert scene.truth.won
    assert game.result is (Result.WON if told else Result.STOPPED), game.reason
    assert scene.keys == (["escape"] if told else [])


def test_a_win_is_told_though_its_program_begins_a_new_game_when_the_message_is_closed() -> None:
    scene = window(seed=12, dialog=True, message=(-4, -10, 104, 110))
    ended: list[bool] = []

    def key(combination: str) -> None:
        scene.key(combination)
        ended.append(scene.truth.won)
        scene.new_game()

    hands = replace(scene.hands(), key=key)
    (game,) = Bot(hands, SkinChoice(unknown=True)).play().games
    assert ended == [True]
    assert game.result is Result.WON, game.reason


def test_a_win_is_told_though_its_program_takes_its_time_to_begin_a_new_game() -> None:
    """A program in customtkinter builds its board anew, and shows nothing meanwhile."""
    scene = window(seed=12, dialog=True, message=(-4, -10, 104, 110))
    closed: list[float] = []

    def key(combination: str) -> None:
        scene.key(combination)
        assert scene.truth.won
        closed.append(scene.now)
        scene.new_game()

    def capture(area: Area | None) -> Picture:
        picture = scene.capture(area)
        return np.full_like(picture, 40) if closed and scene.now < closed[0] + 3 else picture

    hands = replace(scene.hands(), key=key, capture=capture)
    (game,) = Bot(hands, SkinChoice(unknown=True)).play().games
    assert closed
    assert game.result is Result.WON, game.reason


def test_a_new_game_that_begins_long_before_the_end_is_no_win() -> None:
    """A page may begin anew once its time is up. Or a board was misread, and a mine was hit."""
    scene = window(seed=12, message=(-4, -10, 104, 110))
    closed: list[str] = []

    def interrupt() -> None:
        scene.dialog_open = not closed and len(scene.clicks) > 1

    def key(combination: str) -> None:
        closed.append(combination)
        scene.dialog_open = False
        scene.new_game()

    scene.trouble = interrupt
    hands = replace(scene.hands(), key=key)
    session = Bot(hands, SkinChoice(unknown=True)).play()
    assert closed
    assert not session.games or session.games[0].result is Result.STOPPED
