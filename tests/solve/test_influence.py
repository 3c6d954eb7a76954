"""Fifty-fifties that may come up: how likely each is, and which cells decide about it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from solver_bot.board import Board, parse_board
from solver_bot.solve.compiled.analysis import FULL, analyse
from solver_bot.solve.compiled.counting import MOST_WORDS
from solver_bot.solve.compiled.influence import CLOSING, influences
from solver_bot.solve.engine import code_array
from solver_bot.solve.odds import odds
from tests.solve import oracle
from tests.solve.test_guess import unsafe_positions

SQUARE = parse_board("""
    ; mines: 5
    ##1.x#
    ##21x#
    12#1x#
    .111x#
    ....x#
""")
"""The upper left square is a fifty-fifty if it has two mines, because its lower right is a mine."""


def decided(board: Board, nodes: int = 10**6) -> NDArray[np.float64]:
    """What each cell decides about fifty-fifties."""
    codes = code_array(board.cells)
    mines = int(board.mines or 0)
    found = analyse(codes, board.width, mines, FULL, MOST_WORDS)
    by_cell = np.array([-1.0 if o is None else o for o in odds(board).by_cell])
    shares: NDArray[np.float64] = influences(
        codes, board.width, mines, found, by_cell, np.array([nodes])
    )
    assert codes.tobytes() == board.cells
    return shares


def counted(board: Board) -> NDArray[np.float64]:
    """The same shares by listing every layout."""
    layouts = [*oracle.layouts(board)]
    exact = odds(board).by_cell
    size = len(board.cells)
    into = np.zeros(size)
    for members, mined, closing in fifty_fifties(board):
        chance = [exact[cell] or 0.0 for cell in closing]
        likely = float(np.prod(chance))
        near = oracle.frontier(board).intersection(members + closing)
        if not near or likely < CLOSING or any(exact[c] in {None, 0.0, 1.0} for c in members):
            continue
        with_it = [
            layout
            for layout in layouts
            if layout.issuperset(closing) and layout.intersection(members) in mined
        ]
        for cell in members + tuple(c for c in closing if exact[c] != 1.0):
            into[cell] += len(with_it) / len(layouts) / 2
    limit = np.array([0.0 if o is None else min(o, 1 - o) for o in exact])
    least: NDArray[np.float64] = np.minimum(into, limit)
    return least


Fifty = tuple[tuple[int, ...], list[frozenset[int]], tuple[int, ...]]


def fifty_fifties(board: Board) -> list[Fifty]:
    """Each pair and each square: its cells, its two ways to have mines, what closes it off."""
    table = board.neighbours()
    found: list[Fifty] = []
    for cell in range(len(board.cells)):
        right, below = cell + 1, cell + board.width
        if right in table[cell]:
            found.append(fifty(board, (cell, right), [{cell}, {right}]))
        if below in table[cell]:
            found.append(fifty(board, (cell, below), [{cell}, {below}]))
        if right in table[cell] and below in table[cell]:
            ways = [{cell, below + 1}, {right, below}]
            found.append(fifty(board, (cell, right, below, below + 1), ways))
    return found


def fifty(board: Board, members: tuple[int, ...], ways: list[set[int]]) -> Fifty:
    """A fifty-fifty: what closes it off are the cells whose numbers tell the two ways apart."""
    table = board.neighbours()
    beside = {n for member in members for n in table[member]}.difference(members)
    one, other = ways
    closing = [c for c in beside if len(one & {*table[c]}) != len(other & {*table[c]})]
    return members, [frozenset(way) for way in ways], tuple(sorted(closing))


def test_shares_are_those_of_listing_every_layout() -> None:
    some = 0
    for board, exact in unsafe_positions(6, 5, 10, 15):
        if (exact.layouts or 10**9) > 3000:
            continue
        wanted = counted(board)
        assert decided(board) == pytest.approx(wanted, abs=1e-9)
        some += bool(wanted.any())
    assert some > 0


def test_the_cells_of_a_square_decide_about_it() -> None:
    shares = decided(SQUARE)
    assert shares[[0, 1, 6, 7]].min() > 0.1
    assert shares == pytest.approx(counted(SQUARE), abs=1e-9)


def test_no_fifty_fifty_is_looked_at_once_no_nodes_are_left() -> None:
    assert decided(SQUARE).any()
    assert not decided(SQUARE, 0).any()
