"""Help that never lies: it uses what the player can see. Only ``assist`` looks at the mines.

Flags are the player's opinion and never evidence: what is proved is proved by open numbers, mines
shown and the mine total.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from solver_bot.board import (
    COVERED,
    FLAG,
    NUMBERS,
    QUESTION,
    SHOWN_MINES,
    UNOPENED,
    WRONG_FLAG,
    Board,
    Outcome,
)
from solver_bot.game.engine import Game
from solver_bot.solve.advice import Advice
from solver_bot.solve.certain import certain
from solver_bot.solve.explain import reason
from solver_bot.solve.odds import Contradiction
from solver_bot.solve.scan import Scan, scan

_OPINIONS = bytes(COVERED if code in {FLAG, QUESTION} else code for code in range(256))
"""What a translation takes the player's opinions away with."""


class Solvability(enum.Enum):
    """Whether a position can be gone on with, without a guess."""

    SOLVABLE = "solvable"
    AMBIGUOUS = "ambiguous"
    INCONSISTENT = "inconsistent"


def solvability(board: Board) -> Solvability:
    """Whether the numbers tell the player how to go on.

    Only the frontier is looked at, the cells that a number says something of. The mine total is
    an upper limit: no layout of the frontier may have more mines, but fewer are fine. Flags count
    for nothing.

    Inconsistent: there is no such layout. Solvable: in all of them some cell that is still to be
    opened is free of mines, so the player can open it without a guess; or every covered cell is a
    mine in all of them, so that nothing is left to open. (If the layouts take every mine there
    is, the cells off the frontier are free in all of them as well.) Ambiguous: anything else.

    "Solvable" so means that there is a next step, not that the whole frontier is settled: a
    position whose last corner is a coin toss is solvable as long as something else can be opened,
    and the question comes back with the next move. And "ambiguous" is said of the numbers: once in
    a thousand times the exact mine total still proves a cell safe, and a hint finds it.
    """
    try:
        found = certain(_with_room(board))
    except Contradiction:
        return Solvability.INCONSISTENT
    goes_on = _on(board, found.safe) > 0
    done = _on(board, found.mines) == board.count(UNOPENED)
    return Solvability.SOLVABLE if goes_on or done else Solvability.AMBIGUOUS


def _on(board: Board, cells: Iterable[int]) -> int:
    """How many of the cells are on the board itself."""
    return sum(cell < len(board.cells) for cell in cells)


def _with_room(board: Board) -> Board:
    """The board with so many covered cells apart that all mines left over find a place there.

    On it the mine total is exact, and so an upper limit for the frontier of the board itself.
    """
    if board.mines is None:
        return board
    wall = bytes([WRONG_FLAG]) * board.width  # open cells that say nothing
    rows = -(-board.mines // board.width)
    room = bytes([COVERED]) * (board.width * rows)
    return replace(board, height=board.height + 1 + rows, cells=board.cells + wall + room)


def overfull(board: Board, flagged_cell: int) -> bool:
    """Whether an open number beside this flag has more flags and mines around it than it says."""
    return board.cells[flagged_cell] == FLAG and any(
        _has_too_many(board, number)
        for number in _around(board, flagged_cell)
        if board.cells[number] in NUMBERS
    )


def _has_too_many(board: Board, number: int) -> bool:
    found = sum(board.cells[n] in SHOWN_MINES | {FLAG} for n in _around(board, number))
    return found > board.cells[number]


def _around(board: Board, cell: int) -> Iterator[int]:
    """The neighbours of one cell; the table of a huge board takes longer than a move may."""
    row, column = board.place(cell)
    for r in range(max(row - 1, 0), min(row + 2, board.height)):
        for c in range(max(column - 1, 0), min(column + 2, board.width)):
            if (r, c) != (row, column):
                yield r * board.width + c


@dataclass(frozen=True, slots=True)
class Hint:
    """A cell that is proved safe, and why; without a cell, why there is none."""

    cell: int | None
    reason: str


class Knowledge:
    """What the player's own information proves, looked at only when needed.

    What is proved stays proved, as numbers never change: safe cells are handed out until none is
    left, and a flag or a question mark is nothing new.
    """

    def __init__(self) -> None:
        self._board: Board | None = None
        self._advice: Advice | None = None

    def safe(self, board: Board) -> tuple[int, ...]:
        """Unopened cells that are certainly no mines, ascending."""
        return self._look(board).safe

    def mines(self, board: Board) -> tuple[int, ...]:
        """Unopened cells that certainly are mines, ascending."""
        return self._look(board).mines

    def hint(self, board: Board, first: int = 1) -> Hint:
        """A cell that is proved safe, one that a single number proves first.

        Flagged cells come last: the flag there is wrong. In the reason rows and columns are
        counted from ``first``.
        """
        cell = self._kept(board)
        if cell is None:
            self._look(board)
            cell = self._kept(board)
        if cell is None or self._board is None or self._advice is None:
            return Hint(None, _no_hint(board))
        return Hint(cell, _sentence(reason(self._board, self._advice, cell, first)))

    def false_flags(self, board: Board) -> frozenset[int]:
        """Flags on cells that are proved safe. Flags that may be right are left alone."""
        if not board.count({FLAG}):
            return frozenset()
        return frozenset(cell for cell in self.safe(board) if board.cells[cell] == FLAG)

    def _look(self, board: Board) -> Advice:
        if self._advice is None or self._board is None or _facts(self._board) != _facts(board):
            self._board, self._advice = board, proved(board)
        return self._advice

    def _kept(self, board: Board) -> int | None:
        """A cell known to be safe that is not opened yet, if the board still is that game."""
        if self._advice is None or self._board is None or not _goes_on_from(self._board, board):
            return None
        known = dict.fromkeys([*self._advice.scan.safe, *self._advice.safe])
        left = [cell for cell in known if board.cells[cell] in UNOPENED]
        return min(left, key=lambda cell: board.cells[cell] == FLAG, default=None)


def _facts(board: Board) -> tuple[int, int | None, bytes]:
    return board.width, board.mines, board.cells.translate(_OPINIONS)


def _goes_on_from(before: Board, now: Board) -> bool:
    """Whether everything open before still is what it was."""
    same = (before.width, before.height, before.mines) == (now.width, now.height, now.mines)
    return same and all(
        was in UNOPENED or was == code for was, code in zip(before.cells, now.cells, strict=True)
    )


def proved(board: Board) -> Advice:
    """All that is certain while the game goes on, be there mines shown that cost a life."""
    try:
        known = certain(board)
    except Contradiction as error:
        return Advice(Outcome.PLAYING, Scan(), contradiction=error.cells)
    return Advice(Outcome.PLAYING, scan(board), known.safe, known.mines, odds=known.by_cell)


def _no_hint(board: Board) -> str:
    if board.count(UNOPENED | SHOWN_MINES) == board.mines:
        return "No hint can be derived: every cell without a mine is open."
    if board.count(NUMBERS):
        return "No hint can be derived: what is open proves no other cell safe."
    return "No hint can be derived: nothing is open yet."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def assist(game: Game, dice: Random) -> list[int]:
    """Open random safe cells as long as the position is ambiguous; which ones, in order.

    A cell is taken that has no flag and is next to an open or flagged cell, or any other without
    a flag where there is none. This looks at the mines.
    """
    opened: list[int] = []
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        if solvability(board) is not Solvability.AMBIGUOUS:
            break
        choice = _gifts(board, game.mines())
        if not choice:
            break
        cell = choice[int(dice.random() * len(choice))]
        if game.uncover(cell):  # unless the time is up
            opened.append(cell)
    return opened


def _gifts(board: Board, mines: frozenset[int]) -> list[int]:
    free = [cell for cell in board.where({COVERED}) if cell not in mines]
    near = [cell for cell in free if any(board.cells[n] != COVERED for n in _around(board, cell))]
    return near or free
