"""The best guess: coin tosses, the endgame, the look ahead, and the limits on its cost."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from solver_bot.board import COVERED, FLAG, UNREADABLE, Board, Outcome, StartRule, parse_board
from solver_bot.game.engine import Game as Played
from solver_bot.game.layout import GameId
from solver_bot.solve.compiled.endgame import play_out
from solver_bot.solve.compiled.evaluation import SPARSE
from solver_bot.solve.compiled.lookahead import Trust, look_ahead
from solver_bot.solve.guess import TRUST, Budget, best_guess, safest_guess
from solver_bot.solve.odds import Odds, odds, possible
from tests.solve import oracle
from tests.solve.perfect import Game, chance_of, optimum
from tests.solve.test_perfect import advised

ALL = 1 << 20
EXACT = Budget(seconds=None)
TOSS = parse_board("""
    ; mines: 10
    ..1####
    ..12###
    ...1###
    .123###
    13#####
    #######
""")


def unsafe_positions(width: int, height: int, mines: int, count: int) -> list[tuple[Board, Odds]]:
    """Positions of seeded games in which no cell is safe."""
    found: list[tuple[Board, Odds]] = []
    for seed in range(10 * count):
        game = Played(GameId(width, height, mines, StartRule.SAFE, seed))
        game.uncover(0)
        while game.outcome is Outcome.PLAYING and len(found) < count:
            board = game.view()
            exact = odds(board)
            if not exact.safe:
                found.append((board, exact))
            for cell in exact.safe or [random.Random(seed).choice([*board.where({COVERED})])]:
                game.uncover(cell)
    return found


def test_a_coin_toss_is_made_at_once_although_other_cells_are_safer() -> None:
    exact = odds(TOSS)
    safest = safest_guess(TOSS, exact.by_cell)
    assert safest is not None
    assert safest.odds < 0.5
    guess = best_guess(TOSS, exact, EXACT)
    assert guess is not None
    assert guess.toss
    assert guess.cell in {35, 36}
    assert exact.by_cell[35] == exact.by_cell[36] == 0.5


def test_the_chance_of_a_guess_is_that_of_perfect_play() -> None:
    board = Board.covered(3, 3, 2)
    guess = best_guess(board, odds(board))
    assert guess is not None
    assert guess.chance == pytest.approx(24 / 36)


@pytest.mark.parametrize(
    ("width", "height", "mines"), [(3, 3, 3), (4, 3, 3), (4, 3, 5), (4, 4, 3), (4, 4, 4)]
)
@pytest.mark.parametrize("start", ["safe", "zero"])
def test_small_boards_are_played_perfectly(width: int, height: int, mines: int, start: str) -> None:
    game = Game.of(width, height, mines)
    if game.dealt(0, start).size:
        assert chance_of(advised, game, 0, start) == optimum(game, 0, start)


@pytest.mark.parametrize("seed", range(12))
def test_the_value_of_an_endgame_is_that_of_an_exhaustive_search(seed: int) -> None:
    for board, exact in unsafe_positions(5, 4, 6 + seed % 4, 4 + seed)[seed:]:
        layouts = [*oracle.layouts(board)]
        if not 1 < len(layouts) <= 60:
            continue
        codes = np.frombuffer(board.cells, np.uint8)
        cell, wins, count, proved, _ = play_out(codes, board.width, int(board.mines or 0), 60, ALL)
        assert proved
        assert count == len(layouts) == exact.layouts
        assert Fraction(wins, count) == Fraction(_most_won(board, layouts), count)
        assert _won_by(board, layouts, cell) == wins


def _won_by(board: Board, layouts: list[frozenset[int]], cell: int) -> int:
    """How many layouts are won by opening a cell and then playing perfectly."""
    parts: dict[int, list[frozenset[int]]] = {}
    for layout in layouts:
        if cell not in layout:
            number = len(layout.intersection(board.neighbours()[cell]))
            parts.setdefault(number, []).append(layout)
    return sum(_most_won(_opened(board, cell), part) for part in parts.values())


def _opened(board: Board, cell: int) -> Board:
    """The board with a cell open, so that it is not tried again."""
    cells = bytearray(board.cells)
    cells[cell] = 0
    return replace(board, cells=bytes(cells))


def _most_won(board: Board, layouts: list[frozenset[int]]) -> int:
    if len(layouts) == 1:
        return 1
    free = [c for c in board.where({COVERED}) if not all(c in layout for layout in layouts)]
    safe = [c for c in free if not any(c in layout for layout in layouts)]
    return max(_won_by(board, layouts, cell) for cell in safe[:1] or free)


def test_nothing_is_proved_if_the_states_run_out() -> None:
    codes = np.full(20, COVERED, np.uint8)
    _, wins, layouts, proved, states = play_out(codes, 5, 4, 10_000, 100)
    assert not proved
    assert wins < layouts == 4845
    assert states <= 101


def test_too_many_layouts_are_not_played_out() -> None:
    assert play_out(np.full(20, COVERED, np.uint8), 5, 4, 100, ALL)[:3] == (-1, 0, 0)


def test_the_end_of_a_dense_board_is_played_out_earlier_than_of_others() -> None:
    for width, height, mines, is_proved in ((5, 4, 3, False), (4, 4, 4, True)):
        board = Board.covered(width, height, mines)
        exact = odds(board)
        assert 400 < (exact.layouts or 0) < 10_000
        guess = best_guess(board, exact, EXACT)
        assert guess is not None
        assert (guess.chance is not None) == is_proved


def test_the_best_guess_is_a_cell_that_may_be_safe() -> None:
    for board, exact in unsafe_positions(16, 16, 50, 40):
        guess = best_guess(board, exact, EXACT)
        assert guess is not None
        assert guess.odds == exact.by_cell[guess.cell]
        assert guess.odds < 1
        assert guess.cell not in dict(guess.runners_up)


def test_the_same_board_and_nodes_give_the_same_guess() -> None:
    for board, exact in unsafe_positions(16, 16, 50, 10):
        assert best_guess(board, exact, EXACT) == best_guess(board, exact, EXACT)


def flagged(board: Board, cell: int) -> Board:
    cells = bytearray(board.cells)
    cells[cell] = FLAG
    return replace(board, cells=bytes(cells))


@pytest.mark.parametrize("text", ["F1\n1#", "; mines: 1\nF1\n1#", "; mines: 1\nF#", "F1#"])
def test_among_equally_likely_mines_a_cell_without_a_flag_is_guessed(text: str) -> None:
    board = parse_board(text)
    guess = best_guess(board, odds(board))
    assert guess is not None
    assert board.cells[guess.cell] == COVERED


def test_among_the_cells_that_win_most_one_without_a_flag_is_guessed() -> None:
    moved = 0
    for board, exact in unsafe_positions(5, 4, 6, 25):
        plain = best_guess(board, exact, EXACT)
        layouts = [*oracle.layouts(board)]
        if plain is None or plain.chance is None or len(layouts) > 60:
            continue
        free = [c for c in board.where({COVERED}) if not all(c in layout for layout in layouts)]
        wins = {cell: _won_by(board, layouts, cell) for cell in free}
        equals = {cell for cell in free if wins[cell] == wins[plain.cell]}
        guess = best_guess(flagged(board, plain.cell), exact, EXACT)
        assert guess is not None
        assert guess.chance == plain.chance
        assert guess.cell in (equals - {plain.cell} or equals)
        moved += guess.cell != plain.cell
    assert moved > 3


def test_a_coin_toss_opens_the_cell_without_a_flag() -> None:
    for side, other in ((35, 36), (36, 35)):
        board = flagged(TOSS, side)
        guess = best_guess(board, odds(board), EXACT)
        assert guess is not None
        assert (guess.cell, guess.toss) == (other, True)


def test_a_look_ahead_prefers_a_cell_without_a_flag_among_equals() -> None:
    opening = Board.covered(16, 16, 40)
    first = best_guess(opening, odds(opening), EXACT)
    assert first is not None
    assert first.cell == 0
    second = best_guess(flagged(opening, 0), odds(opening), EXACT)
    assert second is not None
    assert second.cell in {15, 240, 255}
    assert second.odds == first.odds
    assert second.cell not in dict(second.runners_up)
    assert 0 in dict(second.runners_up)


@pytest.mark.parametrize("budget", [Budget(1, None), Budget(20, None), Budget(10**6, 0.0)])
def test_the_smallest_budget_still_gives_a_guess(budget: Budget) -> None:
    for board, exact in unsafe_positions(16, 16, 50, 10):
        assert best_guess(board, exact, budget) is not None


FIFTY = parse_board("""
    ; mines: 18
    ......1##
    ...1122##
    11.1#3#4#
    #1135#4##
    122######
    12#4#####
    ##2######
    #########
    #########
""")
"""The square in the upper right corner may be a fifty-fifty."""


def test_a_guess_that_a_fifty_fifty_would_cost_anyway_is_made_though_others_are_safer() -> None:
    exact = odds(FIFTY)
    guess = best_guess(FIFTY, exact, EXACT)
    safest = safest_guess(FIFTY, exact.by_cell)
    assert guess is not None
    assert safest is not None
    assert guess.cell == 7
    assert guess.odds > safest.odds


def looked_at(board: Board, trust: float) -> dict[int, float]:
    """The values of cells in a look ahead."""
    codes = np.frombuffer(board.cells, np.uint8)
    manner = Trust(trust, 0.0)
    cells, values, _ = look_ahead(
        codes, board.width, board.mines or 0, SPARSE, manner, 0.8, 16, 10_000
    )
    return dict(zip(cells.tolist(), values.tolist(), strict=True))


def survived(board: Board, cell: int) -> float:
    """The chance to survive opening a cell, and then the next guess."""
    before, chance = odds(board).layouts or 0, 0.0
    for number in range(9):
        cells = bytearray(board.cells)
        cells[cell] = number
        after = replace(board, cells=bytes(cells))
        if not possible(after):
            continue
        exact = odds(after)
        safest, second = sorted(one for one in exact.by_cell if one is not None)[:2]
        next_one = 1.0 if safest == 0.0 else 0.8 * (1 - safest) + 0.2 * (1 - second)
        chance += (exact.layouts or 0) / before * next_one
    return chance


def test_the_chance_to_survive_the_next_guess_is_added_to_the_value() -> None:
    without, with_it = looked_at(FIFTY, 0.0), looked_at(FIFTY, 5.0)
    for cell, value in without.items():
        assert with_it[cell] - value == pytest.approx(5 * survived(FIFTY, cell), abs=1e-9)


def test_on_less_dense_boards_the_estimate_alone_counts() -> None:
    told = 0
    for board, exact in unsafe_positions(16, 16, 40, 60):
        guess = best_guess(board, exact, EXACT)
        assert guess is not None
        if guess.chance is None and not guess.toss:
            best, trusted = (next(iter(looked_at(board, trust))) for trust in (0.0, 5.0))
            assert guess.cell == best
            told += best != trusted
    assert told > 0


def test_it_is_not_added_until_an_area_is_open() -> None:
    board = parse_board("; mines: 18\n" + "#########\n" * 8 + "1########")
    assert looked_at(board, 0.0) == looked_at(board, 5.0)


def test_a_look_ahead_hardly_exceeds_its_nodes() -> None:
    for board, _ in unsafe_positions(16, 16, 50, 20):
        codes = np.frombuffer(board.cells, np.uint8)
        for nodes in (1, 30, 100):
            counted = look_ahead(codes, 16, 50, SPARSE, Trust(*TRUST), 0.5, 100, nodes)[2]
            assert counted <= nodes + 9


@pytest.mark.parametrize("lacking", ["mines", "a cell"])
def test_without_a_total_or_a_readable_cell_the_least_likely_mine_is_guessed(lacking: str) -> None:
    for board, _ in unsafe_positions(16, 16, 50, 5):
        cells = bytearray(board.cells)
        if lacking == "a cell":
            cells[max(board.where({COVERED}))] = UNREADABLE
        less = replace(board, cells=bytes(cells), mines=None if lacking == "mines" else board.mines)
        exact = odds(less)
        if not exact.safe:
            assert best_guess(less, exact) == safest_guess(less, exact.by_cell)
