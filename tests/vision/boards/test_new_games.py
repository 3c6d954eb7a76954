"""What a new game may look like: cells of about one colour that the picture does not cut off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.cell_colours import are_alike, are_lit, colours
from solver_bot.vision.boards.new_games import against_new, is_at_edge, new_games_in
from solver_bot.vision.lattice import Lattice
from tests.vision.boards.readings import reading


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(
    ("left", "beyond", "at_edge"),
    [
        (20, 60, False),  # a whole column would be seen
        (8, 250, False),
        (8, 60, True),  # it has the colour of cells
        (1, 250, True),  # too little is seen
    ],
)
def test_a_plain_margin_shows_that_a_board_ends_there(
    side: int, left: int, beyond: int, at_edge: bool
) -> None:
    """A page may leave less than half a cell between its board and its edge."""
    picture = np.full((400, 400, 3), 250, np.uint8)
    picture[:, :left] = beyond
    picture[100:324, left : left + 224] = 60
    picture[100:324:28, left : left + 224] = picture[100:324, left : left + 224 : 28] = 255
    turned = np.ascontiguousarray(np.rot90(picture, side))
    x, y = [(left, 100), (100, 176 - left), (176 - left, 76), (76, left)][side]
    assert is_at_edge(turned, Lattice.even(x, y, 28, 28, 8, 8)) == at_edge


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(
    ("beside", "at_edge"),
    [
        ([30, 200, 30, 200, 30, 200], False),  # a frame of lines
        ([200, 200, 60, 60, 60, 120], True),  # what the cells themselves end with
    ],
)
def test_what_cells_do_not_end_with_is_no_part_of_a_cell(
    side: int, beside: list[int], at_edge: bool
) -> None:
    """The cells are 28 pixels wide, of which 6 would be seen. They differ by some noise."""
    noise = np.random.default_rng(1).integers(-4, 5, (400, 400, 1))
    ends = np.array([200, 200, 60, 60, 60, 120])
    cell = np.concatenate([np.full(22, 120), ends])
    picture = np.full((400, 400, 3), 250)
    picture[:, :6] = np.array(beside)[:, None]
    picture[100:324, 6:230] = np.tile(cell, 8)[:, None]
    picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    turned = np.ascontiguousarray(np.rot90(picture, side))
    x, y = [(6, 100), (100, 170), (170, 76), (76, 6)][side]
    assert is_at_edge(turned, Lattice.even(x, y, 28, 28, 8, 8)) == at_edge


@pytest.mark.parametrize(
    ("levels", "alike"),
    [
        (["5555", "5595", "5555"], True),  # the pointer is on one of them
        (["2828", "8282", "2828"], True),
        (["2882", "2288", "8828"], False),  # a game of lights
        (["1234", "4567", "6789"], False),  # a palette
        (["4565", "6545", "5646"], False),  # a game of floods in pale colours
    ],
)
def test_cells_of_different_colours_without_order_are_no_new_game(
    levels: list[str], alike: bool
) -> None:
    grey = np.array([[25 * int(level) for level in row] for row in levels], np.float32)
    cells = np.repeat(grey[..., None], 3, -1)
    assert (are_alike(cells) or are_lit(cells)) == alike


@pytest.mark.parametrize("bend", [0, 1])
@pytest.mark.parametrize("slope", [4, 12, 30])
def test_light_may_fall_unevenly_on_the_cells_of_a_new_game(slope: int, bend: int) -> None:
    """A far stronger light makes a palette of it."""
    down, across = np.indices((9, 9))
    grey = 90.0 + slope * across + bend * (down - 4) ** 2
    assert are_lit(np.repeat(grey[..., None], 3, -1)) == (slope <= 12)


def test_a_palette_of_shades_is_no_new_game() -> None:
    down, across = np.indices((9, 12))
    shades = np.stack([255 - 15 * across, 255 - 20 * down, np.full(down.shape, 60)], -1)
    assert not are_lit(shades.astype(np.float32))


@pytest.mark.parametrize(("shades", "alike"), [((90,), True), ((90, 40, 140, 190), False)])
def test_white_cells_with_jewels_of_several_shades_are_no_new_game(
    shades: tuple[int, ...], alike: bool
) -> None:
    lattice = Lattice.even(10, 10, 40, 40, 12, 10)
    picture = np.full((440, 500, 3), 245, np.uint8)
    for cell in range(120):
        x, y = map(round, lattice.centre(cell))
        picture[y - 6 : y + 6, x - 6 : x + 6] = shades[(cell * cell) % 7 % len(shades)]
    assert are_alike(colours(picture, lattice)) == alike


@pytest.mark.parametrize("off", [0, 1])
def test_lines_around_cells_may_fall_on_the_next_cell_of_a_new_game(off: int) -> None:
    picture = np.full((440, 500, 3), 235, np.uint8)
    for pixel in (10, 11):
        picture[:, pixel::52] = picture[pixel::52] = 90
    lattice = Lattice.even(10 - off, 10 - off, 26, 26, 12, 10)
    assert are_alike(colours(picture, lattice))


PLAIN, WIDE = (np.full((side, side, 3), 90, np.uint8) for side in (300, 400))


def covered(columns: int, rows: int) -> Answer:
    """A grid of covered cells that is seen whole and surely."""
    found = answered(reading(0.999), possible)
    assert isinstance(found, Answer)
    place = Lattice.even(20, 20, 8, 8, columns, rows)
    codes = np.full((rows, columns), COVERED, np.uint8)
    likely = likely_as(COVERED, codes.shape)
    whole = replace(found, lattice=place, codes=codes, likely=likely)
    return replace(whole, cut=frozenset(), surest=12.0)


def likely_as(code: int, shape: tuple[int, ...]) -> Floats:
    """The logarithms of the probabilities of cells that rather show this code than another."""
    likely = np.full((*shape, UNREADABLE + 1), -9.0, np.float32)
    likely[..., code] = -0.5
    return likely


@pytest.mark.parametrize(
    ("columns", "rows", "taken"),
    [(7, 5, True), (7, 4, False), (30, 24, True), (31, 24, False)],
)
def test_a_new_game_of_an_unusual_size_is_not_very_small_or_large(
    columns: int, rows: int, taken: bool
) -> None:
    grid = covered(columns, rows)
    assert (against_new(PLAIN, grid) == "") is taken
    assert against_new(PLAIN, grid, named=True) == ""


def test_a_grid_beside_which_tiles_look_like_cells_is_less_likely_a_new_game() -> None:
    """It may be a part of something larger."""
    grid = replace(covered(7, 6), surest=10.7)
    assert against_new(PLAIN, replace(grid, beyond=-4.0)) == ""
    assert "must be 88.1% likely a new game" in against_new(PLAIN, replace(grid, beyond=4.0))


def test_a_new_game_with_a_lighter_cell_beneath_the_pointer_is_named() -> None:
    """A closer look at that cell alone put all others of a web page in doubt."""
    picture = np.full((600, 900, 3), (226, 240, 244), np.uint8)
    picture[:50] = 40, 110, 60
    place = Lattice.even(100, 100, 42, 42, 14, 10)
    for number in range(140):
        left, top, right, bottom = map(round, place.box(number))
        dark = sum(divmod(number, 14)) % 2
        picture[top:bottom, left:right] = (74, 209, 162) if dark else (81, 215, 170)
    picture[100:142, 142:184] = 125, 225, 190
    (found,) = new_games_in(picture, possible)
    assert (found.columns, found.rows) == (14, 10)


@pytest.mark.parametrize(("surest", "size", "taken"), [(8.5, (9, 9), True), (9.5, (9, 7), False)])
def test_a_title_makes_no_new_game_less_likely(
    surest: float, size: tuple[int, int], taken: bool
) -> None:
    """A size that is usual anyway tells as much, and other sizes are told by the title."""
    grid = replace(covered(*size), surest=surest)
    assert (against_new(PLAIN, grid) == "") is taken
    assert against_new(PLAIN, grid, named=True) == ""


def test_the_cells_of_a_new_game_may_have_several_colours_where_its_title_says_so() -> None:
    picture = PLAIN.copy()
    for number in range(9 * 9):
        left, top, right, bottom = map(round, covered(9, 9).lattice.box(number))
        picture[top:bottom, left:right] = 60 * (number % 4), 200, 40 * (number % 5)
    assert against_new(picture, covered(9, 9)) == "its cells have several colours"
    assert against_new(picture, covered(9, 9), named=True) == ""


def test_quarters_of_the_cells_of_a_large_game_are_no_new_game_though_its_title_says_so() -> None:
    assert against_new(PLAIN, covered(32, 32), named=True) == ""
    assert "over 1200 cells" in against_new(WIDE, covered(44, 40), named=True)


@pytest.mark.parametrize(("unread", "taken"), [(4, True), (5, False)])
def test_four_cells_of_a_new_game_of_any_size_may_be_unread(unread: int, taken: bool) -> None:
    grid = covered(6, 6)
    grid.codes[np.arange(unread), np.arange(unread)] = UNREADABLE
    assert (against_new(PLAIN, grid) == "") is taken


@pytest.mark.parametrize(
    ("unread", "unasked", "pointed_out"), [(6, True, True), (15, False, True), (24, False, False)]
)
def test_more_of_a_new_game_may_be_unread_where_the_player_points_it_out(
    unread: int, unasked: bool, pointed_out: bool
) -> None:
    """Of its 81 cells so many are unread, and nothing hides them: they are in every second row."""
    grid = covered(9, 9)
    grid.codes[1 + 2 * (np.arange(unread) % 4), 1 + np.arange(unread) // 4] = UNREADABLE
    assert (against_new(PLAIN, grid) == "") is unasked
    assert (against_new(PLAIN, grid, pointed_out=True) == "") is pointed_out


@pytest.mark.parametrize(
    ("rows", "columns", "taken"), [(5, 5, True), (6, 6, False), (2, 9, False), (2, 8, True)]
)
def test_a_window_may_hide_a_third_of_a_new_game_but_no_whole_outermost_line(
    rows: int, columns: int, taken: bool
) -> None:
    grid = covered(9, 9)
    grid.codes[9 - rows :, :columns] = UNREADABLE
    assert (against_new(PLAIN, grid) == "") is taken


@pytest.mark.parametrize(("code", "taken"), [(COVERED, True), (UNREADABLE, False)])
def test_the_last_row_of_a_new_game_may_be_partly_cut_off_where_its_title_says_so(
    code: int, taken: bool
) -> None:
    """A Gambas program leaves the last pixels of its last row out. Nothing is read there surely."""
    grid = covered(9, 9)
    grid.codes[-1] = UNREADABLE
    grid.likely[-1] = likely_as(code, (9,))
    assert against_new(PLAIN, grid) != ""
    assert (against_new(PLAIN, grid, named=True) == "") is taken
