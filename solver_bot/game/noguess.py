"""Boards that need no guess: from the first click on, something can always be proved.

Random boards are played with the solver, opening only what is proved safe, until one is won that
way. So all boards that need no guess are equally likely, as far as that finds one: of expert
boards about one in six is such a board.

Where there are too many mines for that, a board is mended where the solver is stuck: around one
number the cells in doubt lose all their mines, or all become mines, whichever moves fewer, against
cells that nothing is known of yet; and the play goes on. A mended board is played again from the
first click, until one such play needs no mending: that play is the proof. (To mend a board where
its solver is stuck is the idea of Simon Tatham's Mines; what is moved where is chosen otherwise.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from random import Random

from solver_bot.board import COVERED, EMPTY, Board, StartRule, neighbours
from solver_bot.game.layout import GameError, GameId, lay_mines
from solver_bot.solve.odds import Odds, TooWide, odds

MOST_DRAWN = 50
"""So many boards are drawn in the hope that one needs no guess."""
MOST_MENDED = 5
"""So many are then mended."""
MOST_PLAYS = 20
"""So often each of these is played from the first click."""
MOST_REPAIRS = 60
"""So often it is mended on the way."""


def no_guess_layout(game: GameId, first: int) -> list[int]:
    """The mines of a board that needs no guess if ``first`` is opened first, ascending.

    The ID and the first cell decide which. The first cell opens an empty area, whatever the start
    rule, as far as there is room for the mines elsewhere.

    Raises:
        GameError: no such board was found; most likely there are too many mines for one.

    """
    dice = Random(game.seed)
    for attempt in range(MOST_DRAWN + MOST_MENDED):
        seed = int(dice.random() * 2**53)
        mines = lay_mines(replace(game, start=StartRule.ZERO, seed=seed), first)
        draft = _Draft(game, first, mines)
        if draft.play() or (attempt >= MOST_DRAWN and draft.improve(dice)):
            return sorted(draft.mines)
    raise GameError(
        f"no board of {game.width}x{game.height} cells with {game.mines} mines was found that "
        "needs no guess; choose fewer mines"
    )


def needs_no_guess(game: GameId, first: int, mines: Collection[int]) -> bool:
    """Whether who opens ``first`` and then only what is proved safe wins on these mines."""
    return first not in mines and _Draft(game, first, mines).play()


class _Draft:
    """A board being made.

    Attributes:
        mines: where they are for now; never in the first cell or beside it, unless they were.
        shown: what a player would see so far.

    """

    def __init__(self, game: GameId, first: int, mines: Collection[int]) -> None:
        self.game = game
        self.first = first
        self.around = neighbours(game.width, game.height)
        self.mines = set(mines)
        self.numbers = bytearray(len(self.around))
        self.shown = bytearray()
        self._kept = {first, *self.around[first]} - self.mines
        for mine in mines:
            self._tell(mine, 1)

    def improve(self, dice: Random) -> bool:
        """Play and mend until a play needs no mending; whether that came about."""
        return any(self.play(dice) for _ in range(MOST_PLAYS))

    def play(self, dice: Random | None = None) -> bool:
        """Play from the first click on; whether that wins. With dice the board is mended."""
        self.shown = bytearray([COVERED]) * len(self.around)
        self._open([self.first])
        repairs = 0
        while self.shown.count(COVERED) > len(self.mines):
            found = self._look()
            if found is None:
                return False
            if found.safe:
                self._open(found.safe)
            elif dice is None or repairs == MOST_REPAIRS or not self._mend(found, dice):
                return False
            else:
                repairs += 1
        return not repairs

    def _look(self) -> Odds | None:
        board = Board(self.game.width, self.game.height, bytes(self.shown), self.game.mines)
        try:
            return odds(board)
        except TooWide:
            return None

    def _open(self, cells: Iterable[int]) -> None:
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            if self.shown[cell] == COVERED:
                number = self.shown[cell] = self.numbers[cell]
                if number == EMPTY:
                    waiting += self.around[cell]

    def _tell(self, mine: int, change: int) -> None:
        """Tell the numbers around that there is a mine more or less; open ones show it."""
        for cell in self.around[mine]:
            self.numbers[cell] += change
            if self.shown and self.shown[cell] != COVERED:
                self.shown[cell] += change

    def _mend(self, found: Odds, dice: Random) -> bool:
        """Make something provable; whether the play can go on from here."""
        unknown = {c for c, chance in enumerate(found.by_cell) if chance and chance < 1}
        doubt = {cell for cell in unknown if self._numbers_beside(cell)}
        if doubt:
            group = self._beside_one_number(doubt, dice)
            moved = self._rarer(group)
        else:  # only mines are between what is open and the rest: one of them goes
            group = moved = [_one(found.mines, dice)] if found.mines else []
        anywhere = set(range(len(self.around))) - self._kept
        places = [cells.difference(group) for cells in (unknown - doubt, doubt, anywhere)]
        partners = self._opposite(moved, places, dice)
        for cell, other in zip(moved, partners, strict=False):
            self._swap(cell, other)
        return bool(partners) and all(self.shown[cell] == COVERED for cell in partners)

    def _numbers_beside(self, cell: int) -> list[int]:
        return [number for number in self.around[cell] if self.shown[number] != COVERED]

    def _beside_one_number(self, doubt: set[int], dice: Random) -> list[int]:
        """The cells in doubt around a number."""
        number = _one(self._numbers_beside(_one(sorted(doubt), dice)), dice)
        return sorted(doubt.intersection(self.around[number]))

    def _rarer(self, cells: list[int]) -> list[int]:
        """Those that are mines, or those that are none, whichever are fewer."""
        mined = [cell for cell in cells if cell in self.mines]
        return mined if 2 * len(mined) <= len(cells) else sorted({*cells}.difference(mined))

    def _opposite(self, cells: list[int], places: list[set[int]], dice: Random) -> list[int]:
        """For each mine a cell that is none, or the other way round, the first places first."""
        wanted = cells[0] not in self.mines if cells else False
        partners: list[int] = []
        for place in places:
            fitting = sorted(
                cell for cell in place.difference(partners) if (cell in self.mines) == wanted
            )
            while fitting and len(partners) < len(cells):
                partners.append(fitting.pop(int(dice.random() * len(fitting))))
        return partners

    def _swap(self, one: int, other: int) -> None:
        mine, free = (one, other) if one in self.mines else (other, one)
        self.mines.remove(mine)
        self.mines.add(free)
        self._tell(mine, -1)
        self._tell(free, 1)


def _one(cells: Sequence[int], dice: Random) -> int:
    return cells[int(dice.random() * len(cells))]
