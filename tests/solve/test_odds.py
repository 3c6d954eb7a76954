"""Exact odds, checked by hand, by brute force, and by exact integers on long boards.

Each comparison with brute force uses ``ODDS_ROUNDS`` random boards. This is an environment variable
with the default 80; ``ODDS_ROUNDS=5000`` takes some minutes.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator
from itertools import product
from math import comb

import pytest

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNOPENED,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    parse_board,
)
from solver_bot.solve.engine import interpreted
from solver_bot.solve.odds import Contradiction, TooWide, odds, possible
from solver_bot.solve.scan import scan
from tests.solve import oracle

ROUNDS = int(os.environ.get("ODDS_ROUNDS", "80"))
NEAR = 1e-12


def percent(text: str) -> str:
    """The odds of a drawn board in whole percent, one line per row; ``-`` for no odds."""
    board = parse_board(text)
    words = ["-" if chance is None else f"{chance:.0%}" for chance in odds(board).by_cell]
    rows = [words[i : i + board.width] for i in range(0, len(words), board.width)]
    return "\n".join(" ".join(row) for row in rows)


def test_mines_left_are_spread_evenly_over_a_covered_board() -> None:
    assert percent("; mines: 1\n##\n##") == "25% 25%\n25% 25%"


def test_an_open_cell_has_no_odds() -> None:
    assert percent("; mines: 1\n1##") == "- 100% 0%"


def test_a_number_shares_its_mines_among_its_cells() -> None:
    assert percent("; mines: 1\n###\n#1#\n###") == "12% 12% 12%\n12% - 12%\n12% 12% 12%"


def test_what_the_frontier_leaves_is_spread_over_the_rest() -> None:
    assert percent("; mines: 2\n#1#####") == "50% - 50% 25% 25% 25% 25%"


def test_the_mine_total_weighs_layouts() -> None:
    # one mine in the middle and two at the rim, or none in the middle and no cell for a third:
    # 1 layout of the frontier with 1 mine leaves 1 for 2 cells, 1 with 2 mines leaves none
    assert percent("; mines: 2\n#1#1###") == "33% - 67% - 33% 33% 33%"


def test_each_component_has_its_own_odds() -> None:
    text = "; mines: 3\n#1#1#x#1###"
    assert percent(text) == "33% - 67% - 33% - 50% - 50% 33% 33%"


def test_odds_find_what_two_numbers_prove_together() -> None:
    board = parse_board("###\n121\n...")
    assert scan(board).safe == {}
    assert odds(board).mines == (0, 2)
    assert odds(board).safe == (1,)


def test_the_last_mines_are_found_by_the_total() -> None:
    assert odds(parse_board("; mines: 1\n1###\n####")).safe == (2, 3, 6, 7)
    assert odds(parse_board("; mines: 6\n2###\n####")).mines == (2, 3, 6, 7)


def test_a_full_or_empty_board_is_certain() -> None:
    assert odds(parse_board("; mines: 0\n##")).safe == (0, 1)
    assert odds(parse_board("; mines: 2\n##")).mines == (0, 1)


def test_shown_mines_count_and_are_not_found_again() -> None:
    found = odds(parse_board("; mines: 2\n*2#"))
    assert found.mines == (2,)
    assert found.by_cell[0] is None


def test_an_exploded_mine_counts_and_a_wrong_flag_says_nothing() -> None:
    assert percent("; mines: 2\n!x###") == "- - 33% 33% 33%"


def test_flags_and_question_marks_are_covered() -> None:
    assert percent("; mines: 1\nF1?\n#x#") == percent("; mines: 1\n#1#\n#x#")


def test_a_wrong_flag_of_the_player_never_makes_a_contradiction() -> None:
    assert odds(parse_board("; mines: 1\nFFF\nF1#\nFFF")).safe == ()


def test_a_finished_board_has_one_layout_and_nothing_to_find() -> None:
    found = odds(parse_board("; mines: 1\n*1\n11"))
    assert (found.safe, found.mines, found.layouts) == ((), (), 1)


def test_an_unreadable_tile_has_no_odds() -> None:
    found = odds(parse_board("; mines: 1\n1~"))
    assert (found.by_cell, found.safe, found.mines) == ((None, None), (), ())


def test_beside_an_unreadable_tile_only_what_holds_in_both_cases_is_certain() -> None:
    assert odds(parse_board("~1#")).mines == ()
    assert odds(parse_board("~2#")).mines == (2,)


def test_an_unreadable_tile_may_hold_one_of_the_mines() -> None:
    assert odds(parse_board("; mines: 1\n1##x~")).safe == (2,)
    assert odds(parse_board("; mines: 1\n##x~")).safe == ()
    assert odds(parse_board("; mines: 1\n#~")).mines == ()
    assert odds(parse_board("; mines: 2\n#~")).mines == (0,)


def test_without_a_total_only_the_frontier_has_odds() -> None:
    assert percent("#1####") == "50% - 50% - - -"


def test_without_a_total_one_more_mine_is_a_quarter_as_likely() -> None:
    assert percent("#1#1#") == "20% - 80% - 20%"


def test_what_only_the_total_proves_is_uncertain_without_it() -> None:
    assert odds(parse_board("; mines: 1\n#1#1#")).safe == (0, 4)
    assert odds(parse_board("#1#1#")).safe == ()
    assert odds(parse_board("##")).by_cell == (None, None)


def test_layouts_are_counted() -> None:
    assert odds(parse_board("; mines: 2\n#1#####")).layouts == 8
    assert odds(parse_board("#1#####")).layouts == 2


@pytest.mark.parametrize(
    ("width", "height", "mines"), [(9, 9, 10), (30, 16, 99), (30, 16, 240), (100, 50, 2500)]
)
def test_a_new_board(width: int, height: int, mines: int) -> None:
    size = width * height
    found = odds(Board.covered(width, height, mines))
    assert found.by_cell == pytest.approx([mines / size] * size, rel=NEAR)
    assert found.log10_layouts == pytest.approx(math.log10(math.comb(size, mines)), rel=NEAR)


def test_the_number_of_layouts_is_exact_below_two_to_the_53() -> None:
    assert odds(Board.covered(56, 1, 27)).layouts == math.comb(56, 27)
    assert odds(Board.covered(57, 1, 28)).layouts is None


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        pytest.param("2#", (0,), id="fewer cells than mines"),
        pytest.param("*.*", (1,), id="a mine beside an empty cell"),
        pytest.param("#1\n2.", (2,), id="one of three is wrong on its own"),
        pytest.param("x#2#.", (2, 4), id="two disagree"),
        pytest.param("1#1#1", (0, 2, 4), id="three disagree, no two of them"),
        pytest.param("1##\n##1\n1#2", None, id="more than single numbers show"),
        pytest.param("; mines: 2\n1#1", (), id="no room for the total"),
        pytest.param("; mines: 1\n#2#", (), id="too few mines for a number"),
        pytest.param("; mines: 0\n*#", (), id="more mines shown than there are"),
        pytest.param("; mines: 1\n#1#x#1#", (), id="components need more than the total"),
    ],
)
def test_a_contradiction_names_its_numbers(text: str, cells: tuple[int, ...] | None) -> None:
    board = parse_board(text)
    with pytest.raises(Contradiction, match="no layout of mines fits") as caught:
        odds(board)
    assert cells is None or caught.value.cells == cells
    _check_culprits(board, caught.value.cells)


def test_odds_of_every_position_of_tiny_boards() -> None:
    for width, height in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2)]:
        for board in _positions(width, height):
            check(board)


def test_odds_of_every_drawing_of_a_few_cells() -> None:
    for codes in product([0, 1, 2, COVERED, MINE, UNREADABLE], repeat=4):
        for width in (2, 4):
            for mines in (None, 1, 2):
                check(Board(width, 4 // width, bytes(codes), mines))


def test_odds_of_random_positions() -> None:
    for seed in range(ROUNDS):
        check(_position(random.Random(seed)))


def test_odds_of_random_positions_with_marks_shown_mines_and_unreadable_tiles() -> None:
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        board = _position(rng)
        check(Board(board.width, board.height, _marked(rng, board.cells), board.mines))


def test_odds_or_a_contradiction_of_damaged_boards() -> None:
    refused = 0
    for seed in range(2 * ROUNDS):
        rng = random.Random(seed)
        board = _position(rng)
        cells = bytearray(board.cells)
        for cell in rng.choices(range(len(cells)), k=rng.choice([1, 1, 2, 3])):
            cells[cell] = rng.choice([0, 1, 1, 2, 2, 3, 4, 8, COVERED, EXPLODED, WRONG_FLAG])
        refused += not check(Board(board.width, board.height, bytes(cells), board.mines))
    assert ROUNDS // 4 < refused < 2 * ROUNDS


@pytest.mark.parametrize(("length", "seeds"), [(200, 5), (1300, 1)])
def test_counts_of_long_boards_agree_with_exact_integers(length: int, seeds: int) -> None:
    """Counts of 200 cells exceed what a double holds exactly; those of 1300, its whole range."""
    for seed in range(seeds):
        rng = random.Random(seed)
        mines = sorted(rng.sample(range(length), length // 4))
        board = _opened(rng, 2, length // 2, mines, share=0.3)
        total = oracle.sweep(board)
        found = odds(board)
        assert found.log10_layouts == pytest.approx(math.log10(total), rel=NEAR)
        for cell in rng.sample([*board.where(UNOPENED)], 3):
            mined = oracle.sweep(board, mine=cell)
            assert found.by_cell[cell] == pytest.approx(mined / total, rel=NEAR)
            assert (cell in found.safe, cell in found.mines) == (mined == 0, mined == total)


def test_counting_like_a_large_board_gives_the_same_odds() -> None:
    """Rows of cells that say nothing make a board large, but change nothing else."""
    for seed in range(ROUNDS):
        board = _position(random.Random(seed))
        small = odds(board)
        silence = bytes([WRONG_FLAG]) * (600 * board.width)
        large = odds(Board(board.width, board.height + 600, board.cells + silence, board.mines))
        assert (large.safe, large.mines, large.layouts) == (small.safe, small.mines, small.layouts)
        for chance, same in zip(large.by_cell, small.by_cell, strict=False):
            assert chance == (same if same is None else pytest.approx(same, rel=NEAR))


def test_certainty_survives_counts_beyond_a_double() -> None:
    row = "#1#1#" + "x#" * 1400
    middle = odds(parse_board(f"; mines: 702\n{row}"))
    assert (middle.safe, middle.mines) == ((), ())
    lonely = odds(parse_board(f"; mines: 1\n{row}"))
    assert lonely.safe == (0, 4, *range(6, len(row), 2))
    assert odds(parse_board(f"; mines: 2\n{row}")).safe == ()
    crowded = odds(parse_board(f"; mines: 1402\n{row}"))
    assert (crowded.safe, crowded.mines) == ((2,), (0, 4, *range(6, len(row), 2)))
    assert odds(parse_board(f"; mines: 1401\n{row}")).mines == ()


def test_odds_agree_with_the_scan_wherever_it_is_certain() -> None:
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        board = _opened(rng, 30, 16, sorted(rng.sample(range(480), 99)), share=0.6)
        found = odds(board)
        seen = scan(board)
        assert seen.safe.keys() <= set(found.safe)
        assert seen.mines.keys() <= set(found.mines)


def test_odds_add_up_to_the_mine_total() -> None:
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        board = _opened(rng, 30, 16, sorted(rng.sample(range(480), 99)), share=rng.random())
        chances = [chance for chance in odds(board).by_cell if chance is not None]
        assert math.fsum(chances) == pytest.approx(99, rel=NEAR)


def test_a_board_that_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = interpreted().counting
    board = parse_board("\n".join("2#" * 6 if row % 2 == 0 else "##" * 6 for row in range(12)))
    assert odds(board)
    monkeypatch.setattr(counting, "MOST_WORDS", 10_000)
    with pytest.raises(TooWide, match="too many numbers"):
        odds(board)


def test_a_board_that_is_too_wide_to_count_may_be_possible() -> None:
    board = parse_board("\n".join("2#" * 20 if row % 2 == 0 else "##" * 20 for row in range(40)))
    with pytest.raises(TooWide):
        odds(board)
    assert possible(board)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
def test_odds_of_a_large_board_add_up_to_its_mines(share: float) -> None:
    rng = random.Random(1)
    board = _opened(rng, 40, 40, sorted(rng.sample(range(1600), 320)), share)
    assert math.fsum(filter(None, odds(board).by_cell)) == pytest.approx(320, rel=NEAR)


def test_counts_of_layouts_do_not_overflow() -> None:
    """The number of ways to put six mines on 1320 to 1370 cells almost fills 53 bits.

    Times the cells that are left, it does not fit into 63.
    """
    cells = bytearray(Board.covered(37, 37).cells)
    cells[3 * 37 + 3] = cells[3 * 37 + 5] = 1
    board = Board(37, 37, bytes(cells), 8)
    both, apart, rest = 3, 5, 37 * 37 - 2 - 13
    one = both * comb(rest, 7)  # layouts with one mine around both numbers
    two = apart * apart * comb(rest, 6)
    found = odds(board)
    assert found.by_cell[3 * 37 + 4] == pytest.approx(comb(rest, 7) / (one + two), rel=NEAR)
    assert found.log10_layouts == pytest.approx(math.log10(one + two), rel=NEAR)


def check(board: Board) -> bool:
    """Compare the odds of a board with the oracle. Returns whether it has any."""
    expected = oracle.odds(board)
    if expected is None:
        with pytest.raises(Contradiction) as caught:
            odds(board)
        _check_culprits(board, caught.value.cells)
        return False
    found = odds(board)
    assert found.safe == tuple(cell for cell, share in enumerate(expected) if share == 0), board
    assert found.mines == tuple(cell for cell, share in enumerate(expected) if share == 1), board
    for chance, share in zip(found.by_cell, expected, strict=True):
        assert (chance is None) == (share is None), board
        assert chance is None or chance == pytest.approx(float(share or 0), abs=NEAR), board
    assert found.layouts == _layouts(board), board
    return True


def _check_culprits(board: Board, cells: tuple[int, ...]) -> None:
    """Check that the named numbers clash, and that each of them is needed for that."""
    if not cells:
        assert _possible(board, tuple(board.where(NUMBERS))), board
        return
    assert not _possible(board, cells), board
    for cell in cells:
        assert _possible(board, tuple(other for other in cells if other != cell)), board


def _possible(board: Board, numbers: tuple[int, ...]) -> bool:
    cells = bytes(
        code if code not in NUMBERS or cell in numbers else WRONG_FLAG
        for cell, code in enumerate(board.cells)
    )
    some = oracle.layouts(Board(board.width, board.height, cells))
    return next(some, None) is not None


def _layouts(board: Board) -> int:
    found = sum(1 for _ in oracle.layouts(board))
    if board.mines is not None:
        return found
    far = sum(code in UNOPENED or code == UNREADABLE for code in board.cells)
    return found >> (far - len(oracle.frontier(board)))


def _position(rng: random.Random) -> Board:
    """A true position of a board up to 5 x 5 with at most 10 covered cells."""
    width, height = rng.randint(1, 5), rng.randint(1, 5)
    mines = rng.sample(range(width * height), rng.randint(0, min(6, width * height)))
    board = _opened(rng, width, height, mines, share=rng.choice([0.5, 0.7, 0.9]))
    cells = bytearray(board.cells)
    safe = [cell for cell in board.where({COVERED}) if cell not in mines]
    truth = _opened(rng, width, height, mines, share=1.0).cells
    while cells.count(COVERED) > 10 and safe:
        cell = safe.pop(rng.randrange(len(safe)))
        cells[cell] = truth[cell]
    return Board(width, height, bytes(cells), board.mines if rng.random() < 0.8 else None)


def _opened(rng: random.Random, width: int, height: int, mines: list[int], share: float) -> Board:
    """A board on which every cell without a mine is open with probability ``share``."""
    covered = Board.covered(width, height, len(mines))
    hidden = set(mines)
    table = covered.neighbours()
    cells = bytearray(covered.cells)
    for cell in range(len(cells)):
        if cell not in hidden and rng.random() < share:
            cells[cell] = sum(neighbour in hidden for neighbour in table[cell])
    return Board(width, height, bytes(cells), len(mines))


def _marked(rng: random.Random, cells: bytes) -> bytes:
    return bytes(
        rng.choice([FLAG, QUESTION, UNREADABLE, code, code])
        if code == COVERED
        else rng.choice([UNREADABLE, WRONG_FLAG, *[code] * 8])
        for code in cells
    )


def _positions(width: int, height: int) -> Iterator[Board]:
    """Every position of every layout, each with and without its mine total."""
    size = width * height
    for hidden in product([False, True], repeat=size):
        mines = [cell for cell in range(size) if hidden[cell]]
        truth = _opened(random.Random(0), width, height, mines, share=1.1).cells
        for open_cells in product([False, True], repeat=size - len(mines)):
            cells = bytearray(truth)
            safe = [cell for cell in range(size) if not hidden[cell]]
            for cell, is_open in zip(safe, open_cells, strict=True):
                if not is_open:
                    cells[cell] = COVERED
            for total in (None, len(mines)):
                yield Board(width, height, bytes(cells), total)
