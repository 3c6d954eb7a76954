"""Plays programs whose boards are read with their own templates, and takes their pictures.

A program is played in its default theme, which is read with that theme's templates. At every stage
the position is shown in every theme, and a picture of each is taken with the same true board. Then
the default theme is read again. The pictures are kept only if the position is the same. Where small
cells can't be read, the window is large except for the pictures; their lattice is that of the new
game.

A game is played by its odds. It begins in a corner, where little opens. Games are played until
every stage has its pictures; the loss is a click on a mine, unless a guess was wrong before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from benchmarks.looks.labelled import STAGES
from benchmarks.looks.read_programs import SETTINGS, Dress, Source
from benchmarks.looks.rounds import EARLY, SHARES
from benchmarks.looks.shots import Place, facts, gapped_lattice, region_of, save, take
from solver_bot.board import FLAG, NUMBERS, Board, Outcome
from solver_bot.bot.board_choice import boards
from solver_bot.desktop.screen import Region, Screen
from solver_bot.solve.advice import Advice, advise
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import named_skin
from tests.real.desktop import Desktop, DesktopError, Game, settled, start_game

_MOST_GAMES = 25
_MOST_LOOKS = 400
_LONGEST = 10.0
"""Seconds after which a board must be readable. A message may be in front of it for a while."""


@dataclass(frozen=True, slots=True)
class Lab:
    """Where pictures are taken: the desktop, its screen, a source and the running game."""

    desktop: Desktop
    screen: Screen
    source: Source
    game: Game
    dice: Random
    pictured: Region
    """The inside of the window in pictures."""

    def resize(self, *, reading: bool) -> None:
        """Give the window the size in which its board is read, or that of the pictures."""
        if size := self.source.reading:
            small = self.pictured
            wanted = Region(small.left, small.top, *size) if reading else small
            self.desktop.place(self.game.window, wanted)
            self.game.focus()

    def new_lattice(self) -> Lattice | None:
        """The lattice of the new board in pictures, from the window's corner."""
        if not self.source.reading:
            seen = self.look()
            return seen.lattice if seen else None
        self.resize(reading=True)
        self.resize(reading=False)  # the first layout differs from all later ones
        self.desktop.park()
        level = self.game.level
        return gapped_lattice(settled(self.screen, self.pictured), level.columns, level.rows)

    def look(self) -> Extraction | None:
        """The board read with the program's own templates once it is still; None if that fails."""
        end = time.monotonic() + _LONGEST
        while True:
            self.dismiss()
            self.desktop.park()
            region = self.game.region()
            skin = named_skin(self.source.program.name)
            found = boards(settled(self.screen, region), [skin])
            if len(found) == 1 and not found[0].cut and not found[0].board.has_unreadable:
                board = replace(found[0].board, mines=self.game.level.mines)
                return replace(found[0], board=board)
            if time.monotonic() > end:
                return None

    def dismiss(self) -> None:
        """Close messages about the end of a game."""
        for window, title in self.game.dialogs().items():
            if not title.startswith(SETTINGS):
                self.desktop.focus(window)
                self.desktop.run("xdotool", "key", "Escape")
                time.sleep(0.5)
                self.game.focus()

    def click(self, seen: Extraction, cell: int, button: int = 1) -> None:
        """Click on a cell."""
        x, y = seen.lattice.centre(cell)
        region = self.game.region()
        place = region.left + round(x), region.top + round(y)
        self.desktop.run("xdotool", "mousemove", *place, "click", button)
        time.sleep(0.05)

    def step(self, seen: Extraction, most: int, flags: bool) -> None:
        """Open what is safe, or guess, and flag what is a mine."""
        board = seen.board
        if not board.count(NUMBERS):
            self.click(seen, self.dice.choice((0, board.width - 1, len(board.cells) - 1)))
            return
        advice = advise(board)
        for cell in _clicks(advice)[:most]:
            self.click(seen, cell)
        if flags:
            for cell in list(advice.mines)[:4]:
                if board.cells[cell] != FLAG:
                    self.click(seen, cell, button=3)

    def play_to(
        self, reached: Callable[[Board], bool], flags: bool, most: int = 8
    ) -> Extraction | None:
        """Play until a position is reached or the game is over; None if it can't be read."""
        for _ in range(_MOST_LOOKS):
            seen = self.look()
            if seen is None or reached(seen.board) or seen.board.outcome() is not Outcome.PLAYING:
                return seen
            self.step(seen, most, flags)
        return None


def _clicks(advice: Advice) -> Sequence[int]:
    if advice.safe:
        return list(advice.safe)
    return [advice.guess.cell] if advice.guess else []


def _opened(share: float) -> Callable[[Board], bool]:
    """Whether so large a share of a board's safe cells is open."""
    return lambda board: board.count(NUMBERS) >= share * (len(board.cells) - (board.mines or 0))


@dataclass(frozen=True, slots=True)
class Album:
    """Takes the pictures of one setup."""

    folder: Path
    source: Source
    number: int

    def name(self, theme: str, stage: str) -> str:
        """The name of a picture."""
        return f"{self.source.program.name}-{theme}-{self.number}-{stage}"

    def missing(self) -> set[str]:
        """The stages that have no picture yet."""
        return {
            stage
            for stage in STAGES
            if not (self.folder / f"{self.name(self.source.themes[0], stage)}.png").exists()
        }

    def add(self, lab: Lab, stage: str, seen: Extraction, lattice: Lattice, switch: Dress) -> bool:
        """Take a picture in every theme. Returns whether the position stayed the same."""
        if stage not in self.missing():
            return True
        lab.resize(reading=False)
        region = lab.game.region()
        lattice = lattice.moved(region.left, region.top)
        shots = {}
        for theme in self.source.themes[::-1]:
            switch(theme)
            shots[theme] = take(lab.screen, lab.desktop, region, region_of(lattice), lab.dice)
        lab.game.focus()
        lab.resize(reading=True)
        after = lab.look()
        if region != lab.pictured or after is None or after.board != seen.board:
            return False
        program = self.source.program
        for theme, (picture, part) in list(shots.items()):
            about = facts(program.name, program.package, theme, self.source.licence)
            about["size"] = f"{region.width} x {region.height}"
            place = Place(self.folder, self.name(theme, stage), stage, about)
            save(place, picture, part, seen.board, lattice)
        return True


def _is_early(board: Board) -> bool:
    return EARLY[0] <= board.count(NUMBERS - {0}) <= EARLY[1]


def _game(lab: Lab, album: Album, switch: Dress) -> None:
    """Play one game and take the pictures that are missing."""
    flags = album.number % 2 == 0
    lattice = lab.new_lattice()
    lab.resize(reading=True)
    seen = lab.look()
    if not seen or not lattice or not album.add(lab, "new", seen, lattice, switch):
        return
    lab.step(seen, 1, flags=False)
    seen = lab.play_to(lambda board: board.count(NUMBERS - {0}) >= EARLY[0], False, 1)
    if seen and _is_early(seen.board) and seen.board.outcome() is Outcome.PLAYING:
        album.add(lab, "early", seen, lattice, switch)
    todo = album.missing() - {"early"}
    if todo == {"lost"}:
        _lose(lab, album, lattice, switch, flags)
    elif todo:
        _to_the_end(lab, album, lattice, switch, flags)


def _to_the_end(lab: Lab, album: Album, lattice: Lattice, switch: Dress, flags: bool) -> None:
    for stage, share in (*SHARES.items(), ("won", 2.0)):
        seen = lab.play_to(_opened(share), flags)
        if seen is None:
            return
        outcome = seen.board.outcome()
        if outcome is Outcome.LOST:
            album.add(lab, "lost", seen, lattice, switch)
            return
        if (outcome is Outcome.WON) != (stage == "won"):
            continue
        if not album.add(lab, stage, seen, lattice, switch):
            return


def _lose(lab: Lab, album: Album, lattice: Lattice, switch: Dress, flags: bool) -> None:
    """Play a part of a game, flag a safe cell wrongly, and open a mine."""
    seen = lab.play_to(_opened(lab.dice.uniform(0.2, 0.8)), flags)
    while seen and seen.board.outcome() is Outcome.PLAYING:
        advice = advise(seen.board)
        mines = [cell for cell in advice.mines if seen.board.cells[cell] != FLAG]
        if mines:
            if advice.safe and lab.dice.random() < 0.7:
                lab.click(seen, lab.dice.choice(list(advice.safe)), button=3)
            lab.click(seen, lab.dice.choice(mines))
        else:
            lab.step(seen, 1, flags=False)
        seen = lab.look()
    if seen and seen.board.outcome() is Outcome.LOST:
        album.add(lab, "lost", seen, lattice, switch)


def make(desktop: Desktop, screen: Screen, source: Source, folder: Path, seed: int) -> None:
    """Take all pictures of a program that are not in the folder yet."""
    for number, (level, size) in enumerate(source.setups, 1):
        album = Album(folder, source, number)
        dice = Random(f"{seed} {source.program.name} {number}")
        for _ in range(_MOST_GAMES):
            if not album.missing():
                break
            corner = dice.randint(60, 200), dice.randint(60, 160)
            game = start_game(desktop, source.program, source.program.level(level), size, corner)
            try:
                lab = Lab(desktop, screen, source, game, dice, game.region())
                with source.switcher(desktop, game) as switch:
                    game.focus()
                    _game(lab, album, switch)
            except DesktopError as error:
                print(error)
            finally:
                game.close()
        print(source.program.name, level, size or "", *album.missing(), flush=True)
