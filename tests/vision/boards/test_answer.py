"""Which readings are believed, and what of them is read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import CODES, EMPTY, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.boards.answer import Answer, answered, without_unseen_lines
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.readings import last_row_unread, reading


def test_a_board_of_which_the_cells_are_sure_is_believed() -> None:
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["1#####"] * 4


def test_a_board_of_which_the_cells_are_hardly_sure_is_not_believed() -> None:
    assert answered(reading(0.6, columns=3), possible) == "what the cells show is not sure enough"


def test_a_board_that_none_can_be_if_it_ends_is_one_that_goes_on() -> None:
    """A 3 in a corner has only two covered cells around it, and both corners show one."""
    found = answered(replace(reading(1e-9, "3"), ends=(0.99, 1.0, 1.0, 0.995)), possible)
    assert isinstance(found, Answer)
    assert found.cut == {"left", "bottom"}
    assert found.board.rows() == ["~#####"] * 3 + ["~~~~~~"]


def test_where_a_board_goes_on_its_outermost_cells_are_read_if_they_surely_are_cells() -> None:
    shown = replace(reading(1e-9, "3"), ends=(0.99, 1.0, 1.0, 0.995))
    found = answered(replace(shown, gain=np.full((4, 6), 5.5)), possible)
    assert isinstance(found, Answer)
    assert found.cut == {"left", "bottom"}
    assert found.board.rows() == ["3#####"] * 4


def test_of_a_board_that_none_can_be_if_it_ends_as_few_sides_as_possible_go_on() -> None:
    """Fives need five cells around them, so the line beside them is not the outermost one."""
    shown = replace(reading(1e-9, "5"), ends=(1.0, 0.98, 0.99, 0.999))
    found = answered(shown, possible)
    assert isinstance(found, Answer)
    assert "left" in found.cut
    assert "right" not in found.cut


def test_a_cell_that_is_hardly_sure_is_unread() -> None:
    shown = reading(0.999)
    likely = shown.likely.copy()
    likely[0, 0, CODES["1"]], likely[0, 0, CODES["F"]] = np.log(0.9), np.log(0.1)
    found = answered(replace(shown, likely=likely), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["~#####"] + ["1#####"] * 3


def test_a_sign_beside_something_in_front_must_be_surer() -> None:
    """What hides the next cell may hide a part of it: half a 3 looked like a question mark."""
    shown = reading(0.98)
    likely = shown.likely.copy()
    likely[1, 1] = np.log(1e-9)
    likely[1, 1, UNREADABLE] = 0
    found = answered(replace(shown, likely=likely), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["~#####", "~~####", "~#####", "1#####"]


@pytest.mark.parametrize(("sure", "shown"), [(0.97, "~"), (0.99, "F")])
def test_a_flag_must_be_surer_than_a_number(sure: float, shown: str) -> None:
    """A thin 1 in a terminal was taken for a flag, and so for a mine."""
    seen = reading(0.999)
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[4:16, 84:96] = picture[24:36, 84:96] = 200
    likely = seen.likely.copy()
    likely[:2, 4] = np.log(1e-9)
    likely[:2, 4, [CODES["F"], CODES["1"]]] = np.log((sure, 1 - sure))
    likely[2, 0, [CODES["1"], UNREADABLE]] = np.log((0.97, 0.03))
    cut = cut_patches(picture, seen.lattice)
    found = answered(replace(seen, likely=likely, cut=cut), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == [f"1###{shown}#"] * 2 + ["1#####"] * 2


def test_a_flag_need_not_be_so_sure_where_no_cell_is_left_to_be_opened() -> None:
    """All mines of a won game of GNOME Mines are flags. They were left unread."""
    seen = reading(0.999)
    picture = np.zeros((80, 120, 3), np.uint8)
    for row in range(4):
        picture[20 * row + 4 : 20 * row + 16, 4:16] = 200
    likely = np.full_like(seen.likely, np.log(1e-9))
    likely[..., EMPTY] = 0
    likely[:, 1] = np.log(1e-9)
    for row, number in enumerate("2332"):
        likely[row, 1, CODES[number]] = 0
    likely[:, 0] = np.log(1e-9)
    likely[:, 0, [CODES["F"], CODES["?"]]] = np.log((0.97, 0.03))
    cut = cut_patches(picture, seen.lattice)
    found = answered(replace(seen, likely=likely, cut=cut), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["F2....", "F3....", "F3....", "F2...."]


@pytest.mark.parametrize(("sure", "corner"), [(0.99, "~"), (0.9995, "#")])
def test_the_only_covered_cell_must_be_surer(sure: float, corner: str) -> None:
    """Something in front of a cell may look like one, and no other covered cell tells.

    The cell is drawn unlike all others. On so small a board a single unopened cell is not rare.
    """
    rows = ["#1.", "11.", "...", "..."]
    likely = np.full((4, 3, UNREADABLE + 1), np.log(1e-9), np.float32)
    for row, column in np.ndindex(4, 3):
        likely[row, column, CODES[rows[row][column]]] = 0
    likely[0, 0, [CODES["#"], UNREADABLE]] = np.log((sure, 1 - sure))
    shown, picture = reading(0.999, columns=3), np.zeros((80, 60, 3), np.uint8)
    picture[:20, :20] = 160
    cut = cut_patches(picture, shown.lattice)
    found = answered(replace(shown, likely=likely, cut=cut), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == [f"{corner}1.", *rows[1:]]


def test_cells_are_not_what_they_are_refused_for_their_colour() -> None:
    """It was a 2 in another colour."""
    shown = reading(0.999)
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[4:16, 4:16] = picture[24:36, 4:16] = 200
    likely = shown.likely.copy()
    likely[2:, 0, CODES["1"]], likely[2:, 0, CODES["2"]] = np.log(0.99), np.log(0.01)
    shown = replace(shown, likely=likely, cut=cut_patches(picture, shown.lattice))
    found = answered(shown, possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["1#####"] * 2 + ["~#####"] * 2
    assert (found.likely[2:, 0].argmax(-1) == CODES["2"]).all()


def test_of_a_board_that_is_less_sure_on_average_only_what_is_very_sure_is_read() -> None:
    found = answered(reading(0.97, "23456"), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["1#####"] * 4
    found = answered(reading(0.97, "23456", columns=2), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["~#"] * 4


def test_a_cell_is_sure_if_the_rules_exclude_what_else_it_may_be() -> None:
    found = answered(reading(0.93), possible)
    assert isinstance(found, Answer)
    assert found.board.rows() == ["1#####"] * 4


def test_outermost_lines_of_which_nothing_is_seen_may_not_be_the_boards() -> None:
    found = without_unseen_lines(last_row_unread(), (5, 5, 5, 1))
    assert found.board.rows() == ["1#####"] * 3
    assert found.lattice.rows == 3
    assert found.cut == {"bottom"}


def test_outermost_lines_whose_cells_are_there_but_unread_are_the_boards() -> None:
    found = without_unseen_lines(last_row_unread(), (5, 5, 5, 5))
    assert found.board.rows() == [*["1#####"] * 3, "~~~~~~"]
    assert not found.cut


def test_empty_cells_beyond_lines_of_which_nothing_is_seen_are_not_the_boards() -> None:
    shown = answered(reading(0.999), possible)
    assert isinstance(shown, Answer)
    codes = shown.codes.copy()
    codes[:, 3:5], codes[:, 5] = UNREADABLE, EMPTY
    found = without_unseen_lines(replace(shown, codes=codes), (5, 5, 5, 5))
    assert found.board.rows() == ["1##"] * 4
    assert found.cut == {"right"}


@pytest.mark.parametrize(
    ("rows", "columns", "left"),
    [
        (slice(1, 3), slice(2, 4), 0),
        (slice(0, 2), slice(2, 4), 4),  # it reaches the upper edge
        (slice(1, 2), slice(0, 6), 0),  # a banner
        (slice(0, 1), slice(0, 6), 6),
    ],
)
def test_what_a_message_within_the_board_hides_is_not_left_to_be_read(
    rows: slice, columns: slice, left: int
) -> None:
    """Behind what reaches an edge the board may go on."""
    one = reading(0.999)
    likely, seen = one.likely.copy(), one.seen.likely.copy()
    likely[rows, columns], seen[rows, columns] = -20, -20
    likely[rows, columns, UNREADABLE] = seen[rows, columns, UNREADABLE] = 0
    found = answered(replace(one, likely=likely, seen=replace(one.seen, likely=seen)), possible)
    assert isinstance(found, Answer)
    assert round(found.left * found.codes.size) == left


def opened(board: str) -> Reading:
    """A reading of cells that surely show this board."""
    shown = reading(0.999)
    likely = np.full_like(shown.likely, np.log(1e-6))
    for row, line in enumerate(board.split("/")):
        for column, symbol in enumerate(line):
            likely[row, column, CODES[symbol]] = 0
    return replace(shown, likely=likely)


@pytest.mark.parametrize(
    ("board", "left"),
    [
        ("1*2*1./11.11./11211./1*2*1.", "1*2*1./11~11./11211./1*2*1."),
        ("1*2*1./....../....../1*2*1.", ""),
    ],
)
def test_a_number_that_is_left_out_on_a_lost_board_is_unread(board: str, left: str) -> None:
    found = answered(opened(board), possible)
    assert ("/".join(found.board.rows()) if isinstance(found, Answer) else "") == left
