"""Programs draw the cells that a click has opened in many ways, and all must be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, Board, parse_board
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.sight import Sight
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import seen_looks
from tests.bot.learning.moves import move
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK, STYLES

PAPER = next(style for style in STYLES + HELD_BACK if style.name == "paper")


def codes(board: Board) -> Codes:
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)


OUTLINED = """
......1##
.....12##
111.12###
##1.1####
#21.12###
11...2###
..1112###
..1######
..1######
"""
SMALL_AREA = """
.1#######
.1#######
12#######
#########
#########
#########
#########
#########
#########
"""


@pytest.mark.parametrize("rows", [OUTLINED, SMALL_AREA])
def test_an_opened_area_is_no_loss_though_only_outlines_tell_empty_cells_from_covered_ones(
    rows: str,
) -> None:
    """Buttons that are switched off when they are opened (js1024-minesweeper)."""
    now = codes(parse_board(rows))
    before = np.full_like(now, COVERED)
    clicked = np.zeros(now.shape, np.bool_)
    clicked[0, 0] = True
    then, place = outlined(before)
    learner = Learner(Sight(place, seen_looks(then, place, before)), fresh=True)
    outcome, seen = learner.read(outlined(now)[0], move(before, clicked))
    assert outcome is MoveOutcome.GOES_ON
    assert (seen == now).all()


def outlined(cells: Codes) -> tuple[Picture, Lattice]:
    """Buttons in one grey, those of open cells with a paler outline."""
    style = replace(PAPER, covered=("#efefef",), opened=("#efefef",), line="", around="#ffffff")
    picture, place = draw(Board(9, 9, cells.tobytes()), style, (42, 42))
    for cell, code in enumerate(cells.ravel().tolist()):
        left, top, right, bottom = (round(edge) for edge in place.box(cell))
        shade = 118 if code == COVERED else 208
        cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (shade,) * 3)
    return picture, place


def test_plain_cells_that_appear_in_one_patch_are_no_mines() -> None:
    """A dark page opens a whole row in the wrong place, and its lines are hardly seen."""
    grey = replace(PAPER, covered=("#1e1e1e",), opened=("#282828",))
    style = replace(grey, line="#242424", around="#121212")
    before = np.full((12, 9), COVERED, np.uint8)
    now = before.copy()
    now[0] = EMPTY
    then, place = draw(Board(9, 12, before.tobytes()), style, (46, 46))
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=True)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[0, 8] = True
    picture, _ = draw(Board(9, 12, now.tobytes()), style, (46, 46))
    assert learner.read(picture, move(before, clicked))[0] is not MoveOutcome.LOST


def read_after_a_first_click(
    paint: Callable[[Codes], tuple[Picture, Lattice]], now: Codes
) -> MoveOutcome:
    """How a click on the first cell of a new game ended, where all of ``now`` must be read."""
    before, clicked = np.full_like(now, COVERED), np.zeros(now.shape, np.bool_)
    clicked[0, 0] = True
    then, place = paint(before)
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=True)
    outcome, seen = learner.read(paint(now)[0], move(before, clicked))
    assert (seen == now).all()
    return outcome


def buttons(rows: Codes, pale: int = 196) -> tuple[Picture, Lattice]:
    """Buttons that are lighter above, as Qt draws them. Open ones have paler borders."""
    size = 40
    place = Lattice.even(0, 0, size, size, rows.shape[1], rows.shape[0])
    picture = np.zeros((size * len(rows), size * rows.shape[1], 3), np.uint8)
    for (row, column), code in np.ndenumerate(rows):
        tile = picture[row * size : (row + 1) * size, column * size : (column + 1) * size]
        tile[:] = np.linspace(255, 236, size)[:, None, None]
        tile[[0, -1]] = tile[:, [0, -1]] = 174 if code == COVERED else pale
        if 0 < code < COVERED:
            at, face = (12, 28), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(tile, str(code), at, face, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
    return picture, place


def test_empty_buttons_that_differ_from_covered_ones_by_their_borders_alone_are_open() -> None:
    """The clicked cell was taken for covered, and the numbers for strange (a game in PyQt)."""
    now = np.full((8, 8), COVERED, np.uint8)
    now[:3, :3] = EMPTY
    now[3, :3] = now[:3, 3] = 1
    now[3, 3] = 2
    assert read_after_a_first_click(buttons, now) is MoveOutcome.GOES_ON


def test_buttons_that_all_become_paler_are_not_open() -> None:
    """A Swing program disables them once a game is lost. All were read as empty, around a 2."""
    before = np.full((8, 8), COVERED, np.uint8)
    before[0, 0] = 2
    now, clicked = before.copy(), np.zeros(before.shape, np.bool_)
    now[before == COVERED], clicked[7, 7] = EMPTY, True
    then, place = buttons(before)
    learner = Learner(Sight(place, seen_looks(then, place, before), then), fresh=False)
    _, seen = learner.read(buttons(now, pale=225)[0], move(before, clicked))
    assert not (seen == EMPTY).any()


def with_zeros(rows: Codes) -> tuple[Picture, Lattice]:
    """Grey tiles on black: open ones are lighter and show a white number, zeros too."""
    size = 72
    place = Lattice.even(20, 20, size, size, rows.shape[1], rows.shape[0])
    picture = np.full((size * len(rows) + 40, size * rows.shape[1] + 40, 3), 34, np.uint8)
    for (row, column), code in np.ndenumerate(rows):
        left, top = 20 + column * size, 20 + row * size
        tile = picture[top + 6 : top + size - 6, left + 6 : left + size - 6]
        tile[:] = 68 if code == COVERED else 136
        if code < COVERED:
            at, face = (23, 38), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(tile, str(code), at, face, 0.7, (255, 255, 255), 2, cv2.LINE_AA)
    return picture, place


def test_an_area_whose_empty_cells_show_zeros_is_read_at_once() -> None:
    now = codes(parse_board(".....\n.....\n...11\n...2#\n...2#\n"))
    assert read_after_a_first_click(with_zeros, now) is MoveOutcome.GOES_ON


def test_a_cell_is_not_covered_for_looking_like_the_one_that_was_beneath_the_pointer() -> None:
    """In a wxWidgets game an empty cell is drawn like the covered one beneath the pointer."""
    before = np.full((9, 9), COVERED, np.uint8)
    parked, place = buttons(before)
    learner = Learner(Sight(place, seen_looks(lit(parked, place, 40), place, before)), fresh=True)
    learner.see_covered(parked, before)
    clicked = np.zeros(before.shape, np.bool_)
    clicked[0, 0] = True
    seen = learner.read(lit(parked, place, 0), move(before, clicked))[1]
    assert seen[0, 0] != COVERED


def lit(picture: Picture, place: Lattice, cell: int) -> Picture:
    """The picture with one cell a little paler."""
    left, top, right, bottom = (round(edge) for edge in place.box(cell))
    changed = picture.copy()
    changed[top:bottom, left:right] += 9
    return changed


AREA_AT_THE_SIDE = """
.1#1.1###
.1#1.1###
.111.12##
......12#
11.....2#
#2111123#
#########
#########
#########
"""


def flat_buttons(rows: Codes) -> tuple[Picture, Lattice]:
    """Grey buttons that are white when open. The first has the keyboard, and is a little darker."""
    size = 40
    place = Lattice.even(10, 10, size, size, rows.shape[1], rows.shape[0])
    picture = np.full((size * len(rows) + 20, size * rows.shape[1] + 20, 3), 236, np.uint8)
    for (row, column), code in np.ndenumerate(rows):
        left, top = 10 + column * size, 10 + row * size
        tile = picture[top : top + size, left : left + size]
        tile[:] = 128
        shade = 211 if code == COVERED else 255
        tile[1:-1, 1:-1] = 228 if code < COVERED and row == column == 0 else shade
        if 0 < code < COVERED:
            at, face = (12, 28), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(tile, str(code), at, face, 0.6, (90, 90, 90), 2, cv2.LINE_AA)
    return picture, place


def test_the_clicked_cell_is_empty_if_it_opens_empty_cells_though_it_looks_otherwise() -> None:
    """A Windows Forms game was given up after its first click."""
    now = codes(parse_board(AREA_AT_THE_SIDE))
    assert read_after_a_first_click(flat_buttons, now) is MoveOutcome.GOES_ON
