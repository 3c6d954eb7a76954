"""Marks over games on a headless sway: what they show, and captures free of them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, FLAG
from solver_bot.bot import Area
from solver_bot.desktop.backends import OpenDesktop, open_desktop
from solver_bot.desktop.faces import MouseFace
from solver_bot.desktop.overlay.face import Mark, Overlay
from solver_bot.desktop.region import Picture, Region, View
from solver_bot.live.hands import captures
from solver_bot.solve.advice import advise
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.stamps import AMBER, GREEN, RED
from tests.real.desktop import KMINES, XDEMINEUR, Program, end_group, settled, wait_until
from tests.real.marked import cells_of
from tests.real.test_overlay import CYAN, drawn, marks_on, ring
from tests.wayland.conftest import Start
from tests.wayland.sway import Monitor, Sway, SwayGame, on_sway, players, start_game

LOOKS = 30
"""Captures by an onlooker in which no mark may be missing."""
MOST_GAMES = 10
"""Games that may end at a guess before any ring was shown."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person with a mouse of their own in front of a game."""

    desktop: OpenDesktop
    mouse: MouseFace
    game: SwayGame

    def see(self) -> Picture:
        """What the screen shows, with all marks."""
        return self.desktop.screen.grab()

    def read(self) -> Extraction:
        (found,) = read(self.see(), shipped_skins())
        return found

    def sees_every_cell(self) -> bool:
        return any(not one.board.has_unreadable for one in read(self.see(), shipped_skins()))

    def has_lost(self) -> bool:
        """Whether an exploded mine is seen. Marks may hide other parts of the board."""
        return any(one.board.count({EXPLODED}) for one in read(self.see(), shipped_skins()))

    def click(self, lattice: Lattice, cell: int, flag: bool = False) -> None:
        view = self.desktop.screen.view()
        x, y = view.point(*lattice.centre(cell))
        (self.mouse.flag if flag else self.mouse.open)(x, y)
        self.mouse.park(*view.point(view.region.width * view.across - 40, 300))

    def open_middle(self) -> Lattice:
        """Open the middle of the board. Returns where its cells are."""
        lattice = self.read().lattice
        self.click(lattice, lattice.columns * (lattice.rows // 2) + lattice.columns // 2)
        settled(self.desktop.screen, self.game.region())
        return lattice


@contextmanager
def player(game: SwayGame) -> Iterator[Player]:
    with on_sway(game.sway):
        desktop = open_desktop("wlroots")
        with desktop.screen:
            yield Player(desktop, desktop.mouse(), game)


@pytest.fixture
def kmines(start: Start) -> Iterator[Player]:
    with player(start(KMINES, KMINES.level("Medium"))) as person:
        yield person


@contextmanager
def over(person: Player, lattice: Lattice) -> Iterator[tuple[Overlay, View]]:
    """An overlay over a board, as ``watch`` opens it."""
    view = person.desktop.screen.view()
    capture = captures(person.desktop.screen, view)
    left, top, right, bottom = map(
        round, (lattice.left, lattice.top, lattice.right, lattice.bottom)
    )
    board = view.aligned_part(left, top, right - left, bottom - top)
    overlay = person.desktop.overlays.open(board, view, lambda part: capture(Area(*view.box(part))))
    try:
        yield overlay, view
    finally:
        overlay.close()


def seen(person: Player, view: View, part: Region) -> Picture:
    return captures(person.desktop.screen, view)(Area(*view.box(part)))


@contextmanager
def watching(person: Player, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "watch", *options],
        env=players(person.game.sway.environment()),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        end_group(process)


def marked(person: Player, lattice: Lattice) -> tuple[list[int], list[int], list[int]]:
    """The cells marked safe, mine and guess on the screen."""
    picture = person.see()
    safe, mines, guess = (cells_of(picture, lattice, one) for one in (GREEN, RED, AMBER))
    return safe, mines, guess


def wait_for_marks(person: Player, lattice: Lattice) -> None:
    wait_until(lambda: any(marked(person, lattice)), "the marks")


def all_cells(lattice: Lattice) -> Sequence[int]:
    return range(lattice.columns * lattice.rows)


@pytest.mark.parametrize("scale", [1, 1.25, 1.5])
def test_captures_are_the_same_with_and_without_marks(scale: float) -> None:
    sway = Sway(Monitor(scale=scale))
    try:
        game = start_game(sway, XDEMINEUR, XDEMINEUR.level("small"))
        with closing(game), player(game) as person:
            place = person.desktop.screen.view().aligned_part(30, 30, 700, 500)
            lattice = Lattice.even(120, 180, 20, 20, 20, 12)
            with over(person, lattice) as (overlay, view):
                before = settled(person.desktop.screen, place)
                marks = [
                    Mark(*view.point(one.x, one.y), one.stamp)
                    for one in marks_on(lattice, all_cells(lattice), ring(20))
                ]
                overlay.show(marks)
                assert drawn(person.see()) > 1000
                own = overlay.unmarked(place, lambda part: seen(person, view, part))
                assert not np.argwhere(own != before).tolist()
    finally:
        sway.close()


def test_clicks_on_marks_reach_the_game_and_are_seen(kmines: Player) -> None:
    lattice = kmines.read().lattice
    cells = range(40)
    with over(kmines, lattice) as (overlay, view):
        overlay.show(marks_on(lattice, all_cells(lattice), ring(round(lattice.cell_width))))
        for cell in cells:
            kmines.click(lattice, cell, flag=True)

        def flags() -> int:
            own = overlay.own_pixels(view.region, lambda part: seen(kmines, view, part))
            assert own is not None
            (found,) = read(own, shipped_skins())
            return found.board.count({FLAG})

        wait_until(lambda: flags() == 40, "the last flag", 30)


def test_marks_do_not_flicker_while_the_game_is_read_and_others_change(kmines: Player) -> None:
    """An onlooker with a connection of its own sees every mark in every picture."""
    lattice = kmines.read().lattice
    size = round(lattice.cell_width)
    stays, other = marks_on(lattice, range(40), ring(size)), ring(size, CYAN)
    with over(kmines, lattice) as (overlay, view):
        overlay.show(stays)
        count = drawn(kmines.see())
        with onlooker() as counts:
            number = 0
            while len(counts) < LOOKS:
                number = (number + 1) % 60
                overlay.show([*stays, *marks_on(lattice, range(48 + number, 120), other)])
                overlay.own_pixels(view.region, lambda part: seen(kmines, view, part))
        assert count > 1000
        assert set(counts) == {count}


@contextmanager
def onlooker() -> Iterator[list[int]]:
    """The pixels of marks on the screen, counted again and again by another thread."""
    counts: list[int] = []
    done = threading.Event()

    def watch() -> None:
        with open_desktop("wlroots").screen as screen:
            while not done.is_set():
                counts.append(drawn(screen.grab()))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield counts
    finally:
        done.set()
        thread.join()


def test_a_mark_whose_place_changes_comes_back_when_it_is_still(kmines: Player) -> None:
    lattice = kmines.read().lattice
    with over(kmines, lattice) as (overlay, view):

        def look() -> Picture | None:
            return overlay.own_pixels(view.region, lambda part: seen(kmines, view, part))

        overlay.show(marks_on(lattice, range(40), ring(round(lattice.cell_width))))
        count = drawn(kmines.see())
        kmines.click(lattice, 5, flag=True)
        wait_until(lambda: look() is not None and drawn(kmines.see()) < count, "its end")
        wait_until(lambda: look() is not None and drawn(kmines.see()) == count, "its return")
        own = look()
        assert own is not None
        (found,) = read(own, shipped_skins())
        assert list(found.board.where({FLAG})) == [5]


def test_marks_are_those_of_the_true_board(kmines: Player) -> None:
    lattice = kmines.open_middle()
    advice = advise(kmines.read().board)
    with watching(kmines):
        wait_until(
            lambda: marked(kmines, lattice)[:2] == (list(advice.safe), list(advice.mines)),
            "the marks of the true board",
        )


@pytest.mark.parametrize("program", [KMINES, XDEMINEUR], ids=lambda one: one.name)
def test_a_person_plays_a_whole_game_by_the_marks(program: Program, start: Start) -> None:
    """A game that ends at a guess before any ring was shown is followed by another."""
    for _ in range(MOST_GAMES):
        with player(start(program, program.levels[0])) as person:
            rings = played_by_the_marks(person)
            person.game.tell("focus")  # KMines asks for the winner's name in front of its board
            wait_until(person.sees_every_cell, "the end of the message in front of the board")
            assert not rings & set(person.read().board.where({EXPLODED}))
            person.game.close()
        if rings:
            return
    raise AssertionError(f"{MOST_GAMES} games ended at a guess before any ring was shown")


def played_by_the_marks(person: Player) -> set[int]:
    """Play a game by its marks until there are no more. Returns the ringed cells clicked."""
    lattice = person.read().lattice
    person.click(lattice, lattice.columns * (lattice.rows // 2) + lattice.columns // 2)
    rings: set[int] = set()
    with watching(person, f"--mines={person.game.level.mines}"):
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < (3 if rings else 30):
            safe, _, guess = marked(person, lattice)
            if safe or guess:
                rings.update(safe[:1])
                person.click(lattice, (safe or guess)[0])
                quiet_since = time.monotonic()
            elif not rings and person.has_lost():
                break
    return rings


def test_marks_are_found_again_after_the_window_was_moved(kmines: Player) -> None:
    lattice = kmines.open_middle()
    safe = list(advise(kmines.read().board).safe)
    with watching(kmines):
        wait_until(lambda: marked(kmines, lattice)[0] == safe, "the marks")
        kmines.game.tell("move absolute position 210 150")
        moved = lattice.moved(150, 90)
        wait_until(lambda: marked(kmines, moved)[0] == safe, "the marks at the new place")


def test_marks_go_with_the_game_and_when_watch_is_ended(kmines: Player) -> None:
    lattice = kmines.open_middle()
    with watching(kmines):
        wait_for_marks(kmines, lattice)
        kmines.game.tell("move scratchpad")
        wait_until(lambda: not any(marked(kmines, lattice)), "the end of the marks")
        kmines.game.tell("scratchpad show")
        kmines.game.tell("move absolute position 60 60")
        wait_for_marks(kmines, lattice)
    wait_until(lambda: not any(marked(kmines, lattice)), "the end of the marks")


def test_games_are_played_to_their_end_with_marks(start: Start, sway: Sway) -> None:
    with player(start(XDEMINEUR, XDEMINEUR.levels[0])) as person:
        process = subprocess.Popen(
            [sys.executable, "-m", "solver_bot", "play", "--show", "--games=2", "--json"],
            env=players(sway.environment()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        looks = 0
        try:
            while process.poll() is None:
                picture = person.see()
                looks += drawn(picture, GREEN) + drawn(picture, AMBER) > 0
            output, _ = process.communicate()
        finally:
            end_group(process)
        assert looks
        games = json.loads(output)["games"]
        assert {game["result"] for game in games} <= {"won", "lost"}
        assert [game["wrong_certain"] for game in games] == [0, 0]
        assert drawn(person.see(), GREEN) == 0


def test_clicks_on_marks_of_an_x11_program_reach_it(start: Start) -> None:
    """The marks are a window of the X server, and the mouse is the compositor's."""
    with player(start(XDEMINEUR, XDEMINEUR.levels[0])) as person:
        lattice = person.read().lattice
        left, top = round(lattice.left), round(lattice.top)
        board = Region(left, top, round(lattice.right) - left, round(lattice.bottom) - top)
        desktop = open_desktop("xwayland")
        with desktop.screen as screen:
            before = screen.grab(board)
            with closing(desktop.overlays.open(board, screen.view(), screen.grab)) as overlay:
                overlay.show(marks_on(lattice, range(40), ring(round(lattice.cell_width))))
                wait_until(lambda: drawn(person.see()) > 1000, "the marks on the screen")
                assert np.array_equal(screen.grab(board), before)

                def cells(*codes: int) -> list[int]:
                    return list(read(screen.grab(), shipped_skins())[0].board.where(set(codes)))

                # At the first click xdemineur opens an area, whatever is clicked and with whatever.
                person.click(lattice, 3, flag=True)
                wait_until(lambda: len(cells(COVERED)) < len(all_cells(lattice)), "the game", 20)
                settled(screen, board)
                flags = cells(FLAG)
                for cell in [cell for cell in cells(COVERED) if cell < 40][::4]:
                    person.click(lattice, cell, flag=True)
                    flags.append(cell)
                wait_until(lambda: cells(FLAG) == sorted(flags), "the flags", 20)
