"""Numbers beside a board that count its lines are no cells."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from solver_bot.board import parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.labels import lines_within_labels
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

GREY, PALE, WHITE = (176, 176, 176), (224, 224, 224), (255, 255, 255)
PITCH, GAP = 50, 4
FONT = ImageFont.truetype(str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSerif.ttf"), 26)


def page(rows: str, columns_named: bool = False) -> Picture:
    """Flat cells with gaps on a white page, and a number before each row."""
    board = parse_board(rows)
    image = Image.new("RGB", ((board.width + 6) * PITCH, (board.height + 5) * PITCH), WHITE)
    pen = ImageDraw.Draw(image)
    for row in range(board.height):
        _write(pen, 1, row + 2, str(row + 1))
        for column in range(board.width):
            code = board.cells[row * board.width + column]
            x, y = (column + 2) * PITCH, (row + 2) * PITCH
            box = (x + GAP, y + GAP, x + PITCH - 1, y + PITCH - 1)
            pen.rectangle(box, GREY if code > 8 else PALE)
            if 0 < code < 9:
                _write(pen, column + 2, row + 2, str(code))
    for column in range(board.width if columns_named else 0):
        _write(pen, column + 2, 1, chr(ord("A") + column))
    return np.asarray(image)[..., ::-1].copy()


def _write(pen: ImageDraw.ImageDraw, column: int, row: int, text: str) -> None:
    middle = (column + 0.5) * PITCH + GAP / 2, (row + 0.5) * PITCH + GAP / 2
    pen.text(middle, text, fill=(0, 0, 0), font=FONT, anchor="mm")


@pytest.mark.parametrize("columns_named", [False, True])
@pytest.mark.parametrize(
    "rows", ["#####\n#####\n#####\n#####\n", "###1.\n##21.\n#31..\n#2...\n#1...\n"]
)
def test_a_column_that_counts_the_rows_is_not_read_as_cells(rows: str, columns_named: bool) -> None:
    (found,) = seen_in(page(rows, columns_named), possible)
    assert np.array_equal(found.codes, codes_of(rows))
    assert not found.cut


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ("1#\n2#\n~#\n~#\n", 1),
        ("~#\n3#\n2#\n~#\n", 1),  # they count from below
        ("1#\n2#\n2#\n~#\n", 0),
        ("1#\n~#\n~#\n~#\n", 0),  # one number may be any
        ("1#\n2#\n##\n~#\n", 0),
    ],
)
def test_a_line_counts_the_lines_if_all_that_is_read_of_it_grows_by_one(
    rows: str, left: int
) -> None:
    codes = codes_of(rows)
    assert lines_within_labels(cut_patches(flat(codes), place(codes)), codes)[0] == left


def test_a_line_on_the_ground_of_other_open_cells_is_kept() -> None:
    codes = codes_of("1###\n2##1\n~###\n~###\n")
    picture = flat(codes)
    assert lines_within_labels(cut_patches(picture, place(codes)), codes)[0] == 0
    picture[20:40, 60:80] = 120
    assert lines_within_labels(cut_patches(picture, place(codes)), codes)[0] == 1


def codes_of(rows: str) -> Codes:
    board = parse_board(rows)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width).copy()


def place(codes: Codes) -> Lattice:
    return Lattice.even(0, 0, 20, 20, *codes.shape[::-1])


def flat(codes: Codes) -> Picture:
    return np.full((20 * codes.shape[0], 20 * codes.shape[1], 3), 200, np.uint8)
