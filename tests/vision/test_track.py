"""A followed board is read as if every picture were the first one."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.board import Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin
from solver_bot.vision.skin_files import named_skin
from solver_bot.vision.track import Track
from tests.vision.positions import random_position

WIDTH, HEIGHT = 9, 8
LEFT, TOP = 13, 6


def scene(board: Board, skin: Skin, size: int) -> Picture:
    picture = np.full((HEIGHT * size + 20, WIDTH * size + 30, 3), 90, np.uint8)
    picture[TOP : TOP + HEIGHT * size, LEFT : LEFT + WIDTH * size] = draw_board(board, skin, size)
    return picture


def lattice(size: int) -> Lattice:
    return Lattice.even(LEFT, TOP, size, size, WIDTH, HEIGHT)


@pytest.mark.parametrize("size", [16, 21, 32])
@pytest.mark.parametrize("name", ["classic", "gnome-mines", "kmines", "xdemineur"])
def test_a_board_is_read_alike_with_and_without_memory(name: str, size: int) -> None:
    skin = named_skin(name)
    rng = np.random.default_rng(size)
    boards = [random_position(rng, WIDTH, HEIGHT, 0.2, share, False) for share in (0, 0.1, 0.6)]
    track = Track(lattice(size), skin)
    cells = bytearray(boards[0].cells)
    for _ in range(30):
        other = boards[int(rng.integers(3))].cells
        for cell in rng.integers(0, len(cells), int(rng.choice([0, 1, 3, 50]))):
            cells[cell] = other[cell]
        picture = scene(Board(WIDTH, HEIGHT, bytes(cells)), skin, size)
        track.look(picture)
        anew = Track(lattice(size), skin)
        anew.look(picture)
        assert (track.codes == anew.codes).all()
        assert track.certainty == pytest.approx(anew.certainty, abs=0.05)


def test_a_look_tells_whether_a_pixel_of_the_board_has_changed() -> None:
    skin = named_skin("xdemineur")
    picture = scene(Board.covered(WIDTH, HEIGHT, 10), skin, 21)
    track = Track(lattice(21), skin)
    assert track.look(picture)
    assert not track.look(picture.copy())
    beside, last = picture.copy(), picture.copy()
    beside[TOP - 1], beside[:, LEFT - 1] = 0, 0
    beside[TOP + HEIGHT * 21], beside[:, LEFT + WIDTH * 21] = 0, 0
    assert not track.look(beside)
    last[TOP + HEIGHT * 21 - 1, LEFT + WIDTH * 21 - 1] ^= 1
    assert track.look(last)


@pytest.mark.parametrize("name", ["classic", "gnome-mines", "kmines", "xdemineur"])
def test_cells_a_pixel_beside_their_places_are_read_where_these_are_inexact(name: str) -> None:
    skin = named_skin(name)
    board = random_position(np.random.default_rng(4), WIDTH, HEIGHT, 0.2, 0.3, False)
    picture = scene(board, skin, 32)
    beside = Track(lattice(32).moved(0.7, -0.7), skin)
    beside.look(picture)
    assert beside.codes.tobytes() == board.cells
    first = picture.copy()
    first[TOP : TOP + 32, LEFT : LEFT + 32] = 90
    alone = Track(lattice(32).moved(0.7, -0.7), skin)
    alone.look(first)
    alone.look(picture)
    assert (alone.codes == beside.codes).all()
    assert (alone.certainty == beside.certainty).all()


def test_every_changed_cell_is_read_whichever_row_it_is_in() -> None:
    skin = named_skin("xdemineur")
    covered = Board.covered(WIDTH, HEIGHT, 10)
    track = Track(lattice(60), skin)
    track.look(scene(covered, skin, 60))
    for cell in range(0, WIDTH * HEIGHT, 5):
        cells = bytearray(covered.cells)
        cells[cell] = 3
        track.look(scene(Board(WIDTH, HEIGHT, bytes(cells)), skin, 60))
        assert track.codes.tobytes() == bytes(cells)
