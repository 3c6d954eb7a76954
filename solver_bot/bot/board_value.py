"""The 3BV of a game's board, once the game is over and as far as its mines are then known."""

from __future__ import annotations

from dataclasses import dataclass

from solver_bot.board import MINE, SHOWN_MINES, UNOPENED, Board, Outcome
from solver_bot.bot.decision import Action, Decision
from solver_bot.figures import solved, three_bv


@dataclass(frozen=True, slots=True)
class BoardValue:
    """The 3BV of a whole board, and of what the bot opened of it. None where it is not known."""

    three_bv: int | None = None
    solved: int | None = None


UNKNOWN = BoardValue()


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that was carried out, and the board it was made on."""

    board: Board
    decision: Decision


def board_value(first: Step, last: Step, end: Step) -> BoardValue:
    """The 3BV of a game: its first step, the last that was carried out, and how it ended.

    What was open before the first step was not opened by the bot and does not count as solved. In a
    lost game, what was open before the last guess counts: a program may open the rest by itself. If
    another move lost it, what was solved is not known.
    """
    mines, board = final_mines(last, end), end.board
    if mines is None or len(first.board.cells) != len(board.cells):
        return UNKNOWN
    whole = three_bv(board.width, board.height, mines)
    if first.board.has_unreadable or last.board.has_unreadable:
        return BoardValue(whole)
    already = solved(first.board, mines)
    if end.decision.outcome is Outcome.WON:
        return BoardValue(whole, whole - already)
    guessed = last.decision.action is Action.GUESS
    return BoardValue(whole, solved(last.board, mines) - already if guessed else None)


def final_mines(last: Step, end: Step) -> frozenset[int] | None:
    """The mines of a game that is over; None if they are not known.

    A won game has a mine in every cell that is not open. If the program's message hides a part of
    the board, the last step opened the safe cells that were left. A lost game shows mines, but not
    always all of them. What is found counts only if it is as many as the mine total. Without a
    total, only a won game without hidden cells counts, if every cell that is not open is a proved
    mine.
    """
    board = end.board
    if end.decision.outcome is Outcome.LOST:
        found = frozenset(board.where(SHOWN_MINES)).union(last.decision.mines)
    elif not board.has_unreadable:
        found = frozenset(board.where(UNOPENED | {MINE}))
        if board.mines is None:
            return found if found == frozenset(end.decision.mines) else None
    elif last.decision.action is Action.FLAG:
        return None
    else:
        found = frozenset(last.board.where(UNOPENED)).difference(last.decision.cells)
    return found if len(found) == board.mines else None
