"""Boards in unknown skins are read or left unreadable, but never read wrongly."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, UNREADABLE, Board, parse_board, parse_boards
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.extract import Extraction, extract, read
from solver_bot.vision.lattice import scaled
from solver_bot.vision.looks.seen_skin import NAME
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.vision.boards_in import boards_in
from tests.vision.drawn import draw, position, rgb, same_where_read
from tests.vision.styles import HELD_BACK, STYLES, Style

EVERY_STYLE = STYLES + HELD_BACK
LINED = [one for one in EVERY_STYLE if one.gap or one.line or one.relief != "flat"]
SKINS = shipped_skins()
ROOT = Path(__file__).resolve().parents[2]
CORPUS = sorted((ROOT / "benchmarks" / "unseen").glob("*.png"))


def style(name: str) -> Style:
    return next(style for style in EVERY_STYLE if style.name == name)


def only(found: list[Extraction]) -> Extraction:
    assert len(found) == 1
    return found[0]


def unread(board: Board) -> float:
    """The share of unreadable cells."""
    return board.count({UNREADABLE}) / len(board.cells)


def test_a_board_in_an_unknown_skin_is_read_back() -> None:
    board = position(9, 9, 10, 0.6, seed=1)
    picture, lattice = draw(board, style("paper"), (30, 30))
    found = only(boards_in(picture, SKINS))
    assert found.board.rows() == board.rows()
    assert found.skin.name == NAME
    assert np.allclose(found.lattice.xs, lattice.xs, atol=2)
    assert np.allclose(found.lattice.ys, lattice.ys, atol=2)


@pytest.mark.parametrize(
    ("cell", "share"),
    [
        ((16, 16), 0.0),
        ((16, 16), 0.9),
        ((27, 27), 0.5),
        ((30.5, 29.25), 0.0),
        ((30.5, 29.25), 0.5),
        ((72, 72), 0.9),
    ],
    ids=str,
)
@pytest.mark.parametrize("drawn_in", EVERY_STYLE, ids=lambda style: style.name)
def test_no_style_and_no_size_is_read_wrongly(
    drawn_in: Style, cell: tuple[float, float], share: float
) -> None:
    board = position(16, 12, 28, share, seed=round(cell[0]))
    picture, _ = draw(board, drawn_in, cell)
    for found in boards_in(picture):
        assert same_where_read(board, found.board)


@pytest.mark.parametrize("drawn_in", EVERY_STYLE, ids=lambda style: style.name)
def test_the_middle_of_a_game_is_read_in_every_style(drawn_in: Style) -> None:
    board = position(16, 16, 40, 0.5, seed=3)
    picture, _ = draw(board, drawn_in, (24, 24))
    found = only(boards_in(picture))
    assert same_where_read(board, found.board)
    assert unread(found.board) <= 0.02


@pytest.mark.parametrize(("width", "height", "mines"), [(4, 4, 2), (30, 16, 99), (100, 60, 1000)])
def test_boards_of_all_sizes_are_read(width: int, height: int, mines: int) -> None:
    board = position(width, height, mines, 0.6, seed=5)
    picture, _ = draw(board, style("orange"), (16, 16))
    assert same_where_read(board, only(boards_in(picture)).board)


def test_cells_may_be_wider_than_high() -> None:
    board = position(12, 12, 20, 0.5, seed=2)
    picture, _ = draw(board, style("night"), (40, 30))
    assert same_where_read(board, only(boards_in(picture)).board)


def test_several_boards_in_one_picture_are_each_read_in_their_style() -> None:
    boards = [position(9, 9, 10, 0.5, seed) for seed in (1, 2)]
    drawn = [
        draw(board, style(name), (28, 28))[0]
        for board, name in zip(boards, ("google", "dark"), strict=True)
    ]
    found = boards_in(np.ascontiguousarray(np.hstack(drawn)))
    assert [e.board.rows() for e in found] == [board.rows() for board in boards]


def test_a_part_behind_a_window_is_reported_as_missing() -> None:
    board = position(16, 12, 28, 0.4, seed=4)
    picture, lattice = draw(board, style("xp"), (28, 28))
    for hidden in range(5, 24):
        scene = picture.copy()
        scene[:, round(lattice.xs[9]) + hidden :] = (200, 180, 160)
        for found in boards_in(scene):
            assert "right" in found.cut or UNREADABLE in found.board.cells


@pytest.mark.parametrize("drawn_in", EVERY_STYLE, ids=lambda style: style.name)
def test_a_window_exactly_along_a_line_of_cells_may_hide_more_of_the_board(drawn_in: Style) -> None:
    board = position(16, 12, 28, 0.5, seed=4)
    picture, lattice = draw(board, drawn_in, (28, 28))
    scene = picture.copy()
    scene[:, round(lattice.xs[9]) :] = (200, 180, 160)
    for found in boards_in(scene):
        assert "right" in found.cut


def test_a_picture_that_ends_at_the_board_may_hide_more_of_it() -> None:
    board = position(9, 9, 10, 0.5, seed=1)
    picture, lattice = draw(board, style("night"), (28, 28))
    cropped = picture[:, : round(lattice.right)]
    assert "right" in only(boards_in(np.ascontiguousarray(cropped))).cut


@pytest.mark.parametrize(
    ("drawn_in", "cell"),
    [*zip(EVERY_STYLE[::2], cycle([(24, 24), (30.5, 29.25), (16, 16)]), strict=False)],
    ids=str,
)
def test_a_tile_in_a_wrong_place_is_read_correctly_or_not_at_all(
    drawn_in: Style, cell: tuple[float, float]
) -> None:
    """Empty and covered cells touch then, as they never do in a game."""
    cells = bytearray(position(16, 12, 28, 0.5, seed=1).cells)
    covered, empty = cells.index(COVERED, 60), cells.index(EMPTY, 60)
    cells[covered], cells[empty] = EMPTY, COVERED
    board = Board(16, 12, bytes(cells))
    for found in boards_in(draw(board, drawn_in, cell)[0]):
        assert found.cut or same_where_read(board, found.board)


@pytest.mark.parametrize("drawn_in", LINED, ids=lambda style: style.name)
def test_a_window_in_the_colour_of_covered_cells_is_not_read_as_cells(drawn_in: Style) -> None:
    board = position(16, 12, 28, 0.6, seed=7)
    picture, lattice = draw(board, drawn_in, (28, 28))
    left, top, right, bottom = map(
        round, (*lattice.box(5 * 16 + 6)[:2], *lattice.box(8 * 16 + 9)[2:])
    )
    picture = picture.copy()
    picture[top - 9 : bottom + 9, left - 9 : right + 9] = rgb(drawn_in.covered[0])[::-1]
    for found in boards_in(picture):
        assert found.cut or same_where_read(board, found.board)


def test_impossible_numbers_are_not_read_as_a_board() -> None:
    impossible = parse_board("""
        ####2###
        #3....2#
        #1....1#
        #2....1#
        #2....8#
        #1....1#
        #####4##
        ########
    """)
    picture, _ = draw(impossible, style("night"), (30, 30))
    assert all(UNREADABLE in found.board.cells for found in boards_in(picture))


def test_a_reading_never_breaks_the_rules() -> None:
    board = position(9, 9, 10, 0.5, seed=1)
    picture, _ = draw(board, style("night"), (30, 30))
    assert not read_picture(picture, SkinChoice(unknown=True), lambda board: False)


def test_a_completely_covered_board_is_not_told_from_any_other_grid() -> None:
    picture, _ = draw(Board.covered(9, 9), style("night"), (30, 30))
    assert not boards_in(picture)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_real_programs_are_read_without_their_templates(path: Path) -> None:
    truth = path.with_suffix(".txt").read_text(encoding="utf-8")
    others = [skin for skin in SKINS if not path.stem.startswith(skin.name)]
    found = only(boards_in(load_picture(path), others))
    assert same_where_read(parse_boards(truth)[0], found.board)
    # What the two themes of pictures show is told by the rules alone.
    pictured = path.stem.startswith(("kmines-gardens", "kmines-graveyard"))
    assert unread(found.board) <= (0.1 if pictured else 0.02)


@pytest.mark.parametrize("name", ["kmines-easy-early", "gnome-mines-8x8-early"])
def test_a_known_skin_is_read_with_its_templates(name: str) -> None:
    picture = load_picture(ROOT / "samples" / f"{name}.png")
    before, now = only(read(picture, SKINS)), only(boards_in(picture, SKINS))
    assert (now.board, now.skin.name, now.lattice) == (
        before.board,
        before.skin.name,
        before.lattice,
    )


def test_a_skin_made_from_a_board_reads_that_board() -> None:
    board = position(16, 16, 40, 0.6, seed=7)
    picture, _ = draw(board, style("xp"), (24, 24))
    found = only(boards_in(picture))
    again = extract(picture, found.lattice, found.skin)
    assert again.board.cells == found.board.cells


@pytest.mark.parametrize("scale", [1.25, 1.5, 1.75, 2, 3])
@pytest.mark.parametrize(
    "name", ["kmines-easy-early", "gnome-mines-8x8-early", "xdemineur-small-early"]
)
def test_the_blur_of_a_scaled_display_makes_no_cell_wrong(name: str, scale: float) -> None:
    path = ROOT / "samples" / f"{name}.png"
    true = parse_boards(path.with_suffix(".txt").read_text(encoding="utf-8"))[0]
    picture = load_picture(path)
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    found = only(boards_in(scaled(picture, *size), SKINS))
    if not found.cut:  # if a blurred frame is not recognised, the board counts as cut off
        assert same_where_read(true, found.board)
    inner = [row.strip("~") for row in found.board.rows() if row.strip("~")]
    assert len(inner) == true.height
    assert all(
        b in (a, "~")
        for row, seen in zip(true.rows(), inner, strict=True)
        if len(seen) == true.width
        for a, b in zip(row, seen, strict=True)
    )


def of_two_widths(board: Board, name: str, size: int) -> Picture:
    """The board in a wide window. Its first 21 columns and 10 rows are two pixels larger."""
    skin = named_skin(name)
    shown, left, top = framed(draw_board(board, skin, size), skin, size)
    right, bottom = left + 21 * size, top + 10 * size
    more = 1 + 2 / size
    columns = cv2.resize(shown[:, left:right], None, fx=more, fy=1)
    shown = np.hstack([shown[:, :left], np.asarray(columns, np.uint8), shown[:, right:]])
    rows = cv2.resize(shown[top:bottom], None, fx=1, fy=more)
    shown = np.vstack([shown[:top], np.asarray(rows, np.uint8), shown[bottom:]])
    return np.pad(shown, ((40, 40), (40, 40), (0, 0)), mode="edge")


@pytest.mark.parametrize(("name", "seed"), [("classic", 1), ("gnome-mines", 2)])
def test_the_part_with_wider_cells_is_not_a_whole_board(name: str, seed: int) -> None:
    board = position(30, 16, 99, 0.1, seed=seed)
    for found in boards_in(of_two_widths(board, name, 42)):
        assert found.cut or (found.board.width, found.board.height) == (30, 16)


@pytest.mark.parametrize(
    ("name", "scale"),
    [("kmines-medium-middle", 1.25), ("kmines-medium-middle", 1.5),
     ("gnome-mines-16x16-middle", 1.25), ("gnome-mines-16x16-middle", 1.5),
     ("gnome-mines-16x16-middle", 1.75), ("gnome-mines-16x16-middle", 2)],
)  # fmt: skip
def test_a_scaled_display_leaves_nothing_unreadable(name: str, scale: float) -> None:
    path = ROOT / "samples" / f"{name}.png"
    true = parse_boards(path.with_suffix(".txt").read_text(encoding="utf-8"))[0]
    picture = load_picture(path)
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    shown = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    assert only(boards_in(shown, SKINS)).board.cells == true.cells


def test_a_known_skin_that_recognises_only_empty_cells_is_not_used() -> None:
    board = position(30, 16, 99, 0.0, seed=30)
    picture, _ = draw(board, style("mono"), (30.5, 29.25))
    for found in boards_in(picture, SKINS):
        assert found.cut or same_where_read(board, found.board)


def test_flat_covered_cells_are_not_read_as_empty() -> None:
    board = position(9, 9, 10, 0.0, seed=8)
    picture, _ = draw(board, style("chess"), (36, 36))
    for found in boards_in(picture):
        assert found.board.count({COVERED}) >= board.count({COVERED}) - found.board.count(
            {UNREADABLE}
        )
