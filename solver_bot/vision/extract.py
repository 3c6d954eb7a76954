"""Reads located boards: the cells of each board, and where each cell is in the picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, QUESTION, UNREADABLE, Board
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Picture, board_of, codes_of
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES, Candidates, Located, locate
from solver_bot.vision.recognise import Judged, look_at, recognised
from solver_bot.vision.skin import Skin

_FEEBLE = 0.2
"""The least confidence in a board that is cut off. Below it, the tiles may be those of another
board that is read out of place."""


@dataclass(frozen=True, slots=True, eq=False)
class Extraction:
    """A board read from a picture: its cells, their places, and the confidence of the reading.

    Attributes:
        board: the board, with one more line of unreadable cells beyond each cut side.
        lattice: where the board's cells are. A line beyond a cut side may be outside the picture.
        skin: the skin whose templates the tiles were compared with.
        confidence: the mean certainty of the visible cells, 0 to 1.
        cut: the sides ("left", ...) where the board may continue unseen, under another window or
            beyond the picture's edge.

    """

    board: Board
    lattice: Lattice
    skin: Skin
    confidence: float
    cut: tuple[str, ...] = ()


def extract(picture: Picture, lattice: Lattice, skin: Skin) -> Extraction:
    """Read every cell of a whole board with a known place and skin."""
    return _read_as(look_at(picture, lattice, skin.look), lattice, skin)


def _read_as(seen: Judged, lattice: Lattice, skin: Skin) -> Extraction:
    codes, certainty = recognised(seen, skin.look)
    codes = plausible(codes.reshape(lattice.rows, lattice.columns))
    mines = skin.program.mines(lattice.columns, lattice.rows)
    return Extraction(board_of(codes, mines), lattice, skin, float(certainty.mean()))


def read(
    picture: Picture,
    skins: Sequence[Skin],
    candidates: Candidates | None = None,
    edges: Sequence[int] = EDGES,
) -> list[Extraction]:
    """Find and read every board in a picture, in reading order."""
    if not skins:
        return []
    if _is_grey(picture):
        skins = [skin.in_grey() for skin in skins]
    found = [_found(picture, board) for board in locate(picture, skins, candidates, edges)]
    return [one for one in found if not one.cut or _may_go_on(one)]


def _may_go_on(one: Extraction) -> bool:
    """Whether a board that is cut off may be one. Empty cells alone look like any flat surface."""
    shows_more = bool(set(one.board.cells) - {EMPTY, UNREADABLE})
    return shows_more and one.confidence > _FEEBLE


def _is_grey(picture: Picture) -> bool:
    few = picture[::16, ::16]
    return all(bool((p[..., 0] == p[..., c]).all()) for p in (few, picture) for c in (1, 2))


def _found(picture: Picture, located: Located) -> Extraction:
    lattice, skin = located.lattice, located.skin
    seen = located.seen or look_at(picture, lattice, skin.look)
    return going_on(_read_as(seen, lattice, skin), located.cut)


def going_on(whole: Extraction, cut: tuple[str, ...]) -> Extraction:
    """The extraction with one more line of unreadable cells beyond every cut side."""
    if not cut:
        return whole
    lattice = whole.lattice
    left, top, right, bottom = (int(side in cut) for side in SIDES)
    seen = np.pad(codes_of(whole.board), ((top, bottom), (left, right)), constant_values=UNREADABLE)
    return Extraction(
        board_of(seen),
        lattice.part(-left, -top, lattice.columns + right, lattice.rows + bottom),
        whole.skin,
        whole.confidence,
        cut,
    )


def ending(one: Extraction, sides: Collection[str]) -> Extraction:
    """The extraction without the lines of unreadable cells beyond these of its cut sides."""
    left, top, right, bottom = (int(side in one.cut and side in sides) for side in SIDES)
    rows, columns = one.board.height, one.board.width
    cells = codes_of(one.board)
    shown = np.ascontiguousarray(cells[top : rows - bottom, left : columns - right])
    return replace(
        one,
        board=board_of(shown, one.board.mines),
        lattice=one.lattice.part(left, top, columns - right, rows - bottom),
        cut=tuple(side for side in one.cut if side not in sides),
    )


def plausible(codes: Codes) -> Codes:
    """The cells, shape (rows, columns), with impossible ones made unreadable.

    An empty cell opens all its neighbours, so empty cells beside a covered cell are really a flat
    surface in front of the board. Cells within the bounding box of a patch of unreadable cells are
    taken to be hidden too.
    """
    empty = codes == EMPTY
    false = empty & with_around((codes == COVERED) | (codes == QUESTION))
    if false.any():
        _, patches = cv2.connectedComponents(empty.astype(np.uint8), connectivity=8)
        codes = np.where(np.isin(patches, np.unique(patches[false])), np.uint8(UNREADABLE), codes)
    if UNREADABLE not in codes:
        return codes
    unread = (codes == UNREADABLE).astype(np.uint8)
    codes = codes.copy()
    for left, top, width, height, _ in cv2.connectedComponentsWithStats(unread)[2][1:]:
        codes[top : top + height, left : left + width] = UNREADABLE
    return codes
