"""Perfect play on small boards, which no player beats, not even the solver."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver_bot.board import COVERED, Board
from solver_bot.solve.advice import advise
from tests.solve import oracle
from tests.solve.perfect import Game, chance_of, optimum


def advised(board: Board) -> tuple[int, ...]:
    """The cells that the solver opens."""
    advice = advise(board)
    return advice.safe or (() if advice.guess is None else (advice.guess.cell,))


def lowest(board: Board) -> tuple[int, ...]:
    """The first covered cell, as a careless player opens it."""
    return (min(board.where({COVERED})),)


def test_one_mine_in_a_row_of_three_is_found_from_the_end() -> None:
    game = Game.of(3, 1, 1)
    assert optimum(game, 0, "safe") == 1
    assert optimum(game, 1, "safe") == Fraction(1, 2)


def test_two_by_two_is_a_guess_among_three() -> None:
    game = Game.of(2, 2, 1)
    assert optimum(game, 0, "safe") == Fraction(1, 3)
    assert chance_of(lowest, game, 0, "safe") == Fraction(1, 3)


def test_a_start_that_opens_an_area_deals_no_mine_beside_it() -> None:
    game = Game.of(3, 3, 1)
    assert game.dealt(0, "zero").size == 5
    assert game.dealt(0, "safe").size == 8
    assert game.dealt(4, "zero").size == 0


@pytest.mark.parametrize(("width", "height", "mines"), [(3, 2, 2), (4, 2, 3), (3, 3, 2), (3, 3, 3)])
def test_the_optimum_is_what_trying_everything_finds(width: int, height: int, mines: int) -> None:
    board = Board.covered(width, height, mines)
    layouts = [*oracle.layouts(board)]
    for first in range(width * height):
        dealt = [layout for layout in layouts if first not in layout]
        won = _won_from(board, dealt, first, frozenset())
        assert optimum(Game.of(width, height, mines), first, "safe") == Fraction(won, len(dealt))


@pytest.mark.parametrize("start", ["safe", "zero"])
@pytest.mark.parametrize("mines", [1, 2, 3])
def test_no_policy_beats_the_optimum_and_some_reach_it(mines: int, start: str) -> None:
    game = Game.of(4, 3, mines)
    best = optimum(game, 0, start)
    ours = chance_of(advised, game, 0, start)
    assert chance_of(lowest, game, 0, start) <= ours <= best
    assert ours > best * Fraction(9, 10)


def test_a_board_that_never_needs_a_guess_is_always_won() -> None:
    game = Game.of(3, 3, 1)
    assert chance_of(advised, game, 0, "safe") == optimum(game, 0, "safe") == 1


Layouts = list[frozenset[int]]


def _won_from(board: Board, layouts: Layouts, cell: int, opened: frozenset[int]) -> int:
    """How many layouts are won by opening a cell and then playing in the best way."""
    parts: dict[int, Layouts] = {}
    for layout in layouts:
        if cell not in layout:
            number = len(layout.intersection(board.neighbours()[cell]))
            parts.setdefault(number, []).append(layout)
    return sum(_most_won(board, part, opened | {cell}) for part in parts.values())


def _most_won(board: Board, layouts: Layouts, opened: frozenset[int]) -> int:
    if len(layouts) == 1:
        return 1
    covered = set(range(len(board.cells))) - opened
    return max(_won_from(board, layouts, cell, opened) for cell in covered)
