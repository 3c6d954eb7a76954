"""Moves of a player that take several clicks."""

from __future__ import annotations

from solver_bot.board import COVERED, NUMBERS, Board
from tests.practice.table import RIGHT, Table

BEGINNER = "9x9n10z#4"


def begin(table: Table, first: int = 40) -> None:
    """Open the first cell."""
    table.click(first)
    table.wait(lambda: table.match.first is not None, "the first cell")


def flag_mines_around(table: Table, number: int) -> None:
    """Flag every mine around a number with the mouse."""
    around = set(table.match.board.neighbours()[number])
    for mine in sorted(table.match.game.mines() & around):
        table.click(mine, RIGHT)
    table.settle()


def a_number_to_chord(board: Board) -> int:
    """An open number beside covered cells that are not all mines."""
    return next(
        cell
        for cell in board.where(NUMBERS - {0})
        if sum(board.cells[n] == COVERED for n in board.neighbours()[cell]) > board.cells[cell]
    )
