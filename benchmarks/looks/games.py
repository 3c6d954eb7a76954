"""Positions of games as programs show them: at every stage, with every manner of ending."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    WRONG_FLAG,
    neighbours,
)
from solver_bot.vision.arrays import Codes

Random = np.random.Generator

SIZES = (
    (8, 8, 10),
    (9, 9, 10),
    (16, 16, 40),
    (30, 16, 99),
    (10, 8, 10),
    (18, 14, 40),
    (24, 20, 99),
)
"""Columns, rows and mines that many programs offer."""
STAGES = ("new", "early", "middle", "late", "won", "lost")
FIRST = "first"
"""After the first clicks, whatever they opened. Nets learn from such boards; none is measured."""
IN_PLAY = frozenset({"early", "middle", "late"})
ENDED = frozenset({"won", "lost"})
FEWEST_NUMBERS = 3
"""A board in play shows at least so many numbers."""
_OPENS_NOTHING = 0.025
"""The share of programs that open no cells around empty ones."""
_MOST_AT_FIRST = 4

_UNPROVEN = 0.4
"""How likely a mine that no single number proves is flagged, as a share of how likely a proven one
is: some players compare several numbers."""
_BESIDE, _BESIDE_AT_FIRST = 0.7, 0.45
"""The shares of players who open cells beside open ones, and of those of early boards. The others
open cells anywhere, so that numbers stand alone among covered cells."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What a program does with flags, empty areas and the end of a game.

    Attributes:
        flood: the chance that a cell beside an empty one is opened with it: nearly always 1, and 0
            in programs that open each cell alone.
        safe_start: the first click opens "area", "cell" or "any": nothing is promised.
        flagged: the share of mines that a number proves which the player has flagged.
        anywhere: whether the player flags cells with no open cell beside them, too.
        wrong: the share of flags that stand on safe cells.
        asked: the share of covered cells with a question mark.
        won: how mines look after a win: "covered", "flagged" or "shown".
        lost: what a loss shows: "mines", "unflagged", "hit" (the mine that was hit alone) or "all".
        crossed: whether wrong flags are marked after a loss.
        marked: whether the mine that was hit looks different from the others.

    """

    flood: float
    safe_start: str
    flagged: float
    anywhere: bool
    wrong: float
    asked: float
    won: str
    lost: str
    crossed: bool
    marked: bool


def random_manner(rng: Random) -> Manner:
    """The manner of a program that nobody knows."""
    drawn = rng.random()
    whole = 0.0 if drawn < _OPENS_NOTHING else 1.0
    return Manner(
        flood=whole if drawn < 0.97 else rng.uniform(0.9, 0.99),
        safe_start=str(rng.choice(["area", "cell", "any"], p=[0.6, 0.3, 0.1])),
        flagged=0.0 if rng.random() < 0.3 else rng.uniform(0.1, 1.0),
        anywhere=bool(rng.random() < 0.03),
        wrong=0.0 if rng.random() < 0.7 else rng.uniform(0.03, 0.2),
        asked=0.0 if rng.random() < 0.8 else rng.uniform(0.01, 0.1),
        won=str(rng.choice(["covered", "flagged", "shown"], p=[0.3, 0.5, 0.2])),
        lost=str(rng.choice(["mines", "unflagged", "hit", "all"], p=[0.45, 0.3, 0.1, 0.15])),
        crossed=bool(rng.random() < 0.6),
        marked=bool(rng.random() < 0.75),
    )


def random_size(rng: Random) -> tuple[int, int, int]:
    """Columns, rows and mines of a game."""
    if rng.random() < 0.55:
        return SIZES[int(rng.integers(len(SIZES)))]
    columns = int(rng.integers(5, 33 if rng.random() < 0.4 else 17))
    rows = int(rng.integers(5, min(columns + 6, 25)))
    return columns, rows, max(3, round(columns * rows * rng.uniform(0.1, 0.22)))


def position(
    rng: Random, columns: int, rows: int, mines: int, manner: Manner, stage: str
) -> tuple[Codes, NDArray[np.bool_]]:
    """The codes of a random position at this stage, and where the mines are: shape (rows, columns).

    The codes say what the program shows: a wrong flag that is not marked is a flag.
    """
    game = _Game(rng, columns, rows, mines, manner)
    codes = game.at(stage)
    return codes.reshape(rows, columns), game.mined.reshape(rows, columns)


def scattered(rng: Random, columns: int, rows: int) -> Codes:
    """Codes at random, every sign about as often: no position of a game, but all its signs.

    Of real positions nets learn the signs slowly, because most cells are blank and most numbers 1.
    """
    signs = np.array([*range(1, 9), FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG], np.uint8)
    codes = rng.choice(signs, (rows, columns))
    coarse = rng.random((-(-rows // 3), -(-columns // 3))) < 0.5
    blobs = np.kron(coarse, np.ones((3, 3), bool))[:rows, :columns]
    blank = rng.random((rows, columns)) < 0.35
    return np.where(blank, np.where(blobs, COVERED, EMPTY), codes).astype(np.uint8)


class _Game:
    """A game that is played at random, but never onto a mine."""

    def __init__(self, rng: Random, columns: int, rows: int, mines: int, manner: Manner) -> None:
        self.rng, self.manner = rng, manner
        self.around = neighbours(columns, rows)
        self._beside = [list(near) for near in self.around]
        cells = columns * rows
        start = int(rng.integers(cells))
        barred = {"area": {start, *self.around[start]}, "cell": {start}}.get(manner.safe_start, ())
        free = np.setdiff1d(np.arange(cells), np.array(list(barred), int))
        self.mined = np.zeros(cells, bool)
        self.mined[rng.choice(free, min(mines, len(free) - 1), replace=False)] = True
        self.numbers = np.array(
            [sum(self.mined[n] for n in near) for near in self.around], np.uint8
        )
        self.opened = np.zeros(cells, bool)
        self.start = start

    def at(self, stage: str) -> Codes:
        """The codes at this stage."""
        if stage == FIRST:
            self._open_first()
        elif stage != "new":
            self._open_until(self._wanted(stage), stage)
        codes = np.where(self.opened, self.numbers, COVERED).astype(np.uint8)
        if stage == "won":
            return self._won(codes)
        if stage in {*IN_PLAY, "lost"}:
            self._mark(codes)
        return self._lost(codes) if stage == "lost" else codes

    def _wanted(self, stage: str) -> int:
        low, high = {
            "early": (0.0, 0.12),
            "middle": (0.2, 0.7),
            "late": (0.7, 0.97),
            "lost": (0.02, 0.9),
            "won": (1.0, 1.0),
        }[stage]
        return round(self.rng.uniform(low, high) * int((~self.mined).sum()))

    def _open_first(self) -> None:
        order = self.rng.permutation(np.flatnonzero(~self.mined))
        for cell in order[: int(self.rng.integers(1, _MOST_AT_FIRST + 1))].tolist():
            self._open(cell)

    def _open_until(self, wanted: int, stage: str) -> None:
        """Open cells: mostly beside open ones, as players do."""
        if not self.mined[self.start]:
            self._open(self.start)
        order = self.rng.permutation(len(self.mined)).tolist()
        beside = self.rng.random() < (_BESIDE_AT_FIRST if stage == "early" else _BESIDE)
        for near in (True, False) if beside else (False,):
            for cell in order:
                enough = self.opened.sum() >= wanted and self._telling()
                if enough and stage != "won":
                    return
                if self.mined[cell] or self.opened[cell]:
                    continue
                if not near or any(self.opened[n] for n in self.around[cell]):
                    self._open(cell)

    def _telling(self) -> bool:
        return int((self.opened & (self.numbers > 0)).sum()) >= FEWEST_NUMBERS

    def _open(self, cell: int) -> None:
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if self.opened[cell]:
                continue
            self.opened[cell] = True
            if self.numbers[cell] == EMPTY:
                whole = self.manner.flood
                waiting += [n for n in self.around[cell] if whole == 1 or self.rng.random() < whole]

    def _mark(self, codes: Codes) -> None:
        """Set flags and question marks, as players do who reason."""
        draw = self.rng.random(len(codes))
        covered = codes == COVERED
        likely = np.full(len(codes), self.manner.flagged)
        if not self.manner.anywhere:
            covered &= np.array([bool(self.opened[near].any()) for near in self._beside])
            likely *= np.where(self._proven(), 1, _UNPROVEN)
        flagged = covered & self.mined & (draw < likely)
        missed = self.manner.wrong * max(1, int(flagged.sum())) / max(1, int(covered.sum()))
        flagged |= covered & ~self.mined & (draw < missed)
        codes[flagged] = FLAG
        asked = (codes == COVERED) & (self.rng.random(len(codes)) < self.manner.asked)
        codes[asked] = QUESTION

    def _proven(self) -> NDArray[np.bool_]:
        """Which cells are mines because an open number has just as many unopened cells around."""
        proven = np.zeros(len(self.mined), np.bool_)
        for cell in np.flatnonzero(self.opened & (self.numbers > 0)).tolist():
            closed = [n for n in self._beside[cell] if not self.opened[n]]
            if len(closed) == self.numbers[cell]:
                proven[closed] = True
        return proven

    def _won(self, codes: Codes) -> Codes:
        codes[self.mined] = {"covered": COVERED, "flagged": FLAG, "shown": MINE}[self.manner.won]
        if self.manner.won == "covered":
            self._mark(codes)
        return codes

    def _lost(self, codes: Codes) -> Codes:
        flags = codes == FLAG
        free = np.flatnonzero(self.mined & ~flags)
        hit = int(self.rng.choice(free if len(free) else np.flatnonzero(self.mined)))
        if self.manner.lost == "all":
            codes[:] = self.numbers
        if self.manner.lost != "hit":
            kept = flags if self.manner.lost == "unflagged" else np.zeros_like(flags)
            codes[self.mined & ~kept] = MINE
            codes[self.mined & kept] = FLAG
            if self.manner.lost != "all" or self.manner.crossed:
                codes[flags & ~self.mined] = WRONG_FLAG if self.manner.crossed else FLAG
        codes[hit] = EXPLODED if self.manner.marked else MINE
        return codes
