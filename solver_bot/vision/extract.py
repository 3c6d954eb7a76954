"""Read a located board: the 1-D grid of cells plus where each one is in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver_bot.board import Board
from solver_bot.vision.lattice import Lattice, Picture, cut_tiles
from solver_bot.vision.locate import Located, locate
from solver_bot.vision.skin import Skin, distances, recognise


@dataclass(frozen=True, slots=True, eq=False)
class Extraction:
    """What reading a picture gives: the board, each cell's place, and how sure the reading is.

    ``confidence`` is the mean certainty over the cells, 0 to 1.
    """

    board: Board
    lattice: Lattice
    skin: Skin
    confidence: float


def extract(picture: Picture, lattice: Lattice, skin: Skin) -> Extraction:
    """Read every cell of a board whose place and skin are known."""
    references = skin.references(min(lattice.cell_width, lattice.cell_height))
    tiles = cut_tiles(picture, lattice, references.size)
    codes, certainty = recognise(distances(tiles, references), references)
    mines = skin.mines(lattice.columns, lattice.rows)
    board = Board(lattice.columns, lattice.rows, codes.tobytes(), mines)
    return Extraction(board, lattice, skin, float(certainty.mean()))


def read(picture: Picture, skins: Sequence[Skin]) -> list[Extraction]:
    """Find and read every board in a picture, in reading order."""
    return [extract(picture, board.lattice, board.skin) for board in locate(picture, skins)]
