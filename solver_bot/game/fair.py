"""Help for the player, derived only from what the player can see. Only ``assist`` sees the mines.

A flag is the player's opinion, not evidence. Proofs rest on open numbers, shown mines and the mine
total.
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
"""A translation table that turns flags and question marks into covered cells."""


class Solvability(enum.Enum):
    """Whether the player can go on without a guess."""

    SOLVABLE = "solvable"
    AMBIGUOUS = "ambiguous"
    INCONSISTENT = "inconsistent"


def solvability(board: Board) -> Solvability:
    """Whether the numbers tell the player how to go on.

    Only layouts of the frontier are considered. The mine total is an upper limit: no layout may
    have more mines, but it may have fewer. Flags are ignored.

    - Inconsistent: no layout fits.
    - Solvable: some covered cell is safe in every layout, so the player can open it without a
      guess. A position is also solvable if every covered cell is a mine in every layout, so that
      nothing is left to open. If every layout uses all mines, the cells off the frontier are safe
      too.
    - Ambiguous: anything else.

    "Solvable" means that there is a next step, not that the whole frontier can be solved. A
    position with a coin toss in its last corner is solvable as long as another cell can be opened.
    "Ambiguous" refers to the numbers. In one of a thousand ambiguous positions the exact mine total
    proves a cell safe, and a hint finds that cell.
    """
    try:
        found = certain(_with_room(board))
    except Contradiction:
        return Solvability.INCONSISTENT
    goes_on = _on(board, found.safe) > 0
    done = _on(board, found.mines) == board.count(UNOPENED)
    return Solvability.SOLVABLE if goes_on or done else Solvability.AMBIGUOUS


def _on(board: Board, cells: Iterable[int]) -> int:
    """How many of these cells are on the board itself, not in the room added below it."""
    return sum(cell < len(board.cells) for cell in cells)


def _with_room(board: Board) -> Board:
    """The board with covered cells added below it, apart from it, that can hold every mine.

    The mine total is exact on the larger board. For the frontier of the original board it is
    therefore only an upper limit.
    """
    if board.mines is None:
        return board
    wall = bytes([WRONG_FLAG]) * board.width  # wrong flags are open cells that say nothing
    rows = -(-board.mines // board.width)
    room = bytes([COVERED]) * (board.width * rows)
    return replace(board, height=board.height + 1 + rows, cells=board.cells + wall + room)


def is_overfull(board: Board, flagged_cell: int) -> bool:
    """Whether an open number beside this flag has more flags and mines around it than it says."""
    return board.cells[flagged_cell] == FLAG and any(
        _has_too_many_flags(board, number)
        for number in _around(board, flagged_cell)
        if board.cells[number] in NUMBERS
    )


def _has_too_many_flags(board: Board, number: int) -> bool:
    found = sum(board.cells[n] in SHOWN_MINES | {FLAG} for n in _around(board, number))
    return found > board.cells[number]


def _around(board: Board, cell: int) -> Iterator[int]:
    """The neighbours of one cell. The neighbour table of a huge board takes too long for a move."""
    row, column = board.place(cell)
    for r in range(max(row - 1, 0), min(row + 2, board.height)):
        for c in range(max(column - 1, 0), min(column + 2, board.width)):
            if (r, c) != (row, column):
                yield r * board.width + c


@dataclass(frozen=True, slots=True)
class Hint:
    """A cell that is proved safe and the reason; or None and the reason why there is no cell."""

    cell: int | None
    reason: str


class Knowledge:
    """What can be proved from what the player sees. It is computed only when needed.

    A proof stays valid, because numbers never change. Hints are therefore taken from the safe cells
    already known until none is left. A new flag or question mark does not cause a new computation.
    """

    def __init__(self) -> None:
        self._board: Board | None = None
        self._advice: Advice | None = None

    def safe(self, board: Board) -> tuple[int, ...]:
        """Unopened cells that are certainly safe, ascending."""
        return self._look(board).safe

    def mines(self, board: Board) -> tuple[int, ...]:
        """Unopened cells that are certainly mines, ascending."""
        return self._look(board).mines

    def hint(self, board: Board, first: int = 1) -> Hint:
        """A cell that is proved safe, and the reason.

        A cell that a single number proves comes first. A flagged cell comes last: its flag is
        wrong. Rows and columns in the reason count from ``first``.
        """
        cell = self._kept(board)
        if cell is None:
            self._look(board)
            cell = self._kept(board)
        if cell is None or self._board is None or self._advice is None:
            return Hint(None, _no_hint(board))
        return Hint(cell, _sentence(reason(self._board, self._advice, cell, first)))

    def false_flags(self, board: Board) -> frozenset[int]:
        """Flags on cells that are proved safe. Flags that may be right are not among them."""
        if not board.count({FLAG}):
            return frozenset()
        return frozenset(cell for cell in self.safe(board) if board.cells[cell] == FLAG)

    def _look(self, board: Board) -> Advice:
        if (
            self._advice is None
            or self._board is None
            or _evidence(self._board) != _evidence(board)
        ):
            self._board, self._advice = board, proved(board)
        return self._advice

    def _kept(self, board: Board) -> int | None:
        """A covered cell known to be safe from before; None if the board is of another game."""
        if self._advice is None or self._board is None or not _goes_on_from(self._board, board):
            return None
        known = dict.fromkeys([*self._advice.scan.safe, *self._advice.safe])
        left = [cell for cell in known if board.cells[cell] in UNOPENED]
        return min(left, key=lambda cell: board.cells[cell] == FLAG, default=None)


def _evidence(board: Board) -> tuple[int, int | None, bytes]:
    """Everything on the board that proofs rest on: all but flags and question marks."""
    return board.width, board.mines, board.cells.translate(_OPINIONS)


def _goes_on_from(before: Board, now: Board) -> bool:
    """Whether ``now`` may be a later position of the same game: every open cell is unchanged."""
    same = (before.width, before.height, before.mines) == (now.width, now.height, now.mines)
    return same and all(
        was in UNOPENED or was == code for was, code in zip(before.cells, now.cells, strict=True)
    )


def proved(board: Board) -> Advice:
    """What is certain while the game goes on. Mines that cost a life may be shown."""
    try:
        known = certain(board)
    except Contradiction as error:
        return Advice(Outcome.PLAYING, Scan(), contradiction=error.cells)
    return Advice(Outcome.PLAYING, scan(board), known.safe, known.mines, odds=known.by_cell)


def _no_hint(board: Board) -> str:
    if board.count(UNOPENED | SHOWN_MINES) == board.mines:
        return "No hint can be derived: every cell without a mine is open."
    if board.count(NUMBERS):
        return "No hint can be derived: the open cells prove no other cell safe."
    return "No hint can be derived: nothing is open yet."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def assist(game: Game, dice: Random) -> list[int]:
    """Open random safe cells as long as the position is ambiguous. Returns them in order.

    The cells opened have no flag. Cells next to an open or flagged cell are preferred to others.
    This function looks at the mines.
    """
    opened: list[int] = []
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        if solvability(board) is not Solvability.AMBIGUOUS:
            break
        choice = _cells_to_give(board, game.mines())
        if not choice:
            break
        cell = choice[int(dice.random() * len(choice))]
        if game.uncover(cell):  # nothing opens if the time is up
            opened.append(cell)
    return opened


def _cells_to_give(board: Board, mines: frozenset[int]) -> list[int]:
    """The safe covered cells beside an open or flagged cell; all safe covered cells if none is."""
    free = [cell for cell in board.where({COVERED}) if cell not in mines]
    near = [cell for cell in free if any(board.cells[n] != COVERED for n in _around(board, cell))]
    return near or free
