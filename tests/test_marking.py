"""Which cells are marked, and how: forms that differ in shape, flags, hints and odds."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from solver_bot.board import parse_board
from solver_bot.marking import Advised, annotated, easiest_mark, marks_of, without_flagged
from solver_bot.solve.advice import advise
from solver_bot.vision.captions import LEGEND, with_legend
from solver_bot.vision.draw_board import draw_board
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import CellMark, draw_marks, link_proofs
from solver_bot.vision.skin_files import named_skin
from solver_bot.vision.stamps import Form, percents, shade, stamp

EDGE = parse_board("""
    #####
    #####
    11211
    .....
""")
"""Row 2 from the left: safe, mine, safe, mine, safe."""


def forms(board_text: str, odds: bool = False) -> dict[int, Form]:
    board = parse_board(board_text)
    return {mark.cell: mark.form for mark in marks_of(board, advise(board), odds)}


@pytest.mark.parametrize("pair", list(combinations(Form, 2)), ids=str)
@pytest.mark.parametrize("size", [16, 24, 40])
def test_any_two_forms_differ_in_shape_and_not_only_in_colour(
    pair: tuple[Form, Form], size: int
) -> None:
    one, other = (
        stamp(form, size, size, "25" if form in {Form.GUESS, Form.ODDS} else "") for form in pair
    )
    differs = np.abs(one.alpha.astype(int) - other.alpha) > 100
    assert differs.mean() > 0.05


def test_the_same_mark_is_the_same_object() -> None:
    assert stamp(Form.SAFE, 20, 20) is stamp(Form.SAFE, 20, 20)


def test_safe_cells_get_rings_and_mines_crosses() -> None:
    found = forms("""
        11#
        .1#
        .11
    """)
    assert set(found.values()) <= {Form.SAFE, Form.MINE}
    board = parse_board("11#\n.1#\n.11")
    advice = advise(board)
    assert {cell for cell, form in found.items() if form is Form.SAFE} == set(advice.safe)


def test_a_flag_on_a_safe_cell_is_wrong_and_one_on_a_mine_is_dimmed() -> None:
    board = parse_board("""
        F####
        #F###
        11211
        .....
    """)
    advice = advise(board)
    found = {mark.cell: mark.form for mark in marks_of(board, advice)}
    assert 6 in advice.mines
    assert found[6] is Form.FLAGGED
    wrong = parse_board("""
        #####
        F####
        11211
        .....
    """)
    advice = advise(wrong)
    assert 5 in advice.safe
    assert {m.cell: m.form for m in marks_of(wrong, advice)}[5] is Form.WRONG_FLAG


def test_an_overlay_leaves_right_flags_alone() -> None:
    marks = [CellMark(1, Form.FLAGGED), CellMark(2, Form.MINE)]
    assert list(without_flagged(marks)) == [CellMark(2, Form.MINE)]


def test_a_hint_is_a_cell_that_one_number_proves() -> None:
    board = parse_board("""
        ####
        1211
        ....
    """)
    advice = advise(board)
    (mark,) = easiest_mark(board, advice)
    assert mark.cell in {**advice.scan.safe, **advice.scan.mines} or not advice.scan.safe
    assert mark.cell in {*advice.safe, *advice.mines}


def test_without_a_certain_cell_the_hint_is_the_guess() -> None:
    board = parse_board("""
        ##
        11
        ..
    """)
    (mark,) = easiest_mark(board, advise(board))
    assert mark.form is Form.GUESS
    assert mark.percent == "50"


def test_a_game_that_is_over_gets_no_marks() -> None:
    for text in ("*1\n11", "!1\n11"):
        board = parse_board(text)
        assert marks_of(board, advise(board), with_odds=True) == []
        assert easiest_mark(board, advise(board)) == []


def test_odds_are_only_where_nothing_is_certain() -> None:
    advice = advise(EDGE)
    found = {mark.cell: mark.form for mark in marks_of(EDGE, advice, with_odds=True)}
    for cell, form in found.items():
        if form is Form.ODDS:
            assert cell not in advice.safe
            assert cell not in advice.mines


@pytest.mark.parametrize(
    ("odds", "text"),
    [(0.0, "0"), (0.001, "1"), (0.25, "25"), (0.999, "99"), (1.0, "100")],
)
def test_only_certain_cells_have_odds_of_0_or_100_percent(odds: float, text: str) -> None:
    assert percents(odds) == text


def test_odds_are_graded_from_green_to_red() -> None:
    reds = [shade(odds)[2] for odds in (0.0, 0.25, 0.5, 1.0)]
    greens = [shade(odds)[1] for odds in (0.5, 0.75, 1.0)]
    assert reds == sorted(reds)
    assert greens == sorted(greens, reverse=True)


def test_a_mark_stays_in_its_cell() -> None:
    board = parse_board("####\n####\n####")
    picture = draw_board(board, named_skin("classic"), 24)
    lattice = Lattice.even(0, 0, 24, 24, 4, 3)
    for form in Form:
        percent = "25" if form in {Form.GUESS, Form.ODDS} else ""
        marked = draw_marks(picture, lattice, [CellMark(5, form, percent)])
        changed = (marked != picture).any(axis=2)
        changed[24:48, 24:48] = False
        assert not changed.any(), form


def test_marks_beyond_the_picture_are_cut_off() -> None:
    picture = np.full((30, 30, 3), 128, np.uint8)
    lattice = Lattice.even(-12, -12, 24, 24, 3, 3)
    marked = draw_marks(picture, lattice, [CellMark(cell, Form.MINE) for cell in range(9)])
    assert marked.shape == picture.shape


def test_the_marked_picture_has_numbers_at_its_edges_and_a_legend() -> None:
    picture = draw_board(EDGE, named_skin("classic"), 24)
    lattice = Lattice.even(0, 0, 24, 24, 5, 4)
    marked = annotated(picture, [Advised(EDGE, lattice, advise(EDGE))])
    left = marked.shape[1] - picture.shape[1]
    assert left > 0  # the picture was enlarged, as there was no room for the numbers
    inside = marked[: marked.shape[0], left:]
    assert inside.shape[1] == picture.shape[1]
    assert marked.shape[0] > picture.shape[0] + 20


@pytest.mark.parametrize("pair", list(combinations(LEGEND, 2)), ids=str)
def test_without_colours_the_legend_still_shows_which_mark_means_what(
    pair: tuple[Form, Form],
) -> None:
    picture = np.full((40, 400, 3), 255, np.uint8)
    one, other = (with_legend(picture, [form])[40:, 14:32] for form in pair)
    grey = [np.asarray(icon, int).mean(axis=2) for icon in (one, other)]
    assert (np.abs(grey[0] - grey[1]) > 60).mean() > 0.05


def test_a_picture_without_marks_is_only_copied() -> None:
    board = parse_board("*1\n11")
    picture = draw_board(board, named_skin("classic"), 24)
    lattice = Lattice.even(0, 0, 24, 24, 2, 2)
    marked = annotated(picture, [Advised(board, lattice, advise(board))])
    assert np.array_equal(marked, picture)
    assert marked is not picture


@pytest.mark.parametrize(("numbers", "is_linked"), [(1, True), (3, True), (4, False)])
def test_a_mark_is_linked_to_the_numbers_that_prove_it_if_they_are_few(
    numbers: int, is_linked: bool
) -> None:
    plain = np.full((60, 120, 3), 200, np.uint8)
    lattice = Lattice.even(0, 0, 20, 20, 6, 3)
    linked = link_proofs(plain, lattice, {0: tuple(range(8, 8 + numbers))}, mines=())
    assert (linked != plain).any() == is_linked
