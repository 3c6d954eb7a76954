"""How a board is read on while a game is played, and what changes on it beside clicks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import EMPTY, UNREADABLE, parse_board
from solver_bot.bot.learning.doubted_numbers import without_rivals
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.sight import Sight
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import seen_looks
from solver_bot.vision.looks.read_on import read_on
from solver_bot.vision.skin_files import named_skin
from tests.bot.learning.moves import move
from tests.vision.read_on_drawn import cell_of, codes, drawn, nothing, text, unseen

# Cells beside those that were clicked


BEFORE = "####/#F##/1111/...."


@pytest.mark.parametrize(("row", "column"), [(0, 0), (1, 1)])
def test_an_unopened_cell_whose_rim_alone_has_changed_is_as_before(row: int, column: int) -> None:
    picture, place = drawn(BEFORE)
    known = seen_looks(picture, place, codes(BEFORE))
    cell_of(picture, place, row, column)[:, -4:] = 0
    read, _ = read_on(picture, place, known, codes(BEFORE), nothing(BEFORE), unseen)
    assert text(read) == BEFORE


def test_an_unopened_cell_whose_middle_has_changed_is_unread() -> None:
    picture, place = drawn(BEFORE)
    known = seen_looks(picture, place, codes(BEFORE))
    cell_of(picture, place, 0, 0)[8:16, 8:16] = 0
    read, _ = read_on(picture, place, known, codes(BEFORE), nothing(BEFORE), unseen)
    assert text(read) == "~###/#F##/1111/...."


def test_a_frame_around_the_cell_that_was_clicked_changes_no_cell_beside_it() -> None:
    before, now = "##1./111./..../....", "1#1./111./..../...."
    picture, place = drawn(before)
    known = seen_looks(picture, place, codes(before))
    framed, _ = drawn(now)
    left, top = round(place.left), round(place.top)
    cv2.rectangle(framed, (left - 2, top - 2), (left + 27, top + 27), (20, 20, 20), 4)
    clicked = nothing(now)
    clicked[0, 0] = True
    read, _ = read_on(framed, place, known, codes(before), clicked, unseen)
    assert text(read)[1:] == now[1:]


# Marks


def test_a_right_click_reads_no_other_cell() -> None:
    """A number that was doubted is not taken because its neighbour is flagged."""
    before, now = "#####/#####/~2###/.1###", "#####/#####/12###/.1F##"
    picture, place = drawn("#####/#####/12###/.1###")
    known = seen_looks(picture, place, codes(before)).without([1])
    learner = Learner(Sight(place, known), fresh=False)
    clicked = nothing(before)
    clicked[3, 2] = True
    read = learner.read_marks(drawn(now)[0], move(codes(before), clicked))
    assert read is not None
    assert text(read)[12] == "~"


# Losses


def test_what_was_proved_safe_is_lost_only_where_the_nets_see_mines() -> None:
    """Flags of which a shadow was drawn anew, and numbers not met before, were taken for mines."""
    before = "..1#####/..1F####/..12####/...1F###/...11###/........"
    picture, place = drawn(before)
    known = seen_looks(picture, place, codes(before))
    clicked = nothing(before)
    clicked[0, 3] = True
    changed = picture.copy()
    for row, column in ((0, 3), (1, 3), (3, 4)):
        cell_of(changed, place, row, column)[5:-5, 5:-5] = (200, 60, 160)
    lost, _ = Learner(Sight(place, known, picture), fresh=False).read(
        changed, move(codes(before), clicked)
    )
    assert lost is MoveOutcome.LOST
    learner = Learner(Sight(place, known, picture), fresh=False)
    outcome, found = learner.read(changed, move(codes(before), clicked, proved=True))
    assert outcome is MoveOutcome.OBSCURED
    assert (found == codes(before)).all()


def test_an_area_of_cells_never_seen_around_the_first_click_is_no_lost_game() -> None:
    """The empty cells of a game in painted tiles looked like a 1, and the numbers like mines."""
    covered = "/".join(["#" * 8] * 6)
    picture, place = drawn(covered)
    known = seen_looks(picture, place, codes(covered))
    clicked = nothing(covered)
    clicked[0, 0] = True
    changed = drawn("/".join(["11######", *["#" * 8] * 5]))[0]
    for row, column in ((0, 2), (1, 0), (1, 1), (1, 2)):
        cell_of(changed, place, row, column)[5:-5, 5:-5] = (200, 60, 160)
    outcome, _ = Learner(Sight(place, known), fresh=True).read(
        changed, move(codes(covered), clicked)
    )
    assert outcome is not MoveOutcome.LOST


# What the game tells


def in_kmines(rows: str) -> tuple[Picture, Lattice]:
    """The board in a window of KMines."""
    skin, size, margin = named_skin("kmines"), 41, 60
    board = parse_board(rows.replace("/", "\n"))
    shown, left, top = framed(draw_board(board, skin, size), skin, size)
    picture = np.pad(shown, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    place = Lattice.even(margin + left, margin + top, size, size, board.width, board.height)
    return picture, place


def test_a_covered_cell_that_looks_otherwise_after_a_click_is_hardly_covered() -> None:
    """The nets took the empty cells of a first area for covered ones."""
    before = "/".join(["#" * 9] * 9)
    now = "/".join([".1#######"] * 3 + ["11#######"] + ["#" * 9] * 5)
    (then, place), (seen, _) = in_kmines(before), in_kmines(now)
    known = seen_looks(then, place, codes(before))
    clicked = nothing(before)
    clicked[0, 0] = True
    outcome, found = Learner(Sight(place, known, then), fresh=True).read(
        seen, move(codes(before), clicked)
    )
    assert outcome is MoveOutcome.GOES_ON
    assert text(found) == now


# Numbers that the nets doubt


def doubting(rows: str, number: int, rival: int) -> Opinion:
    """Nets that are 94 % sure of a number in the cell that is unread in these rows."""
    shown = codes(rows)
    chances = np.full((*shown.shape, 16), 1e-9)
    np.put_along_axis(chances, shown[..., None].astype(np.intp), 1.0, -1)
    chances[shown == UNREADABLE] = 1e-9
    chances[shown == UNREADABLE, [number]], chances[shown == UNREADABLE, [rival]] = 0.94, 0.06
    seen = np.where(shown == UNREADABLE, np.uint8(number), shown)
    return Opinion(seen, sure=True, likely=np.log(chances).astype(np.float32))


@pytest.mark.parametrize(
    ("rows", "rival", "left"),
    [
        ("##~/111/...", 2, "##1/111/..."),
        ("####/#~##/####/####", 2, "####/#~##/####/####"),
        ("####...8/#~##..../####1111/########", 2, "####...8/#~##..../####1111/########"),
        ("~###/####/####", 6, "1###/####/####"),
        ("~###/####/####", EMPTY, "~###/####/####"),
    ],
    ids=["refuted", "possible", "on a board that contradicts itself", "in a corner", "a zero"],
)
def test_a_doubted_number_is_read_where_the_rules_refute_its_rival_alone(
    rows: str, rival: int, left: str
) -> None:
    board = codes(rows)
    told = without_rivals(board, board == UNREADABLE, doubting(rows, 1, rival))
    assert text(told) == left
