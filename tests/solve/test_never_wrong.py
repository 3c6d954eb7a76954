"""Compare every answer of the solver with oracles. The worst defect is a wrong certain cell.

By default, every comparison runs in a small size. ``NEVER_WRONG=full`` runs all of them in full.
``NEVER_WRONG=positions`` and other names run one of them in full. docs/benchmarks.md has a table of
the names.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    parse_boards,
)
from solver_bot.solve.odds import Contradiction, odds
from tests.solve import listing, oracle
from tests.solve.test_odds import NEAR as EXACT

NEAR = 1e-9
SIZES = [(width, height) for width in range(1, 5) for height in range(1, 5)]
EXPERT = Path(__file__).parents[2] / "benchmarks" / "positions" / "expert200.txt"


def size(name: str, small: int, full: int) -> int:
    """How much to compare: ``full`` if the environment asks for it."""
    return full if os.environ.get("NEVER_WRONG") in {name, "full"} else small


# Every position of small boards


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_position_of_small_boards_with_every_mine_total(width: int, height: int) -> None:
    from tests.solve.every import walk

    every = 1 << width * height
    few = {(3, 4): 400, (4, 4): 200}.get((width, height), every)
    open_sets = np.random.default_rng(4).permutation(every)
    tally = walk(width, height, open_sets[: size("positions", few, every)])
    print(f"\n{width}x{height}: {tally[:5]}")  # noqa: T201 - figures, with -s
    assert tally.positions > 0
    assert not tally.wrong, tally.first_wrong(width)


# Random boards, read in every way


def test_the_quick_oracles_agree_with_the_plain_one() -> None:
    for seed in range(200):
        board = drawn(random.Random(seed), most=12)
        plain = oracle.odds(board)
        for listed in [listing.odds(board), listing.odds_by_component(board)]:
            assert (listed is None) == (plain is None)
            if listed is None or plain is None:
                continue
            shares = [np.nan if share is None else float(share) for share in plain]
            assert listed.odds == pytest.approx(shares, abs=EXACT, nan_ok=True)
            assert listed.safe == tuple(c for c, share in enumerate(plain) if share == 0)
            assert listed.mines == tuple(c for c, share in enumerate(plain) if share == 1)
        assert listing.possible(board, [*board.where(NUMBERS)]) == (
            next(oracle.layouts(replace(board, mines=None)), None) is not None
        )


def test_random_positions_with_the_true_total_another_total_and_none() -> None:
    for seed in range(size("random", 3_000, 1_000_000)):
        rng = random.Random(seed)
        board = position(rng)
        with_marks = marked(rng, board)
        if rng.random() < 0.25 and can_be_listed(with_marks):
            board = with_marks
        other = rng.randint(0, len(board.cells))
        for mines in (board.mines, other, None):
            compare(replace(board, mines=mines))


def test_damaged_positions_are_refused_exactly_when_no_layout_fits() -> None:
    rounds = size("damage", 3_000, 300_000)
    refused = skipped = 0
    for seed in range(rounds):
        rng = random.Random(seed)
        try:
            refused += not compare(damaged(rng, position(rng)))
        except listing.TooMany:
            skipped += 1
    report("damage", rounds, refused, skipped)


# Real boards


def test_odds_of_real_positions() -> None:
    boards = parse_boards(EXPERT.read_text(encoding="utf-8"))
    for board in boards[: size("expert", 20, len(boards))]:
        assert compare(board)


def test_damaged_real_positions_are_refused_exactly_when_no_layout_fits() -> None:
    boards = parse_boards(EXPERT.read_text(encoding="utf-8"))
    rounds = size("expert", 40, 2_000)
    refused = skipped = 0
    for seed in range(rounds):
        rng = random.Random(seed)
        try:
            refused += not compare(damaged(rng, rng.choice(boards)))
        except listing.TooMany:
            skipped += 1
    report("damaged real", rounds, refused, skipped)


# What is compared


def report(name: str, rounds: int, refused: int, skipped: int) -> None:
    """Print what was compared, and assert that it was enough to prove anything."""
    print(f"\n{name}: {rounds}, refused {refused}, not listed {skipped}")  # noqa: T201 - figures, with -s
    assert rounds / 10 < refused < rounds * 19 / 20
    assert skipped < rounds / 100


def compare(board: Board) -> bool:
    """Compare every answer for a board with its layouts. Returns whether it has any."""
    expected = (listing.odds if len(board.cells) <= 36 else listing.odds_by_component)(board)
    if expected is None:
        with pytest.raises(Contradiction) as caught:
            odds(board)
        check_culprits(board, caught.value.cells)
        return False
    found = odds(board)
    assert found.safe == expected.safe, board
    assert found.mines == expected.mines, board
    said = np.array(found.by_cell, float)
    assert np.array_equal(np.isnan(said), np.isnan(expected.odds)), board
    assert not (np.abs(said - expected.odds) > NEAR).any(), board
    if expected.layouts < 2**52:
        assert found.layouts == expected.layouts, board
    return True


def check_culprits(board: Board, cells: tuple[int, ...]) -> None:
    """Check that the named numbers clash, that each is needed, and that none means the total."""
    if not cells:
        assert listing.possible(board, [*board.where(NUMBERS)]), board
        return
    assert not listing.possible(board, cells), board
    for cell in cells:
        assert listing.possible(board, [other for other in cells if other != cell]), board


# Boards at random


def position(rng: random.Random) -> Board:
    """A true position of a board up to 6 x 6, open enough that its layouts can be listed."""
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    cells = width * height
    mines = rng.randint(0, cells) if rng.random() < 0.2 else rng.randint(0, (cells + 2) // 3)
    hidden = set(rng.sample(range(cells), mines))
    board = Board.covered(width, height, mines)
    share = rng.random()
    board = opened(rng, board, hidden, share)
    while not can_be_listed(board):
        board = opened(rng, board, hidden, 0.2)
    return board


def can_be_listed(board: Board) -> bool:
    """Whether a true position has few enough layouts for ``listing.odds``."""
    try:
        return listing.odds(board) is not None
    except listing.TooMany:
        return False


def opened(rng: random.Random, board: Board, hidden: set[int], share: float) -> Board:
    """Open every covered cell without a mine with this probability."""
    cells = bytearray(board.cells)
    for cell in board.where({COVERED}):
        if cell not in hidden and rng.random() < share:
            cells[cell] = sum(other in hidden for other in board.neighbours()[cell])
    return replace(board, cells=bytes(cells))


def marked(rng: random.Random, board: Board) -> Board:
    """The board with some flags, question marks and unreadable tiles."""
    return replace(board, cells=bytes(_mark(rng, code) for code in board.cells))


def _mark(rng: random.Random, code: int) -> int:
    if code == COVERED:
        return rng.choice([FLAG, QUESTION, COVERED, COVERED, COVERED, UNREADABLE])
    return rng.choice([WRONG_FLAG, UNREADABLE, *[code] * 14])


def drawn(rng: random.Random, most: int) -> Board:
    """A small board with random codes, often impossible, with a limited number of cells."""
    width = rng.randint(1, 4)
    height = rng.randint(1, most // width)
    codes = [0, 1, 1, 1, 2, 2, 3, *[COVERED] * 10, FLAG, MINE, WRONG_FLAG, UNREADABLE]
    cells = bytes(rng.choices(codes, k=width * height))
    return Board(width, height, cells, rng.choice([None, rng.randint(0, width * height)]))


def damaged(rng: random.Random, board: Board) -> Board:
    """The board with one or a few wrong cells, as a misreading would make them."""
    cells = bytearray(board.cells)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        place = rng.randrange(len(cells))
        numbers = [*board.where(NUMBERS)]
        if numbers and rng.random() < 0.7:
            place = rng.choice(numbers)
            cells[place] = max(0, min(8, cells[place] + rng.choice([-1, 1])))
        else:
            cells[place] = rng.choice([0, 1, 2, 3, 8, COVERED, UNREADABLE, EXPLODED, WRONG_FLAG])
    total = board.mines
    if total is not None and rng.random() < 0.3:
        total = rng.choice([None, max(0, total - 1), min(len(cells), total + 1), 0])
    return replace(board, cells=bytes(cells), mines=total)
