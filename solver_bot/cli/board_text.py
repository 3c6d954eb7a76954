"""A board with its advice as text, in colour where the output is a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver_bot.board import FLAG, Board, Outcome, board_text

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice

SAFE, MINE, GUESS, WRONG = "o", "*", "+", "x"
"""What stands for a safe cell, a mine, the best guess, and a flag on a safe cell."""
_COLOURS = {SAFE: "green", MINE: "red", GUESS: "yellow", WRONG: "magenta"}
_MEANINGS = {SAFE: "safe", MINE: "mine", GUESS: "best guess", WRONG: "wrong flag"}
_NUMBERS = {"1": "blue", "2": "green", "3": "red", "4": "blue", "5": "red", "6": "cyan"}
_FEINT = {"#", "~"}


def marked_text(board: Board, advice: Advice) -> str:
    """The board with its marks and the numbers of its rows and columns; empty without a mark.

    click removes the colours where the output is no terminal.
    """
    marks = _marks(board, advice)
    if not marks:
        return ""
    rows = [line for line in board_text(board).splitlines() if not line.startswith(";")]
    wide = len(str(board.height))
    lines = [f"  {' ' * wide} {line}" for line in _columns(board.width)]
    for number, row in enumerate(rows):
        start = number * board.width
        cells = [_styled(marks.get(start + i), letter) for i, letter in enumerate(row)]
        lines.append(f"  {number + 1:>{wide}} {''.join(cells)}")
    used = [mark for mark in _MEANINGS if mark in marks.values()]
    legend = ", ".join(f"{_styled(mark, mark)} {_MEANINGS[mark]}" for mark in used)
    return "\n".join([*lines, f"  {legend}", ""])


def _marks(board: Board, advice: Advice) -> dict[int, str]:
    """The mark of each cell that has one. Mines that are flagged already have none."""
    if advice.outcome is not Outcome.PLAYING:
        return {}
    flagged = set(board.where({FLAG}))
    marks = {cell: MINE for cell in advice.mines if cell not in flagged}
    marks |= {cell: WRONG if cell in flagged else SAFE for cell in advice.safe}
    if advice.guess:
        marks[advice.guess.cell] = GUESS
    return marks


def _columns(width: int) -> list[str]:
    """The numbers of the columns, from top to bottom."""
    names = [str(number) for number in range(1, width + 1)]
    tall = len(names[-1])
    return ["".join(name.rjust(tall)[line] for name in names) for line in range(tall)]


def _styled(mark: str | None, letter: str) -> str:
    if mark:
        return click.style(mark, fg=_COLOURS[mark], bold=True)
    if letter in _NUMBERS:
        return click.style(letter, fg=_NUMBERS[letter])
    return click.style(letter, dim=True) if letter in _FEINT else letter
