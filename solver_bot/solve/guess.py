"""The best cell to open if no cell is safe.

The methods, in the order in which they are tried
    The end of the game is played out exactly if few layouts are left: see ``endgame``.
    A coin toss is made at once. It is a guess between two cells that no number will ever tell
    apart. The player has to make it sooner or later, and the cell it opens may show something new,
    so nothing is lost by making it first.
    A look ahead values the numbers that likely safe cells could show: see ``lookahead``.
    The cell that is least likely a mine is taken if the mine total is not known, or if a tile could
    not be read.

A flag is the player's opinion and changes no value. Of several cells with the same value, one
without a flag is chosen, because it can be opened at once.

The work is limited by a number of nodes. A node is a position whose layouts are counted. A limit in
seconds is converted to nodes by measuring how long the board itself takes to count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType

from solver_bot.board import FLAG, UNOPENED, Board
from solver_bot.solve.certain import Certain
from solver_bot.solve.engine import code_array, compiled
from solver_bot.solve.odds import Odds, count_time, odds, possible
from solver_bot.solve.signals import uninterrupted

MOST_LAYOUTS, DENSE_LAYOUTS = 400, 10_000
"""The most layouts for which the end of the game is played out: on any board, and on boards as
dense as expert ones. On others it has not been measured what more of them are worth."""
STATES_A_NODE = 60
"""States of the endgame search that cost as much as one node."""
TRUST, NO_TRUST = (5.0, 0.9), (0.0, 0.0)
"""The weight of surviving the next guess, beside the estimated chance to win, and by how much of
itself it grows where the risk is spared: see ``lookahead.Trust``. It counts on boards as dense as
expert ones. On others the estimate alone wins more."""
SHARE, MOST_CELLS = 0.8, 16
"""Limits of the look ahead: how likely safe a cell must be, as a share of the safest cell; and the
most cells to look at."""
_UNOPENED_AS_ONE = bytes(int(code in UNOPENED) for code in range(256))


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits on the cost of a guess.

    Attributes:
        nodes: the most positions to count.
        seconds: about how long the guess may take; None sets no limit, so that the same board gets
            the same answer on every machine.

    """

    nodes: int = 1500
    seconds: float | None = 0.25


USUAL = Budget()


@dataclass(frozen=True, slots=True)
class Guess:
    """The cell to open if no cell is safe.

    Attributes:
        cell: the cell.
        odds: the probability that the cell is a mine.
        chance: the chance to win the game from here if it is proved, else None.
        toss: whether the guess is a coin toss between two cells that no number will tell apart.
        runners_up: other cells that were considered, the best first, each with its odds.

    """

    cell: int
    odds: float
    chance: float | None = None
    toss: bool = False
    runners_up: tuple[tuple[int, float], ...] = ()


def first_cell(width: int, height: int, opens_area: bool) -> int:
    """The best cell to open first.

    If the first click opens an area, the best cell lies a few cells from a corner. If the first
    click is only safe, the best cell is the corner: it is the most likely to be empty. Both were
    measured by others, as win rates by first cell: those of PSEQ-D256 and of D. Hill's solver.
    """
    inset = 3 if opens_area else 0
    return min(inset, (height - 1) // 2) * width + min(inset, (width - 1) // 2)


def guess_from(board: Board, known: Certain, budget: Budget = USUAL) -> Guess | None:
    """The best cell to open if no cell is safe.

    If the odds are not exact, this is the cell that is least likely a mine. The guess is None if no
    cell has known odds, or if every cell with known odds is a mine.
    """
    if known.exact is None:
        return safest_guess(board, known.by_cell)
    return best_guess(board, known.exact, budget)


def best_guess(board: Board, exact: Odds, budget: Budget = USUAL) -> Guess | None:
    """The cell with the best chance to win the game, on a board that has no safe cell.

    The guess is None if no cell has known odds, or if every cell with known odds is a mine.
    """
    safest = safest_guess(board, exact.by_cell)
    if safest is None or board.mines is None or board.has_unreadable:
        return safest
    nodes = budget.nodes
    if budget.seconds is not None:
        nodes = min(nodes, int(budget.seconds / count_time(board)))
    return _played_out(board, exact, nodes) or _looked_ahead(board, exact, nodes) or safest


def safest_guess(board: Board, by_cell: tuple[float | None, ...]) -> Guess | None:
    """The cell that is least likely a mine.

    Of several such cells, one without a flag is preferred, then one with few covered neighbours.
    """
    lowest = min((odds for odds in by_cell if odds is not None), default=1.0)
    if lowest == 1.0:
        return None
    table = board.neighbours()
    unopened = board.cells.translate(_UNOPENED_AS_ONE)

    def price(cell: int) -> tuple[bool, int]:
        return _is_flagged(board, cell), sum(map(unopened.__getitem__, table[cell]))

    equals = [cell for cell, odds in enumerate(by_cell) if odds == lowest]
    return Guess(min(equals, key=price), lowest)


def _is_flagged(board: Board, cell: int) -> bool:
    return board.cells[cell] == FLAG


def _played_out(board: Board, exact: Odds, nodes: int) -> Guess | None:
    """The cell that wins the most layouts; None if they are too many or the nodes run out."""
    if exact.layouts is None or exact.layouts > _most_layouts(board):
        return None
    states = STATES_A_NODE * nodes
    cell, wins, layouts, proved, used = _play_out(board, states)
    if not proved:
        return None
    if _is_flagged(board, cell):
        cell = _unflagged_winner(board, exact, wins, states - used) or cell
    return Guess(cell, float(exact.by_cell[cell] or 0.0), wins / layouts)


def _play_out(board: Board, states: int) -> tuple[int, int, int, bool, int]:
    codes = code_array(board.cells)
    limits = _most_layouts(board), states
    found: tuple[int, int, int, bool, int] = uninterrupted(
        _search("endgame").play_out, codes, board.width, board.mines, *limits
    )
    return found


def _is_dense(board: Board) -> bool:
    """Whether a board is as dense as expert ones."""
    evaluation = _search("evaluation")
    return evaluation.weights_for(len(board.cells), board.mines) is evaluation.DENSE


def _most_layouts(board: Board) -> int:
    return DENSE_LAYOUTS if _is_dense(board) else MOST_LAYOUTS


def _unflagged_winner(board: Board, exact: Odds, wins: int, states: int) -> int | None:
    """A cell without a flag that wins ``wins`` layouts too, the likeliest safe one; else None."""
    layouts = exact.layouts or 0
    odds = {cell: odds for cell, odds in enumerate(exact.by_cell) if odds is not None}
    enough = [c for c in odds if not _is_flagged(board, c) and layouts * (1 - odds[c]) > wins - 0.5]
    for cell in sorted(enough, key=odds.__getitem__):
        won, states = _wins_of(board, cell, states)
        if won == wins:
            return cell
    return None


def _wins_of(board: Board, cell: int, states: int) -> tuple[int, int]:
    """How many layouts are won by opening a cell first, and how many states remain.

    The number of layouts is too low if the states run out.
    """
    won = 0
    for number in range(9):
        cells = bytearray(board.cells)
        cells[cell] = number
        after = replace(board, cells=bytes(cells))
        if not possible(after):
            continue
        if odds(after).layouts == 1:
            won += 1
        elif states > 0:
            _, wins, _, proved, used = _play_out(after, states)
            won += wins * proved
            states -= used
    return won, states


def _looked_ahead(board: Board, exact: Odds, nodes: int) -> Guess | None:
    """The cell with the greatest value in a look ahead; None if there is no candidate."""
    search = _search("lookahead")
    weights = _search("evaluation").weights_for(len(board.cells), board.mines)
    trust = search.Trust(*(TRUST if _is_dense(board) else NO_TRUST))
    codes = code_array(board.cells)
    limits = SHARE, MOST_CELLS, nodes
    cells, values, counted = uninterrupted(
        search.look_ahead, codes, board.width, board.mines, weights, trust, *limits
    )
    if not cells.size:
        return None
    best = cells[values == values[0]].tolist()
    if counted == 0:
        best += _twins(board, exact, best[0])
    chosen = min(best, key=partial(_is_flagged, board))
    others = [cell for cell in cells.tolist() if cell != chosen] if counted else []
    ranked = [(cell, float(exact.by_cell[cell] or 0.0)) for cell in (chosen, *others)]
    return Guess(*ranked[0], toss=counted == 0, runners_up=tuple(ranked[1:4]))


def _twins(board: Board, exact: Odds, cell: int) -> list[int]:
    """The cells beside ``cell`` that no number will ever tell from it: the rest of a coin toss."""
    table = board.neighbours()

    def is_twin(other: int) -> bool:
        apart = {*table[cell]} ^ {*table[other]} ^ {cell, other}
        mined = all(exact.by_cell[n] == 1.0 for n in apart)
        return mined and exact.by_cell[other] == exact.by_cell[cell]

    return [other for other in table[cell] if is_twin(other)]


def warm_up() -> None:
    """Compile everything, or load it from the cache, so that the first guess is quick."""
    for board in (Board.covered(3, 3, 2), Board.covered(6, 6, 9)):  # the endgame, the look ahead
        best_guess(board, odds(board))


@lru_cache
def _search(name: str) -> ModuleType:
    """The module of a search by its name. Importing it loads numba."""
    compiled()
    return import_module(f"solver_bot.solve.compiled.{name}")
