"""Times of the backends for Wayland, beside the plainest code that does the same.

    python -m benchmarks.wayland [--runs N]

Every backend runs on a headless compositor of its own: sway with xdemineur, once through XWayland
alone, KWin with KMines, and mutter with GNOME Mines through the portals. "Plain" are the fewest
requests that the protocols need, made on a connection of their own in the same run, and through the
portals by the same permission. A click is a right click, so that it can be undone. It counts as
seen when a capture of its cell differs from the one before. Between two captures ours looks after
the player's hand, as the bot does.
"""

from __future__ import annotations

import argparse
import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver_bot.board import COVERED, FLAG
from solver_bot.desktop.backends import open_desktop
from solver_bot.desktop.mouse import Button
from solver_bot.desktop.region import Picture, Region
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import GNOME_MINES, KMINES, XDEMINEUR, settled
from tests.wayland import gnome as on_gnome
from tests.wayland import kwin as on_kde
from tests.wayland import sway as on_wlroots

TURNS = 4
"""How often ours and the plain way take turns."""
LONGEST = 2.0
"""Seconds after which a click counts as lost."""
REST = 0.05
"""Seconds before a click, in which the program has drawn all that the last one changed."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to capture a region and to click on a point."""

    grab: Callable[[Region], Picture]
    flag: Callable[[int, int], object]
    check: Callable[[], object] = lambda: None
    """What the bot does between two captures."""


@dataclass(frozen=True, slots=True)
class Times:
    """Medians in ms of a capture, a click and a click until it is seen, and clicks lost."""

    capture: float
    click: float
    seen: float
    lost: int


class Tally:
    """What was measured of one way."""

    def __init__(self) -> None:
        self.captures: list[float] = []
        self.clicks: list[float] = []
        self.seen: list[float] = []
        self.lost = 0

    def add(self, way: Way, board: Region, cell: tuple[int, int], runs: int) -> None:
        click(way, cell)  # the first event of a new device may be lost
        for _ in range(runs):
            self.captures.append(timed(lambda: way.grab(board)))
            took, until, failed = click(way, cell)
            self.clicks.append(took)
            self.seen.append(until)
            self.lost += failed

    def times(self) -> Times:
        middle = statistics.median
        return Times(middle(self.captures), middle(self.clicks), middle(self.seen), self.lost)


def click(way: Way, cell: tuple[int, int]) -> tuple[float, float, bool]:
    """How long a click takes, and until it is seen, in ms, and whether it was lost."""
    tile = Region(cell[0] - 8, cell[1] - 8, 16, 16)
    time.sleep(REST)
    before = way.grab(tile)
    began = time.perf_counter()
    way.flag(*cell)
    took = time.perf_counter() - began
    while np.array_equal(way.grab(tile), before):
        way.check()
        if time.perf_counter() - began > LONGEST:
            return 1000 * took, 1000 * LONGEST, True
    seen = time.perf_counter() - began
    way.check()
    return 1000 * took, 1000 * seen, False


def timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def backend(name: str) -> tuple[Any, Way]:
    """A backend of ours, as ``play`` uses it."""
    desktop = open_desktop(name)
    mouse = desktop.mouse()
    return desktop.screen, Way(desktop.screen.grab, mouse.flag, mouse.moved)


def plain_wlroots() -> tuple[Any, Way]:
    """Capture and click by wlr-screencopy and wlr-virtual-pointer, without any check."""
    from solver_bot.desktop.wayland.connection import Connection
    from solver_bot.desktop.wayland.input import WlrootsDriver
    from solver_bot.desktop.wayland.screen import WlrootsScreen

    connection = Connection()
    screen = WlrootsScreen(connection)
    driver = WlrootsDriver(connection, screen.desktop)
    (output,) = connection.outputs

    def grab(region: Region) -> Picture:
        whole, _ = screen._copied(output)
        return np.array(whole[region.top : region.bottom, region.left : region.right, :3])

    return connection, Way(grab, lambda x, y: press(driver, x, y))


def plain_kwin() -> tuple[Any, Way]:
    """Capture and click by ScreenShot2 and fake-input, without any check."""
    from solver_bot.desktop.wayland.connection import Connection
    from solver_bot.desktop.wayland.fake_input import FakeInputDriver
    from solver_bot.desktop.wayland.kwin_screen import KwinScreen

    connection = Connection()
    screen, driver = KwinScreen(connection), FakeInputDriver(connection)
    return screen, Way(screen._captured, lambda x, y: press(driver, x, y))


@contextmanager
def on_portal() -> Iterator[tuple[Way, Way]]:
    """Ours and the plain way, through portals that were permitted once."""
    from solver_bot.desktop.keys import BUTTONS
    from solver_bot.desktop.portal import desktop as portal

    level = GNOME_MINES.levels[0]
    with on_gnome.gnome_desktop() as gnome, on_gnome.running(gnome, GNOME_MINES, level):
        person = threading.Thread(target=gnome.share)
        person.start()
        screen, session = portal.permitted(True, lambda _: None)
        person.join()
        (monitor,) = session.monitors

        def grab(region: Region) -> Picture:
            with monitor.stream.shot() as (pixels, _):
                return np.array(pixels[region.top : region.bottom, region.left : region.right, :3])

        def flag(x: int, y: int) -> None:
            session.make("NotifyPointerMotionAbsolute", "udd", monitor.node, x + 0.5, y + 0.5)
            for down in 1, 0:
                session.make("NotifyPointerButton", "iu", BUTTONS[Button.RIGHT], down)

        with screen:
            mouse = portal.portal_mouse(session)
            yield Way(screen.grab, mouse.flag, mouse.moved), Way(grab, flag)


def press(driver: Any, x: int, y: int) -> None:
    driver.move(x, y)
    driver.button(Button.RIGHT, True)
    driver.button(Button.RIGHT, False)
    driver.finish()


class PlainX:
    """One request for the pixels of a known window, and three of XTest for a click."""

    def __init__(self, window: Region) -> None:
        from solver_bot.desktop.overlay.connection import connect
        from solver_bot.desktop.windows import Windows
        from solver_bot.desktop.x_pictures import fetch

        self._display = connect(os.environ["DISPLAY"])
        found = [one for one in Windows(self._display).seen() or () if one.region == window]
        self._window = self._display.create_resource_object("window", found[0].id)
        self._fetch, self._place = fetch, window

    def close(self) -> None:
        self._display.close()

    def grab(self, region: Region) -> Picture:
        left, top = region.left - self._place.left, region.top - self._place.top
        return self._fetch(self._window, Region(left, top, region.width, region.height))

    def flag(self, x: int, y: int) -> None:
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        fake_input(self._display, X.MotionNotify, x=x, y=y)
        fake_input(self._display, X.ButtonPress, 3)
        fake_input(self._display, X.ButtonRelease, 3)
        self._display.sync()


def begin(name: str) -> None:
    """Open the first cell: xdemineur opens an area at the first click, whatever the button."""
    desktop = open_desktop(name)
    with desktop.screen as screen:
        (found,) = read(screen.grab(), shipped_skins())
        mouse = desktop.mouse()
        mouse.open(*map(round, found.lattice.centre(0)))
        mouse.park(1200, 950)
        settled(screen, screen.desktop)


def found_board(picture: Picture) -> tuple[Region, tuple[int, int]]:
    """The board in a picture of the desktop, and the middle of its last covered cell."""
    (found,) = read(picture, shipped_skins())
    place = found.lattice
    left, top = round(place.left), round(place.top)
    x, y = place.centre(max(found.board.where({COVERED, FLAG})))
    board = Region(left, top, round(place.right) - left, round(place.bottom) - top)
    return board, (round(x), round(y))


def rows(runs: int) -> Iterator[tuple[str, list[Times]]]:
    with closing(on_wlroots.Sway()) as sway:
        game = on_wlroots.start_game(sway, XDEMINEUR, XDEMINEUR.levels[0])
        with closing(game), on_wlroots.on_sway(sway):
            begin("wlroots")
            yield "wlroots", side_by_side("wlroots", plain_wlroots, runs)
            place = game.region()

            def plain() -> tuple[Any, Way]:
                server = PlainX(place)
                return server, Way(server.grab, server.flag)

            yield "xwayland", side_by_side("xwayland", plain, runs)
    with (
        closing(on_kde.Kwin()) as kwin,
        on_kde.on_kwin(kwin),
        closing(on_kde.start_game(kwin, KMINES, KMINES.levels[0])),
    ):
        yield "kwin", side_by_side("kwin", plain_kwin, runs)
    with on_portal() as ways:
        board, cell = found_board(ways[0].grab(Region(0, 0, 1280, 1000)))
        tallies = Tally(), Tally()
        for _ in range(TURNS):
            for tally, way in zip(tallies, ways, strict=True):
                tally.add(way, board, cell, -(-runs // TURNS))
        yield "portal", [tally.times() for tally in tallies]


def side_by_side(name: str, plain: Callable[[], tuple[Any, Way]], runs: int) -> list[Times]:
    """The times of ours and of the plain way.

    They take turns, so that other work strikes both alike, but are never open together, because
    the one would take the other for the player's hand.
    """
    with open_desktop(name).screen as screen:
        board, cell = found_board(screen.grab())
    tallies = Tally(), Tally()
    ways: tuple[Callable[[], tuple[Any, Way]], ...] = (lambda: backend(name), plain)
    for _ in range(TURNS):
        for tally, opened in zip(tallies, ways, strict=True):
            connection, way = opened()
            with closing(connection):
                tally.add(way, board, cell, -(-runs // TURNS))
    return [tally.times() for tally in tallies]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40)
    runs = parser.parse_args().runs
    print("| backend | capture, ms | plain | click, ms | plain | until seen, ms | plain | lost |")
    print("|---|---|---|---|---|---|---|---|")
    for name, (ours, plain) in rows(runs):
        figures = ours.capture, plain.capture, ours.click, plain.click, ours.seen, plain.seen
        told = " | ".join(f"{value:.{1 if value > 2 else 2}f}" for value in figures)
        print(f"| `{name}` | {told} | {ours.lost} of {runs} |", flush=True)


if __name__ == "__main__":
    main()
