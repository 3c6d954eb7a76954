"""Games are seen, played and marked on a headless KWin, whose permission checks are off."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import FLAG
from solver_bot.bot import Area
from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.region import Region, ScreenError
from solver_bot.desktop.wayland.connection import Connection
from solver_bot.desktop.wayland.kwin_permission import grant
from solver_bot.desktop.wayland.protocols import FAKE_INPUT
from solver_bot.live.hands import captures
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import (
    KMINES,
    Desktop,
    DesktopError,
    end_group,
    settled,
    wait_until,
)
from tests.real.display_numbers import lock_file
from tests.real.test_overlay import drawn, marks_on, ring
from tests.wayland.kwin import (
    Kwin,
    KwinGame,
    begin_game,
    on_kwin,
    place,
    require,
    start_game,
)
from tests.wayland.sway import players
from tests.wayland.target import middles
from tests.wayland.test_scales import CLICKS, COLUMNS, ROWS, SIZE
from tests.wayland.test_stops import UNSEEN, WINDOW_MOVED


@pytest.fixture(scope="module")
def kwin() -> Iterator[Kwin]:
    """A headless KWin. This process sees and uses its desktop."""
    require(KMINES)
    with closing(Kwin()) as compositor, on_kwin(compositor):
        yield compositor


def play(kwin: Kwin, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "play", "--json", *options],
        env=players(kwin.environment()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_virtual_screen_keeps_its_number_beside_kwin(tmp_path: Path) -> None:
    """KWin replaces the socket of a display that has no lock file."""
    screen = Desktop(tmp_path)
    try:
        path = Path(f"/tmp/.X11-unix/X{screen.display[1:]}")
        before = path.stat().st_ino
        with closing(Kwin()), closing(Kwin()):
            assert path.stat().st_ino == before
        assert path.stat().st_ino == before
    finally:
        screen.close()
    assert not lock_file(int(screen.display[1:])).exists()


def test_ten_games_are_played_to_their_end(kwin: Kwin) -> None:
    with closing(start_game(kwin, KMINES, KMINES.levels[0])):
        process = play(kwin, "--games=10", "--mines=10")
        try:
            output, said = process.communicate(timeout=180)
        finally:
            end_group(process)
    assert process.returncode == 0, output + said
    games = json.loads(output)["games"]
    assert len(games) == 10
    assert all(game["result"] in {"won", "lost"} for game in games)
    assert sum(game["wrong_certain"] for game in games) == 0


def test_captures_are_the_same_with_and_without_marks(kwin: Kwin) -> None:
    with closing(start_game(kwin, KMINES, KMINES.levels[0])):
        desktop = open_desktop("kwin")
        with desktop.screen as screen:
            before = settled(screen, screen.desktop)
            (found,) = read(before, shipped_skins())
            lattice, view = found.lattice, screen.view()
            capture = captures(screen, view)
            left, top = round(lattice.left), round(lattice.top)
            board = Region(left, top, round(lattice.right) - left, round(lattice.bottom) - top)

            def seen(part: Region) -> np.ndarray:
                return capture(Area(*view.box(part)))

            overlay = desktop.overlays.open(board, view, seen)
            with closing(overlay):
                cells = range(lattice.columns * lattice.rows)
                overlay.show(marks_on(lattice, cells, ring(round(lattice.cell_width))))
                assert drawn(screen.grab()) > 1000
                own = overlay.unmarked(view.region, seen)
                assert not np.argwhere(own != before).tolist()
                mouse = desktop.mouse()
                mouse.flag(*view.point(*lattice.centre(3)))
                mouse.park(1200, 950)

                def is_flagged() -> bool:
                    own = overlay.unmarked(view.region, seen)
                    (found,) = read(own, shipped_skins())
                    return list(found.board.where({FLAG})) == [3]

                wait_until(is_flagged, "the flag through the mark", 30)


@pytest.mark.parametrize("scale", [1.25, 1.5, 2])
def test_every_click_is_in_its_cell(scale: float, tmp_path: Path) -> None:
    require()
    notes = tmp_path / "notes"
    with closing(Kwin(scale)) as kwin, on_kwin(kwin), notes.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.wayland.target", *map(str, (COLUMNS, ROWS, SIZE))],
            env=kwin.environment(),
            cwd=Path(__file__).resolve().parents[2],
            stdout=out,
            start_new_session=True,
        )
        try:
            desktop = open_desktop("kwin")
            with desktop.screen as screen:
                wait_until(lambda: len(middles(screen.grab())) == COLUMNS * ROWS, "the window")
                view, place = screen.view(), middles(settled(screen, screen.desktop))
                assert view.across == pytest.approx(scale, rel=0.01)
                draw, mouse = random.Random(1), desktop.mouse()
                cells = [draw.randrange(COLUMNS * ROWS) for _ in range(CLICKS)]
                for cell in cells:
                    mouse.open(*view.point(*place[cell]))
                assert not mouse.moved()
                wanted = [f"{what} {cell} left" for cell in cells for what in ("button", "release")]
                with suppress(DesktopError):
                    wait_until(
                        lambda: len(notes.read_text().splitlines()) >= len(wanted), "clicks", 20
                    )
                assert notes.read_text().splitlines() == wanted
        finally:
            end_group(process)


def stopped(
    kwin: Kwin, stop: Callable[[KwinGame], object], corner: tuple[int, int] = (40, 40)
) -> str:
    """Stop ``play`` after its first clicks in a large game. Returns the reason that it gives."""
    with closing(start_game(kwin, KMINES, KMINES.level("Hard"))) as game:
        place(kwin, 0, *corner)
        with open_desktop("kwin").screen as screen:
            before = settled(screen, screen.desktop)
            process = play(kwin, "--games=99", "--delay=150")
            try:
                wait_until(lambda: (screen.grab() != before).sum() > 9000, "the first clicks")
                stop(game)
                output, said = process.communicate(timeout=60)
            finally:
                end_group(process)
        assert process.returncode == 5, said
        facts = json.loads(output)
        assert sum(game["wrong_certain"] for game in facts["games"]) == 0
        return str(facts["stopped"])


def move_the_mouse(steps: int, right: float, down: float, seconds: float) -> None:
    """Move the pointer so often, by so many points at a time, from wherever it is."""
    with closing(Connection()) as connection:
        hand = connection.bind(FAKE_INPUT)
        hand.authenticate("a hand", "takes the mouse")
        for _ in range(steps):
            hand.pointer_motion(right, down)
            connection.roundtrip()
            time.sleep(seconds)


def push(_: KwinGame) -> None:
    """By a little at a time, as most hands do."""
    move_the_mouse(60, 3.0, 2.0, 0.02)


def flick(_: KwinGame) -> None:
    """Farther at a time than the sentry reaches around the pointer."""
    move_the_mouse(4, 150.0, 100.0, 0.3)


@pytest.mark.parametrize("hand", [push, flick])
def test_taking_the_mouse_stops_it(hand: Callable[[KwinGame], object], kwin: Kwin) -> None:
    assert stopped(kwin, hand) == "The mouse was moved, so it is yours."


def move_the_window(game: KwinGame) -> None:
    place(game.kwin, 0, 300, 120)


def close_the_window(game: KwinGame) -> None:
    end_group(game.process)


def cover_the_window(game: KwinGame) -> None:
    """Put a window of the same size in front of it, however much the game changes meanwhile."""
    cover = begin_game(game.kwin, KMINES, KMINES.levels[0])
    game.ends.callback(cover.close)
    with open_desktop("kwin").screen as screen:

        def is_in_front() -> bool:
            place(game.kwin, 1, 40, 40)
            small = [one for one in read(screen.grab(), shipped_skins()) if one.board.width == 9]
            return any(one.lattice.left < 300 for one in small)

        wait_until(is_in_front, "the window in front")


@pytest.mark.parametrize(
    ("stop", "reasons"),
    [
        (move_the_window, (WINDOW_MOVED, UNSEEN)),
        (close_the_window, (UNSEEN,)),
        # A game that ends before it is covered is not begun anew: the cover has the keyboard.
        (cover_the_window, (UNSEEN, "No new game started")),
    ],
)
def test_a_window_that_is_not_as_it_was_stops_it(
    stop: Callable[[KwinGame], None], reasons: tuple[str, ...], kwin: Kwin
) -> None:
    assert stopped(kwin, stop).startswith(reasons)


def test_a_compositor_that_dies_ends_it() -> None:
    require(KMINES)
    with closing(Kwin()) as kwin, on_kwin(kwin):
        with closing(start_game(kwin, KMINES, KMINES.level("Hard"))):
            with open_desktop("kwin").screen as screen:
                before = screen.grab()
                process = play(kwin, "--games=99", "--delay=150")
                wait_until(lambda: (screen.grab() != before).sum() > 9000, "the first clicks")
            try:
                end_group(kwin.process)
                output, said = process.communicate(timeout=60)
            finally:
                end_group(process)
        assert process.returncode == 5, said
        assert "can no longer be" in json.loads(output)["stopped"]
        with pytest.raises(ScreenError, match="cannot be reached"):
            open_desktop("kwin")


def test_without_permission_it_says_what_to_do() -> None:
    require()
    refused = pytest.raises(ScreenError, match="solver-bot desktop --authorise")
    with closing(Kwin(checked=True)) as kwin, on_kwin(kwin), refused:
        open_desktop("kwin")


def test_the_file_that_authorises_it_does(tmp_path: Path) -> None:
    require()
    grant(tmp_path / "applications")
    with closing(Kwin(checked=True, data=tmp_path)) as kwin, on_kwin(kwin):
        desktop = open_desktop("kwin")
        with desktop.screen as screen:
            assert desktop.plays
            assert screen.grab().shape == (1000, 1280, 3)
            desktop.mouse().park(300, 300)
