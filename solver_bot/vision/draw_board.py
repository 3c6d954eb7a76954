"""Draws boards in a skin: the inverse of reading them."""

from __future__ import annotations

import numpy as np

from solver_bot.board import Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.frame import SIDES, profile
from solver_bot.vision.skin import Skin


def draw_board(board: Board, skin: Skin, size: int) -> Picture:
    """The cells without a frame, ``size`` pixels each: shape (rows * size, columns * size, 3).

    Raises:
        SkinError: the skin has no picture of a state on the board.

    """
    tiles = {code: skin.look.picture(code, size) for code in set(board.cells)}
    rows = [
        np.hstack([tiles[code] for code in board.cells[start : start + board.width]])
        for start in range(0, len(board.cells), board.width)
    ]
    return np.vstack(rows)


def framed(cells: Picture, skin: Skin, size: int) -> tuple[Picture, int, int]:
    """The drawn cells inside their frame, and the left and top of the first cell in it."""
    left, top, right, bottom = (profile(skin.look.frame[side], size) for side in SIDES)
    height, width = cells.shape[:2]
    tall, wide = len(top) + height + len(bottom), len(left) + width + len(right)
    picture = np.empty((tall, wide, 3), dtype=np.uint8)
    picture[: len(top)] = top[::-1, None]
    picture[tall - len(bottom) :] = bottom[:, None]
    inside = slice(len(top), len(top) + height)
    picture[inside, : len(left)] = left[None, ::-1]
    picture[inside, wide - len(right) :] = right[None]
    picture[inside, len(left) : len(left) + width] = cells
    return picture, len(left), len(top)
