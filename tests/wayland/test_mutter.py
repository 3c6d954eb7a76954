"""An X11 program is played on a headless mutter, the compositor of GNOME, by its window alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG
from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.region import Region
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import XDEMINEUR, end_group, settled, wait_until
from tests.real.test_overlay import marks_on, ring
from tests.wayland.gnome import gnome_desktop
from tests.wayland.mutter import Mutter, require
from tests.wayland.sway import players

LEVEL = XDEMINEUR.levels[0]
FLAGS, RIGHT = 8, 0x111


@pytest.fixture
def mutter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mutter]:
    """A headless mutter with xdemineur on it. This process sees and uses its desktop."""
    require(XDEMINEUR)
    with closing(Mutter()) as compositor:
        for name, value in compositor.session().items():
            monkeypatch.setenv(name, value)
        geometry = f"{LEVEL.columns}x{LEVEL.rows}+60+60"
        game = compositor.start(["xdemineur", "-geometry", geometry, "-m", str(LEVEL.mines)])
        try:
            with open_desktop("xwayland").screen as screen:
                wait_until(lambda: screen.grab().any(), "its window")
                settled(screen, screen.desktop)
            yield compositor
        finally:
            end_group(game)


def test_ten_games_are_played_to_their_end(mutter: Mutter) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "solver_bot", "play", "--json", "--games=10"),
            *(f"--mines={LEVEL.mines}", "--backend=xwayland"),
        ],
        env=players(mutter.environment()),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    games = json.loads(done.stdout)["games"]
    assert len(games) == 10
    assert all(game["result"] in {"won", "lost"} for game in games)
    assert sum(game["wrong_certain"] for game in games) == 0


def test_captures_are_the_same_with_and_without_marks(mutter: Mutter) -> None:
    desktop = open_desktop("xwayland")
    with desktop.screen as screen:
        (found,) = read(screen.grab(), shipped_skins())
        lattice = found.lattice
        left, top = round(lattice.left), round(lattice.top)
        board = Region(left, top, round(lattice.right) - left, round(lattice.bottom) - top)
        before = screen.grab(board)
        with closing(desktop.overlays.open(board, screen.view(), screen.grab)) as overlay:
            overlay.show(marks_on(lattice, range(40), ring(round(lattice.cell_width))))
            assert np.array_equal(screen.grab(board), before)
            own = overlay.own_pixels(board, screen.grab)
            assert own is not None
            assert np.array_equal(own, before)


def test_clicks_on_marks_reach_the_game() -> None:
    """The marks are a window of the X server, and the hand's mouse is the compositor's.

    xdemineur begins with an open area, so that no cell has to be opened, which may be a mine.
    """
    require(XDEMINEUR)
    with gnome_desktop() as gnome:
        geometry = f"{LEVEL.columns}x{LEVEL.rows}+60+60"
        game = gnome.mutter.start(["xdemineur", "-geometry", geometry, "-m", str(LEVEL.mines)])
        try:
            desktop = open_desktop("xwayland")
            with desktop.screen as screen:
                wait_until(lambda: screen.grab().any(), "its window")
                settled(screen, screen.desktop)
                (found,) = read(screen.grab(), shipped_skins())
                lattice = found.lattice
                left, top = round(lattice.left), round(lattice.top)
                right, bottom = round(lattice.right), round(lattice.bottom)
                board = Region(left, top, right - left, bottom - top)

                def cells(code: int) -> list[int]:
                    return list(read(screen.grab(), shipped_skins())[0].board.where({code}))

                def is_flagged(cell: int) -> bool:
                    return cell in cells(FLAG)

                covered = cells(COVERED)
                assert FLAGS < len(covered) < len(found.board.cells)
                with closing(desktop.overlays.open(board, screen.view(), screen.grab)) as overlay:
                    overlay.show(marks_on(lattice, covered, ring(round(lattice.cell_width))))
                    for cell in covered[:FLAGS]:
                        gnome.hand.click(*lattice.centre(cell), RIGHT)
                        wait_until(partial(is_flagged, cell), f"the flag on {cell}", 20)
        finally:
            end_group(game)
