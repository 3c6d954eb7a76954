"""What to do on a board: open what is certainly safe, and guess only where nothing is certain."""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import dataclass, replace

from solver_bot.board import (
    COVERED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNOPENED,
    UNREADABLE,
    Board,
    Outcome,
    StartRule,
)
from solver_bot.solve.certain import Certain, certain
from solver_bot.solve.guess import first_cell, guess_from
from solver_bot.solve.odds import Contradiction, possible

ASSUMED = 0.2
"""The probability of a mine in a cell that no number touches, if the mine total is not known. The
odds of the other cells assume the same."""
_MOST_DEAD = 4
"""How many cells far from all numbers may fail to open before no other is tried. All of them are
mines in one of 600 games."""
_FEW_UNREAD, _SOME_UNREAD, _BAD_GUESS = 2, 0.1, 0.5
"""No guess is made with more unread cells than this number and this share of the open ones, and
none with such odds with any unread cell."""


class Action(enum.StrEnum):
    """What a decision is to do."""

    FIRST = "first"
    OPEN = "open"
    FLAG = "flag"
    GUESS = "guess"
    STUCK = "stuck"
    WAIT = "wait"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do on a board.

    Attributes:
        action: ``FIRST`` opens the first cell of a game as its start rule promises, ``OPEN`` opens
            safe cells, ``FLAG`` right-clicks cells, ``GUESS`` opens a cell that may be a mine,
            ``WAIT`` means that the scan loop finds nothing and the exact odds are needed, ``STUCK``
            that nothing can be done, ``OVER`` that the game is won or lost.
        cells: the cells to act on.
        odds: the probability that a guess is a mine, or the most that it can be if something is
            assumed; None if it is not known.
        mines: the covered cells that are certainly mines, as far as they were computed.
        outcome: whether the game is won, lost or still being played.
        assumed: unread cells, and the numbers that they were taken to show for a guess.
        odds_if_assumed: the probability that the guess is a mine if they do show these numbers.

    """

    action: Action
    cells: tuple[int, ...] = ()
    odds: float | None = None
    mines: tuple[int, ...] = ()
    outcome: Outcome = Outcome.PLAYING
    assumed: tuple[tuple[int, int], ...] = ()
    odds_if_assumed: float | None = None

    @property
    def chance(self) -> str:
        """A guess's odds in words."""
        if self.odds is None:
            return "odds unknown"
        return f"{'at most ' if self.assumed else ''}{self.odds:.0%} a mine"


def think(
    board: Board,
    start: StartRule,
    flags: bool = False,
    unflaggable: Collection[int] = (),
    scan_only: bool = False,
    dead: Collection[int] = (),
    opened: Collection[int] = (),
    unclicked: Collection[int] = (),
) -> Decision:
    """What to do on the board: act on what the exact odds make certain, else guess.

    With ``scan_only``, only what single numbers prove counts as certain, and nothing is guessed.
    With ``flags``, certain mines are flagged first, except those in ``unflaggable``. The cells in
    ``dead`` stayed covered however often they were clicked. Among the unread cells, those in
    ``opened`` were safe and are open, and those in ``unclicked`` were never clicked.

    Raises:
        Contradiction: no layout of mines fits the board.

    """
    outcome = board.outcome()
    if outcome is not Outcome.PLAYING:
        return Decision(Action.OVER, outcome=outcome)
    if start is not StartRule.NONE and board.count(UNOPENED) == len(board.cells):
        cell = first_cell(board.width, board.height, start is StartRule.ZERO)
        return _reachable(board, Decision(Action.FIRST, (cell,)), ())
    known = certain(board, scan_only)
    safe, mines = known.safe, known.mines
    unflagged = {cell for cell in mines if board.cells[cell] != FLAG}.difference(unflaggable)
    if flags and unflagged:
        return Decision(Action.FLAG, tuple(sorted(unflagged)), mines=mines)
    if safe:
        return _reachable(board, Decision(Action.OPEN, safe, mines=mines), mines)
    if _are_all_open(board, mines, opened, unclicked):
        return Decision(Action.OVER, mines=mines, outcome=Outcome.WON)
    if scan_only:
        decision = Decision(Action.WAIT, mines=mines)
    elif unread := _safe_unread(board, mines, opened, unclicked):
        decision = Decision(Action.OPEN, unread, mines=mines)
    else:
        decision = _guess(board, known, dead)
    return _reachable(board, decision, mines)


def is_too_blind(board: Board, decision: Decision, opened: Collection[int] = ()) -> bool:
    """Whether too many cells are unreadable to guess, or to say that nothing can be done.

    The odds of a guess hold whatever these cells show. But a person who reads them may know better.
    Those in ``opened`` count only if a cell beside them is in doubt.
    """
    around = board.neighbours()
    in_doubt = {*board.where(UNOPENED | {UNREADABLE})}.difference(decision.mines, opened)
    telling = in_doubt.union(cell for cell in opened if not in_doubt.isdisjoint(around[cell]))
    unread = sum(cell in telling for cell in board.where({UNREADABLE}))
    if decision.action is not Action.GUESS:
        return decision.action is Action.STUCK and unread > 0
    most = max(_FEW_UNREAD, int(_SOME_UNREAD * board.count(NUMBERS)))
    return unread > most or bool(unread and (decision.odds or 0) >= _BAD_GUESS)


def _are_all_open(
    board: Board, mines: Collection[int], opened: Collection[int], unclicked: Collection[int]
) -> bool:
    """Whether nothing but mines is unopened.

    Unread cells that were never clicked may be unopened, and others may show a mine.
    """
    unopened, unread = board.count(UNOPENED), {*board.where({UNREADABLE})}.difference(opened)
    if not unread:
        return unopened in {len(mines), board.mines}
    return unread.issubset(unclicked) and unopened + len(unread) == board.mines


def _safe_unread(
    board: Board, mines: Collection[int], opened: Collection[int], unclicked: Collection[int]
) -> tuple[int, ...]:
    """The unread cells that are certainly no mines, may be covered and were never clicked.

    A click opens such a cell, or does nothing if it is open, except beside a wrong flag. If more
    than a few cells are unread, something may be in front of them.
    """
    left = {*board.where({UNREADABLE})}.difference(opened)
    flags = {*board.where({FLAG})}
    if not left or len(left) > _FEW_UNREAD or not flags.issubset(mines):
        return ()
    cells = bytes(COVERED if cell in left else code for cell, code in enumerate(board.cells))
    try:
        known = certain(replace(board, cells=cells))
    except Contradiction:
        return ()
    return tuple(cell for cell in known.safe if cell in left and cell in unclicked)


def unread_mines(board: Board, opened: Collection[int]) -> frozenset[int]:
    """Which of these unread cells are certainly mines, by the numbers on the board.

    They were clicked before they were known to be mines, and the game may have gone on.
    """
    if not opened:
        return frozenset()
    cells = bytes(COVERED if cell in opened else code for cell, code in enumerate(board.cells))
    try:
        return frozenset(certain(replace(board, cells=cells)).mines).intersection(opened)
    except Contradiction:
        return frozenset()


def finishes(board: Board, clicked: Collection[int], scan_only: bool = False) -> bool:
    """Whether every unopened cell is proved safe or a mine, and the clicks open all safe ones.

    A click on a cell without mines beside it also opens the covered cells around it. An unreadable
    cell may be unopened.
    """
    if board.has_unreadable:
        return False
    try:
        known = certain(board, scan_only)
    except Contradiction:
        return False
    safe, mines = {*known.safe}, {*known.mines}
    if safe | mines != {*board.where(UNOPENED)}:
        return False
    return safe <= _opened(board, safe.intersection(clicked), mines)


def may_finish(board: Board, clicked: Collection[int]) -> bool:
    """Whether the clicks may have opened all cells but mines, if none of them hit one.

    Clicks may open areas, up to the cells around certain mines. The cells that are left would be
    mines.
    """
    try:
        mines = {*certain(board).mines}
    except Contradiction:
        return True
    left = {*board.where(UNOPENED)} - _opened(board, {*clicked}, mines)
    cells = [MINE if cell in left else code for cell, code in enumerate(board.cells)]
    return possible(replace(board, cells=bytes(cells)))


def _opened(board: Board, clicked: set[int], mines: set[int]) -> set[int]:
    """The cells that clicks on safe cells open, where all mines are known."""
    around = board.neighbours()
    opened, waiting = {*clicked}, [*clicked]
    while waiting:
        near = around[waiting.pop()]
        if mines.isdisjoint(near):
            fresh = {n for n in near if board.cells[n] == COVERED} - opened
            opened |= fresh
            waiting += fresh
    return opened


def _guess(board: Board, known: Certain, dead: Collection[int]) -> Decision:
    if not board.count(NUMBERS):
        return _first_guess(board)
    guess = guess_from(board, known)
    if guess is None:
        return _unknown(board, known.mines, dead)
    if guess.odds > ASSUMED and (far := _far_cells(board, known, dead)):
        return Decision(Action.GUESS, far[:1], ASSUMED, known.mines)
    return Decision(Action.GUESS, (guess.cell,), guess.odds, known.mines)


def _first_guess(board: Board) -> Decision:
    """A corner of a board on which no number is read yet, far from cells that can't be read."""
    share = None if board.mines is None else board.mines / len(board.cells)
    table = board.neighbours()

    def covered_around(cell: int) -> tuple[bool, int]:
        near = [board.cells[other] for other in table[cell]]
        return UNREADABLE in near, sum(code in UNOPENED for code in near)

    covered = sorted(board.where({COVERED}), key=covered_around)
    return Decision(Action.GUESS if covered else Action.STUCK, tuple(covered[:1]), share)


def _far_cells(board: Board, known: Certain, dead: Collection[int]) -> tuple[int, ...]:
    """Covered cells that no number touches, where the mine total is not known.

    Those with the fewest covered neighbours come first: they are the likeliest to open an area.
    None if several did not open: then the game is over, or the program does not respond.
    """
    if board.mines is not None or known.exact is None or len(dead) >= _MOST_DEAD:
        return ()
    table = board.neighbours()

    def covered_around(cell: int) -> int:
        return sum(board.cells[near] in UNOPENED for near in table[cell])

    far = (cell for cell in board.where({COVERED}) if known.by_cell[cell] is None)
    return tuple(sorted((cell for cell in far if cell not in dead), key=covered_around))


def _unknown(board: Board, mines: tuple[int, ...], dead: Collection[int]) -> Decision:
    """What to do when no number touches the remaining cells and the mine total is not known.

    The cells are tried one after the other. While a game goes on, every click opens its cell. If
    none of the cells opens any more, all of them are mines and the game is won.
    """
    left = [cell for cell in board.where({COVERED}) if cell not in mines]
    if board.has_unreadable or not left:
        return Decision(Action.STUCK, mines=mines)
    alive = [cell for cell in left if cell not in dead]
    if not alive:
        return Decision(Action.OVER, mines=mines, outcome=Outcome.WON)
    return Decision(Action.GUESS, tuple(alive[:1]), None, mines)


def _reachable(board: Board, decision: Decision, mines: Collection[int]) -> Decision:
    """The part of the decision that can be carried out now.

    A flag keeps its cell from being opened, and so does a question mark in KMines. Such marks are
    taken away first. If any flag may be wrong, one cell is opened at a time. The first click of a
    batch may open another cell of it as a number. Some programs answer a click on a number that
    has enough flags beside it by opening all its other neighbours.
    """
    marked = tuple(cell for cell in decision.cells if board.cells[cell] in {FLAG, QUESTION})
    if marked:
        return Decision(Action.FLAG, marked, mines=decision.mines)
    if any(cell not in mines for cell in board.where({FLAG})):
        return Decision(decision.action, decision.cells[:1], decision.odds, decision.mines)
    return decision
