"""Monitors that are unplugged or plugged in while ``play`` or ``watch`` runs, on sway and KWin."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from solver_bot.board import COVERED
from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.wayland.connection import Connection
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.stamps import GREEN, RED
from tests.real.desktop import KMINES, XDEMINEUR, Desktop, end_group, wait_until
from tests.real.desktop import require as require_screen
from tests.real.test_overlay import drawn
from tests.wayland import kwin as on_kde
from tests.wayland import test_kwin
from tests.wayland.sway import Monitor, Sway, SwayGame, on_sway, players, require, start_game
from tests.wayland.test_marks import Player, player, wait_for_marks
from tests.wayland.test_stops import ENDS, Playing, stopped

UNPLUGGED, PLUGGED_IN = "(a monitor was unplugged)", "(a monitor was plugged in)"
SECOND = Monitor().width
"""Where the monitor begins that is unplugged, from the left."""


@pytest.fixture
def sway(tmp_path: Path) -> Iterator[Sway]:
    """A headless sway with two monitors. That at the right can be unplugged."""
    require()
    require_screen()
    with (
        closing(Desktop(tmp_path)) as screen,
        closing(Sway(windowed=screen)) as compositor,
        on_sway(compositor),
    ):
        yield compositor


def unplug(played: Playing) -> None:
    played.game.sway.unplug()


def plug_in(played: Playing) -> None:
    played.game.sway.say("create_output")


@contextmanager
def watching(game: SwayGame) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "watch"],
        env=players(game.sway.environment()),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        end_group(process)
        assert process.stderr
        process.stderr.close()


def begun(person: Player) -> Lattice:
    """Begin a game. A click may be lost: the screen with the monitor has a pointer of its own."""

    def lattice() -> Lattice | None:
        place = person.open_middle()
        board = person.read().board
        return place if board.count({COVERED}) < len(board.cells) else None

    return wait_until(lattice, "the first open cell")


@contextmanager
def bystander(sway: Sway, folder: Path) -> Iterator[Path]:
    """A window all over the first monitor, and the notes of what it gets of the mouse."""
    notes, before = folder / "notes", sway.windows()
    with notes.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.wayland.target", "21", "15", "60"],
            env=sway.environment(),
            cwd=Path(__file__).resolve().parents[2],
            stdout=out,
            start_new_session=True,
        )
    try:
        window = wait_until(lambda: next(iter(sway.windows().keys() - before), None), "the window")
        sway.say(f"[con_id={window}] move absolute position 0 0")
        yield notes
    finally:
        end_group(process)


def test_playing_stops_when_the_monitor_with_the_game_is_unplugged(
    sway: Sway, tmp_path: Path
) -> None:
    with bystander(sway, tmp_path) as notes:
        with closing(
            start_game(sway, XDEMINEUR, XDEMINEUR.level("big"), (SECOND + 60, 60))
        ) as game:
            assert UNPLUGGED in stopped(game, unplug)
        assert "button" not in notes.read_text()


@pytest.mark.parametrize(("fault", "said"), [(unplug, UNPLUGGED), (plug_in, PLUGGED_IN)])
def test_playing_stops_when_another_monitor_goes_or_comes(
    fault: Callable[[Playing], None], said: str, sway: Sway, tmp_path: Path
) -> None:
    """Clicks would no longer be where they belong."""
    with bystander(sway, tmp_path) as notes:
        with closing(start_game(sway, XDEMINEUR, XDEMINEUR.level("big"))) as game:
            assert said in stopped(game, fault)
        assert "button" not in notes.read_text()


@pytest.mark.parametrize("elsewhere", [False, True], ids=["the game's", "another"])
def test_watch_takes_its_marks_away_when_a_monitor_is_unplugged(
    elsewhere: bool, sway: Sway
) -> None:
    corner = (60, 60) if elsewhere else (SECOND + 60, 60)
    with closing(start_game(sway, KMINES, KMINES.level("Medium"), corner)) as game:
        with player(game) as person:
            lattice = begun(person)
            with watching(game) as process:
                wait_for_marks(person, lattice)
                sway.unplug()
                _, said = process.communicate(timeout=ENDS)
        assert UNPLUGGED in said
        assert process.returncode == 5
        with open_desktop("wlroots").screen as screen:
            assert not drawn(screen.grab(), GREEN) + drawn(screen.grab(), RED)


def test_watch_goes_on_when_a_monitor_is_plugged_in(sway: Sway) -> None:
    with closing(start_game(sway, KMINES, KMINES.level("Medium"))) as game, player(game) as person:
        lattice = begun(person)
        with watching(game) as process:
            wait_for_marks(person, lattice)
            sway.say("create_output")
            game.tell("move absolute position 160 160")
            wait_for_marks(person, lattice.moved(100, 100))
            assert process.poll() is None


@pytest.mark.parametrize("left", [Monitor().width + 40, 40], ids=["the game's", "another"])
def test_playing_on_kwin_stops_when_a_monitor_is_switched_off(left: int) -> None:
    on_kde.require(KMINES)
    with closing(on_kde.Kwin(monitors=2)) as kwin, on_kde.on_kwin(kwin):
        assert UNPLUGGED in test_kwin.stopped(kwin, lambda _: kwin.switch_off(), (left, 40))


def test_a_monitor_that_is_told_of_again_is_where_it_was() -> None:
    """When it is switched on it is told anew, but not where it is on the desktop."""
    require()
    with (
        closing(Sway(Monitor(), Monitor(left=SECOND))) as sway,
        on_sway(sway),
        closing(Connection()) as connection,
    ):
        before = [one.region for one in connection.outputs]
        sway.say("output HEADLESS-2 disable")
        sway.say("output HEADLESS-2 enable")
        connection.roundtrip()
        assert [one.region for one in connection.outputs] == before
        assert connection.change() is None
