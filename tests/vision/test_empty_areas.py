"""Which cells are empty is told by what clicks have opened, and by what borders them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, MINE, UNREADABLE
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import seen_looks
from solver_bot.vision.looks.read_on import read_on
from tests.vision.read_on_drawn import PITCH, cell_of, codes, drawn, nothing, text, unseen

UNSEEN = "..1##/..122/111~~/1#1~~"
"""A board with an area that was left unread."""


def test_a_plain_message_over_cells_that_were_clicked_is_no_empty_area() -> None:
    """It slides over the last line when the game is over."""
    before = "..../..../1221/####"
    picture, place = drawn(before)
    known = seen_looks(picture, place, codes(before))
    hidden = picture.copy()
    hidden[round(place.ys[3]) :] = (50, 50, 50)
    clicked = nothing(before)
    clicked[3, 0] = clicked[3, 3] = True
    read, _ = read_on(hidden, place, known, codes(before), clicked, unseen)
    assert text(read) == "..../..../1221/~~~~"


def read_with_an_empty_cell(before: str, row: int, column: int) -> str:
    """What is read where a click has opened this cell and no other, and it looks empty."""
    picture, place = drawn(before)
    known = seen_looks(picture, place, codes(before))
    shown = codes(before)
    shown[row, column] = EMPTY
    clicked = nothing(before)
    clicked[row, column] = True
    now, _ = drawn(text(shown))
    return text(read_on(now, place, known, codes(before), clicked, unseen)[0])


def test_no_cell_is_empty_that_opens_nothing_where_empty_cells_open_what_is_around_them() -> None:
    """A number that is taken for an empty cell looks so."""
    before = "..1##/..1##/111##/#####/#####"
    assert read_with_an_empty_cell(before, 3, 4) == "..1##/..1##/111##/####~/#####"


def test_a_cell_may_be_empty_that_opens_nothing_where_others_opened_nothing() -> None:
    before = ".####/#####/#####/#####/###1#"
    assert read_with_an_empty_cell(before, 2, 3) == ".####/#####/###.#/#####/###1#"


def lined(rows: str, line: int = 2) -> tuple[Picture, Lattice]:
    """Grey covered cells, light empty ones and red mines, all without signs, with dark lines."""
    shown = codes(rows)
    place = Lattice.even(0, 0, PITCH, PITCH, shown.shape[1], shown.shape[0])
    fills = {COVERED: (150, 150, 150), EMPTY: (230, 225, 220), MINE: (60, 60, 220)}
    picture = np.zeros((len(shown) * PITCH, shown.shape[1] * PITCH, 3), np.uint8)
    for (row, column), code in np.ndenumerate(shown):
        cell = cell_of(picture, place, row, column)
        cell[line : PITCH - line, line : PITCH - line] = fills[int(code)]
    return picture, place


def read_in_lines(
    before: str,
    now: str,
    *clicked: tuple[int, int],
    line: int = 2,
    earlier: tuple[int, int] | None = None,
) -> str:
    """What is read of cells without signs after these clicks, covered cells being known."""
    picture, place = lined(now, line)
    covered, _ = lined("#####/#####/#####", line)
    known = seen_looks(covered, place, codes("#####/#####/#####"))
    cells, opened = nothing(before), nothing(before)
    for cell in clicked:
        cells[cell] = True
    if earlier:
        opened[earlier] = True
    seen, _ = read_on(picture, place, known, codes(before), cells, unseen, earlier=opened)
    return text(seen)


def test_an_area_is_empty_though_no_numbers_are_opened_around_it() -> None:
    """A page opens the empty cells alone. They were taken for mines that a lost game shows."""
    assert read_in_lines("#####/#####/#####", "..###/.####/#####", (0, 0)) == "..###/.####/#####"


def test_an_area_is_empty_though_some_of_its_cells_have_no_lines_of_their_own() -> None:
    """Lines between cells whose width is no whole number fall to the one or the other."""
    picture, place = lined("..###/..###/#####")
    cell_of(picture, place, 1, 1)[:, :-2] = cell_of(picture, place, 0, 0)[4, 4]
    covered, clicked = codes("#####/#####/#####"), nothing("#####/#####/#####")
    clicked[0, 0] = True
    known = seen_looks(lined("#####/#####/#####")[0], place, covered)
    seen, _ = read_on(picture, place, known, covered, clicked, unseen)
    assert text(seen) == "..###/..###/#####"


def test_an_area_is_empty_though_numbers_are_opened_with_it() -> None:
    """Empty cells that look nearly like covered ones were taken for these (a page in a modal)."""
    picture, place = lined("...##/...##/...##")
    for row, column in ((0, 2), (1, 2), (2, 0), (2, 1), (2, 2)):
        at = round(place.xs[column]) + 6, round(place.ys[row + 1]) - 6
        cv2.putText(picture, "1", at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2)
    covered, clicked = codes("#####/#####/#####"), nothing("#####/#####/#####")
    clicked[0, 0] = True
    known = seen_looks(lined("#####/#####/#####")[0], place, covered)

    def see(shown: Codes, _: Mask) -> Codes:
        ones = nothing("#####/#####/#####")
        ones[:2, 2] = ones[2, :3] = True
        return np.where(ones & (shown == UNREADABLE), 1, shown).astype(np.uint8)

    seen, _ = read_on(picture, place, known, covered, clicked, see)
    assert text(seen) == "..1##/..1##/111##"
    seen, _ = read_on(picture, place, known, covered, clicked, unseen)
    assert text(seen) == "..~##/..~##/~~~##"


def test_mines_are_no_empty_area_where_all_covered_cells_are_drawn_otherwise() -> None:
    """A page draws its lost board in other colours, and its mines without signs."""
    before = "#####/#####/#####"
    picture, place = lined("**###/*####/###*#")
    picture[(picture == 150).all(-1)] = 100
    clicked = nothing(before)
    clicked[0, 0] = True
    known = seen_looks(lined(before)[0], place, codes(before))
    seen, _ = read_on(picture, place, known, codes(before), clicked, unseen)
    assert not (seen == EMPTY).any()


@pytest.mark.parametrize(("now", "read"), [("1111/1..1/1111", True), ("111#/1..1/1111", False)])
def test_an_empty_area_that_numbers_surround_was_opened_by_a_late_click(
    now: str, read: bool
) -> None:
    """A page was stopped as one of which something was in front (words on white)."""
    before = "11##/1###/1###"
    picture, place = drawn(now)
    known = seen_looks(drawn(before)[0], place, codes(before))
    clicked = nothing(before)
    clicked[0, 2] = True

    def see(shown: Codes, new: Mask) -> Codes:
        return np.where(new & (shown == UNREADABLE), codes(now), shown).astype(np.uint8)

    seen, _ = read_on(picture, place, known, codes(before), clicked, see)
    assert (seen[1, 1:3] == EMPTY).all() == read


def test_cells_without_signs_that_do_not_touch_are_no_empty_area() -> None:
    now = "*####/###*#/#*###"
    assert read_in_lines("#####/#####/#####", now, (0, 0)) == now.replace("*", "~")


def test_a_single_cell_without_a_sign_is_left_unread() -> None:
    """It may be covered and lie beneath the pointer, or be a mine."""
    assert read_in_lines("#####/#####/#####", ".####/#####/#####", (0, 0))[0] == "~"
    assert read_in_lines("~####/#####/#####", "*###./#####/#####", (0, 4)) == "~###~/#####/#####"


def test_cells_that_open_nothing_are_empty_once_the_game_has_gone_on_after_two_of_them() -> None:
    """A page opens one cell a click."""
    assert read_in_lines("~####/#####/#####", ".###./#####/#####", (0, 4)) == ".###~/#####/#####"


def test_cells_without_lines_are_empty_likewise_if_none_but_clicked_ones_are_unread() -> None:
    """Two of three games of an SDL program stopped with all empty cells unread."""
    first, second = (0, 0), (0, 4)
    now = ".###./#####/#####"
    assert read_in_lines("~####/#####/#####", now, second, line=0, earlier=first)[0] == "."
    assert read_in_lines("~####/#####/#####", now, second, line=0)[0] == "~"
    hidden = ".###./#####/..###"
    assert read_in_lines("~####/#####/~~###", hidden, second, line=0, earlier=first)[0] == "~"


def test_cells_that_look_like_no_clicked_one_are_not_empty() -> None:
    """The edges of covered cells beside open ones had changed, and a corner had other edges, too.

    The corner was taken for an empty cell, and the cells around it for safe.
    """
    now = "*###./#####/####*"
    assert read_in_lines("~####/#####/#####", now, (0, 4)) == "~###~/#####/####~"


@pytest.mark.parametrize(("sign", "read"), [(0, "..###/#####/#####"), (60, "~~###/#####/#####")])
def test_large_cells_with_a_small_pale_sign_are_no_empty_area(sign: int, read: str) -> None:
    """At the size at which tiles are compared next to nothing of it is left."""
    place = Lattice.even(0, 0, 96, 96, 5, 3)
    then = np.full((288, 480, 3), 150, np.uint8)
    for line in range(6):
        at = slice(max(0, 96 * line - 4), 96 * line + 4)
        then[at] = then[:, at] = 0
    now = then.copy()
    now[4:92, 4:92] = now[4:92, 100:188] = 230
    now[46:51, 47:49] = now[46:51, 143:145] = 230 - sign
    covered = codes("#####/#####/#####")
    clicked = nothing("#####/#####/#####")
    clicked[0, 0] = True
    seen, _ = read_on(now, place, seen_looks(then, place, covered), covered, clicked, unseen)
    assert text(seen) == read


def test_an_empty_cell_that_differs_from_a_covered_one_at_its_rim_alone_is_open() -> None:
    before, now = "#####/#####/#####/11111/.....", "11###/.1###/11###/11111/....."
    picture, place = drawn(before)
    known = seen_looks(picture, place, codes(before))
    clicked = nothing(before)
    clicked[1, 0] = True
    read, _ = read_on(drawn(now)[0], place, known, codes(before), clicked, unseen)
    assert read[1, 0] != COVERED


@pytest.mark.parametrize("darker", [24, 160])
def test_an_empty_cell_that_is_drawn_otherwise_later_is_still_open(darker: int) -> None:
    """It has the focus while it was clicked last (DangerUXB), or is dark (wxBombs)."""
    rows = "####/11##/.1##/11##"
    picture, place = drawn(rows)
    focused = picture.copy()
    cell_of(focused, place, 2, 0)[5:-5, 5:-5] -= np.uint8(darker)
    known = seen_looks(focused, place, codes(rows))

    def see(shown: Codes, new: Mask) -> Codes:
        return np.where(new, np.uint8(EMPTY), shown)

    read, _ = read_on(picture, place, known, codes(rows), nothing(rows), see)
    assert text(read) == rows


@pytest.mark.parametrize(("earlier", "seen"), [(True, "..1##/..122/111../1#1.."), (False, UNSEEN)])
def test_an_area_that_an_earlier_click_opened_is_believed_as_one_that_this_click_did(
    earlier: bool, seen: str
) -> None:
    """The nets were not sure of it when it opened, so it was left unread."""
    picture, place = drawn("..1##/..122/111../1#1..")
    known = seen_looks(*drawn("#####/##122/11122/111##"), codes("#####/##122/11122/111##"))
    opened = nothing(UNSEEN)
    opened[2, 3] = earlier

    def see(shown: Codes, new: Mask) -> Codes:
        return np.where(new & (codes(UNSEEN) == UNREADABLE), np.uint8(EMPTY), shown)

    before = codes(UNSEEN.replace(".", "~"))
    read, _ = read_on(picture, place, known, before, nothing(UNSEEN), see, earlier=opened)
    assert text(read)[-4:] == seen[-4:]
