"""Why a cell is certain, in words. Rows and columns are counted from 1."""

from __future__ import annotations

from solver_bot.board import Board
from solver_bot.solve.scan import Scan


def place_name(board: Board, cell: int) -> str:
    """A cell's place in words: ``row 3, column 5``."""
    row, column = board.place(cell)
    return f"row {row + 1}, column {column + 1}"


def reason(board: Board, scan: Scan, cell: int) -> str:
    """The numbers that prove a safe cell or a mine of the scan, each on its own.

    Raises:
        KeyError: the scan says nothing about the cell.

    """
    if cell in scan.safe:
        proofs = [_touches_its_mines(board, scan, number) for number in scan.safe[cell]]
        return f"{place_name(board, cell)} is safe: {'; '.join(proofs)}"
    proofs = [_needs_all(board, number) for number in scan.mines[cell]]
    return f"{place_name(board, cell)} is a mine: {'; '.join(proofs)}"


def _touches_its_mines(board: Board, scan: Scan, number: int) -> str:
    around = board.neighbours()[number]
    known = [cell for cell in around if cell in scan.mines or board.is_shown_mine(cell)]
    what = _number(board, number)
    if not board.cells[number]:
        return f"{what} has no mine around it"
    if len(known) != board.cells[number]:
        return f"{what} has all its mines elsewhere"
    mines = " and ".join(place_name(board, cell) for cell in known)
    return f"{what} has {'its mine' if len(known) == 1 else 'all its mines'} at {mines}"


def _needs_all(board: Board, number: int) -> str:
    return f"{_number(board, number)} needs every covered cell left around it"


def _number(board: Board, cell: int) -> str:
    value = board.cells[cell]
    return f"the {value or 'empty cell'} at {place_name(board, cell)}"
