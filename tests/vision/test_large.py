"""Small boards in maximised windows, whose cells are very large."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import parse_board
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.extract import read
from solver_bot.vision.skin_files import named_skin, shipped_skins

HALF = parse_board(
    "########\n####2###\n##1122##\n##1..1##\n##21.1##\n###111##\n########\n########\n"
)


@pytest.mark.parametrize("name", ["gnome-mines", "kmines", "classic"])
@pytest.mark.parametrize("size", [112, 130, 170])
def test_a_board_of_large_cells_is_read(name: str, size: int) -> None:
    skin = named_skin(name)
    window, _, _ = framed(draw_board(HALF, skin, size), skin, size)
    height, width = window.shape[:2]
    screen = np.full((height + 120, width + 200, 3), 200, np.uint8)
    screen[60 : 60 + height, 100 : 100 + width] = window
    (found,) = read(screen, shipped_skins())
    assert (found.skin.name, found.cut) == (name, ())
    assert found.board.cells == HALF.cells
