"""The best cell to open where nothing is safe.

What is tried, in this order
    The end of the game played out exactly, where few layouts are left: ``endgame``.
    A coin toss: two cells that nothing will ever tell apart. It has to be called some time, and
    called now it may show something, so nothing is lost by calling it first.
    A look ahead at what likely safe cells could show: ``ahead``.
    The least likely mine: where the mine total is not known, or a tile could not be read.

A flag is the player's opinion and changes no value. But of cells that are worth the same, one
without a flag is named: it can be opened at once.

The work is bounded in nodes: positions whose layouts are counted. Where a time is given, it is
turned into nodes by what the board itself takes to count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType

from solver_bot.board import FLAG, UNOPENED, Board
from solver_bot.solve.certain import Certain
from solver_bot.solve.odds import Odds, code_array, count_time, odds, possible
from solver_bot.solve.signals import whole

MOST_LAYOUTS = 400
"""So many layouts may be left for the end of the game to be played out."""
STATES_A_NODE = 10
"""States of that search that count as one node."""
SHARE, MOST_CELLS = 0.8, 16
"""How safe a cell has to be for a look ahead, as a share of the safest; and how many are looked at.
"""
_UNOPENED_AS_ONE = bytes(int(code in UNOPENED) for code in range(256))


@dataclass(frozen=True, slots=True)
class Budget:
    """What a guess may cost.

    Attributes:
        nodes: positions that may be counted.
        seconds: about how long it may take; None leaves it to the nodes, so that the same board
            gets the same answer everywhere.

    """

    nodes: int = 1500
    seconds: float | None = 0.25


USUAL = Budget()


@dataclass(frozen=True, slots=True)
class Guess:
    """The cell to open where nothing is safe.

    Attributes:
        cell: the cell.
        odds: the probability that it is a mine.
        chance: the chance to win the game from here, where it is proved, else None.
        toss: it is one of two cells that nothing will ever tell apart.
        runners_up: other cells that were considered, the best first, with their odds.

    """

    cell: int
    odds: float
    chance: float | None = None
    toss: bool = False
    runners_up: tuple[tuple[int, float], ...] = ()


def guess_from(board: Board, known: Certain, budget: Budget = USUAL) -> Guess | None:
    """The best cell to open where none is safe; the least likely mine where odds are not exact.

    None where nothing is known of any cell, or all are mines.
    """
    if known.exact is None:
        return safest_guess(board, known.by_cell)
    return best_guess(board, known.exact, budget)


def best_guess(board: Board, exact: Odds, budget: Budget = USUAL) -> Guess | None:
    """The cell with the best chance to win the game, on a board that has no safe cell.

    None where nothing is known of any cell, or all are mines.
    """
    safest = safest_guess(board, exact.by_cell)
    if safest is None or board.mines is None or board.has_unreadable:
        return safest
    nodes = budget.nodes
    if budget.seconds is not None:
        nodes = min(nodes, int(budget.seconds / count_time(board)))
    return _played_out(board, exact, nodes) or _looked_ahead(board, exact, nodes) or safest


def safest_guess(board: Board, by_cell: tuple[float | None, ...]) -> Guess | None:
    """The least likely mine; among equals one without a flag, with the fewest covered around it."""
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
    """The cell that wins most layouts, where there are few and the nodes suffice to prove it."""
    if exact.layouts is None or exact.layouts > MOST_LAYOUTS:
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
    found: tuple[int, int, int, bool, int] = whole(
        _search("endgame").play_out, codes, board.width, board.mines, MOST_LAYOUTS, states
    )
    return found


def _unflagged_winner(board: Board, exact: Odds, wins: int, states: int) -> int | None:
    """A cell without a flag that wins as many layouts, likeliest safe first; None: not found."""
    layouts = exact.layouts or 0
    odds = {cell: odds for cell, odds in enumerate(exact.by_cell) if odds is not None}
    enough = [c for c in odds if not _is_flagged(board, c) and layouts * (1 - odds[c]) > wins - 0.5]
    for cell in sorted(enough, key=odds.__getitem__):
        won, states = _wins_of(board, cell, states)
        if won == wins:
            return cell
    return None


def _wins_of(board: Board, cell: int, states: int) -> tuple[int, int]:
    """How many layouts are won by opening a cell first, and the states left to prove more.

    Too few are said to be won where the states run out.
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
    """The cell of the greatest value."""
    search = _search("lookahead")
    weights = _search("evaluation").weights_for(len(board.cells), board.mines)
    codes = code_array(board.cells)
    cells, values, counted = whole(
        search.look_ahead, codes, board.width, board.mines, weights, SHARE, MOST_CELLS, nodes
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
    """The cells beside one side of a coin toss that nothing will ever tell from it."""
    table = board.neighbours()

    def is_twin(other: int) -> bool:
        apart = {*table[cell]} ^ {*table[other]} ^ {cell, other}
        mined = all(exact.by_cell[n] == 1.0 for n in apart)
        return mined and exact.by_cell[other] == exact.by_cell[cell]

    return [other for other in table[cell] if is_twin(other)]


def warm_up() -> None:
    """Have everything compiled, or loaded from its cache, so that the first guess is quick."""
    for board in (Board.covered(3, 3, 2), Board.covered(6, 6, 9)):  # played out, looked ahead
        best_guess(board, odds(board))


@lru_cache
def _search(name: str) -> ModuleType:
    """One of the searches; importing it loads numba."""
    return import_module(f"solver_bot.solve.{name}")
