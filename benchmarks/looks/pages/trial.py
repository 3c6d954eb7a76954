"""Plays every design with the mouse and the keyboard: ``python -m benchmarks.looks.pages.trial``.

A cell is opened, one is flagged, and a new game is begun by the button and by the key, as the table
of designs says. After each move, the page's own truth must have changed as it should.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.looks.pages.browser import Sight, browser
from benchmarks.looks.pages.designs import DESIGNS, Design
from benchmarks.looks.pages.live import LivePage, new_game
from solver_bot.board import COVERED, FLAG, NUMBERS, Board
from solver_bot.desktop.screen import Screen
from tests.real.desktop import Desktop, on_desktop, wait_until

SIZE, MINES = (10, 9), 12
KEYS = {"Enter": "Return"}
"""Keys as xdotool names them, where their names differ from the browser's."""


def click(game: LivePage, cell: int, button: int = 1) -> None:
    """Click a cell with a mouse button."""
    x, y = map(round, game.lattice.centre(cell))
    press(game, (x, y), button)


def press(game: LivePage, point: tuple[int, int], button: int = 1) -> None:
    """Click a point of the screen."""
    game.desktop.run("xdotool", "mousemove", *point, "click", button)


def _is_new(board: Board) -> bool:
    return board.count({COVERED}) == len(board.cells)


def _play_to_the_end(game: LivePage, random: Random) -> None:
    """Open cells until the game is over."""
    while game.status() == "playing":
        cell = random.choice(list(game.board().where({COVERED})))
        click(game, cell)
        wait_until(partial(_is_open, game, cell), "an opened cell", 5)


def _is_open(game: LivePage, cell: int) -> bool:
    return game.board().cells[cell] != COVERED


def _new_games(game: LivePage, design: Design, random: Random) -> Iterator[str]:
    """Begin new games in every way there is, and name the ways."""
    if design.button:
        if game.button() is None:
            _play_to_the_end(game, random)
        point = wait_until(game.button, "a button for a new game", 5)
        press(game, point)
        wait_until(lambda: _is_new(game.board()), "a new game by the button", 5)
        yield "button"
    if design.key:
        click(game, 0)
        wait_until(lambda: not _is_new(game.board()), "an opened corner", 5)
        game.desktop.run("xdotool", "key", KEYS.get(design.key, design.key))
        wait_until(lambda: _is_new(game.board()), "a new game by the key", 5)
        yield "key"


def try_design(game: LivePage, design: Design) -> list[str]:
    """Play a design a little. Returns the ways in which a new game can be begun."""
    random = Random(7)
    assert _is_new(game.board()), "the game does not begin with a covered board"
    click(game, 44)
    wait_until(lambda: not _is_new(game.board()), "an opened cell", 5)
    if game.status() == "playing":
        board = game.board()
        assert board.cells[44] in NUMBERS, "the clicked cell is not open"
        cell = next(iter(board.where({COVERED})))
        click(game, cell, 3)
        wait_until(lambda: game.board().cells[cell] == FLAG, "a flag", 5)
    return list(_new_games(game, design, random))


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="trial-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder), 1600, 1000)
        try:
            home = Path(folder) / "chromium"
            with (
                on_desktop(desktop),
                Screen() as screen,
                browser(desktop, screen, home, Sight(1.1)) as page,
            ):
                for design in DESIGNS.values():
                    game = new_game(desktop, page, design, SIZE, MINES, 5)
                    print(f"{design.name:16} {', '.join(try_design(game, design))}", flush=True)
        finally:
            desktop.close()


if __name__ == "__main__":
    main()
