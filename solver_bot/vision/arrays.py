"""Types of the arrays that modules exchange, named by their content; boards as arrays, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import Board

Picture = NDArray[np.uint8]
"""Shape (height, width, 3): blue, green, red."""
Codes = NDArray[np.uint8]
"""Cell codes of ``solver_bot.board``: shape (rows, columns), or one for each cluster of tiles."""
Mask = NDArray[np.bool_]
"""True for the selected cells, pixels or clusters."""
Floats = NDArray[np.float32]
Points = NDArray[np.float64]
"""Shape (points, 2), or one coordinate of each: x and y in pixels."""
Kinds = NDArray[np.intp]
"""The kind of every cell, shape (rows, columns): cells that look the same are of one kind."""


def board_of(codes: Codes, mines: int | None = None) -> Board:
    """The board whose cells show these codes, shape (rows, columns)."""
    return Board(codes.shape[1], codes.shape[0], codes.tobytes(), mines)


def codes_of(board: Board) -> Codes:
    """What the cells of a board show, shape (rows, columns). It can't be written to."""
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
