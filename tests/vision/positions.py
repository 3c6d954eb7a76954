"""Random positions of games, and pictures of them on random desktops."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver_bot.board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    WRONG_FLAG,
    Board,
    neighbours,
)
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.skin import Skin

BACKGROUNDS = ("plain", "noise", "soft noise", "stripes", "checks", "windows")


def random_position(
    rng: np.random.Generator, width: int, height: int, density: float, opened: float, lost: bool
) -> Board:
    """A position of a game with about ``share`` of it open, and with some flags and marks."""
    count = max(1, round(width * height * density))
    mines = set(rng.choice(width * height, count, replace=False).tolist())
    cells = bytearray([COVERED]) * (width * height)
    for cell in rng.permutation(width * height)[: round(width * height * opened)].tolist():
        if cell not in mines:
            _open(cells, cell, mines, width, height)
    for cell in rng.permutation(width * height).tolist():
        if cells[cell] == COVERED and rng.random() < 0.15:
            cells[cell] = rng.choice([FLAG, FLAG, QUESTION])
    if lost:
        _end(cells, mines)
    return Board(width, height, bytes(cells))


def _open(cells: bytearray, cell: int, mines: set[int], width: int, height: int) -> None:
    waiting = [cell]
    table = neighbours(width, height)
    while waiting:
        cell = waiting.pop()
        if cells[cell] == COVERED:
            cells[cell] = sum(n in mines for n in table[cell])
            waiting += table[cell] if cells[cell] == 0 else ()


def _end(cells: bytearray, mines: set[int]) -> None:
    for cell, code in enumerate(cells):
        if code == FLAG and cell not in mines:
            cells[cell] = WRONG_FLAG
        elif code == COVERED and cell in mines:
            cells[cell] = MINE
    shown = [cell for cell, code in enumerate(cells) if code == MINE]
    if shown:
        cells[shown[0]] = EXPLODED


@dataclass(frozen=True)
class Desktop:
    """A picture with one board in it, and the place of the board's first cell."""

    picture: Picture
    left: int
    top: int


def desktop(rng: np.random.Generator, board: Board, skin: Skin, size: int, kind: str) -> Desktop:
    """The board in its frame, at a random place on a background of this kind."""
    window, left, top = framed(draw_board(board, skin, size), skin, size)
    height, width = window.shape[:2]
    picture = background(rng, width + int(rng.integers(20, 300)), height + 150, kind)
    x = int(rng.integers(5, picture.shape[1] - width - 4))
    y = int(rng.integers(5, picture.shape[0] - height - 4))
    picture[y : y + height, x : x + width] = window
    return Desktop(picture, x + left, y + top)


def background(rng: np.random.Generator, width: int, height: int, kind: str) -> Picture:
    """A picture without a board."""
    shape = (height, width, 3)
    if kind == "plain":
        return np.full(shape, rng.integers(0, 256, 3), dtype=np.uint8)
    if kind == "noise":
        return rng.integers(0, 256, shape, dtype=np.uint8)
    if kind == "soft noise":
        coarse = rng.integers(0, 256, (height // 16 + 2, width // 16 + 2, 3))
        return np.repeat(np.repeat(coarse, 16, 0), 16, 1)[:height, :width].astype(np.uint8)
    y, x = np.mgrid[:height, :width]
    period = int(rng.integers(6, 40))
    if kind == "stripes":
        pattern = (x // period + 0 * y) % 2
    elif kind == "checks":
        pattern = (x // period + y // period) % 2
    else:
        return _windows(rng, shape)
    colours = rng.integers(0, 256, (2, 3))
    return np.asarray(colours[pattern], dtype=np.uint8)


def _windows(rng: np.random.Generator, shape: tuple[int, int, int]) -> Picture:
    picture = np.full(shape, rng.integers(0, 256, 3), dtype=np.uint8)
    for _ in range(12):
        x, y = (int(rng.integers(0, n)) for n in (shape[1], shape[0]))
        w, h = (int(rng.integers(10, 200)) for _ in range(2))
        picture[y : y + h, x : x + w] = rng.integers(0, 256, 3)
        picture[y + 2 : y + h - 2, x + 2 : x + w - 2] = rng.integers(0, 256, 3)
    return picture
