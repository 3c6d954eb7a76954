"""Advice: what is certain with the exact odds, the guess where nothing is, and why."""

from __future__ import annotations

import pytest

from solver_bot.board import Board, Outcome, StartRule, parse_board
from solver_bot.solve.advice import advise
from solver_bot.solve.explain import clashing, guess_reason, lacking_total, proof, reason
from solver_bot.solve.guess import Guess, first_cell

ONE_TWO_ONE = parse_board("""
    ; mines: 4
    #####
    #####
    11211
    .....
""")


def test_exact_odds_find_what_single_numbers_miss() -> None:
    assert advise(ONE_TWO_ONE, scan_only=True).safe == ()
    assert set(advise(ONE_TWO_ONE).safe) >= {7}
    assert set(advise(ONE_TWO_ONE).mines) == {6, 8}


def test_the_guess_is_the_least_likely_mine_if_no_cell_is_safe() -> None:
    advice = advise(parse_board("; mines: 3\n#2###\n#####"))
    assert advice.safe == ()
    assert advice.guess is not None
    assert advice.guess.odds == pytest.approx(1 / 4)
    assert advice.guess.cell in {3, 4, 8, 9}


def test_a_sure_mine_is_never_the_guess() -> None:
    assert advise(parse_board("; mines: 3\n3##\n##1\n")).guess != Guess(1, 1.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1~1\n111\n...", "the cells that are left can't be read"),
        ("1~1\n111\n...\n...\n111\n1#1", "the cells that are left can't be read"),
        ("1F1..\n111..\n.....\n....~\n...~#", ""),
        ("1F~#####\n12######\n.1F#####", ""),
    ],
)
def test_where_all_cells_that_are_left_are_unread_that_is_said(text: str, said: str) -> None:
    board = parse_board(text)
    assert lacking_total(board, advise(board)) == said


def test_a_game_in_which_only_mines_are_covered_is_won_whatever_the_total() -> None:
    assert advise(parse_board("#1\n11")).outcome is Outcome.WON
    assert advise(parse_board("##\n##")).outcome is Outcome.PLAYING


def test_nothing_is_advised_after_the_end() -> None:
    advice = advise(parse_board("; mines: 1\n!1#\n11#"))
    assert advice.outcome is Outcome.LOST
    assert (advice.safe, advice.mines, advice.guess) == ((), (), None)


@pytest.mark.parametrize("scan_only", [False, True])
@pytest.mark.parametrize(
    "text", ["2#\n1.", "; mines: 1\n1#2##1\n11211#", "; mines: 4\n#1.\n11.\n..."]
)
def test_an_impossible_board_gets_no_advice(text: str, scan_only: bool) -> None:
    advice = advise(parse_board(text), scan_only)
    assert (advice.safe, advice.mines, advice.guess) == ((), (), None)
    if not scan_only:
        assert advice.contradiction is not None


@pytest.mark.parametrize("scan_only", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "11\n11",
        "; mines: 0\n11\n11",
        "; mines: 3\n1#\n##",
        "; mines: 0\n1#",
        "; mines: 1\n1##1",
        "; mines: 2\n*2F\n221",
    ],
)
def test_a_board_with_wrong_numbers_or_total_is_not_won(text: str, scan_only: bool) -> None:
    advice = advise(parse_board(text), scan_only)
    assert advice.outcome is Outcome.PLAYING
    assert (advice.safe, advice.mines, advice.guess) == ((), (), None)
    assert advice.contradiction is not None


@pytest.mark.parametrize(
    ("width", "height", "opens_area", "place"),
    [(30, 16, True, (3, 3)), (30, 16, False, (0, 0)), (4, 4, True, (1, 1))],
)
def test_the_first_cell_follows_the_start_rule(
    width: int, height: int, opens_area: bool, place: tuple[int, int]
) -> None:
    cell = first_cell(width, height, opens_area)
    assert Board.covered(width, height).place(cell) == place


def test_a_proof_by_several_numbers_names_those_it_needs() -> None:
    assert reason(ONE_TWO_ONE, advise(ONE_TWO_ONE), 7) == (
        "row 2, column 3 is safe: a mine there would contradict "
        "the 1 at row 3, column 1 and the 1 at row 3, column 2"
    )


def test_a_proof_by_many_numbers_names_their_rows() -> None:
    board = parse_board("; mines: 6\n#11##\n1111#\n11.1#\n#212#\n#2###")
    assert reason(board, advise(board), 24) == (
        "row 5, column 5 is safe: a mine there would contradict "
        "the numbers in row 2 (columns 3 and 4), row 3 (column 4) and row 4 (columns 3 and 4)"
    )


def test_places_in_a_reason_count_from_the_given_number() -> None:
    advice = advise(ONE_TWO_ONE)
    assert reason(ONE_TWO_ONE, advice, 7, first=0) == (
        "row 1, column 2 is safe: a mine there would contradict "
        "the 1 at row 2, column 0 and the 1 at row 2, column 1"
    )


def test_only_a_new_game_is_advised_by_what_the_program_promises() -> None:
    new, begun = Board.covered(3, 3, 1), parse_board("; mines: 1\n1##\n###\n###")
    assert advise(new).guess
    assert advise(new, start=StartRule.SAFE).guess is None
    assert advise(begun, start=StartRule.SAFE) == advise(begun)


def test_a_cell_that_the_total_proves_has_a_reason() -> None:
    board = parse_board("; mines: 1\n#1#\n11#\n###")
    advice = advise(board)
    sentence = reason(board, advice, 8)
    assert "row 3, column 3 is safe" in sentence


def test_a_proof_is_a_single_number_or_all_the_numbers_it_needs() -> None:
    advice = advise(ONE_TWO_ONE)
    assert proof(ONE_TWO_ONE, advice, 7) == (10, 11)
    settled = parse_board("; mines: 1\n.1#\n.1#\n.11\n")
    assert proof(settled, advise(settled), 5) in {(4,), (7,), (8,)}


def test_the_reason_of_a_guess_names_odds_chance_and_runners_up() -> None:
    board = Board.covered(9, 9, 10)
    assert guess_reason(board, Guess(0, 0.25)) == "row 1, column 1 is a mine with 25.0% odds"
    assert "the chance to win is 50.0%" in guess_reason(board, Guess(0, 0.25, 0.5))
    assert "the coin is tossed now" in guess_reason(board, Guess(0, 0.5, toss=True))
    told = guess_reason(board, Guess(0, 0.25, runners_up=((9, 0.3), (1, 0.2))))
    assert told.endswith("next best: row 2, column 1 (30.0%), row 1, column 2 (20.0%)")


def test_an_uncertain_cell_has_no_reason() -> None:
    with pytest.raises(KeyError):
        reason(ONE_TWO_ONE, advise(ONE_TWO_ONE), 0)


def test_numbers_that_clash_are_named_by_rows_and_columns_that_count_from_1() -> None:
    board = parse_board("3#\n11")
    cells = advise(board).contradiction
    assert cells is not None
    assert clashing(board, cells) == "the numbers at row 1, column 1"
    assert clashing(board, ()) == "the mine total"
