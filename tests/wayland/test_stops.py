"""``play`` on a headless sway is stopped by the player's hand, and by faults of the desktop."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
import pytest

from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.region import Picture, Region, ScreenError
from solver_bot.desktop.wayland.connection import Connection
from solver_bot.desktop.wayland.input import WlrootsDriver
from tests.real.desktop import KMINES, XDEMINEUR, Setup, end_group, wait_until
from tests.real.test_stop import CLOCK
from tests.wayland.conftest import Start
from tests.wayland.sway import Sway, SwayGame, players, require, start_game

MOVED = "The mouse was moved, so it is yours."
CORNER = "The pointer was pushed into a corner of the screen"
WINDOW_MOVED = "The window was moved or resized."
UNSEEN = "The board can't be seen any more"
HIDDEN = "Another window is in front of the board"
GONE = "can no longer be"
HAND = 20
"""Small moves of a hand that takes the mouse."""
ENDS = 30
"""Seconds within which the program must have ended, on a busy machine too."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A running ``play`` in its own terminal, and the game that it plays."""

    process: subprocess.Popen[bytes]
    terminal: int
    game: SwayGame
    ends: ExitStack

    def press_escape(self) -> None:
        os.write(self.terminal, b"\x1b")

    def press_control_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def move_the_mouse(self) -> None:
        """As a hand does: for a while."""
        for _ in range(HAND):
            self.game.sway.say("seat - cursor move 3 2")
            time.sleep(0.05)

    def push_into_a_corner(self) -> None:
        self.game.sway.say("seat - cursor set 0 0")

    def move_the_window(self) -> None:
        self.game.tell("move absolute position 360 60")
        assert self.game.region().left == 360

    def close_the_window(self) -> None:
        end_group(self.game.process)

    def cover_the_window(self) -> None:
        sway, region = self.game.sway, self.game.region()
        home, before = sway.folder / "home" / "cover", sway.windows()
        command = KMINES.prepare(Setup(KMINES.levels[0], region, home))
        self.ends.callback(end_group, sway.start(command, home))
        (cover,) = wait_until(lambda: set(sway.windows()) - set(before), "the window in front")
        # A click beside it would bring the game to the front again.
        sway.say(f"[con_id={cover}] resize set {region.width} {region.height}")
        sway.say(f"[con_id={cover}] move absolute position {region.left} {region.top}")
        sway.say(f"[con_id={cover}] focus")

    def kill_the_compositor(self) -> None:
        self.game.sway.process.kill()


@contextmanager
def playing(game: SwayGame, *options: str) -> Iterator[Playing]:
    """Start ``play`` with a pause after each click, so that it can be stopped in a game."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "solver_bot",
            "play",
            "--games=99",
            "--delay=150",
            "--json",
            *options,
        ],
        env=players(game.sway.environment()),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        with ExitStack() as ends:
            yield Playing(process, ours, game, ends)
    finally:
        end_group(process)
        os.close(ours)


def stopped(game: SwayGame, stop: Callable[[Playing], None], *options: str) -> str:
    """Stop ``play`` after its first clicks. Returns the reason that it gives."""
    with open_desktop().screen as screen:
        region = game.region()
        before = screen.grab(region)[CLOCK:]
        with playing(game, *options) as played:
            wait_until(lambda: _differs(screen.grab(region)[CLOCK:], before), "the first click")
            stop(played)
            output, said = played.process.communicate(timeout=ENDS)
    assert played.process.returncode == 5, said
    facts = json.loads(output)
    assert sum(game["wrong_certain"] for game in facts["games"]) == 0
    return str(facts["stopped"])


def _differs(one: Picture, other: Picture) -> bool:
    return not np.array_equal(one, other)


@pytest.mark.parametrize(
    ("stop", "reasons"),
    [
        (Playing.press_escape, ("Esc was pressed.",)),
        (Playing.press_control_c, ("Ctrl-C was pressed.",)),
        (Playing.move_the_mouse, (MOVED,)),
        (Playing.push_into_a_corner, (MOVED, CORNER)),
        (Playing.move_the_window, (WINDOW_MOVED, UNSEEN)),
        (Playing.close_the_window, (UNSEEN,)),
        (Playing.cover_the_window, (UNSEEN, HIDDEN)),  # the second between two games
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_playing_is_stopped(
    stop: Callable[[Playing], None], reasons: tuple[str, ...], sway: Sway, start: Start
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    assert stopped(game, stop).startswith(reasons)


def test_the_player_can_click_anywhere_once_the_bot_has_stopped(sway: Sway, start: Start) -> None:
    """While it runs, the sentry takes the input around the pointer."""
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    stopped(game, Playing.move_the_mouse)
    with open_desktop().screen as screen:
        before = screen.grab(game.region())
        face = game.region().left + game.region().width // 2, game.region().top + 40
        sway.say(f"seat - cursor set {face[0]} {face[1]}")
        sway.say("seat - cursor press button1")
        sway.say("seat - cursor release button1")
        wait_until(lambda: _differs(screen.grab(game.region()), before), "a new game")


def test_a_compositor_that_dies_stops_it() -> None:
    require(XDEMINEUR)
    sway = Sway()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in sway.session().items():
                patch.setenv(name, value)
            game = start_game(sway, XDEMINEUR, XDEMINEUR.level("big"))
            try:
                assert GONE in stopped(game, Playing.kill_the_compositor)
            finally:
                end_group(game.process)
            with pytest.raises(ScreenError, match="cannot be reached"):
                open_desktop()
    finally:
        sway.close()


@pytest.mark.parametrize("stop", [Playing.press_escape, Playing.press_control_c])
def test_playing_an_x11_program_by_its_window_is_stopped(
    stop: Callable[[Playing], None], sway: Sway, start: Start
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))
    assert stopped(game, stop, "--backend=xwayland").endswith("was pressed.")


def test_an_x11_program_played_by_its_window_is_left_when_the_mouse_moves_over_it(
    sway: Sway, start: Start
) -> None:
    game = start(XDEMINEUR, XDEMINEUR.level("big"))

    connection = Connection()
    hand = WlrootsDriver(connection, Region(0, 0, 1280, 1000))

    def move_over_the_game(played: Playing) -> None:
        place = played.game.region()
        for step in range(9):
            hand.move(place.left + 200 + 9 * step, place.top + 200)
            hand.finish()

    try:
        assert stopped(game, move_over_the_game, "--backend=xwayland") == MOVED
    finally:
        connection.close()
