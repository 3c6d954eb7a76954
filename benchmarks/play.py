"""Plays real programs on a virtual screen, and times the bot and the plain loop.

The bot plays a number of games for every program and level. "Reaction" is the median time from the
settled picture to the next click. "Own share" compares a won game's time with that of its clicks
alone and the program's redraws, both measured in that game: whole / (clicks + redraws). A click
lasts until the window manager has passed it on. Its mean is taken over all clicks after which no
look at the board came first.

The plain loop does what most bots do: a screenshot with pyautogui, one ``cv2.matchTemplate`` per
template over the whole screenshot, clicks with pyautogui's default pause, and a fixed sleep. It is
given the skin, the place and the cell size, and uses the same solver. It plays whole games of each
level until it has won one. "Times faster" compares that game with the median of the bot's wins.

Usage: python -m benchmarks.play [--games N] [--program NAME] [--level NAME] [--no-plain]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from solver_bot.board import COVERED, EXPLODED, FLAG, Board, Outcome
from solver_bot.bot import Action, Bot, GameResult, Result, Wishes, think
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.solve.guess import warm_up
from solver_bot.solve.odds import Contradiction
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import PROGRAMS, Desktop, Game, Level, Program, on_desktop, start_game

PLAIN_CODES = (0, 1, 2, 3, 4, 5, 6, 7, 8, COVERED, FLAG, EXPLODED)
SLEEP = 0.1
"""Seconds that the plain loop sleeps after its clicks."""
PLAIN_GAMES = 6
"""The most games that the plain loop plays at a level without a win."""


@dataclass(frozen=True, slots=True)
class Row:
    """The results of one program at one level."""

    program: str
    level: str
    games: Sequence[GameResult]
    halted: str | None
    plain: float | None = None
    """Seconds of the game that the plain loop won; None if it won none."""

    @property
    def won(self) -> list[GameResult]:
        return [game for game in self.games if game.result is Result.WON]

    @property
    def own_share(self) -> float | None:
        shares = [game.seconds / (game.click_seconds + game.redraw_seconds) for game in self.won]
        return statistics.median(shares) if shares else None

    @property
    def times_faster(self) -> float | None:
        seconds = [game.seconds for game in self.won]
        return self.plain / statistics.median(seconds) if self.plain and seconds else None


def measure(desktop: Desktop, program: Program, level: Level, games: int) -> Row:
    """Play ``games`` games of one level in a freshly started program."""
    game = start_game(desktop, program, level, program.sizes[-1] if program.sizes else None)
    try:
        with Screen() as screen:
            hands = desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), Stop())
            wishes = Wishes(games=games, mines=level.mines, max_seconds=30.0 * games)
            session = Bot(hands, SkinChoice.of(shipped_skins()), wishes).play()
    finally:
        game.close()
    return Row(program.name, level.name, session.games, session.halted)


# The plain loop


def plain_seconds(desktop: Desktop, program: Program, level: Level) -> float | None:
    """Seconds of the first game that the plain loop wins; None if it wins none."""
    for _ in range(PLAIN_GAMES):
        game = start_game(desktop, program, level, program.sizes[-1] if program.sizes else None)
        try:
            with Screen() as screen:
                (place,) = read(screen.grab(), shipped_skins())
            began = time.perf_counter()
            if plain_game(game, place, level.mines):
                return time.perf_counter() - began
        finally:
            game.close()
    return None


def plain_game(game: Game, place: Extraction, mines: int) -> bool:
    """Play one game with the plain loop. Returns whether it was won.

    The plain loop can't see a win behind the program's message, so it is told of a win.
    """
    import pyautogui

    seen: list[Board] = []
    with usual_pause():
        while not game.dialogs():
            seen.append(plain_board(plain_screenshot(), place, mines))
            if seen[-1].outcome() is not Outcome.PLAYING or seen[-4:].count(seen[-1]) > 3:
                return seen[-1].outcome() is Outcome.WON
            try:
                decision = think(seen[-1], place.skin.program.start)
            except Contradiction:
                return False
            if decision.action in {Action.OVER, Action.STUCK, Action.FLAG}:
                return decision.outcome is Outcome.WON
            for cell in decision.cells:
                pyautogui.click(*map(int, place.lattice.centre(cell)))
            time.sleep(SLEEP)
    return True


def plain_screenshot() -> Picture:
    """A screenshot with pyautogui, or with Pillow if gnome-screenshot is missing.

    pyautogui requires gnome-screenshot, but then lets Pillow take the picture.
    """
    import pyautogui
    from PIL import ImageGrab

    try:
        shot = pyautogui.screenshot()
    except Exception:  # pyautogui raises nothing more specific
        shot = ImageGrab.grab()
    return np.asarray(shot.convert("RGB"))[:, :, ::-1]


@contextmanager
def usual_pause() -> Iterator[None]:
    """Set pyautogui's default pause: a tenth of a second after every action."""
    import pyautogui

    before, pyautogui.PAUSE = pyautogui.PAUSE, 0.1
    try:
        yield
    finally:
        pyautogui.PAUSE = before


def plain_board(shot: Picture, place: Extraction, mines: int) -> Board:
    """Slide every template over the screenshot. The best match in each cell counts."""
    lattice = place.lattice
    size = round(lattice.cell_width)
    best = np.full((lattice.rows, lattice.columns), -1.0)
    codes = np.full(best.shape, COVERED, np.uint8)
    corners = np.add.outer(lattice.ys[:-1], [0.0]).round().astype(int)
    for code in PLAIN_CODES:
        template = place.skin.look.picture(code, size)
        scores = -cv2.matchTemplate(np.ascontiguousarray(shot), template, cv2.TM_SQDIFF_NORMED)
        for row, top in enumerate(corners[:, 0]):
            for column, left in enumerate(lattice.xs[:-1]):
                x = round(left)
                score = scores[max(0, top - 1) : top + 2, max(0, x - 1) : x + 2].max()
                if score > best[row, column]:
                    best[row, column], codes[row, column] = score, code
    return Board(lattice.columns, lattice.rows, codes.tobytes(), mines)


# The table


def table(rows: Sequence[Row]) -> Table:
    """All rows as a table."""
    found = Table(
        "Program", "Level", "Won", "Wrong\ncertain", "Stopped", "Guesses\na game",
        "Reaction\nms", "Won game\ns", "Fastest\ns", "Own\nshare", "Times\nfaster",
        title="Medians of one run",
    )  # fmt: skip
    for row in rows:
        reactions = [game.reaction_ms for game in row.games if game.reaction_ms is not None]
        seconds = [game.seconds for game in row.won]
        found.add_row(
            row.program,
            row.level,
            f"{len(row.won)} of {len(row.games)}",
            str(sum(game.wrong_certain for game in row.games)),
            str(sum(game.result is Result.STOPPED for game in row.games)),
            f"{statistics.mean(game.guesses for game in row.games):.1f}" if row.games else "-",
            _figure(statistics.median(reactions) if reactions else None, 2),
            _figure(statistics.median(seconds) if seconds else None, 3),
            _figure(min(seconds, default=None), 3),
            _figure(row.own_share, 2),
            _figure(row.times_faster, 0),
        )
    return found


def _figure(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=30, help="games per level")
    parser.add_argument("--program", choices=list(PROGRAMS), help="this program only")
    parser.add_argument("--level", help="this level only")
    parser.add_argument("--no-plain", action="store_true", help="leave out the plain loop")
    wanted = parser.parse_args()
    console = Console(width=110)
    rows: list[Row] = []
    chosen = list(_chosen(wanted.program, wanted.level))
    warm_up()  # else the solver is compiled within the first game
    with tempfile.TemporaryDirectory(prefix="solver-bot-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder))
        try:
            with on_desktop(desktop):
                for program, level in chosen:
                    rows.append(measure(desktop, program, level, wanted.games))
                    if rows[-1].halted:
                        console.print(f"{program.name} {level.name}: {rows[-1].halted}")
                console.print(table(rows))
                for i, (program, level) in enumerate([] if wanted.no_plain else chosen):
                    rows[i] = replace(rows[i], plain=plain_seconds(desktop, program, level))
                    console.print(table(rows[i : i + 1]))
        finally:
            desktop.close()
    if not wanted.no_plain:
        console.print(table(rows))


def _chosen(name: str | None, level_name: str | None) -> Iterator[tuple[Program, Level]]:
    for program in PROGRAMS.values():
        for level in program.levels:
            if name in {None, program.name} and level_name in {None, level.name}:
                yield program, level


if __name__ == "__main__":
    main()
