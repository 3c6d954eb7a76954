"""The board as a person at a terminal sees it: two characters a cell, numbers on the edges."""

from __future__ import annotations

from collections.abc import Mapping

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, WRONG_FLAG, Board

LEGEND = ". nothing around, 1-8 mines around, # covered, F flag; at the end * mine, !* hit, x wrong"
_MARKS = {COVERED: " #", FLAG: " F", MINE: " *", EXPLODED: "!*", WRONG_FLAG: " x"}
NO_MARKS: Mapping[int, str] = {}


def drawn(board: Board, marks: Mapping[int, str] = NO_MARKS) -> str:
    """The board with its row and column numbers, from 0; no newline at the end.

    Columns are numbered by their last digit. Where there are more than ten, the line above says
    every tenth in full, so that a cell stays two characters wide however wide the board is.
    ``marks`` is what some cells show in place of what the board says, one character each.
    """
    edge = len(str(board.height - 1)) + 1
    lines = _column_numbers(board.width, edge)
    for row in range(board.height):
        cells = range(row * board.width, (row + 1) * board.width)
        shown = "".join(f" {marks[c]}" if c in marks else _shown(board.cells[c]) for c in cells)
        lines.append(f"{row:{edge - 1}} {shown}")
    return "\n".join(lines)


def _shown(code: int) -> str:
    return _MARKS.get(code) or (f" {code}" if code else " .")


def _column_numbers(width: int, edge: int) -> list[str]:
    units = " " * edge + "".join(f" {column % 10}" for column in range(width))
    if width <= 10:
        return [units]
    tens = "".join(f"{column:>20}" for column in range(10, width, 10))
    return [" " * (edge + 2) + tens, units]
