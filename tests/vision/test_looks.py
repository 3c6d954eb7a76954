"""What is known of a skin while a game is played, and what changes on the board beside clicks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, MINE, SYMBOLS, UNREADABLE, parse_board
from solver_bot.bot.learning.doubted_numbers import without_rivals
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.sight import Sight
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.cut import SIZE
from solver_bot.vision.looks.drawing import WHOLE
from solver_bot.vision.looks.kinds import sort_tiles
from solver_bot.vision.looks.looks import Looks, recognised, seen_looks, tiles_at
from solver_bot.vision.looks.read_on import read_on
from solver_bot.vision.skin_files import named_skin
from tests.bot.learning.moves import move
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK

PITCH = 24
UNSEEN = "..1##/..122/111~~/1#1~~"
"""A board with an area that was left unread."""
STYLE = next(style for style in HELD_BACK if style.name == "xp")


def codes(rows: str) -> Codes:
    board = parse_board(rows.replace("/", "\n"))
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, -1).copy()


def text(board: Codes) -> str:
    return "/".join("".join(SYMBOLS[code] for code in row) for row in board)


def drawn(rows: str) -> tuple[Picture, Lattice]:
    return draw(parse_board(rows.replace("/", "\n")), STYLE, (PITCH, PITCH))


def cell_of(picture: Picture, place: Lattice, row: int, column: int) -> Picture:
    top, left = round(place.ys[row]), round(place.xs[column])
    return picture[top : top + PITCH, left : left + PITCH]


def nothing(rows: str) -> Mask:
    return np.zeros(codes(rows).shape, np.bool_)


def unseen(shown: Codes, _: Mask) -> Codes:
    """Sees nothing in cells whose look is new."""
    return shown


# Tiles


def tile(grey: float) -> np.ndarray:
    """A plain tile, with its middle."""
    return np.full((1, 2 * WHOLE), grey, np.float32)


def looks(*tiles: tuple[float, int]) -> Looks:
    known = Looks.none()
    for grey, code in tiles:
        known = known.grown(tile(grey), np.array([code], np.uint8))
    return known


@pytest.mark.parametrize(
    ("grey", "shows"), [(100, 1), (102, 1), (103, UNREADABLE), (104, 2), (112, UNREADABLE)]
)
def test_a_tile_is_known_if_it_is_like_one_state_and_much_less_like_any_other(
    grey: float, shows: int
) -> None:
    assert looks((100, 1), (106, 2)).recognise(tile(grey)) == [shows]


@pytest.mark.parametrize(("ink", "shows"), [(10, 1), (20, UNREADABLE)])
def test_a_number_in_faint_strokes_is_not_taken_for_another_one(ink: int, shows: int) -> None:
    """Both have a stroke in the middle, and one of them has a serif."""
    known, other = (tile(200)[:, :WHOLE].reshape(SIZE, SIZE, 3) for _ in range(2))
    known[3:13, 7:9] = other[3:13, 7:9] = 200 - 27
    other[3:5, 5:7] = 200 - ink
    both = [np.hstack([one.reshape(1, -1), tile(200)[:, WHOLE:]]) for one in (known, other)]
    faint = Looks.none().grown(both[0], np.array([1], np.uint8))
    assert faint.recognise(both[1]) == [shows]


def test_a_look_that_differs_little_from_that_of_another_state_is_kept() -> None:
    known = looks((100, 1), (101, 2))
    assert known.recognise(tile(101)) == [2]
    assert known.recognise(tile(100)) == [1]


def signs(rows: str) -> tuple[np.ndarray, Codes]:
    """The tiles of a drawn board, and what they show."""
    picture, place = drawn(rows)
    return tiles_at(picture, place, np.ones(codes(rows).shape, np.bool_)), codes(rows).ravel()


def known_one() -> Looks:
    return Looks.none().grown(*signs("1"))


@pytest.mark.parametrize("number", [2, 3, 4, 7])
def test_a_number_that_is_drawn_as_another_was_is_not_drawn_as_before(number: int) -> None:
    tiles, _ = signs(str(number))
    assert known_one().has_other(tiles, np.array([1], np.uint8))


def test_a_number_is_drawn_as_before_though_it_is_darker_and_a_pixel_off() -> None:
    tiles, shown = signs("1")
    moved = np.roll(tiles.reshape(2, SIZE, SIZE, 3), (1, 1), (1, 2)).reshape(tiles.shape)
    assert not known_one().has_other(moved - 20, shown)


def test_a_number_that_was_not_drawn_before_is_not_drawn_otherwise() -> None:
    tiles, shown = signs("2")
    assert not known_one().has_other(tiles, shown)


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


def lined(rows: str) -> tuple[Picture, Lattice]:
    """Grey covered cells, light empty ones and red mines, all without signs, with dark lines."""
    shown = codes(rows)
    place = Lattice.even(0, 0, PITCH, PITCH, shown.shape[1], shown.shape[0])
    fills = {COVERED: (150, 150, 150), EMPTY: (230, 225, 220), MINE: (60, 60, 220)}
    picture = np.zeros((len(shown) * PITCH, shown.shape[1] * PITCH, 3), np.uint8)
    for (row, column), code in np.ndenumerate(shown):
        cell_of(picture, place, row, column)[2:-2, 2:-2] = fills[int(code)]
    return picture, place


def read_in_lines(before: str, now: str, *clicked: tuple[int, int]) -> str:
    """What is read of cells without signs after these clicks, covered cells being known."""
    picture, place = lined(now)
    covered, _ = lined("#####/#####/#####")
    known = seen_looks(covered, place, codes("#####/#####/#####"))
    cells = nothing(before)
    for cell in clicked:
        cells[cell] = True
    return text(read_on(picture, place, known, codes(before), cells, unseen)[0])


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
    seen, _ = read_on(picture, place, known, covered, clicked, unseen)
    assert text(seen) == "..~##/..~##/~~~##"


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


# Small signs

SMALL = Lattice.even(0, 0, 45, 45, 8, 1)


def small_signs(numbers: str) -> Picture:
    """A line of large cells with small grey numbers."""
    picture = np.full((45, 360, 3), 238, np.uint8)
    for column, number in enumerate(numbers):
        at = 45 * column + 18, 27
        cv2.putText(picture, number, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (160, 160, 160), 1, 16)
    return picture


@pytest.mark.parametrize("other", "13456789")
def test_a_small_number_in_a_large_cell_is_not_taken_for_another_one(other: str) -> None:
    """A game was lost by a 3 that was taken for a 2."""
    seen = np.full((1, 8), 2, np.uint8)
    known = seen_looks(small_signs("22222222"), SMALL, seen)
    read = recognised(small_signs("2222" + 4 * other), SMALL, known)
    assert read.tolist() == [4 * [2] + 4 * [UNREADABLE]]


@pytest.mark.parametrize("other", "12345678")
def test_a_small_number_is_not_taken_for_a_zero_that_is_shown(other: str) -> None:
    """A game called Desistir prints its zeros. A 4 was taken for one."""
    known = seen_looks(small_signs("00000000"), SMALL, np.zeros((1, 8), np.uint8))
    read = recognised(small_signs("0000" + 4 * other), SMALL, known)
    assert read.tolist() == [4 * [EMPTY] + 4 * [UNREADABLE]]


def test_a_small_number_on_a_texture_is_not_taken_for_another_one() -> None:
    """A game was lost by a 3 on waves that was taken for a 2."""
    waves = np.random.default_rng(4).integers(-25, 25, (6, 6, 3)).astype(np.float32)
    texture = np.tile(cv2.resize(waves, (45, 45), interpolation=cv2.INTER_CUBIC), (1, 8, 1))

    def on_waves(numbers: str) -> Picture:
        return np.asarray(np.clip(small_signs(numbers) + texture, 0, 255), np.uint8)

    known = seen_looks(on_waves("22222222"), SMALL, np.full((1, 8), 2, np.uint8))
    read = recognised(on_waves("22223333"), SMALL, known)
    assert read.tolist() == [4 * [2] + 4 * [UNREADABLE]]


def test_a_line_around_the_board_changes_no_number_beside_it() -> None:
    picture = small_signs("22222223")
    known = seen_looks(picture, SMALL, np.array([[2] * 7 + [3]], np.uint8))
    picture[-3:], picture[:, -3:] = 90, 90
    assert recognised(picture, SMALL, known).tolist() == [[2] * 7 + [3]]


def test_small_numbers_in_large_cells_are_of_kinds_of_their_own() -> None:
    kinds = sort_tiles(small_signs("12345678"), SMALL)
    assert len(kinds.tiles) == len(np.unique(kinds.of)) == 8


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
