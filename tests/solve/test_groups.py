"""Reasons in groups: every certain cell once, and each proved by the numbers of its group."""

from __future__ import annotations

from pathlib import Path

from solver_bot.board import Board, parse_board, parse_boards
from solver_bot.solve.advice import advise
from solver_bot.solve.explain import group_reason, groups, proof, reason

POSITIONS = Path(__file__).resolve().parents[2] / "benchmarks" / "positions" / "expert200.txt"


def expert() -> list[Board]:
    return parse_boards(POSITIONS.read_text(encoding="utf-8"))[:40]


def test_every_certain_cell_is_in_one_group() -> None:
    for board in expert():
        advice = advise(board)
        cells = [cell for group in groups(board, advice) for cell in group.cells]
        assert sorted(cells) == sorted([*advice.safe, *advice.mines])


def test_the_numbers_of_a_group_prove_each_of_its_cells() -> None:
    for board in expert():
        advice = advise(board)
        for group in groups(board, advice):
            assert set(group.cells) <= set(advice.safe) or set(group.cells) <= set(advice.mines)
            for cell in group.cells:
                alone = advice.scan.safe.get(cell) or advice.scan.mines.get(cell)
                if alone:
                    assert group.numbers[0] in alone
                else:
                    assert group.numbers == proof(board, advice, cell)


def test_what_one_number_proves_comes_first() -> None:
    for board in expert():
        advice = advise(board)
        alone = {**advice.scan.safe, **advice.scan.mines}
        easy = [group.cells[0] in alone for group in groups(board, advice)]
        assert easy == sorted(easy, reverse=True)


def test_cells_that_follow_from_one_number_are_named_together() -> None:
    board = parse_board("""
        .2#
        .3#
        .2#
    """)
    (group,) = groups(board, advise(board))
    assert group_reason(board, advise(board), group) == (
        "row 1, column 3; row 2, column 3; row 3, column 3 are mines: "
        "the 3 at row 2, column 2 needs every covered cell left around it"
    )


def test_a_brief_reason_names_one_number_and_a_full_one_names_all() -> None:
    board = parse_board("""
        .2#
        .3#
        .2#
    """)
    advice = advise(board)
    assert reason(board, advice, 8).count("needs every") == 2
    assert reason(board, advice, 8, brief=True).count("needs every") == 1
