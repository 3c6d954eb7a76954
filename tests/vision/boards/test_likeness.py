"""A program draws a state in one way, so the few cells drawn otherwise show something else."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from solver_bot.board import CODES, COVERED, FLAG, MINE, UNREADABLE
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.likeness import drawn_otherwise, marked_by_nothing
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.tables import PLACE, codes, noisy, painted, table


def test_what_looks_like_no_other_covered_cell_may_hide_one() -> None:
    picture = table()
    picture[64:88, 60:90] = (40, 120, 200)
    strange = drawn_otherwise(cut_patches(picture, PLACE), codes())
    assert list(zip(*np.nonzero(strange), strict=True)) == [(1, 1)]


def test_covered_cells_of_several_shades_are_no_strangers() -> None:
    picture = table()
    for number, column in enumerate(range(PLACE.columns)):
        left = int(PLACE.xs[column])
        picture[40:328, left : left + 30] = 60 + 15 * number
    assert not drawn_otherwise(cut_patches(picture, PLACE), np.full_like(codes(), COVERED)).any()


def test_flags_that_are_cells_of_another_colour_are_strange_as_covered_cells() -> None:
    covered = np.full_like(codes(), COVERED)
    strange = drawn_otherwise(
        cut_patches(painted(lambda row, column: int((row * 10 + column) % 7 == 0)), PLACE), covered
    )
    assert (strange.ravel() == (np.arange(strange.size) % 7 == 0)).all()


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_no_colour_is_strange_where_none_is_usual(colours: int) -> None:
    covered = np.full_like(codes(), COVERED)
    picture = painted(lambda row, column: (row + column) % colours)
    assert not drawn_otherwise(cut_patches(picture, PLACE), covered).any()


@pytest.mark.parametrize("covered", [True, False])
def test_flags_drawn_in_a_third_way_on_a_checkerboard_are_strange_beside_covered_cells(
    covered: bool,
) -> None:
    """Covered cells with a sign of their own were taken for flags."""
    others = [(1, 2), (4, 4), (6, 1)]
    picture = painted(lambda row, column: 2 if (row, column) in others else (row + column) % 2)
    shown = np.full_like(codes(), FLAG)
    shown[0, 0] = COVERED if covered else FLAG
    strange = drawn_otherwise(cut_patches(picture, PLACE), shown) & (shown == FLAG)
    assert list(zip(*np.nonzero(strange), strict=True)) == (others if covered else [])


def marked(sign: str, cells: list[tuple[int, int]], ink: int = 0) -> Picture:
    """The table, with a sign in some of its cells."""
    picture = table(".")
    for row, column in cells:
        at = int(PLACE.xs[column]) + 9, int(PLACE.ys[row]) + 18
        cv2.putText(picture, sign, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, [ink] * 3, 2)
    return picture


FLAGS = [(0, 5), (4, 4), (7, 7)]


def test_few_cells_with_a_sign_are_no_covered_cells() -> None:
    cut = cut_patches(marked("P", FLAGS), PLACE)
    assert sorted(zip(*np.nonzero(drawn_otherwise(cut, codes())), strict=True)) == FLAGS


def test_noise_hides_no_sign() -> None:
    cut = cut_patches(noisy(marked("P", FLAGS)), PLACE)
    assert sorted(zip(*np.nonzero(drawn_otherwise(cut, codes())), strict=True)) == FLAGS


def test_cells_under_slanting_light_are_drawn_alike() -> None:
    light = np.linspace(0, 90, 370)[:, None, None]
    picture = np.clip(noisy(table(".")) - light, 0, 255).astype(np.uint8)
    assert not drawn_otherwise(cut_patches(picture, PLACE), codes()).any()


def test_shadows_at_the_edges_of_cells_change_nothing() -> None:
    picture = table(".")
    for row, column in FLAGS:
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        picture[top : top + 3, left : left + 30] = 90
    assert not drawn_otherwise(cut_patches(picture, PLACE), codes()).any()


def test_a_number_like_no_other_of_its_kind_is_none() -> None:
    """A pointer over a flag made a 1 of it, and a 3 that occurs once was taken for a 2."""
    ones = [(row, column) for row in (2, 6) for column in range(1, 9)]
    picture, seen = marked("1", ones), codes()
    cv2.putText(picture, "3", (int(PLACE.xs[4]) + 9, int(PLACE.ys[9]) + 18), 0, 0.55, 0, 2)
    for cell in [*ones, (9, 4)]:
        seen[cell] = CODES["1"]
    found = drawn_otherwise(cut_patches(picture, PLACE), seen)
    assert list(zip(*np.nonzero(found), strict=True)) == [(9, 4)]


def test_of_few_cells_none_is_unusual() -> None:
    seen = np.full((PLACE.rows, PLACE.columns), UNREADABLE, np.uint8)
    seen[0, :5] = COVERED
    cut = cut_patches(marked("P", [(0, 3)]), PLACE)
    assert not drawn_otherwise(cut, seen).any()


def test_a_number_that_looks_like_another_is_none() -> None:
    """The nets read one of two equal numbers as a 3, and the other as a 2."""
    picture, seen = marked("3", [(2, 6), (6, 6)]), codes()
    seen[2, 6], seen[6, 6] = CODES["3"], CODES["2"]
    seen[2, 3] = seen[5, 4] = UNREADABLE
    found = drawn_otherwise(cut_patches(picture, PLACE), seen)
    assert list(zip(*np.nonzero(found), strict=True)) == [(2, 6), (6, 6)]


def test_one_number_among_others_that_differ_is_not_strange() -> None:
    assert not drawn_otherwise(cut_patches(table("."), PLACE), codes()).any()


def parity(row: int, column: int) -> int:
    return (row + column) % 2


@pytest.mark.parametrize(("others", "strange"), [(lambda row, _: row < 5, True), (parity, False)])
def test_a_number_in_two_colours_is_drawn_otherwise_unless_on_a_checkerboard(
    others: Callable[[int, int], int], strange: bool
) -> None:
    """In wide cells, the nets took each 2 for a 1 in another colour."""
    ones = np.full_like(codes(), CODES["1"])
    picture = painted(lambda row, column: int(others(row, column)))
    found = drawn_otherwise(cut_patches(picture, PLACE), ones)
    assert found.any() == strange
    assert not found.all()


@pytest.mark.parametrize(
    ("others", "strange"),
    [
        (lambda row, _: row < 5, True),
        (parity, False),
        (lambda row, column: row == column == 5, False),  # it was hit
    ],
)
def test_mines_drawn_in_two_ways_are_in_doubt_unless_on_a_checkerboard(
    others: Callable[[int, int], int], strange: bool
) -> None:
    """One of the two shows flags. In a terminal letters were taken for mines, like the mines."""
    mines = np.full_like(codes(), MINE)
    picture = painted(lambda row, column: int(others(row, column)))
    found = drawn_otherwise(cut_patches(picture, PLACE), mines)
    assert found.all() if strange else found.sum() <= 1


def test_a_mark_that_is_drawn_like_a_covered_cell_is_none() -> None:
    """One cell has a sign. The other has a shadow on it, and is taken for a flag too."""
    picture = marked("P", FLAGS[:1])
    shadow = PLACE.box(FLAGS[1][0] * PLACE.columns + FLAGS[1][1])
    left, top, right, bottom = map(round, shadow)
    picture[top:bottom, left:right] = (picture[top:bottom, left:right] * 0.98).astype(np.uint8)
    seen = codes()
    for row, column in FLAGS[:2]:
        seen[row, column] = FLAG
    found = marked_by_nothing(cut_patches(picture, PLACE), seen)
    assert sorted(zip(*np.nonzero(found), strict=True)) == FLAGS[1:2]


def test_marks_on_a_board_without_numbers_are_not_compared() -> None:
    seen = np.full_like(codes(), COVERED)
    seen[0, 5] = FLAG
    assert not marked_by_nothing(cut_patches(table(), PLACE), seen).any()
