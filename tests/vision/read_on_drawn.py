"""Boards as rows of text, drawn, for tests of how they are read on."""

from __future__ import annotations

import numpy as np

from solver_bot.board import SYMBOLS, parse_board
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw
from tests.vision.styles import HELD_BACK

PITCH = 24
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
