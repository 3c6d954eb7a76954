"""How a game in an unknown skin has ended is told, or the bot stops."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, MINE, StartRule
from solver_bot.bot import Action, Bot, Decided, Event, GameResult, Result, Wishes
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Template
from tests.bot.unknown import (
    SIZE,
    play,
    style,
    titled,
    window,
)
from tests.simulated import Habits, Window
from tests.styled import behaving, styled


def test_a_loss_is_reported_with_the_guess_that_caused_it() -> None:
    for seed in range(12):
        scene = window(seed=seed, mines=22)
        (game,) = play(scene)[0].games
        assert game.wrong_certain == 0
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST
            assert game.reason.startswith("The guess at")
            return
    pytest.fail("no game was lost")


def test_a_loss_is_told_though_the_whole_board_is_drawn_darker() -> None:
    for seed in range(12):
        scene = window("xp", seed=seed, mines=22, dims=True)
        (game,) = play(scene)[0].games
        assert game.wrong_certain == 0
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST, game.reason
            return
    pytest.fail("no game was lost")


def test_a_loss_that_shows_the_opened_mine_alone_is_told() -> None:
    for seed in range(12):
        scene = window("xp", seed=seed, mines=22)
        scene.trouble = partial(_hide_other_mines, scene)
        (game,) = play(scene)[0].games
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST, game.reason
            assert game.wrong_certain == 0
            return
    pytest.fail("no game was lost")


def _hide_other_mines(scene: Window) -> None:
    if scene.truth.over and not scene.truth.won:
        covered = bytes(COVERED if code == MINE else code for code in scene.truth.cells)
        scene.show(covered)


def test_a_mine_that_looks_like_a_number_when_it_is_opened_is_a_loss() -> None:
    for seed in range(12):
        scene = window(seed=seed, mines=22)
        _show_a_hit_as(scene, scene.skin.look.picture(8, SIZE))
        (game,) = play(scene)[0].games
        assert game.wrong_certain == 0
        assert (game.result is Result.LOST) == (scene.truth.over and not scene.truth.won)


def test_a_guess_that_shows_what_cannot_be_read_is_a_loss_once_clicks_have_no_effect() -> None:
    """A program that shows the mine that was hit alone, as something that no net knows."""
    for seed in range(12):
        scene = window("xp", seed=seed, mines=22)
        _show_a_hit_as(scene, _patchwork(SIZE))
        scene.trouble = partial(_hide_other_mines, scene)
        (game,) = play(scene)[0].games
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST, game.reason
            assert game.wrong_certain == 0
            return
    pytest.fail("no game was lost")


def test_a_guess_that_opens_nothing_is_a_loss_once_clicks_on_other_cells_have_no_effect() -> None:
    """A program that writes "Game Over" beside the board, and draws no mine."""
    for seed in range(12):
        scene = window("xp", seed=seed, mines=22)
        drawn = [bytes(scene.truth.cells)]
        scene.trouble = partial(_freeze_when_lost, scene, drawn)
        (game,) = play(scene)[0].games
        if scene.truth.over and not scene.truth.won:
            assert game.result is Result.LOST, game.reason
            assert "opens nothing, and no click has an effect any more" in game.reason
            assert game.wrong_certain == 0
            return
    pytest.fail("no game was lost")


def _freeze_when_lost(scene: Window, drawn: list[bytes]) -> None:
    if scene.truth.over and not scene.truth.won:
        scene.show(drawn[-1])
    else:
        drawn.append(bytes(scene.truth.cells))


@pytest.mark.parametrize(
    ("seed", "mined", "result", "reason"),
    [
        (7, True, Result.LOST, "opens nothing, and the numbers beside it prove what it is"),
        (4, False, Result.STOPPED, "Clicks on row 1, column 7, a guess, have no effect"),
    ],
)
def test_a_guess_that_opens_nothing_is_a_loss_if_the_numbers_prove_it_to_be_a_mine(
    seed: int, mined: bool, result: Result, reason: str
) -> None:
    """A program that passes over the clicks on one cell, and goes on."""
    scene = window("xp", seed=seed, mines=22)
    game = _played_without_one_guess(scene, mined)
    assert game.result is result
    assert reason in game.reason


def _played_without_one_guess(scene: Window, mined: bool) -> GameResult:
    """Play a game that passes over clicks on its first guessed cell that is a mine, or is none."""
    passed: list[int] = []
    hands = scene.hands()

    def tell(event: Event) -> None:
        if passed or not isinstance(event, Decided) or event.decision.odds is None:
            return
        (cell,) = event.decision.cells[:1] or (0,)
        if event.decision.action is Action.GUESS and (cell in (scene.truth.layout or ())) is mined:
            passed.append(cell)

    def open_others(x: float, y: float) -> None:
        if scene.cell_at(x, y) not in passed:
            scene.open(x, y)

    hands = replace(hands, open=open_others, hold=open_others)
    wishes = Wishes(max_seconds=400)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes, tell).play().games
    assert passed
    return game


@pytest.mark.parametrize(("seed", "result"), [(1, Result.WON), (3, Result.WON), (4, Result.LOST)])
def test_a_game_is_played_to_its_end_though_its_first_cell_can_not_be_read(
    seed: int, result: Result
) -> None:
    """Its window is called Minesweeper, and the game goes on after the click: the cell is open."""
    scene = _with_a_strange_first_cell(seed)
    session = Bot(titled(scene, "Minesweeper"), SkinChoice(unknown=True), Wishes()).play()
    (game,) = session.games
    assert game.result is result, game.reason
    assert scene.truth.won is (result is Result.WON)


def test_who_wants_no_guess_gets_no_second_click_after_a_first_cell_that_can_not_be_read() -> None:
    scene = _with_a_strange_first_cell(1)
    wishes = Wishes(no_guess=True)
    session = Bot(titled(scene, "Minesweeper"), SkinChoice(unknown=True), wishes).play()
    (game,) = session.games
    assert "guessing is not wanted" in game.reason
    assert len(scene.clicks) == 1


def test_a_guess_that_is_not_made_is_not_announced() -> None:
    """All that is opened can't be read, so the bot stops after some guesses far from it."""
    scene = _with_a_strange_first_cell(1)

    def sign() -> None:
        cells = bytearray([COVERED]) * 81
        for _, cell in scene.clicks:
            cells[cell or 0] = EXPLODED
        scene.show(bytes(cells))

    scene.trouble = sign
    told: list[Event] = []
    hands, wishes = titled(scene, "Minesweeper"), Wishes(max_seconds=200)
    (game,) = Bot(hands, SkinChoice(unknown=True), wishes, told.append).play().games
    assert "can't be read" in game.reason
    decisions = [one.decision for one in told if isinstance(one, Decided)]
    announced = {one.cells[0] for one in decisions if one.action is Action.GUESS}
    assert announced == {cell for _, cell in scene.clicks}


def _with_a_strange_first_cell(seed: int) -> Window:
    """A game whose first cell shows a picture in place of its number."""
    skin = behaving(styled(style("xp"), SIZE), start=StartRule.SAFE)
    scene = Window(skin, 9, 9, 10, seed=seed, habits=Habits(size=SIZE))
    _show_a_hit_as(scene, _patchwork(SIZE))

    def sign() -> None:
        cells = bytearray(scene.truth.cells)
        cells[scene.clicks[0][1] or 0] = EXPLODED
        scene.show(bytes(cells))

    scene.trouble = sign
    return scene


def test_of_a_first_click_that_shows_what_cannot_be_read_nothing_more_is_said() -> None:
    """It may be a mine, or a number that no net knows."""
    scene = window("xp")
    _show_a_hit_as(scene, _patchwork(SIZE))
    cells = bytearray([COVERED]) * 81

    def hit() -> None:
        cells[scene.clicks[-1][1] or 0] = EXPLODED
        scene.show(bytes(cells))

    scene.trouble = hit
    session, _ = play(scene)
    assert len(scene.clicks) == 1
    assert session.halted is not None
    assert "what it shows can't be read" in session.halted


def _show_a_hit_as(scene: Window, picture: Picture) -> None:
    """Let the window show the mine that was hit so."""
    kept = [t for t in scene.skin.look.templates if t.code != EXPLODED]
    hit = Template(EXPLODED, "", picture)
    scene.skin = replace(scene.skin, look=replace(scene.skin.look, templates=(*kept, hit)))


def _patchwork(size: int) -> Picture:
    """Patches in many colours, from edge to edge of a cell."""
    patches = np.random.default_rng(5).integers(0, 255, (4, 4, 3)).astype(np.uint8)
    return cv2.resize(patches, (size, size), interpolation=cv2.INTER_NEAREST).astype(np.uint8)


@pytest.mark.parametrize("clicks", [1, 3])
def test_a_window_that_leaves_nothing_but_the_desktop_is_no_end_of_a_game(clicks: int) -> None:
    scene = window(cells=(16, 16), mines=40)
    moved: list[bool] = []

    def move() -> None:
        if len(scene.clicks) >= clicks and not moved:
            moved.append(True)
            scene.move(600, 120)

    scene.trouble = move
    (game,) = play(scene)[0].games
    assert game.result is Result.STOPPED
    assert not scene.truth.won
    assert "can't be followed any more" in game.reason


def test_the_bot_says_at_once_that_the_window_was_closed() -> None:
    scene = window()
    ended: list[float] = []

    def close() -> None:
        if len(scene.clicks) >= 4 and not scene.closed:
            scene.closed = True
            scene.cover = None
            ended.append(scene.now)
            scene.move(600, 120)

    scene.trouble = close
    (game,) = play(scene)[0].games
    assert "its window was closed" in game.reason
    assert "The game was not lost" in game.reason
    assert scene.now < ended[0] + 4
