"""A board as one picture, of which only changed cells are drawn again."""

from __future__ import annotations

import tkinter
from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.board import FLAG, SYMBOLS, Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.frame import profile
from solver_bot.vision.skin import Skin

LEAST_CELL, MOST_CELL = 8, 96
"""Pixels of a cell. Smaller cells cannot be told apart, and larger ones only look coarse."""
MANY = 300
"""The most changed cells to draw one by one. Above that, drawing the whole picture is as fast."""
OVERFULL = len(SYMBOLS)
"""The face of a flag beside a number that has more flags around it than it says. Other faces are
cell codes."""


def photo(picture: Picture, master: tkinter.Misc) -> tkinter.PhotoImage:
    """The picture as a Tk image, for the window of ``master``."""
    return tkinter.PhotoImage(master=master, data=encoded(picture), format="ppm")


def encoded(picture: Picture) -> bytes:
    """The picture as the bytes of a PPM file, which Tk can read."""
    return np.asarray(cv2.imencode(".ppm", picture)[1]).tobytes()


def faces(board: Board, overfull: Collection[int]) -> bytes:
    """The face of each cell: its code, or ``OVERFULL``."""
    cells = bytearray(board.cells)
    for cell in overfull:
        if cells[cell] == FLAG:
            cells[cell] = OVERFULL
    return bytes(cells)


@dataclass(frozen=True, slots=True)
class Fit:
    """The place of a board in a rectangle, in pixels.

    Attributes:
        cell: width and height of a cell.
        left: the left edge of the frame.
        top: the upper edge of the frame.
        inset: the width of the frame.
        columns: cells in a row of the board.
        rows: rows of the board.

    """

    cell: int
    left: int
    top: int
    inset: int
    columns: int
    rows: int

    def at(self, x: int, y: int) -> int | None:
        """The cell at a point of the rectangle; None beside the board."""
        column = (x - self.left - self.inset) // self.cell
        row = (y - self.top - self.inset) // self.cell
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def box(self, cell: int) -> tuple[int, int, int, int]:
        """The left, upper, right and lower edge of a cell in the rectangle."""
        row, column = divmod(cell, self.columns)
        left = self.left + self.inset + column * self.cell
        top = self.top + self.inset + row * self.cell
        return left, top, left + self.cell, top + self.cell


def frame_width(skin: Skin, cell: int) -> int:
    """The width in pixels of the widest side of the frame around cells of ``cell`` pixels."""
    return max(len(profile(bands, cell)) for bands in skin.look.frame.values())


def fit(skin: Skin, columns: int, rows: int, width: int, height: int) -> Fit:
    """Fit a board and its frame, centred, into ``width`` x ``height`` pixels.

    The cells are as large as possible, from ``LEAST_CELL`` to ``MOST_CELL`` pixels.
    """
    cell = MOST_CELL
    while cell > LEAST_CELL and not _fits(skin, columns, rows, width, height, cell):
        cell -= 1
    inset = frame_width(skin, cell)
    left = (width - columns * cell) // 2 - inset
    top = (height - rows * cell) // 2 - inset
    return Fit(cell, max(0, left), max(0, top), inset, columns, rows)


def _fits(skin: Skin, columns: int, rows: int, width: int, height: int, cell: int) -> bool:
    frame = 2 * frame_width(skin, cell)
    return columns * cell + frame <= width and rows * cell + frame <= height


class BoardPicture:
    """The picture of a board in its frame, with cells of a fixed size. It can be updated."""

    def __init__(
        self,
        master: tkinter.Misc,
        skin: Skin,
        cell: int,
        board: Board,
        overfull: Collection[int] = (),
    ) -> None:
        self._master = master
        self._skin = skin
        self._cell = cell
        self._faces = faces(board, overfull)
        self._tiles: dict[int, tkinter.PhotoImage] = {}
        self.image = photo(self._board_picture(board, overfull), master)

    def update(self, board: Board, overfull: Collection[int]) -> None:
        """Show another position of the same board. Only changed cells are drawn again."""
        before, self._faces = self._faces, faces(board, overfull)
        changed = [c for c, (a, b) in enumerate(zip(before, self._faces, strict=True)) if a != b]
        if len(changed) > MANY:
            self.image.configure(data=encoded(self._board_picture(board, overfull)))
            return
        for cell in changed:
            self._draw(cell, board.width)

    def _board_picture(self, board: Board, overfull: Collection[int]) -> Picture:
        cells = draw_board(board, self._skin, self._cell)
        for place in overfull:
            row, column = (n * self._cell for n in board.place(place))
            cells[row : row + self._cell, column : column + self._cell] = self._picture(OVERFULL)
        return framed(cells, self._skin, self._cell)[0]

    def _draw(self, cell: int, width: int) -> None:
        face = self._faces[cell]
        if face not in self._tiles:
            self._tiles[face] = photo(self._picture(face), self._master)
        inset = frame_width(self._skin, self._cell)
        row, column = divmod(cell, width)
        place = column * self._cell + inset, row * self._cell + inset
        self.image.tk.call(self.image, "copy", self._tiles[face], "-to", *place)

    def _picture(self, face: int) -> Picture:
        if face == OVERFULL:
            return self._skin.look.picture(FLAG, self._cell, "overfull")
        return self._skin.look.picture(face, self._cell)
