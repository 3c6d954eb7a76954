"""From one game to the next: messages over the board are closed and new games are started."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from solver_bot.bot import (
    Action,
    Area,
    Bot,
    Ended,
    Event,
    Result,
    Said,
    Wishes,
    new_game,
)
from solver_bot.vision.arrays import Picture
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.bot.playing import SKINS, SMALL, decisions, ends, play, window
from tests.bot.test_session import ALL
from tests.simulated import Habits, Window


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
@pytest.mark.parametrize("later", [0.5, 0.9, 1.4])
def test_a_late_message_over_the_next_game_is_closed(name: str, later: float) -> None:
    scene = window(name, (30, 16, 40), habits=Habits(delay=0.04, dialog=True, later=later), seed=4)
    session, _ = play(scene, games=8)
    assert session.halted is None
    assert len(session.games) == 8
    assert session.won > 1
    assert sum(game.wrong_certain for game in session.games) == 0


def test_the_message_after_a_win_is_closed_only_where_the_skin_says_how() -> None:
    won = False
    for seed in range(5):
        scene = window("gnome-mines", seed=seed, habits=Habits(dialog=True))
        session, _ = play(scene, games=2)
        assert not scene.closed
        assert session.halted is None
        won = won or "escape" in scene.keys
    assert won


def test_a_win_is_recognised_while_the_bot_still_waits_for_the_last_click() -> None:
    """The clicked cell looks pressed, then the message hides it. Only simulated time passes."""
    for seed in range(4):
        habits = Habits(held=0.5, dialog=True)
        session, _ = play(window("kmines", (9, 9, 4), seed=seed, habits=habits))
        (game,) = session.games
        assert session.halted is None
        assert game.seconds < 1.5 * game.clicks


def test_a_new_game_is_requested_again_if_none_starts() -> None:
    scene = window("xdemineur")
    heed, asked = scene._click_outside, []

    def at_the_fifth_time(x: float, y: float) -> None:
        asked.append((x, y))
        if len(asked) % 5 == 0:
            heed(x, y)

    scene._click_outside = at_the_fifth_time  # type: ignore[method-assign] # one window's own
    session, _ = play(scene, games=3)
    assert session.halted is None
    assert len(asked) == 10


def test_a_board_that_makes_room_for_a_message_is_found_again() -> None:
    """Beside the end of a game the board is a bit elsewhere, and a new game brings it back."""
    scene = window("classic")
    begin, look = scene.new_game, scene.capture

    def capture(area: Area | None) -> Picture:
        if scene.truth.over and scene.corner == (120, 90):
            scene.move(124, 93)
        return look(area)

    def new_game() -> None:
        scene.move(120, 90)
        begin()

    scene.capture = capture  # type: ignore[method-assign] # one window's own
    scene.new_game = new_game  # type: ignore[method-assign] # likewise
    session, _ = play(scene, games=3)
    assert session.halted is None
    assert len(session.games) == 3


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_after_a_win_may_hide_most_of_a_small_board(name: str) -> None:
    habits = Habits(dialog=True, message=(16, -12, 130, 96))
    won = 0
    for seed in range(8):
        session, _ = play(window(name, SMALL, seed=seed, habits=habits), games=4)
        assert session.halted is None
        won += session.won
    assert won > 8


@pytest.mark.parametrize(
    ("mines", "message", "size"),
    [
        ((6, 10, 12, 17, 23, 25, 39, 41, 51, 53), (21, -4, 111, 89), 20),
        ((3, 13, 14, 15, 17, 33, 41, 45, 46, 51), (21, -8, 111, 89), 20),
        ((2, 3, 11, 17, 30, 41, 42, 44, 46, 47), (15, -4, 111, 89), 36),
    ],
)
def test_a_message_may_hide_rows_that_were_covered_before_the_last_clicks(
    mines: tuple[int, ...], message: tuple[int, int, int, int], size: int
) -> None:
    """As GNOME Mines shows its best times on GNOME's portals, which do not list windows.

    The message hides all mines, and the last clicks open more than what they were made on.
    """
    habits = Habits(size=size, dialog=True, told=False, message=message)
    scene = window("gnome-mines", (8, 8, 10), habits=habits)
    scene.truth.layout = frozenset(mines)
    session, said = ends(scene, games=2)
    assert session.halted is None
    assert said[0] == (Result.WON, True)
    assert len(session.games) == 2


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_may_hide_all_of_the_board(name: str) -> None:
    won = 0
    for seed in range(4):
        habits = Habits(dialog=True, consoles=True, message=ALL)
        session, said = ends(window(name, SMALL, seed=seed, habits=habits), games=6)
        assert session.halted is None
        assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]
        won += session.won
    assert won > 8


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_after_a_loss_is_closed(name: str) -> None:
    lost = 0
    for seed in range(6):
        habits = Habits(consoles=True, message=(20, 20, 70, 70))
        session, said = ends(window(name, (9, 9, 20), seed=seed, habits=habits), games=3)
        assert session.halted is None
        assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]
        lost += 3 - session.won
    assert lost > 4


def test_a_new_game_replaces_a_finished_one_that_its_message_hides_completely() -> None:
    scene = window("kmines", habits=Habits(message=ALL))
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    scene.dialog_open = True
    session, _ = play(scene)
    assert session.games[0].result is not Result.STOPPED
    assert scene.games == 2


@pytest.mark.parametrize(
    "name", [n for n in SKINS if named_skin(n).program.new_game.startswith("key")]
)
def test_nothing_beside_the_board_is_clicked_if_a_key_starts_the_next_game(name: str) -> None:
    scene = window(name, habits=Habits(dialog=bool(named_skin(name).program.dismiss)), seed=2)
    session, _ = play(scene, games=6)
    assert session.halted is None
    assert all(cell is not None for _, cell in scene.clicks)


def test_no_new_game_key_is_pressed_while_another_window_is_in_front() -> None:
    scene = window("classic", seed=2)

    def cover(event: Event) -> None:
        if isinstance(event, Ended):
            scene.cover = Area(0, 0, 700, 600)

    session = Bot(
        scene.hands(), SkinChoice.of(shipped_skins()), Wishes(games=2, mines=10), cover
    ).play()
    assert "Another window" in str(session.halted)
    assert session.games[0].result is not Result.STOPPED
    assert scene.keys == []


def test_a_message_is_closed_even_if_the_desktop_does_not_list_windows() -> None:
    habits = Habits(dialog=True, told=False)
    scene = window("kmines", (16, 16, 40), habits=habits, seed=4)
    session, said = ends(scene, games=6)
    assert session.halted is None
    assert session.won > 1
    assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]


def test_escape_is_not_pressed_over_a_board_that_nothing_hides_where_windows_are_not_listed() -> (
    None
):
    """It would leave the game. A slow program starts the next one only when asked again."""
    scene = window("gnome-mines", habits=Habits(told=False))
    heed, asked = scene.new_game, []

    def at_the_third_time() -> None:
        asked.append(1)
        if len(asked) % 3 == 0:
            heed()

    scene.new_game = at_the_third_time  # type: ignore[method-assign] # one window's own
    session, _ = play(scene, games=3)
    assert session.halted is None
    assert len(asked) == 6
    assert "escape" not in scene.keys


def test_escape_is_never_pressed_if_it_would_end_the_program() -> None:
    scene = window("xdemineur")
    play(scene, games=6)
    assert scene.keys == []


def test_a_finished_game_on_the_screen_is_not_counted() -> None:
    scene = window("kmines")
    scene.truth.lay(0)
    scene.truth.open(min(scene.truth.layout or ()))
    scene.show(bytes(scene.truth.cells))
    session, told = play(scene)
    assert any(isinstance(event, Said) and "lost" in event.sentence for event in told)
    assert len(session.games) == 1
    assert scene.games == 2


@pytest.mark.parametrize("won", [True, False])
def test_a_new_game_replaces_a_finished_one_behind_its_message(won: bool) -> None:
    scene = window("gnome-mines", (16, 16, 40))
    scene.truth.lay(0)
    layout = scene.truth.layout or frozenset()
    if won:
        scene.truth.flag_mines()
    for cell in range(256) if won else [min(layout)]:
        scene.truth.open(cell)
    scene.show(bytes(scene.truth.cells))
    scene.dialog_open = True
    session, told = play(scene)
    assert any(isinstance(event, Said) and "over" in event.sentence for event in told)
    assert len(session.games) == 1
    assert session.games[0].result is not Result.STOPPED
    assert scene.games == 2


@pytest.mark.parametrize("name", SKINS)
def test_the_next_game_starts_after_one_that_is_given_up(name: str) -> None:
    habits = Habits(asks=bool(named_skin(name).program.confirm))
    scene = window(name, (16, 16, 40), seed=4, habits=habits)
    session, told = play(scene, games=4, no_guess=True)
    assert session.halted is None
    assert len(session.games) == scene.games == 4
    assert any(game.result is Result.STOPPED for game in session.games[:-1])
    assert not [d for d in decisions(told) if d.decision.action is Action.GUESS]


def test_a_question_that_the_skin_cannot_answer_ends_the_session() -> None:
    known = named_skin("gnome-mines")
    mute = replace(known, program=replace(known.program, confirm=""))
    scene = Window(mute, 16, 16, 40, seed=4, habits=Habits(asks=True))
    session = Bot(scene.hands(), SkinChoice.of([mute]), Wishes(games=4, no_guess=True)).play()
    assert session.games[-1].result is Result.STOPPED
    assert "start one by hand" in str(session.halted)


@pytest.mark.parametrize("name", SKINS)
def test_every_skin_tells_how_to_start_a_new_game(name: str) -> None:
    keys, place = new_game(named_skin(name))
    assert bool(keys) != (place != (0.0, 0.0))


def test_no_key_is_pressed_where_the_window_does_not_get_the_keyboard() -> None:
    scene = window("kmines", habits=Habits(raised=False))
    session, _ = play(scene, games=2)
    assert "could not be given the keyboard" in str(session.halted)
    assert len(session.games) == 1
    assert not scene.keys


@pytest.mark.parametrize("name", [name for name in SKINS if named_skin(name).program.dismiss])
def test_a_message_may_hide_a_part_of_every_cell(name: str) -> None:
    """As the high scores of KMines do. The desktop does not list its windows."""
    won = 0
    for seed in (1, 2):
        habits = Habits(dialog=True, told=False, message=(5, -20, 96, 112))
        session, said = ends(window(name, SMALL, seed=seed, habits=habits), games=4)
        assert session.halted is None
        assert [(result is Result.WON) for result, _ in said] == [truth for _, truth in said]
        won += session.won
    assert won > 4


@pytest.mark.parametrize(
    ("name", "told"),
    [(name, True) for name in SKINS]
    + [(name, False) for name in SKINS if not named_skin(name).program.dismiss],
)
def test_no_key_and_no_click_goes_to_a_window_that_covers_a_board_when_it_is_won(
    name: str, told: bool
) -> None:
    for seed in (1, 2):
        scene = window(name, SMALL, seed=seed, habits=Habits(told=told))
        clicks: list[int] = []

        def cover(scene: Window = scene, clicks: list[int] = clicks) -> None:
            if scene.truth.over and not clicks:
                clicks.append(len(scene.clicks))
                scene.cover = Area(0, 0, 1100, 620)

        scene.trouble = cover
        session, _ = play(scene, games=2)
        assert session.halted
        assert scene.keys == []
        assert [len(scene.clicks)] == clicks


class FadingMessage(Window):
    """A window whose message fades after it was closed, and takes clicks until it is gone.

    Attributes:
        swallowed: the clicks it took.

    """

    FADES, FRAME = 0.3, 0.04
    swallowed = 0
    _gone_at = 0.0

    def key(self, combination: str) -> None:
        was_open = self.dialog_open
        super().key(combination)
        if was_open and not self.dialog_open:
            self._gone_at = self.now + self.FADES

    def capture(self, area: Area | None) -> Picture:
        picture = super().capture(None)
        left = math.ceil((self._gone_at - self.now) / self.FRAME) * self.FRAME / self.FADES
        if left > 0:
            x, y, right, bottom = self._dialog()
            behind = picture[y:bottom, x:right]
            behind[:] = behind + (235.0 - behind) * min(left, 1.0)
        return picture if area is None else picture[area.top : area.bottom, area.left : area.right]

    def open(self, x: float, y: float) -> None:
        left, top, right, bottom = self._dialog()
        hit = left <= x < right and top <= y < bottom
        if hit and self.now < self._gone_at:
            self.swallowed += 1
        else:
            super().open(x, y)


def test_a_game_begins_once_the_message_of_the_last_one_has_faded() -> None:
    """Cells can be read through the last of it, but it takes their clicks, as KMines' does."""
    won = 0
    for seed in range(4):
        scene = FadingMessage(named_skin("kmines"), *SMALL, seed=seed, habits=Habits(dialog=True))
        session, _ = play(scene, games=3)
        assert session.halted is None
        assert scene.swallowed == 0
        won += session.won
    assert won > 4
