"""Read a located board: the 1-D grid of cells plus where each one is in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver_bot.board import UNREADABLE, Board
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice, Picture, cut_tiles
from solver_bot.vision.locate import Located, locate
from solver_bot.vision.skin import Skin, distances, recognise


@dataclass(frozen=True, slots=True, eq=False)
class Extraction:
    """What reading a picture gives: the board, each cell's place, and how sure the reading is.

    Attributes:
        board: what is seen. Beyond a cut side stands one more line of unreadable cells.
        lattice: where the board's cells are; a line beyond a cut side may be off the picture.
        skin: the skin whose templates the tiles were compared with.
        confidence: the mean certainty over the cells seen, 0 to 1.
        cut: the sides ("left", ...) where the board may go on unseen: under another window, or
            beyond the picture's edge.

    """

    board: Board
    lattice: Lattice
    skin: Skin
    confidence: float
    cut: tuple[str, ...] = ()


def extract(picture: Picture, lattice: Lattice, skin: Skin) -> Extraction:
    """Read every cell of a whole board whose place and skin are known."""
    references = skin.references(min(lattice.cell_width, lattice.cell_height))
    tiles = cut_tiles(picture, lattice, references.size)
    codes, certainty = recognise(distances(tiles, references), references)
    mines = skin.mines(lattice.columns, lattice.rows)
    board = Board(lattice.columns, lattice.rows, codes.tobytes(), mines)
    return Extraction(board, lattice, skin, float(certainty.mean()))


def read(picture: Picture, skins: Sequence[Skin]) -> list[Extraction]:
    """Find and read every board in a picture, in reading order."""
    return [_found(picture, board) for board in locate(picture, skins)]


def _found(picture: Picture, located: Located) -> Extraction:
    lattice, cut = located.lattice, located.cut
    whole = extract(picture, lattice, located.skin)
    if not cut:
        return whole
    left, top, right, bottom = (int(side in cut) for side in SIDES)
    cells = np.frombuffer(whole.board.cells, np.uint8).reshape(lattice.rows, lattice.columns)
    seen = np.pad(cells, ((top, bottom), (left, right)), constant_values=UNREADABLE)
    return Extraction(
        Board(seen.shape[1], seen.shape[0], seen.tobytes()),
        lattice.part(-left, -top, lattice.columns + right, lattice.rows + bottom),
        located.skin,
        whole.confidence,
        cut,
    )
