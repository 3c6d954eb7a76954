"""The estimate of the chance to win: its inputs, and what it must not depend on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import Board, parse_board
from solver_bot.solve.compiled.evaluation import (
    DENSE,
    SPARSE,
    Weights,
    read_position,
    weights_for,
)
from solver_bot.solve.compiled.patterns import (
    KINDS,
    LIKELY_MINE,
    LIKELY_SAFE,
    OFF,
    PATTERNS,
    SAFE_CELL,
    SAYING,
    WALL,
)
from solver_bot.solve.compiled.traits import TRAITS

CORNER = parse_board("""
    ; mines: 4
    1####
    #####
    #####
    #####
""")


def read(board: Board) -> tuple[np.ndarray, np.ndarray]:
    """The traits of a board and its patterns, sorted."""
    codes = np.frombuffer(board.cells, np.uint8)
    traits, patterns = read_position(codes, board.width, int(board.mines or 0), False)
    return traits, np.sort(patterns)


def pattern(*pairs: tuple[int, int]) -> int:
    """The number of a window of 2x3 cells, given column by column."""
    number = 0
    for pair in pairs:
        for kind in pair:
            number = number * KINDS + kind
    return number


@pytest.mark.parametrize("weights", [SPARSE, DENSE], ids=["sparse", "dense"])
def test_every_input_has_a_weight(weights: Weights) -> None:
    assert weights.traits.shape == (len(TRAITS),)
    assert weights.patterns.shape == (PATTERNS,)
    assert weights.scale.shape == (2, len(TRAITS))
    assert weights.hidden.shape[1] == len(TRAITS) + 2
    assert all(np.isfinite(part).all() for part in weights)


def test_expert_boards_are_dense_and_easier_levels_are_not() -> None:
    assert weights_for(30 * 16, 99) is DENSE
    assert weights_for(16 * 16, 40) is weights_for(9 * 9, 10) is SPARSE


def test_windows_cover_the_board_and_one_cell_beyond() -> None:
    _, patterns = read(CORNER)
    assert patterns.size == 5 * 5 + 6 * 4


def test_a_number_in_the_corner_is_read_with_the_walls_around_it() -> None:
    _, patterns = read(CORNER)
    assert pattern((WALL, WALL), (WALL, SAYING), (WALL, LIKELY_SAFE)) in patterns
    assert pattern((WALL, SAYING), (WALL, LIKELY_SAFE), (WALL, OFF)) in patterns
    assert pattern((OFF, OFF), (OFF, OFF), (OFF, OFF)) in patterns


def test_certain_mines_are_walls_and_certainly_safe_cells_are_not() -> None:
    board = parse_board("""
        ; mines: 1
        1#
        ##
    """)
    _, unsure = read(board)
    assert pattern((WALL, WALL), (SAYING, LIKELY_SAFE), (LIKELY_SAFE, LIKELY_SAFE)) in unsure
    sure = parse_board("""
        ; mines: 2
        1#1###
        ######
    """)
    _, patterns = read(sure)
    assert not any(
        digit == LIKELY_MINE for digit in (patterns[:, None] // 6 ** np.arange(6) % 6).flat
    )


@pytest.mark.parametrize("turn", ["left to right", "top to bottom", "across the diagonal"])
def test_a_mirrored_board_is_worth_the_same(turn: str) -> None:
    grid = np.frombuffer(CORNER.cells, np.uint8).reshape(CORNER.height, CORNER.width)
    turned = {"left to right": grid[:, ::-1], "top to bottom": grid[::-1]}.get(turn, grid.T)
    mirrored = Board(turned.shape[1], turned.shape[0], turned.tobytes(), CORNER.mines)
    traits, patterns = read(CORNER)
    other_traits, others = read(mirrored)
    assert np.allclose(traits, other_traits)
    assert DENSE.patterns[patterns].sum() == pytest.approx(DENSE.patterns[others].sum(), rel=1e-4)


def test_a_window_without_uncertain_cells_weighs_nothing() -> None:
    for window in [(WALL,) * 6, (SAYING, WALL, WALL, WALL, SAFE_CELL, WALL)]:
        assert DENSE.patterns[pattern(*zip(window[::2], window[1::2], strict=True))] == 0


def test_traits_depend_on_the_mine_total() -> None:
    traits, _ = read(CORNER)
    others, _ = read(replace(CORNER, mines=6))
    assert not np.allclose(traits, others)
