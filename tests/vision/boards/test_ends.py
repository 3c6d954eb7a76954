"""Whether a board ends at a side, by what is seen beyond it."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.ends import BySide, endings, goes_on
from solver_bot.vision.boards.nets import OUTSIDE, STATES, Sight
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES, Style


def ends_seen(picture: Picture, hidden: float) -> BySide:
    """The ends of 6x6 cells of 20 pixels at (40, 40), the line on their right being so hidden."""
    area = Lattice.even(20, 20, 20, 20, 8, 8)
    likely = np.full((8, 8, STATES), -20, np.float32)
    likely[..., OUTSIDE] = 0
    likely[:, 7, OUTSIDE], likely[:, 7, UNREADABLE] = np.log(1 - hidden), np.log(hidden)
    inside = np.ones((8, 8), bool)
    none = np.zeros((8, 8, 2), np.float32)
    seen = Sight(likely, none, inside, none, cut_patches(picture, area))
    return endings(picture, seen, area, (1, 1, 7, 7))


def test_a_board_may_go_on_behind_what_hides_the_next_line() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 200, 3), np.uint8)
    assert ends_seen(noise, 0.95) == pytest.approx((1, 1, 0.05, 1), abs=1e-3)


def test_a_board_ends_where_its_plain_surroundings_begin() -> None:
    plain = np.full((200, 200, 3), 40, np.uint8)
    assert ends_seen(plain, 0.95) == pytest.approx((1, 1, 1, 1), abs=1e-3)


def test_a_window_of_the_same_ground_has_an_edge() -> None:
    picture = np.full((200, 200, 3), 40, np.uint8)
    picture[:, 161:163] = 90
    assert ends_seen(picture, 0.95)[2] == pytest.approx(0.05, abs=1e-3)


def test_a_window_of_another_ground_may_hide_cells() -> None:
    picture = np.full((200, 200, 3), 40, np.uint8)
    picture[:, 160:] = 60
    assert ends_seen(picture, 0.95)[2] == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize(("cells", "ends"), [(0.6, False), (0.05, True)])
def test_a_line_of_which_the_nets_can_not_tell_whether_it_is_the_boards_is_no_end(
    cells: float, ends: bool
) -> None:
    """A column of a terminal whose cells are all open and empty looks like what is beside it."""
    likely = np.full((8, 8, STATES), -20, np.float32)
    likely[..., OUTSIDE] = 0
    likely[1:7, 0, OUTSIDE], likely[1:7, 0, EMPTY] = np.log(1 - cells), np.log(cells)
    plain = np.full((200, 200, 3), 40, np.uint8)
    area = Lattice.even(20, 20, 20, 20, 8, 8)
    inside, none = np.ones((8, 8), bool), np.zeros((8, 8, 2), np.float32)
    seen = Sight(likely, none, inside, none, cut_patches(plain, area))
    left, *others = endings(plain, seen, area, (1, 1, 7, 7))
    assert (left > 0.9) is ends
    assert min(others) > 0.9


def cropped(picture: Picture, lattice: Lattice, side: int, edge: float) -> tuple[Picture, Lattice]:
    """The picture that ends at ``edge`` on a side, and the lattice of the lines in it."""
    box = [0, 0, picture.shape[1], picture.shape[0]]
    box[side] = round(edge)
    return picture[box[1] : box[3], box[0] : box[2]], lattice.moved(-box[0], -box[1])


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("drawn_in", STYLES, ids=lambda style: style.name)
def test_a_strip_of_the_next_line_shows_that_the_board_goes_on(drawn_in: Style, side: int) -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), drawn_in, (30, 30))
    left, top, right, bottom = (2 if side == number else 0 for number in range(4))
    part = lattice.part(left, top, 9 - right, 9 - bottom)
    edge = (part.left, part.top, part.right, part.bottom)[side] + (6 if side > 1 else -6)
    assert goes_on(cut_patches(*cropped(picture, part, side, edge)), side, 0.2)


@pytest.mark.parametrize(("hidden", "goes_on"), [(0.005, False), (0.1, True)])
def test_a_line_of_which_a_part_is_seen_goes_on_unless_the_nets_are_sure(
    hidden: float, goes_on: bool
) -> None:
    """Of the seventh column less than half is in the picture."""
    board = position(7, 6, 8, 0.4, 4)
    picture, _ = draw(board, STYLES[0], (20, 20))
    end = ends_seen(picture[:, :168], hidden)[2]
    assert end == pytest.approx(0 if goes_on else 0.995, abs=1e-3)


def ends_of(picture: Picture, lattice: Lattice, codes: Codes) -> BySide:
    """The ends where the nets see these cells, and no cell beyond any side."""
    area = lattice.part(-1, -1, lattice.columns + 1, lattice.rows + 1)
    shape = area.rows, area.columns
    likely = np.full((*shape, STATES), -20, np.float32)
    likely[..., OUTSIDE] = 0
    rows, columns = np.indices(codes.shape) + 1
    likely[rows, columns, codes] = 1
    inside, none = np.ones(shape, bool), np.zeros((*shape, 2), np.float32)
    seen = Sight(likely, none, inside, none, cut_patches(picture, area))
    return endings(picture, seen, area, (1, 1, area.columns - 1, area.rows - 1))


def drawn(style: Style) -> tuple[Picture, Lattice, Codes]:
    """A board of 9x9 cells of 30 pixels: the picture, where the cells are, and what they show."""
    board = position(9, 9, 16, 0.5, 35)
    codes = np.frombuffer(board.cells, np.uint8).reshape(9, 9)
    return *draw(board, style, (30, 30)), codes


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(
    "drawn_in", [one for one in STYLES if one.name != "google"], ids=lambda style: style.name
)
def test_a_strip_of_the_next_line_before_an_edge_shows_it_too(drawn_in: Style, side: int) -> None:
    """A view of a large board has a black frame, three pixels beyond its last whole line.

    Flat cells without lines between them look as if the last ones were so much wider.
    """
    picture, lattice, codes = drawn(drawn_in)
    left, top, right, bottom = (2 if side == number else 0 for number in range(4))
    part = lattice.part(left, top, 9 - right, 9 - bottom)
    frame = (
        (slice(None), slice(0, round(part.left) - 3)),
        (slice(0, round(part.top) - 3), slice(None)),
        (slice(None), slice(round(part.right) + 3, None)),
        (slice(round(part.bottom) + 3, None), slice(None)),
    )[side]
    picture[frame] = 0
    ends = ends_of(picture, part, codes[top : 9 - bottom, left : 9 - right])
    assert [end < 0.5 for end in ends] == [side == number for number in range(4)]


@pytest.mark.parametrize("off", [0, 1, -1])
@pytest.mark.parametrize("drawn_in", STYLES, ids=lambda style: style.name)
def test_a_whole_board_ends_on_every_side(drawn_in: Style, off: int) -> None:
    """The lattice may be a pixel off."""
    picture, lattice, codes = drawn(drawn_in)
    assert min(ends_of(picture, lattice.moved(off, off), codes)) > 0.9


def test_a_dotted_line_around_the_board_is_no_part_of_the_next_cells() -> None:
    """Dots lie on all lines between open cells and on those around the board."""
    codes = np.frombuffer(position(9, 9, 10, 0.5, 5).cells, np.uint8).reshape(9, 9)
    picture, place = np.full((260, 260, 3), 60, np.uint8), Lattice.even(30, 30, 20, 20, 9, 9)
    for line, dot in np.ndindex(10, 91):
        at, along = 30 + 20 * line, 30 + 2 * dot
        picture[at - 2 : at + 3, along] = picture[along, at - 2 : at + 3] = 20
    for row, column in np.argwhere(codes == COVERED):
        picture[32 + 20 * row : 49 + 20 * row, 32 + 20 * column : 49 + 20 * column] = 200
    assert min(ends_of(picture, place, codes)) > 0.9


def test_shadows_of_cells_are_no_part_of_the_next_ones() -> None:
    """Cells of two colours lie apart, with a shadow of three pixels on their right and below."""
    codes = np.frombuffer(position(9, 9, 10, 0.5, 5).cells, np.uint8).reshape(9, 9)
    picture, place = np.full((260, 260, 3), 230, np.uint8), Lattice.even(27, 27, 20, 20, 9, 9)
    for row, column in np.ndindex(9, 9):
        y, x = 30 + 20 * row, 30 + 20 * column
        picture[y + 3 : y + 17, x + 3 : x + 17] = 90
        picture[y : y + 14, x : x + 14] = 40 if codes[row, column] == COVERED else 200
    assert min(ends_of(picture, place, codes)) > 0.9
    assert min(ends_of(picture, place.moved(-3, -3), codes)) > 0.9


def test_a_strip_in_which_half_of_the_lines_seem_to_go_on_shows_no_end() -> None:
    """Something is in front of the others."""
    board = position(9, 9, 10, 0.5, 3)
    picture, lattice = draw(board, STYLES[0], (30, 30))
    part = lattice.part(0, 0, 9, 7)
    picture, part = cropped(picture, part, 3, part.bottom + 6)
    codes = np.frombuffer(board.cells, np.uint8).reshape(9, 9)[:7]
    picture[-6:, : picture.shape[1] // 2] = (200, 40, 90)
    assert ends_of(picture, part, codes)[3] < 0.5
    picture[-6:] = (200, 40, 90)
    assert ends_of(picture, part, codes)[3] > 0.9


@pytest.mark.parametrize("side", range(4))
def test_a_strip_of_the_frame_does_not(side: int) -> None:
    style = next(style for style in STYLES if style.name == "dark")
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), style, (30, 30))
    edge = (lattice.left, lattice.top, lattice.right, lattice.bottom)[side]
    edge += 6 if side > 1 else -6
    assert not goes_on(cut_patches(*cropped(picture, lattice, side, edge)), side, 0.2)


def test_what_few_cells_look_like_does_not_show_that_the_board_goes_on() -> None:
    """Beyond a board is plain ground. One of its cells is plain too: its flag has no face."""
    picture, place = np.full((220, 240, 3), 230, np.uint8), Lattice.even(10, 10, 20, 20, 11, 10)
    for row, column in np.ndindex(place.rows, place.columns):
        if (row, column) != (4, 5):
            picture[12 + 20 * row : 28 + 20 * row, 12 + 20 * column : 28 + 20 * column] = 60
    picture = picture[:, :235]
    assert not goes_on(cut_patches(picture, place), 2, 0.25)
