"""Real screenshots: every cell is read correctly, and the marks match those of a slow solver."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from solver_bot.board import Board, parse_boards
from solver_bot.solve.advice import advise
from solver_bot.vision.extract import read
from solver_bot.vision.picture import load_picture
from solver_bot.vision.skin_files import shipped_skins

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "samples").glob("*.txt"))
Place = tuple[int, int]


def names(path: Path) -> str:
    return path.stem


def truth(path: Path) -> list[Board]:
    return parse_boards(path.read_text(encoding="utf-8"))


def test_there_are_enough_samples() -> None:
    assert len(SAMPLES) >= 16
    assert all(path.with_suffix(".png").exists() for path in SAMPLES)


@pytest.mark.parametrize("path", SAMPLES, ids=names)
def test_a_sample_is_read_exactly(path: Path) -> None:
    found = read(load_picture(path.with_suffix(".png")), shipped_skins())
    assert [e.board.rows() for e in found] == [board.rows() for board in truth(path)]
    assert not any(extraction.cut for extraction in found)


@pytest.mark.parametrize("path", SAMPLES, ids=names)
def test_the_mine_total_of_a_known_level_is_given(path: Path) -> None:
    for extraction, board in zip(
        read(load_picture(path.with_suffix(".png")), shipped_skins()), truth(path), strict=True
    ):
        assert extraction.board.mines in {board.mines, None} or extraction.skin.name == "xdemineur"


@pytest.mark.parametrize("path", SAMPLES, ids=names)
def test_the_scan_finds_the_same_cells_as_a_slow_solver(path: Path) -> None:
    for board in truth(path):
        advice = advise(board, scan_only=True)
        if advice.outcome == "playing":
            assert (places(board, advice.safe), places(board, advice.mines)) == slowly(board)


@pytest.mark.parametrize("path", SAMPLES, ids=names)
def test_exact_odds_keep_every_mark_of_the_scan(path: Path) -> None:
    for board in truth(path):
        scan, exact = advise(board, scan_only=True), advise(board)
        assert set(scan.safe) <= set(exact.safe)
        assert set(scan.mines) <= set(exact.mines)


def places(board: Board, cells: tuple[int, ...]) -> set[Place]:
    return {board.place(cell) for cell in cells}


def slowly(board: Board) -> tuple[set[Place], set[Place]]:
    """Safe cells and mines by the two basic rules, without any data kept between steps."""
    shown = {
        (row, column): symbol
        for row, line in enumerate(board.rows())
        for column, symbol in enumerate(line)
    }
    safe: set[Place] = set()
    mines: set[Place] = set()
    while True:
        before = len(safe) + len(mines)
        for (row, column), symbol in shown.items():
            if symbol not in ".12345678":
                continue
            number = 0 if symbol == "." else int(symbol)
            around = {
                (row + down, column + right)
                for down, right in product((-1, 0, 1), repeat=2)
                if (down or right) and (row + down, column + right) in shown
            }
            unknown = {p for p in around if shown[p] in "#F?"} - safe - mines
            missing = number - len(around & mines) - sum(shown[p] in "*!" for p in around)
            if missing == 0:
                safe |= unknown
            elif missing == len(unknown):
                mines |= unknown
        if len(safe) + len(mines) == before:
            return safe, mines
