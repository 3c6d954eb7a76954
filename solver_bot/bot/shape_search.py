"""Which board is played where none of a known skin is on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver_bot.board import COVERED, Board
from solver_bot.bot.hands import Hands
from solver_bot.bot.search import NoBoard, is_going_on
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.reader import SkinChoice, looks_of, named, read_boards
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.fresh import Grid, grids
from solver_bot.vision.unseen.looks import Looks, seen_looks
from solver_bot.vision.unseen.model import seen_skin


@dataclass(frozen=True, slots=True, eq=False)
class ShapeBoard:
    """A board in a skin that nobody knows, and what is known of the skin from its first sight.

    Attributes:
        picture: the whole picture in which it was found.
        fresh: whether it is but a grid of like cells, which the first click shall tell of.
        pictured: whether its cells are pictures, which only the rules tell apart.

    """

    picture: Picture
    found: Extraction
    looks: Looks
    fresh: bool
    pictured: bool = False

    @property
    def announcement(self) -> str | None:
        """What the player should know before anything is clicked."""
        if self.found.skin.learned:
            return None
        board = self.found.board
        if self.fresh:
            return (
                f"A grid of {board.width}x{board.height} like cells in no known skin: "
                "the first click will tell whether it is a game."
            )
        return "The board is drawn in a skin that is not known; it is learnt while it is played."


def find_by_shape(
    hands: Hands,
    skins: SkinChoice,
    only_read: bool = False,
    pictured: bool = False,
) -> ShapeBoard | None:
    """The one board to play in a learned skin or one nobody knows, None if there is none like it.

    A board that can be read goes before a grid that may be a new game. With ``only_read`` such a
    grid is not taken, since a board of a known skin may be what is seen of it. Where no
    unknown skin counts, the board is in the one learned skin, as the player says. Grids of cells
    that are pictures count if ``pictured``.

    Raises:
        NoBoard: there are several grids, so that none can be taken without being told.

    """
    picture = hands.capture(None)
    told = None if skins.unknown else skins.learned[0]
    read = [
        one
        for one in read_boards(picture, skins.without_shipped(), possible)
        if not one.cut and is_going_on(one.board)
    ]
    if read:
        found = max(read, key=lambda one: len(one.board.cells))
        return ShapeBoard(picture, found, _looks(picture, found), False)
    return None if only_read else _fresh(picture, grids(picture, pictured=pictured), told)


def _looks(picture: Picture, found: Extraction) -> Looks:
    shape = found.board.height, found.board.width
    codes = np.frombuffer(found.board.cells, np.uint8).reshape(shape)
    looks = seen_looks(picture, found.lattice, codes)
    if not found.skin.learned:
        return looks
    # What is covered is seen here; a skin that is wrong about it would hide what clicks do.
    known = looks_of(found.skin).without((COVERED,))
    return looks.grown(known.tiles, known.codes)


def _fresh(picture: Picture, found: Sequence[Grid], told: Skin | None) -> ShapeBoard | None:
    if not found:
        return None
    if len(found) > 1:
        places = "; ".join(
            f"{grid.lattice.columns}x{grid.lattice.rows} cells at "
            f"{grid.lattice.left:.0f},{grid.lattice.top:.0f}"
            for grid in found
        )
        raise NoBoard(
            f"No board in a known skin is on the screen, and {len(found)} grids might be a new "
            f"game in another ({places}). Say which with --region, or open some cells by hand."
        )
    (grid,) = found
    lattice = grid.lattice
    codes = bytes([COVERED]) * len(grid.kinds.tiles)
    skin = seen_skin(picture, lattice, grid.kinds, codes)
    board = Board.covered(lattice.columns, lattice.rows)
    covered = Extraction(board, lattice, skin, 0.0)
    if told:
        covered = named(covered, told)
    return ShapeBoard(picture, covered, _looks(picture, covered), True, grid.pictured)
