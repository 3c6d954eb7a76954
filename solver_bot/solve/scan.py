"""The scan loop: what single numbers prove, repeated until nothing new is found.

Two rules, applied to one number at a time:

* all mines of the number are marked      -> every other covered cell around it is safe
* the number needs every covered cell     -> every covered cell around it is a mine

A flag is the player's opinion, not evidence, so a flagged cell counts as covered. A tile that could
not be read counts as covered too, which keeps every deduction beside it sound.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solver_bot.board import (
    COVERED,
    FLAG,
    MINE,
    NUMBERS,
    POSSIBLE_MINES,
    SHOWN_MINES,
    UNREADABLE,
    Board,
    neighbours,
)

SAFE = 16
"""The code of a covered cell that is proved safe. It is used only in the scan's own grid."""

Proofs = dict[int, tuple[int, ...]]
"""The numbers that prove each cell. Each number is a proof on its own."""


@dataclass(slots=True)
class Grid:
    """The scan's own copy of a board, on which it marks what it finds.

    A cell is a number from 0 to 8, ``COVERED``, ``MINE`` or ``SAFE``.
    """

    width: int
    height: int
    cells: bytearray

    @classmethod
    def of(cls, board: Board) -> Grid:
        """A copy of ``board`` on which flags, question marks and unreadable tiles are covered."""
        return cls(board.width, board.height, bytearray(map(_working_code, board.cells)))

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The up to eight neighbours of ``cell`` inside the board."""
        return neighbours(self.width, self.height)[cell]


def _working_code(code: int) -> int:
    if code in NUMBERS:
        return code
    if code in POSSIBLE_MINES:
        return COVERED
    return MINE if code in SHOWN_MINES else SAFE


@dataclass(frozen=True, slots=True)
class Scan:
    """What the scan loop found on a board.

    Attributes:
        safe: cells proved safe, each with the numbers that prove it, in the order found.
        mines: cells proved to be mines, likewise. Shown mines are not among them.
        wrong_flags: flags on cells that are proved safe.
        contradictions: numbers that cannot be right. If there are any, no cell is called certain.
        rounds: how often the whole board was scanned.

    """

    safe: Proofs = field(default_factory=dict)
    mines: Proofs = field(default_factory=dict)
    wrong_flags: tuple[int, ...] = ()
    contradictions: tuple[int, ...] = ()
    rounds: int = 0


def scan_cell(grid: Grid, cell: int) -> tuple[int, list[int]]:
    """How many neighbours of ``cell`` are marked as mines, and which are still covered."""
    marked = 0
    covered = []
    for neighbour in grid.neighbours(cell):
        code = grid.cells[neighbour]
        if code == MINE:
            marked += 1
        elif code == COVERED:
            covered.append(neighbour)
    return marked, covered


def scan_game(grid: Grid) -> tuple[Proofs, Proofs]:
    """Look at every number once. Returns the cells proved safe and the cells proved to be mines."""
    safe: dict[int, list[int]] = {}
    mines: dict[int, list[int]] = {}
    for cell, number in enumerate(grid.cells):
        if number not in NUMBERS:
            continue
        marked, covered = scan_cell(grid, cell)
        if number == marked:
            found = safe
        elif number == marked + len(covered):
            found = mines
        else:
            continue
        for neighbour in covered:
            found.setdefault(neighbour, []).append(cell)
    return _frozen(safe), _frozen(mines)


def scan(board: Board) -> Scan:
    """Repeat ``scan_game`` and mark what it finds, until it finds nothing new."""
    grid = Grid.of(board)
    safe: Proofs = {}
    mines: Proofs = {}
    rounds = 0
    while True:
        new_safe, new_mines = scan_game(grid)
        rounds += 1
        clash = new_safe.keys() & new_mines.keys()
        if clash:
            guilty = {n for cell in clash for n in new_safe[cell] + new_mines[cell]}
            return Scan(contradictions=tuple(sorted(guilty)), rounds=rounds)
        if not new_safe and not new_mines:
            break
        safe |= new_safe
        mines |= new_mines
        _mark(grid, new_safe, SAFE)
        _mark(grid, new_mines, MINE)
    guilty = set(_impossible_numbers(grid))
    if guilty:
        return Scan(contradictions=tuple(sorted(guilty)), rounds=rounds)
    return Scan(
        safe=_readable(board, safe),
        mines=_readable(board, mines),
        wrong_flags=tuple(sorted(cell for cell in safe if board.cells[cell] == FLAG)),
        rounds=rounds,
    )


def _mark(grid: Grid, cells: Proofs, code: int) -> None:
    for cell in cells:
        grid.cells[cell] = code


def _impossible_numbers(grid: Grid) -> list[int]:
    guilty = []
    for cell, number in enumerate(grid.cells):
        if number in NUMBERS:
            marked, covered = scan_cell(grid, cell)
            if not marked <= number <= marked + len(covered):
                guilty.append(cell)
    return guilty


def _readable(board: Board, proofs: Proofs) -> Proofs:
    """The proofs without unreadable tiles. An unreadable cell may be open already."""
    return {cell: by for cell, by in proofs.items() if board.cells[cell] != UNREADABLE}


def _frozen(found: dict[int, list[int]]) -> Proofs:
    return {cell: tuple(numbers) for cell, numbers in found.items()}
