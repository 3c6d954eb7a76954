"""One page, opened for a bot to play."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.looks.pages.browser import Page, Sight, browser
from benchmarks.looks.pages.designs import Design
from solver_bot.board import Board, parse_board
from solver_bot.desktop.screen import Screen
from solver_bot.vision.lattice import Lattice
from tests.real.desktop import Desktop, on_desktop


@dataclass(frozen=True, slots=True)
class LivePage:
    """A game in the browser.

    Attributes:
        display: the DISPLAY of its screen. This process captures and clicks there.
        page: the page; ``page.screen`` captures the screen.
        lattice: where the cells are, in pixels of the screen.

    """

    display: str
    desktop: Desktop
    page: Page
    lattice: Lattice

    def board(self) -> Board:
        """The true board that the page shows now."""
        truth = self.page.ask("truth()")
        board = parse_board("\n".join(truth["rows"]))
        return Board(board.width, board.height, board.cells, truth["mines"])

    def status(self) -> str:
        """Whether the game is "playing", "won" or "lost", by the page's own rules."""
        return str(self.page.ask("truth().status"))

    def button(self) -> tuple[int, int] | None:
        """Where to click for a new game; None if there is no such button now."""
        return self.page.middle("[data-again]")


@contextmanager
def open_page(
    design: Design, width: int, height: int, mines: int, seed: int, sight: Sight | None = None
) -> Iterator[LivePage]:
    """A new game of a design in Chromium, on a virtual screen of its own."""
    with tempfile.TemporaryDirectory(prefix="page-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder), 1600, 1000)
        try:
            home = Path(folder) / "chromium"
            with (
                on_desktop(desktop),
                Screen() as screen,
                browser(desktop, screen, home, sight or Sight()) as page,
            ):
                yield new_game(desktop, page, design, (width, height), mines, seed)
        finally:
            desktop.close()


def new_game(
    desktop: Desktop, page: Page, design: Design, size: tuple[int, int], mines: int, seed: int
) -> LivePage:
    """Open a new game in a browser that runs already."""
    page.open(design.url(design.query(*size, mines, seed)))
    return LivePage(desktop.display, desktop, page, page.lattice(*size))
