"""The game behind a simulated window."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    UNOPENED,
    WRONG_FLAG,
    StartRule,
    neighbours,
)


@dataclass(slots=True)
class Truth:
    """The game itself: where the mines are and which cells are open, drawn or not yet drawn."""

    width: int
    height: int
    mines: int
    start: StartRule
    rng: random.Random
    cells: bytearray = field(default_factory=bytearray)
    layout: frozenset[int] | None = None
    over: bool = False
    won: bool = False

    def __post_init__(self) -> None:
        self.cells = bytearray([COVERED]) * (self.width * self.height)

    def lay(self, first: int) -> None:
        """Place the mines as the start rule allows."""
        table = neighbours(self.width, self.height)
        kept = {
            StartRule.SAFE: {first},
            StartRule.ZERO: {first, *table[first]},
            StartRule.NONE: set[int](),
        }[self.start]
        places = [cell for cell in range(len(self.cells)) if cell not in kept]
        self.layout = frozenset(self.rng.sample(places, self.mines))

    def number(self, cell: int) -> int:
        """How many mines are around a cell."""
        assert self.layout is not None
        return len(self.layout.intersection(neighbours(self.width, self.height)[cell]))

    def open(self, cell: int, chords: bool = False) -> None:
        """Do what a left click does."""
        if self.over:
            return
        if self.layout is None:
            self.lay(cell)
        if self.cells[cell] == COVERED:  # as in KMines, where a question mark blocks the click
            self._uncover(cell)
        elif chords and self.cells[cell] < COVERED:
            self._chord(cell)

    def _chord(self, cell: int) -> None:
        around = neighbours(self.width, self.height)[cell]
        if sum(self.cells[n] == FLAG for n in around) == self.cells[cell]:
            for n in around:
                if self.cells[n] == COVERED and not self.over:
                    self._uncover(n)

    def _uncover(self, cell: int) -> None:
        assert self.layout is not None
        if cell in self.layout:
            self._explode(cell)
            return
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if self.cells[cell] in {COVERED, QUESTION}:
                self.cells[cell] = self.number(cell)
                if self.cells[cell] == 0:
                    waiting += neighbours(self.width, self.height)[cell]
        if sum(code in UNOPENED for code in self.cells) == self.mines:
            self.over = self.won = True

    def _explode(self, hit: int) -> None:
        assert self.layout is not None
        self.over = True
        for cell, code in enumerate(self.cells):
            if cell in self.layout and code != FLAG:
                self.cells[cell] = MINE
            elif code == FLAG and cell not in self.layout:
                self.cells[cell] = WRONG_FLAG
        self.cells[hit] = EXPLODED

    def flag_mines(self) -> None:
        """Flag the mines, as programs do after a win."""
        for cell in self.layout or ():
            self.cells[cell] = FLAG

    def flag(self, cell: int) -> None:
        """Do what a right click does: set a flag, a question mark, and no mark, in turn."""
        cycle = {COVERED: FLAG, FLAG: QUESTION, QUESTION: COVERED}
        if not self.over:
            self.cells[cell] = cycle.get(self.cells[cell], self.cells[cell])
