"""A board is found again where its program has moved it."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED
from solver_bot.bot.learning.moved_board import seen_elsewhere
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

SIZE, CELLS = 40, 8


def lost(hit: Mask, down: int) -> Picture:
    """A board of covered cells and red mines with a cross, so many pixels further down."""
    picture = np.full((520, 520, 3), 245, np.uint8)
    for row, column in np.ndindex(CELLS, CELLS):
        left, top = 80 + column * SIZE, 80 + down + row * SIZE
        colour = (0, 0, 255) if hit[row, column] else (204, 204, 204)
        cv2.rectangle(picture, (left, top), (left + SIZE - 1, top + SIZE - 1), colour, -1)
        cv2.rectangle(picture, (left, top), (left + SIZE, top + SIZE), (150, 150, 150))
        if hit[row, column]:
            place, face = (left + 14, top + 26), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(picture, "X", place, face, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    return picture


def test_a_board_that_shows_nothing_but_mines_after_the_first_click_is_the_same() -> None:
    """A Spanish page writes above its board that the game is lost, which moves it down."""
    hit = np.zeros((CELLS, CELLS), np.bool_)
    hit[[0, 2, 2, 4, 6], [0, 3, 6, 5, 7]] = True
    clicked = np.zeros_like(hit)
    clicked[0, 0] = True
    place = Lattice.even(80, 80, SIZE, SIZE, CELLS, CELLS)
    covered = np.full(hit.shape, COVERED, np.uint8)
    assert seen_elsewhere(lost(hit, 22), place, covered, clicked) is not None
    assert seen_elsewhere(lost(hit, 22), place, covered, np.roll(clicked, 1)) is None
