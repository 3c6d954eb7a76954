"""Boards as a terminal shows them, with two characters for each cell and numbers on the edges.

Also boards as people type and copy them, which are less strict than the text notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    WRONG_FLAG,
    Board,
    parse_board,
    parse_boards,
)

LEGEND = ". nothing around, 1-8 mines around, # covered, F flag; at the end * mine, !* hit, x wrong"
_MARKS = {COVERED: " #", FLAG: " F", MINE: " *", EXPLODED: "!*", WRONG_FLAG: " x"}
NO_MARKS: Mapping[int, str] = {}


def drawn(board: Board, marks: Mapping[int, str] = NO_MARKS) -> str:
    """The board with row and column numbers, both from 0, without a newline at the end.

    A column is numbered by its last digit. A board with more than ten columns has a line above with
    the full number of every tenth column. A cell is thus two characters wide on boards of any
    width. ``marks`` gives one character for each cell that is to show it in place of its code.
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


def typed_boards(text: str) -> list[Board]:
    """Read every board of a text, in the text notation or as people write boards.

    People may write ``0`` for an empty cell, and blanks between cells. They may also copy boards as
    ``drawn`` shows them, with other lines around. If the line below a copied board tells how many
    mines are left, the mine total is derived from it.

    Raises:
        BoardError: the text holds no board or a wrong one, see ``parse_boards``.

    """
    lines = text.splitlines()
    return list(_drawn_boards(lines)) or parse_boards("\n".join(map(_closed_up, lines)))


def _closed_up(line: str) -> str:
    """A line without blanks between its cells, and with ``.`` for ``0``. Header lines stay."""
    return line if line.lstrip().startswith(";") else "".join(line.split()).replace("0", ".")


def _drawn_boards(lines: Sequence[str]) -> Iterator[Board]:
    for number, line in enumerate(lines):
        columns = len(line.split())
        if line.split() == [str(column % 10) for column in range(columns)]:
            rows = list(_drawn_rows(lines[number + 1 :], columns))
            if rows:
                below = lines[number + 1 + len(rows) :][:1]
                yield _with_total(parse_board("\n".join(rows)), *below)


def _drawn_rows(lines: Sequence[str], columns: int) -> Iterator[str]:
    """The rows under a line of column numbers, in the text notation."""
    for row, line in enumerate(lines):
        found = re.fullmatch(rf"\s*{row} ((?:[ !][^\s!]){{{columns}}})\s*", line)
        if columns == 0 or found is None:
            return
        shown = [found[1][at : at + 2] for at in range(0, 2 * columns, 2)]
        yield "".join(_SYMBOLS.get(cell, cell[1]) for cell in shown)


_SYMBOLS = {"!*": "!", " s": "#", " m": "#", " 0": "."}
"""The symbols of cells that are shown differently. Cells that ``solve`` marks are covered."""


def _with_total(board: Board, below: str = "") -> Board:
    """The board with its mine total, if the line below it tells how many mines are left."""
    left = re.search(r"(-?\d+) mines? left", below)
    if left is None:
        return board
    return replace(board, mines=int(left[1]) + board.count({FLAG, EXPLODED}))
