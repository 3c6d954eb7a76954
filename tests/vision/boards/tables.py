"""Pictures of tables: a grid of cells with few numbers, as a spreadsheet shows them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from solver_bot.board import CODES, COVERED
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.lattice import Lattice

PLACE = Lattice.even(30, 40, 30, 24, 10, 12)
NUMBERS = {(2, 3): "1", (5, 4): "2", (9, 8): "1"}


def table(sign: str = "", ink: int = 0, thick: int = 2) -> Picture:
    """A grid of white cells with few numbers, all others with this sign."""
    picture = np.full((370, 370, 3), 255, np.uint8)
    for x in PLACE.xs:
        cv2.line(picture, (int(x), 40), (int(x), 328), (200, 200, 200))
    for y in PLACE.ys:
        cv2.line(picture, (30, int(y)), (330, int(y)), (200, 200, 200))
    for row in range(PLACE.rows):
        for column in range(PLACE.columns):
            at = int(PLACE.xs[column]) + 9, int(PLACE.ys[row]) + 18
            text = NUMBERS.get((row, column), "")
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 0, 2)
            if not text:
                cv2.putText(picture, sign, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, [ink] * 3, thick)
    return picture


def codes() -> Codes:
    seen = np.full((PLACE.rows, PLACE.columns), COVERED, np.uint8)
    for cell, text in NUMBERS.items():
        seen[cell] = CODES[text]
    return seen


COLOURS = ((150, 60, 60), (60, 200, 220), (60, 150, 60), (220, 220, 220))


def painted(of: Callable[[int, int], int]) -> Picture:
    """A grid whose cells have these of the colours, by row and column."""
    picture = table()
    for row, column in np.ndindex(PLACE.rows, PLACE.columns):
        top, left = int(PLACE.ys[row]), int(PLACE.xs[column])
        picture[top : top + 24, left : left + 30] = COLOURS[of(row, column)]
    return picture


def noisy(picture: Picture) -> Picture:
    """The picture with noise, so that no two cells are alike."""
    noise = np.random.default_rng(3).normal(0, 6, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
