"""The observer of boards in known skins: animations, moved and covered windows, lost clicks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver_bot.board import (
    COVERED,
    EMPTY,
    NUMBERS,
)
from solver_bot.bot import (
    Action,
    Area,
    Bot,
    Decided,
    Event,
    Result,
    Said,
    Wishes,
)
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.bot.playing import SKINS, decisions, play, window
from tests.simulated import Habits, Truth, Window


def test_the_bot_waits_for_a_slow_animation() -> None:
    habits = Habits(delay=0.05, frames=12, step=0.02)
    session, _ = play(window("classic", habits=habits, seed=3), games=3)
    assert session.halted is None
    assert sum(game.wrong_certain for game in session.games) == 0


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.settle])
@pytest.mark.parametrize("frames", [3, 13])
def test_nothing_is_decided_on_tiles_that_are_still_fading(name: str, frames: int) -> None:
    """The animation has a few slow steps, as on a busy machine, or many fast ones."""
    habits = Habits(delay=0.01, frames=frames, step=0.2 / frames, dialog=name == "gnome-mines")
    for seed in range(3):
        scene = window(name, (12, 12, 30), seed=seed, habits=habits)

        def compare(event: Event, truth: Truth = scene.truth) -> None:
            if isinstance(event, Decided) and not event.board.has_unreadable:
                assert event.board.cells == bytes(truth.cells)

        session = Bot(
            scene.hands(), SkinChoice.of(shipped_skins()), Wishes(mines=30), compare
        ).play()
        assert session.halted is None
        assert (session.games[0].result is Result.WON) == scene.truth.won


@pytest.mark.parametrize("name", SKINS)
def test_a_pressed_cell_is_not_taken_for_an_empty_one(name: str) -> None:
    scene = window(name, (16, 16, 40), habits=Habits(held=0.2), seed=3)
    session, told = play(scene, games=2)
    assert session.halted is None
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0
    for board in (event.board for event in decisions(told)):
        around = board.neighbours()
        empty = board.where({EMPTY})
        assert not any(board.cells[n] == COVERED for cell in empty for n in around[cell])


@pytest.mark.parametrize("name", SKINS)
def test_lost_and_displaced_clicks_are_repeated(name: str) -> None:
    scene = window(name, (16, 16, 40), habits=Habits(lost=0.1, displaced=0.05), seed=5)
    session, _ = play(scene, games=4)
    assert session.halted is None
    assert all(game.result is not Result.STOPPED for game in session.games)
    assert sum(game.wrong_certain for game in session.games) == 0


@pytest.mark.parametrize("name", ["classic", "xdemineur"])
def test_a_busy_program_is_given_the_time_to_handle_its_clicks(name: str) -> None:
    """It draws nothing before it has handled all, so clicks repeated too early keep it busy."""
    scene = window(name, (30, 16, 99), habits=Habits(handling=0.1), seed=4)
    session, _ = play(scene, games=2)
    assert session.halted is None
    assert len(session.games) == 2
    assert sum(game.wrong_certain for game in session.games) == 0


def test_clicks_without_any_effect_end_the_game() -> None:
    session, _ = play(window(habits=Habits(deaf=True)))
    assert session.games[0].result is Result.STOPPED
    assert "no effect" in session.games[0].reason


def test_a_moved_window_stops_the_game_and_is_reported() -> None:
    habits = Habits(places=((120, 90), (163, 131)), stay=4)
    session, _ = play(window("gnome-mines", (16, 16, 40), habits=habits))
    assert session.games[-1].result is Result.STOPPED
    assert "moved" in session.games[-1].reason


def test_a_late_message_in_which_a_cursor_blinks_is_closed() -> None:
    """The message comes over the next game. A cursor blinks faster than a slow program draws."""
    kmines = named_skin("kmines")
    slow = replace(kmines, program=replace(kmines.program, patience=1.5))
    habits = Habits(dialog=True, message=(5, 25, 100, 80), blinks=0.5, later=0.8, delay=0.3)
    scene = Window(slow, 9, 9, 1, seed=1, habits=habits)
    session = Bot(scene.hands(), SkinChoice.of([slow]), Wishes(mines=1, games=2)).play()
    assert session.halted is None
    assert [game.result for game in session.games] == [Result.WON, Result.WON]


def test_a_covered_window_stops_the_game() -> None:
    scene = window("kmines", (16, 16, 40))

    def cover() -> None:
        if len(scene.clicks) == 6:
            scene.cover = Area(150, 120, 330, 260)

    scene.trouble = cover
    session, _ = play(scene)
    assert session.games[-1].result is Result.STOPPED
    assert "covered" in session.games[-1].reason
    assert scene.keys == []


@pytest.mark.parametrize("cover", [Area(150, 120, 330, 260), Area(300, 250, 1000, 600)])
@pytest.mark.parametrize("name", SKINS)
def test_a_half_covered_board_is_not_taken_for_one_in_an_unknown_skin(
    name: str, cover: Area
) -> None:
    """What is left of it can be read by the nets, but is beside another window."""
    scene = window(name, (30, 16, 99), 5, habits=Habits(told=False))

    def hide() -> None:
        if len(scene.clicks) == 6:
            scene.cover = cover

    scene.trouble = hide
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    session = Bot(scene.hands(), skins, Wishes(mines=99)).play()
    assert str(session.halted).startswith("The board can't be seen any more")


def test_a_board_with_the_covered_cells_of_a_known_skin_but_other_numbers_is_played() -> None:
    known, other = named_skin("kmines"), named_skin("gnome-mines")
    numbers = {one.code: one for one in other.look.templates if one.code in NUMBERS}
    templates = [numbers.get(one.code, one) for one in known.look.templates]
    skin = replace(known, look=replace(known.look, templates=tuple(templates)))
    told: list[Event] = []
    hands = Window(skin, 9, 9, 10).hands()
    skins = SkinChoice.of(shipped_skins(), unknown=True)
    session = Bot(hands, skins, Wishes(mines=10), told.append).play()
    assert session.halted is None
    said = [event.sentence for event in told if isinstance(event, Said)]
    assert "The covered cells look like those of kmines, but the numbers do not." in said


def test_a_closed_window_stops_the_game() -> None:
    scene = window("xdemineur", (16, 16, 40))

    def close() -> None:
        scene.closed = len(scene.clicks) >= 3

    scene.trouble = close
    session, _ = play(scene)
    assert "closed" in session.games[-1].reason


def test_the_bot_waits_for_something_that_passes_over_the_board() -> None:
    scene = window("kmines", (16, 16, 40), seed=4)
    hidden: list[float] = []
    capture = scene.capture

    def pass_over() -> None:
        if len(scene.clicks) == 6:
            hidden.append(scene.now + 1.5)
            scene.cover = Area(150, 120, 330, 260)

    def look(area: Area | None) -> Picture:
        if hidden and scene.now > hidden[0]:
            scene.cover = None
        return capture(area)

    scene.trouble = pass_over
    scene.capture = look  # type: ignore[method-assign] # one window's own
    session, _ = play(scene)
    assert session.halted is None
    assert hidden


@pytest.mark.parametrize(
    ("level", "seed"), [((9, 9, 16), 26), ((9, 9, 16), 40), ((9, 9, 16), 45), ((16, 16, 40), 19)]
)
def test_a_slow_program_is_not_taken_for_a_won_game(level: tuple[int, int, int], seed: int) -> None:
    """No number touches the last cells. Some of them are safe, or all of them are mines."""
    scene = Window(named_skin("xdemineur"), *level, seed=seed)
    tried = []

    def tell(event: Event) -> None:
        decision = event.decision if isinstance(event, Decided) else None
        if decision and decision.action is Action.GUESS and decision.odds is None:
            tried.append(event)
            scene.habits = Habits(delay=0.3)

    session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=tell).play()
    assert tried
    assert session.games[0].result is Result.WON
    assert scene.truth.won
