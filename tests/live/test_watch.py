"""The watcher shows the true board and advice of a simulated window."""

from __future__ import annotations

from itertools import count

import pytest

from solver_bot.board import Board, Outcome, StartRule, parse_board
from solver_bot.bot import Area
from solver_bot.desktop.screen import Region, View
from solver_bot.live.hands import FRAME, TITLE, place_beside, place_off, window_area
from solver_bot.live.watch import SEARCH_EVERY, Watcher, sentence
from solver_bot.solve.advice import advise
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Habits, Window
from tests.vision.drawn import position
from tests.vision.textured import PAINTINGS, paint


def watched(scene: Window, mines: int | None = None) -> Watcher:
    return Watcher(scene.capture, SkinChoice.of(shipped_skins()), mines, clock=lambda: scene.now)


def test_the_advice_follows_the_game() -> None:
    scene = Window(named_skin("kmines"), 16, 16, 40, seed=3)
    watcher = watched(scene)
    view = watcher.look()
    assert view
    picture = view.picture(20)
    assert picture is not None
    assert picture.shape == (16 * 20, 16 * 20, 3)
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


class Compiling:
    """A solver that is not ready yet."""

    said = "Compiling the solver: 3 of 74 functions ..."

    def progress(self) -> str:
        return self.said


def test_only_what_single_numbers_prove_is_shown_until_the_solver_is_ready() -> None:
    scene = Window(named_skin("kmines"), 16, 16, 40, seed=3)
    scene.open(scene.corner[0] + 90, scene.corner[1] + 90)
    scene.wait(1)
    ready = Compiling()
    watcher = Watcher(
        scene.capture, SkinChoice.of(shipped_skins()), 40, clock=lambda: scene.now, ready=ready
    )
    first = watcher.look()
    assert first
    assert first.advice
    assert first.sentence.endswith(ready.said)
    assert set(first.advice.odds) <= {None, 0.0, 1.0}
    assert first.advice.safe
    ready.said = ""
    view = watcher.look()
    assert view
    assert view.advice
    assert "Compiling" not in view.sentence
    assert set(view.advice.safe) >= set(first.advice.safe)
    assert any(odds and odds < 1 for odds in view.advice.odds)


def test_a_readable_board_counts_as_such_however_long_a_look_takes() -> None:
    scene = Window(named_skin("kmines"), 16, 16, 40, seed=3)
    slow = count(step=0.2)
    watcher = Watcher(scene.capture, SkinChoice.of(shipped_skins()), clock=lambda: next(slow))
    assert watcher.look()
    assert watcher.unreadable_for == 0
    scene.open(scene.corner[0] + 90, scene.corner[1] + 90)
    scene.wait(1)
    assert watcher.look()
    assert watcher.unreadable_for == 0


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
    assert found[-1].board


@pytest.mark.parametrize("skin", ["kmines", "gnome-mines", "classic"])
def test_a_new_game_has_no_odds_where_the_first_click_is_safe(skin: str) -> None:
    view = watched(Window(named_skin(skin), 9, 9, 10)).look()
    assert view
    assert view.advice
    assert view.advice.guess is None
    assert set(view.advice.odds) == {None}
    assert view.marks == ()
    assert "first click is safe" in view.sentence


def test_the_player_may_say_that_the_first_click_is_not_safe() -> None:
    scene = Window(named_skin("classic"), 9, 9, 10)
    none = StartRule.NONE
    view = Watcher(scene.capture, SkinChoice.of(shipped_skins()), 10, start=none).look()
    assert view
    assert view.advice
    assert view.advice.guess
    assert "first click is safe" not in view.sentence


NOT_TOUCHED = "##2\n##2\n221"
"""The cell in the corner has three certain mines around it, and no number."""


@pytest.mark.parametrize("text", [NOT_TOUCHED, "##\n##"])
def test_a_board_that_lacks_nothing_but_the_total_says_so(text: str) -> None:
    board = parse_board(text)
    said = sentence(board, advise(board))
    assert "No number touches the cells that are left" in said
    assert "--mines" in said


@pytest.mark.parametrize("text", [f"; mines: 3\n{NOT_TOUCHED}", "1#\n##", "~##\n###"])
def test_where_a_number_or_the_total_tells_more_it_is_not_asked_for(text: str) -> None:
    board = parse_board(text)
    assert "--mines" not in sentence(board, advise(board))
    assert "--mines" not in sentence(board, advise(board, scan_only=True))


def test_a_missing_board_is_reported_and_searched_again() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10)
    scene.closed = True
    watcher = watched(scene)
    view = watcher.look()
    assert view
    assert view.board is None
    assert "No Minesweeper board" in view.sentence
    scene.closed = False
    assert watcher.look() is None
    scene.wait(SEARCH_EVERY)
    view = watcher.look()
    assert view
    assert view.board


class Screen:
    """A screen that shows one picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def capture(self, area: Area | None) -> Picture:
        whole = area or Area(0, 0, self.picture.shape[1], self.picture.shape[0])
        return self.picture[whole.top : whole.bottom, whole.left : whole.right].copy()


def stone(board: Board) -> Picture:
    """A board in a skin that nobody knows, which only the nets read."""
    return paint(board, next(one for one in PAINTINGS if one.name == "stone"), (28, 28))[0]


def test_there_is_advice_in_a_skin_that_only_the_nets_read() -> None:
    before, after = (position(12, 10, 18, share, seed=5) for share in (0.15, 0.7))
    assert before.cells != after.cells
    screen = Screen(stone(before))
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    watcher = Watcher(screen.capture, skins, clock=count(0, 0.05).__next__)
    first = watcher.look()
    assert first
    assert first.board
    assert first.board.rows() == before.rows()
    screen.picture = stone(after)
    seen = [view for _ in range(20) if (view := watcher.look())]
    assert seen
    assert seen[-1].board
    assert seen[-1].board.rows() == after.rows()


def test_its_own_window_is_not_taken_for_a_game() -> None:
    scene = Window(named_skin("xdemineur"), 9, 9, 10)
    left, top = scene.corner
    view = watched(scene).look(Area(left - 30, top - 30, left + 400, top + 300))
    assert view
    assert view.board is None


def test_the_end_of_a_game_is_shown() -> None:
    scene = Window(named_skin("kmines"), 9, 9, 10)
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    view = watched(scene).look()
    assert view
    assert view.advice
    assert view.advice.outcome is Outcome.LOST
    assert "lost" in view.sentence


def test_no_advice_is_given_on_tiles_that_are_still_fading() -> None:
    scene = Window(
        named_skin("gnome-mines"), 12, 12, 30, seed=3, habits=Habits(frames=13, step=0.015)
    )
    watcher = watched(scene)
    assert watcher.look()
    scene.open(scene.corner[0] + 90, scene.corner[1] + 90)
    views = []
    for _ in range(40):
        scene.wait(0.02)
        views.append(watcher.look())
    (view,) = (view for view in views if view)
    assert view.board
    assert view.board.cells == bytes(scene.truth.cells)


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(
    "board",
    [Area(100, 100, 500, 500), Area(900, 300, 1500, 900), Area(20, 500, 1900, 1050)],
    ids=str,
)
def test_the_window_leaves_the_board_free(board: Area, scale: float) -> None:
    desktop = Region(-60, 0, 1920, 1080)
    view = View(desktop, scale, scale)
    place = place_off(desktop, view, Area(*(round(edge * scale) for edge in board)), 400, 350)
    assert place
    inside = Region(place[0] + FRAME, place[1] + TITLE, 400, 350)
    assert desktop.holds(inside)
    own = window_area(View(desktop, 1.0, 1.0), inside.left, inside.top, 400, 350)
    apart = own.left >= board.right or own.right <= board.left
    assert apart or own.top >= board.bottom or own.bottom <= board.top


def test_the_window_has_no_place_if_there_is_no_room() -> None:
    desktop = Region(0, 0, 1920, 1080)
    assert place_off(desktop, View(desktop, 1, 1), Area(200, 200, 1700, 900), 400, 350) is None


SCREEN = Region(0, 0, 1920, 1080)


@pytest.mark.parametrize(
    "game",
    [
        Region(0, 0, 700, 600),
        Region(1220, 480, 700, 600),
        Region(-300, 300, 1500, 700),
        Region(700, -50, 500, 1200),
        Region(0, 410, 1920, 670),
        Region(0, 0, 1920, 660),
        Region(800, 300, 1100, 700),
    ],
    ids=str,
)
def test_a_window_and_its_frame_get_a_place_wherever_there_is_room(game: Region) -> None:
    place = place_beside(SCREEN, game, 440, 350)
    assert place
    window = Region(*place, 440 + 2 * FRAME, TITLE + 350 + FRAME)
    assert SCREEN.holds(window)
    apart = window.left >= game.right or window.right <= game.left
    assert apart or window.top >= game.bottom or window.bottom <= game.top
