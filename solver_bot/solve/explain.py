"""Why a cell is certain, in words. Rows and columns count from 1 unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from solver_bot.board import (
    MINE,
    NUMBERS,
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    Outcome,
    StartRule,
)
from solver_bot.solve.advice import Advice
from solver_bot.solve.guess import Guess
from solver_bot.solve.odds import Contradiction, odds
from solver_bot.solve.scan import Scan

_MOST_CLASHING = 4
MOST_NAMED = 3
"""The most numbers to name one by one. Of more numbers, only the rows and columns are named."""


def place_name(board: Board, cell: int, first: int = 1) -> str:
    """The place of a cell in words: ``row 3, column 5``. Both count from ``first``."""
    row, column = board.place(cell)
    return f"row {row + first}, column {column + first}"


def clashing(board: Board, cells: Sequence[int]) -> str:
    """What cannot be right on a board that contradicts itself: these numbers, or the mine total."""
    places = "; ".join(place_name(board, cell) for cell in cells[:_MOST_CLASHING])
    return f"the numbers at {places}" if places else "the mine total"


def reason(board: Board, advice: Advice, cell: int, first: int = 1, brief: bool = False) -> str:
    """Why a cell is certainly safe or certainly a mine, as a sentence that names the numbers.

    If single numbers prove the cell, all of them are named, or only the first if it is to be
    ``brief``. Each is a proof on its own. If not,
    the proof is by contradiction: the numbers named cannot all be right if the cell is the
    opposite. Each of them is needed for the proof. Rows and columns count from ``first``.

    Raises:
        KeyError: the advice does not call the cell certain.

    """
    what = "is safe" if cell in advice.safe else "is a mine"
    if cell not in advice.safe and cell not in advice.mines:
        raise KeyError(cell)
    words = _Words(board, first)
    return f"{words.place(cell)} {what}: {_proof(words, advice, cell, 1 if brief else None)}"


def proof(board: Board, advice: Advice, cell: int) -> tuple[int, ...]:
    """The numbers that prove a certain cell. Each of them is needed for the proof.

    It is one number if a single number proves the cell, and none if only the mine total does.

    Raises:
        KeyError: the advice does not call the cell certain.

    """
    if cell not in advice.safe and cell not in advice.mines:
        raise KeyError(cell)
    alone = advice.scan.safe.get(cell) or advice.scan.mines.get(cell)
    if alone:
        return alone[:1]
    return _clashing(board, cell, MINE if cell in advice.safe else WRONG_FLAG)


@dataclass(frozen=True, slots=True)
class Group:
    """Certain cells that follow from the same numbers.

    Attributes:
        cells: the cells, ascending; all safe or all mines.
        numbers: what proves them: one number, or several together, or none but the mine total.

    """

    cells: tuple[int, ...]
    numbers: tuple[int, ...]


def groups(board: Board, advice: Advice) -> list[Group]:
    """The certain cells, each in one group, the easiest groups first.

    What one number proves comes before what several prove together. Mines come before safe cells,
    because a number proves cells safe only once its mines are known. Where several single numbers
    prove a cell, the cell goes with the number that proves most cells, so that there are few
    groups.
    """
    alone = [
        *_by_one_number({cell: advice.scan.mines[cell] for cell in _of(advice.mines, advice)}),
        *_by_one_number({cell: advice.scan.safe[cell] for cell in _of(advice.safe, advice)}),
    ]
    easy = {cell for group in alone for cell in group.cells}
    hard: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
    for cell in sorted({*advice.mines, *advice.safe} - easy):
        hard.setdefault((cell in advice.safe, proof(board, advice, cell)), []).append(cell)
    together = [Group(tuple(cells), numbers) for (_, numbers), cells in hard.items()]
    return alone + sorted(together, key=lambda group: (len(group.numbers), group.cells))


def group_reason(board: Board, advice: Advice, group: Group) -> str:
    """Why the cells of a group are certain, in a sentence."""
    if len(group.cells) == 1:
        return reason(board, _only(advice, group), group.cells[0], brief=True)
    words = _Words(board, 1)
    first = group.cells[0]
    what = "are safe" if first in advice.safe else "are mines"
    why = _proof(words, _only(advice, group), first, 1, several=True)
    return f"{words.cells(group.cells)} {what}: {why}"


def _of(cells: tuple[int, ...], advice: Advice) -> list[int]:
    """Those cells that single numbers prove."""
    return [cell for cell in cells if cell in advice.scan.mines or cell in advice.scan.safe]


def _by_one_number(proofs: dict[int, tuple[int, ...]]) -> list[Group]:
    """The cells in groups of which a single number proves each, by the largest group left."""
    left = set(proofs)
    found: list[Group] = []
    while left:
        proved: dict[int, list[int]] = {}
        for cell in sorted(left):
            for number in proofs[cell]:
                proved.setdefault(number, []).append(cell)
        number = max(proved, key=lambda one: (len(proved[one]), -one))
        found.append(Group(tuple(proved[number]), (number,)))
        left -= set(proved[number])
    return sorted(found, key=lambda group: group.cells)


def _only(advice: Advice, group: Group) -> Advice:
    """The same advice, in which the group's single number is the only proof of its cells."""
    scan = advice.scan
    if len(group.numbers) != 1:
        return advice
    safe = {**scan.safe, **{cell: group.numbers for cell in group.cells if cell in scan.safe}}
    mines = {**scan.mines, **{cell: group.numbers for cell in group.cells if cell in scan.mines}}
    return replace(advice, scan=replace(scan, safe=safe, mines=mines))


def guess_reason(board: Board, guess: Guess) -> str:
    """Why this cell is the best guess: its odds, its proved chance to win, and the runners-up."""
    said = f"{place_name(board, guess.cell)} is a mine with {guess.odds:.1%} odds"
    if guess.toss:
        said += ": no number will ever tell it from the cell beside it, so the coin is tossed now"
    if guess.chance is not None:
        said += f", and the chance to win is {guess.chance:.1%} from here; no cell has a better one"
    if guess.runners_up:
        others = [f"{place_name(board, cell)} ({odds:.1%})" for cell, odds in guess.runners_up]
        said += f"; next best: {', '.join(others)}"
    return said


def lacking_total(board: Board, advice: Advice) -> str:
    """What to do where only the mine total would tell more, in words; empty everywhere else.

    Where the only cells left are unread ones and certain mines, that is said instead.
    """
    goes_on = advice.outcome is Outcome.PLAYING and advice.start is StartRule.NONE
    known = board.mines is not None or advice.safe or advice.guess
    if known or not goes_on or advice.contradiction is not None or _touches_left(board, advice):
        return ""
    if board.has_unreadable and not _left(board, advice):
        return "the cells that are left can't be read"
    return (
        "no number touches the cells that are left; --mines N tells the total, and with it the odds"
    )


def _left(board: Board, advice: Advice) -> set[int]:
    """The cells that are not open and no certain mines."""
    return {*board.where(UNOPENED)}.difference(advice.mines)


def _touches_left(board: Board, advice: Advice) -> bool:
    """Whether a number, or a cell that can't be read, touches a cell that is no certain mine."""
    near = board.neighbours()
    open_cells = NUMBERS | {UNREADABLE}
    left = _left(board, advice)
    return any(board.cells[other] in open_cells for cell in left for other in near[cell])


@dataclass(frozen=True, slots=True)
class _Words:
    """The words for cells of a board. Rows and columns count from ``first``."""

    board: Board
    first: int

    def place(self, cell: int) -> str:
        return place_name(self.board, cell, self.first)

    def number(self, cell: int) -> str:
        return f"the {self.board.cells[cell] or 'empty cell'} at {self.place(cell)}"

    def numbers(self, cells: tuple[int, ...]) -> str:
        """Several numbers, given in reading order."""
        if len(cells) <= MOST_NAMED:
            return _listed([self.number(cell) for cell in cells])
        rows = groupby((self.board.place(cell) for cell in cells), key=lambda place: place[0])
        return "the numbers in " + _listed([self._row(row, [c for _, c in cs]) for row, cs in rows])

    def cells(self, cells: tuple[int, ...]) -> str:
        """Several cells, given in reading order: ``row 3, columns 4 and 5; row 4, column 4``."""
        rows = groupby((self.board.place(cell) for cell in cells), key=lambda place: place[0])
        named = []
        for row, places in rows:
            columns = [str(column + self.first) for _, column in places]
            word = "columns" if len(columns) > 1 else "column"
            named.append(f"row {row + self.first}, {word} {_listed(columns)}")
        return "; ".join(named)

    def _row(self, row: int, columns: list[int]) -> str:
        names = _listed([str(column + self.first) for column in columns])
        return f"row {row + self.first} (column{'s' * (len(columns) > 1)} {names})"


def _proof(
    words: _Words, advice: Advice, cell: int, most: int | None, several: bool = False
) -> str:
    """The proof in words. Of single numbers that prove the cell, at most ``most`` are named.

    With ``several``, it is worded for several cells that the same numbers prove.
    """
    scan = advice.scan
    if cell in scan.safe:
        alone = scan.safe[cell][:most]
        return "; ".join(_touches_its_mines(words, scan, number) for number in alone)
    if cell in scan.mines:
        return "; ".join(_needs_all(words, number) for number in scan.mines[cell][:most])
    numbers = proof(words.board, advice, cell)
    against = words.numbers(numbers) if numbers else "the mine total"
    if cell in advice.safe:
        return f"a mine {'at any of them' if several else 'there'} would contradict {against}"
    without = "unless all of them are mines" if several else "without a mine there"
    return f"{against} could not be right {without}"


def _clashing(board: Board, cell: int, code: int) -> tuple[int, ...]:
    """The numbers that cannot all be right with ``code`` in the cell.

    It is none if the numbers agree with ``code`` and only the mine total does not.
    """
    cells = bytearray(board.cells)
    cells[cell] = code
    try:
        odds(replace(board, cells=bytes(cells)))
    except Contradiction as clash:
        return clash.cells
    raise AssertionError("a certain cell could be its opposite")


def _touches_its_mines(words: _Words, scan: Scan, number: int) -> str:
    board = words.board
    around = board.neighbours()[number]
    known = [cell for cell in around if cell in scan.mines or board.is_shown_mine(cell)]
    what = words.number(number)
    if not board.cells[number]:
        return f"{what} has no mine around it"
    if len(known) != board.cells[number]:
        return f"{what} has all its mines elsewhere"
    its = "its mine" if len(known) == 1 else "all its mines"
    return f"{what} has {its} at {_listed([words.place(cell) for cell in known])}"


def _needs_all(words: _Words, number: int) -> str:
    return f"{words.number(number)} needs every covered cell left around it"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
