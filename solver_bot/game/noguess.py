"""Boards that need no guess: after the first click, some safe cell can always be proved.

Random boards are drawn. The solver plays each of them and opens only cells that it proves safe. The
first board that it wins is taken. All boards found in this way are equally likely. About one expert
board in six needs no guess.

If the mines are too dense for that, a board is mended where the solver is stuck. The uncertain
cells around one number all become safe or all become mines, whichever moves fewer mines. Cells
about which nothing is known yet take or give these mines. Then the play goes on. A mended board is
played again from the first click, until one play needs no mending. That play is the proof. The idea
to mend a board where its solver is stuck is from Simon Tatham's Mines; the choice of the mines to
move is different.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from random import Random

from solver_bot.board import COVERED, EMPTY, Board, StartRule, neighbours
from solver_bot.game.layout import GameError, GameId, lay_mines
from solver_bot.solve.odds import Odds, TooWide, odds

MOST_DRAWN = 50
"""The most boards to draw before boards are mended."""
MOST_MENDED = 5
"""The most boards to mend after that."""
MOST_PLAYS = 20
"""The most plays of a mended board from the first click."""
MOST_REPAIRS = 60
"""The most repairs during one play."""


def no_guess_layout(game: GameId, first: int) -> list[int]:
    """The mines, ascending, of a board that needs no guess if ``first`` is opened first.

    The board depends only on the ID and the first cell. The first cell opens an empty area under
    every start rule, as far as the mines fit elsewhere.

    Raises:
        GameError: no board was found, most likely because there are too many mines.

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
    """Whether a player wins who opens ``first`` and then only cells that are proved safe."""
    return first not in mines and _Draft(game, first, mines).play()


class _Draft:
    """A board that is being made.

    Attributes:
        mines: the mines for now. None is ever moved into the first cell or beside it.
        shown: the cell codes that a player would see so far.

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
        """Play and mend the board until a play needs no mending. Returns whether one did."""
        return any(self.play(dice) for _ in range(MOST_PLAYS))

    def play(self, dice: Random | None = None) -> bool:
        """Play from the first click. Returns whether the play won and needed no mending.

        The board is mended only if there are dice.
        """
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
        """Change the numbers around a mine that was added or removed. Open numbers show it."""
        for cell in self.around[mine]:
            self.numbers[cell] += change
            if self.shown and self.shown[cell] != COVERED:
                self.shown[cell] += change

    def _mend(self, found: Odds, dice: Random) -> bool:
        """Move mines so that a cell can be proved. Returns whether the play can go on from here."""
        unknown = {c for c, chance in enumerate(found.by_cell) if chance and chance < 1}
        doubt = {cell for cell in unknown if self._numbers_beside(cell)}
        if doubt:
            group = self._beside_one_number(doubt, dice)
            moved = self._rarer(group)
        else:  # proved mines separate the open cells from the rest: one of these mines is moved
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
        """The uncertain cells around a random number of the frontier."""
        number = _one(self._numbers_beside(_one(sorted(doubt), dice)), dice)
        return sorted(doubt.intersection(self.around[number]))

    def _rarer(self, cells: list[int]) -> list[int]:
        """The mines among these cells, or the cells that are not mines, whichever are fewer."""
        mined = [cell for cell in cells if cell in self.mines]
        return mined if 2 * len(mined) <= len(cells) else sorted({*cells}.difference(mined))

    def _opposite(self, cells: list[int], places: list[set[int]], dice: Random) -> list[int]:
        """A cell to swap with each of these: a free cell for a mine, a mine for a free cell.

        Cells from the first set of ``places`` are taken first.
        """
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
