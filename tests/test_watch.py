"""Watching a simulated window: what is shown is what the board and the advice say."""

from __future__ import annotations

from solver_bot.board import Outcome
from solver_bot.bot import Area
from solver_bot.vision.skin import named_skin, shipped_skins
from solver_bot.watch import CELL, SEARCH_EVERY, Watcher
from tests.simulated import Habits, Window


def watched(scene: Window, mines: int | None = None) -> Watcher:
    return Watcher(scene.capture, shipped_skins(), mines, clock=lambda: scene.now)


def test_the_advice_follows_the_game() -> None:
    scene = Window(named_skin("kmines"), 16, 16, 40, seed=3)
    watcher = watched(scene)
    view = watcher.look()
    assert view
    assert view.picture is not None
    assert view.picture.shape == (16 * CELL, 16 * CELL, 3)
    assert watcher.look() is None
    scene.open(scene.corner[0] + 90, scene.corner[1] + 90)
    scene.wait(1)
    view = watcher.look()
    assert view
    assert view.board
    assert view.board.cells == bytes(scene.truth.cells)
    assert view.advice
    assert set(view.advice.mines) <= (scene.truth.layout or set())
    assert not set(view.advice.safe) & (scene.truth.layout or frozenset())
    assert scene.clicks == [("open", scene.cell_at(*scene.pointer))]


def test_a_moved_window_is_found_again() -> None:
    scene = Window(named_skin("gnome-mines"), 9, 9, 10)
    watcher = watched(scene)
    assert watcher.look()
    scene.habits = Habits(places=((410, 260),))
    views = []
    for _ in range(20):
        scene.wait(0.2)
        views.append(watcher.look())
    found = [view for view in views if view is not None]
    assert found
    assert found[-1].picture is not None


def test_no_board_is_said_and_searched_for_again() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10)
    scene.closed = True
    watcher = watched(scene)
    view = watcher.look()
    assert view
    assert view.picture is None
    assert "No Minesweeper board" in view.sentence
    scene.closed = False
    assert watcher.look() is None
    scene.wait(SEARCH_EVERY)
    view = watcher.look()
    assert view
    assert view.picture is not None


def test_its_own_window_is_not_taken_for_a_game() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10)
    left, top = scene.corner
    view = watched(scene).look(Area(left - 30, top - 30, left + 400, top + 300))
    assert view
    assert view.picture is None


def test_a_game_that_is_over_is_said_to_be() -> None:
    scene = Window(named_skin("kmines"), 9, 9, 10)
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    view = watched(scene).look()
    assert view
    assert view.advice
    assert view.advice.outcome is Outcome.LOST
    assert "lost" in view.sentence
