"""Plays programs whose mines we lay, and takes their pictures at every stage.

A round begins with clicks that open 3 to 8 numbers. Then safe cells beside open ones are opened in
a random order, and mines beside them are flagged. The same round is played once to its win and
once to a loss.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.looks.laid_programs import LaidProgram, Launch
from benchmarks.looks.rounds import SHARES, Round, drawn_round, full_board
from benchmarks.looks.shots import Looks, Place, WrongTruthError, facts, region_of, save, take
from solver_bot.board import COVERED, FLAG, NUMBERS, QUESTION, Board
from solver_bot.desktop.screen import Region, Screen
from solver_bot.game.engine import Game
from solver_bot.vision.lattice import Lattice
from tests.real.desktop import (
    Desktop,
    DesktopError,
    Level,
    end_group,
    settled,
    unchanged,
    wait_until,
)

_BATCH = 20
"""Clicks given to one run of xdotool."""
_PAUSE = "0.02"
"""Seconds between two clicks."""
_LONGEST = 20.0
"""Seconds after which a program must have shown what was clicked."""
_CORNER = 160, 60
"""Where a window is put that is given a size."""


class Table:
    """A running program, and our own game that is played beside it."""

    def __init__(
        self,
        desktop: Desktop,
        screen: Screen,
        program: LaidProgram,
        level: Level,
        played: Round,
        window: str,
    ) -> None:
        self.desktop, self.screen, self.program, self.round = desktop, screen, program, played
        self.window = window
        self.game = Game(played.game_id)
        self.questions: set[int] = set()
        region = self.region()
        found = program.lattice(screen.grab(region), level)
        if not found:
            raise DesktopError(f"{program.name} shows no new board")
        self.lattice: Lattice = found.moved(region.left, region.top)

    def region(self) -> Region:
        """The inside of the window."""
        return self.desktop.window_region(self.window)

    def shown(self) -> Board:
        """What the program must be showing."""
        board = self.game.view()
        marks = bytes(
            QUESTION if cell in self.questions and code == FLAG else code
            for cell, code in enumerate(board.cells)
        )
        board = Board(board.width, board.height, marks, board.mines)
        over = self.game.outcome != "playing"
        full = full_board(self.round.game_id, self.round.mines)
        return self.program.ended(board, full) if over else board

    def click(self, cells: Sequence[int], button: int = 1) -> None:
        """Click on cells, one after the other."""
        for begin in range(0, len(cells), _BATCH):
            words: list[str | int] = ["xdotool"]
            for cell in cells[begin : begin + _BATCH]:
                x, y = self.lattice.centre(cell)
                words += ["mousemove", int(x), int(y), "sleep", _PAUSE]
                words += ["click", button, "sleep", _PAUSE]
            self.desktop.run(*words)

    def open(self, cells: Sequence[int]) -> None:
        """Open cells, here and in the program."""
        wanted = [cell for cell in cells if self.game.uncover(cell) or self.game.hit == cell]
        self.click(wanted)

    def open_to(self, share: float, dice: Random) -> None:
        """Open safe cells beside open ones until so large a share of them is open."""
        game_id = self.round.game_id
        safe = game_id.width * game_id.height - game_id.mines
        cells: list[int] = []
        while self.game.score < share * safe:
            cells.append(dice.choice(self.beside(lambda cell: cell not in self.round.mines)))
            self.game.uncover(cells[-1])
        self.click(cells)

    def beside(self, wanted: Callable[[int], bool]) -> list[int]:
        """The wanted covered cells beside open ones; if there are none, all wanted ones."""
        board = self.game.view()
        covered = [cell for cell in board.where({COVERED}) if wanted(cell)]
        table = board.neighbours()
        near = [c for c in covered if any(board.cells[n] in NUMBERS for n in table[c])]
        return near or covered

    def flag(self, share: float, dice: Random) -> None:
        """Flag a share of the mines beside open cells."""
        cells = self.beside(lambda cell: cell in self.round.mines)
        chosen = dice.sample(cells, round(share * len(cells)))
        self._mark(chosen)
        if self.program.questions:
            asked = [cell for cell in chosen if dice.random() < 0.3]
            self.click(asked, 3)
            self.questions.update(asked)

    def flag_all(self) -> None:
        """Flag every mine that has no flag. A question mark takes two clicks to become one."""
        asked, self.questions = sorted(self.questions), set()
        self.click(asked, 3)
        self.click(asked, 3)
        self._mark([cell for cell in self.round.mines if not self.game.is_flagged(cell)])

    def flag_wrongly(self, dice: Random) -> None:
        """Flag a safe cell."""
        self._mark([dice.choice(self.beside(lambda cell: cell not in self.round.mines))])

    def _mark(self, cells: Sequence[int]) -> None:
        for cell in cells:
            self.game.flag(cell)
        self.click(cells, 3)


@contextmanager
def running(
    desktop: Desktop,
    screen: Screen,
    program: LaidProgram,
    setup: tuple[Level, tuple[int, int] | None],
    played: Round,
) -> Iterator[Table]:
    """Start the program with a round in it."""
    level, size = setup
    home = desktop.folder / program.name
    home.mkdir(exist_ok=True)
    command = program.command(Launch(level, played.mines, str(played.game_id), home))
    process = desktop.start(command, home)
    try:
        window = wait_until(lambda: next(iter(desktop.windows()), None), f"{program.name}", 300)
        _ready(desktop, screen, window)
        if key := program.keys.get(level.name):
            desktop.run("xdotool", "key", key)
        if size:
            desktop.run(
                "wmctrl",
                "-i",
                "-r",
                window,
                "-e",
                f"0,{_CORNER[0]},{_CORNER[1]},{size[0]},{size[1]}",
            )
        _ready(desktop, screen, window)
        yield Table(desktop, screen, program, level, played, window)
    finally:
        end_group(process)
        wait_until(lambda: not desktop.windows(), f"the end of {program.name}", 20)


def _ready(desktop: Desktop, screen: Screen, window: str) -> None:
    """Wait until a window is drawn and still."""
    desktop.focus(window)
    desktop.park()
    region = unchanged(lambda: desktop.window_region(window), 0.5)
    wait_until(lambda: float(screen.grab(region).std()) > 5, "a drawn window")
    settled(screen, region, 0.5)


@dataclass(frozen=True, slots=True)
class Album:
    """Takes the pictures of one setup."""

    folder: Path
    name: str
    looks: Looks
    dice: Random

    def add(self, table: Table, stage: str) -> None:
        """Take a picture once the program shows what it must, and keep it.

        Raises:
            WrongTruthError: it does not show that for a long time.

        """
        name = f"{self.name}-{stage}"
        program, region = table.program, table.region()
        board = table.shown()
        end = time.monotonic() + _LONGEST
        while True:
            picture, part = take(
                table.screen, table.desktop, region, region_of(table.lattice), self.dice
            )
            try:
                self.looks.check(picture, table.lattice.moved(-part.left, -part.top), board)
                break
            except WrongTruthError:
                if time.monotonic() > end:
                    raise
        about = facts(program.name, program.package, "default", program.licence)
        about["size"] = f"{region.width} x {region.height}"
        save(Place(self.folder, name, stage, about), picture, part, board, table.lattice)


def make(desktop: Desktop, screen: Screen, program: LaidProgram, folder: Path, seed: int) -> None:
    """Take all pictures of a program that are not in the folder yet."""
    for number, setup in enumerate(program.setups, 1):
        level, size = setup
        dice = Random(f"{seed} {program.name} {number}")
        name = f"{program.name}-default-{number}"
        if (folder / f"{name}-lost.png").exists():
            continue
        played = drawn_round(level, program.start, dice)
        album = Album(folder, name, Looks(), dice)
        start = partial(running, desktop, screen, program, setup, played)
        with start() as table:
            _to_the_win(table, album, dice)
        with start() as table:
            _to_a_loss(table, album, dice)
        print(program.name, level.name, size or "", flush=True)


def _to_the_win(table: Table, album: Album, dice: Random) -> None:
    flags = dice.choice((0.0, 0.6, 0.9))
    album.add(table, "new")
    table.open(table.round.clicks)
    album.add(table, "early")
    for stage, share in SHARES.items():
        table.open_to(share, dice)
        table.flag(flags, dice)
        album.add(table, stage)
    if table.program.flag_all:
        table.flag_all()
    table.open_to(1.0, dice)
    album.add(table, "won")


def _to_a_loss(table: Table, album: Album, dice: Random) -> None:
    table.open(table.round.clicks)
    table.open_to(dice.uniform(0.2, 0.85), dice)
    table.flag(dice.choice((0.0, 0.3, 0.7)), dice)
    if dice.random() < 0.6:
        table.flag_wrongly(dice)
    table.open([dice.choice(table.beside(lambda cell: cell in table.round.mines))])
    album.add(table, "lost")
