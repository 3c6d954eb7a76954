"""Python answers for the first boards itself; compiled functions give the same bits."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from solver_bot.board import COVERED, FLAG, MINE, UNREADABLE, WRONG_FLAG, Board, parse_boards
from solver_bot.solve import engine
from solver_bot.solve.engine import ENGINE
from solver_bot.solve.odds import Contradiction, odds, possible

POSITIONS = Path(__file__).resolve().parents[2] / "benchmarks" / "positions"


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = ENGINE.left
    yield
    ENGINE.left, ENGINE.before_loading = before, None


def _positions(name: str) -> list[Board]:
    return parse_boards((POSITIONS / f"{name}.txt").read_text())


SIZES = (4, 4), (9, 9), (16, 16), (30, 16)


def _random_board(dice: random.Random, sizes: Sequence[tuple[int, int]] = SIZES) -> Board:
    """A board of any kinds of cells, possible or not, with its mine total or without."""
    width, height = dice.choice(sizes)
    mines = set(dice.sample(range(width * height), width * height // dice.choice([4, 5, 7])))
    covered = Board.covered(width, height, len(mines))
    share, odd = dice.random(), dice.choice([0.0, 0.05])
    cells = bytearray(covered.cells)
    for cell, around in enumerate(covered.neighbours()):
        if dice.random() < odd:
            other = COVERED if cell in mines else WRONG_FLAG
            cells[cell] = dice.choice([FLAG, UNREADABLE, MINE if cell in mines else other])
        elif cell not in mines and dice.random() < share:
            cells[cell] = len(mines & {*around})
    if dice.random() < 0.2 and width < 9:
        cells[dice.randrange(len(cells))] = dice.randrange(9)
    return Board(width, height, bytes(cells), len(mines) if dice.random() < 0.7 else None)


def _answer(board: Board) -> str:
    """The odds with every bit, or what clashes; and whether the board is possible."""
    try:
        return repr((odds(board), possible(board)))
    except Contradiction as clash:
        return repr((clash.cells, possible(board)))


def test_python_gives_the_bits_that_compiled_functions_give() -> None:
    dice = random.Random(21)
    boards = _positions("expert200")[::5] + [_random_board(dice) for _ in range(150)]
    ENGINE.left = 10**9
    interpreted = [_answer(board) for board in boards]
    ENGINE.left = 0
    assert interpreted == [_answer(board) for board in boards]


def test_python_gives_these_bits_for_large_boards_without_a_mine_total() -> None:
    dice = random.Random(22)
    boards = [replace(_random_board(dice, [(26, 22), (50, 50)]), mines=None) for _ in range(20)]
    analysis = engine.compiled().analysis
    told = 0
    for board in boards:
        codes = engine.code_array(board.cells)
        found = engine._interpreted(codes, board.width, -1, False)
        if found:
            told += 1
            same = analysis.answer(codes, board.width, -1, analysis.FULL, 1 << 22)
            assert repr(found) == repr(same)
    assert told > 10


def _in_a_process(code: str) -> None:
    begin = (
        "import sys; from solver_bot.board import Board; from solver_bot.solve import engine;"
        "from solver_bot.solve.odds import odds, possible;"
    )
    subprocess.run([sys.executable, "-c", begin + code], check=True, timeout=120)


def test_one_board_is_answered_without_numba() -> None:
    _in_a_process(
        "board = Board.covered(30, 16, 99); odds(board), possible(board);"
        "assert 'numba' not in sys.modules"
    )


def test_a_large_board_without_a_mine_total_is_answered_without_numba() -> None:
    _in_a_process(
        "assert possible(Board(26, 22, bytes([9] * 572))); assert 'numba' not in sys.modules"
    )


def test_numba_is_loaded_once_many_boards_were_asked_about() -> None:
    _in_a_process(
        "engine.ENGINE.left = 500; board = Board.covered(16, 16, 40); odds(board);"
        "assert 'numba' not in sys.modules;"
        "odds(board); assert 'numba' in sys.modules"
    )


def test_what_is_loaded_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ENGINE.left = 1000
    engine.compiled.cache_clear()
    engine.compiled()
    monkeypatch.setattr(engine, "interpreted", _never)
    assert engine.analyse(Board.covered(3, 3, 2).cells, 3, 2, False, 1 << 20)[-2] == 36


def _never() -> None:
    raise AssertionError("it should not be asked")


@pytest.mark.parametrize("board", _positions("stress10")[1:4])
def test_a_hard_board_is_left_to_compiled_functions(board: Board) -> None:
    ENGINE.left = 10**6
    codes = engine.code_array(board.cells)
    assert engine._interpreted(codes, board.width, board.mines or 0, alone=False) is None
    assert odds(board).by_cell


def test_a_command_may_wait_before_compiled_functions_are_loaded() -> None:
    said: list[str] = []
    engine.compiled.cache_clear()
    ENGINE.before_loading = _saying(said)
    ENGINE.left = 9
    odds(Board.covered(3, 3, 2))
    assert said == []
    odds(Board.covered(3, 3, 2))
    odds(Board.covered(3, 3, 2))
    assert said == ["waits"]


def _saying(said: list[str]) -> Callable[[], object]:
    return lambda: said.append("waits")
