"""Boards in known skins, and when another reading of the same place is to be believed more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES, Candidates
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.blurred import read_blurred

_BLURRED_SIDES = 2
"""So many sides without a frame say that the skin is blurred, or another one."""
_SOME, _LESS = 0.1, 0.8
"""Shares of cells: unreadable ones that make a skin doubtful, readable ones of a better reading."""
_FEW = 0.02
"""The share of unreadable cells that a reading without templates may have."""
_SOME_CELLS, _OFF = 16, 0.25
"""Cells of a board at least that may be a part of a larger one, and how far their lines may be off
each other, in cells."""
_WELL = 0.97
"""A reading without templates less sure than this is not believed more than a known skin."""


def known_boards(
    picture: Picture, skins: Sequence[Skin], candidates: Candidates | None = None
) -> list[Extraction]:
    """The boards in known skins, in reading order."""
    candidates = candidates or Candidates(picture)
    found = read(picture, skins, candidates, EDGES[:1])
    found = found or read(picture, skins, candidates, EDGES[1:])
    return [closed(picture, one) for one in found]


def joined(
    picture: Picture,
    known: Sequence[Extraction],
    found: Sequence[Extraction],
    skins: Sequence[Skin],
) -> list[Extraction]:
    """The boards in known skins and those found without templates, one in every place."""
    kept = [one for one in known if not any(_replaces(other, one) for other in found)]
    places = [extraction.lattice for extraction in kept]
    boards = [*kept, *(one for one in found if not any(map(one.lattice.overlaps, places)))]
    if skins and not (boards and all(map(is_clear, boards))):
        boards = _sharpened(boards, read_blurred(picture, skins))
    return boards


def is_clear(one: Extraction) -> bool:
    """Whether nothing better is to be looked for. Shapes may be unclear in a few cells."""
    few = _FEW * len(one.board.cells) if not one.skin.known else 0
    return not one.cut and _unread(one) <= few


def is_doubtful(known: Extraction) -> bool:
    """Whether the skin may be another one's whose covered cells look alike."""
    return bool(known.cut) or _unread(known) > _SOME * len(known.board.cells)


def _replaces(other: Extraction, known: Extraction) -> bool:
    """Whether a board read by its shapes is whole where a known skin sees less of it, or badly."""
    if _is_part_of(known, other):
        return True
    if not is_doubtful(known) or not other.lattice.overlaps(known.lattice) or other.cut:
        return False
    readable = len(known.board.cells) - _unread(known)
    better = len(other.board.cells) - _unread(other)
    if readable < _LESS * better:
        return True
    badly = len(known.cut) == len(SIDES)
    return badly and readable <= better and other.confidence > max(_WELL, known.confidence)


def _is_part_of(known: Extraction, other: Extraction) -> bool:
    """Whether a whole board has more lines, shows the same in the known one's place, and more.

    A strip in front of a board may look like the frame of a part of it.
    """
    if known.cut or other.cut or len(known.board.cells) < _SOME_CELLS:
        return False
    place, whole = known.lattice, other.lattice
    right = round((place.left - whole.left) / whole.cell_width)
    down = round((place.top - whole.top) / whole.cell_height)
    last = right + place.columns, down + place.rows
    if min(right, down) < 0 or last[0] > whole.columns or last[1] > whole.rows:
        return False
    if not _is_at(whole.part(right, down, *last), place):
        return False
    ours, theirs = _codes(known), _codes(other)[down : last[1], right : last[0]]
    both = (ours != UNREADABLE) & (theirs != UNREADABLE)
    more = len(other.board.cells) - _unread(other) > len(known.board.cells) - _unread(known)
    return bool(more and both.mean() >= _LESS and (ours == theirs)[both].all())


def _is_at(one: Lattice, other: Lattice) -> bool:
    """Whether the lines of two lattices are near each other."""
    across, down = (
        np.abs(np.subtract(*edges)).max() for edges in ((one.xs, other.xs), (one.ys, other.ys))
    )
    return bool(max(across / one.cell_width, down / one.cell_height) <= _OFF)


def _codes(one: Extraction) -> Codes:
    return np.frombuffer(one.board.cells, np.uint8).reshape(one.board.height, one.board.width)


def _sharpened(boards: list[Extraction], blurred: list[Extraction]) -> list[Extraction]:
    """The boards, replaced by what a blurred display makes of them where that is clearer."""
    better = [
        one
        for one in blurred
        if all(_sharper(one, b) for b in boards if b.lattice.overlaps(one.lattice))
        and not is_doubtful(one)
    ]
    places = [one.lattice for one in better]
    return [b for b in boards if not any(map(b.lattice.overlaps, places))] + better


def _sharper(one: Extraction, other: Extraction) -> bool:
    """Whether a reading on a blurred display is to be believed more than one of the same board."""
    if is_doubtful(other):
        return True
    alike = (one.board.width, one.board.height) == (other.board.width, other.board.height)
    surer = one.skin.name != other.skin.name or one.confidence > other.confidence
    return alike and surer and _unread(one) < _unread(other)


def _unread(one: Extraction) -> int:
    return one.board.count({UNREADABLE})


def closed(picture: Picture, known: Extraction) -> Extraction:
    """A board whose frame is blurred out of recognition, where what is around says that it ends.

    Only where several sides show no frame: a window in front does not hide so much.
    """
    if len(known.cut) < _BLURRED_SIDES or not _telling(known.board):
        return known
    # Few boards come this far, and importing this takes longer than reading a board.
    from solver_bot.vision.unseen.kinds import sort_tiles
    from solver_bot.vision.unseen.place import cut_sides, going_on_sides

    left, top, right, bottom = (int(side in known.cut) for side in SIDES)
    width, height = known.board.width - left - right, known.board.height - top - bottom
    lattice = known.lattice.part(left, top, left + width, top + height)
    cells = np.frombuffer(known.board.cells, np.uint8).reshape(-1, known.board.width)
    cells = np.ascontiguousarray(cells[top : top + height, left : left + width])
    kinds = sort_tiles(picture, lattice)
    if (kinds.of < 0).any():
        return known
    codes = cells.ravel()[np.unique(kinds.of, return_index=True)[1]]
    if cut_sides(picture, lattice, kinds, codes) or going_on_sides(picture, lattice, kinds):
        return known
    mines = known.skin.program.mines(width, height)
    board = Board(width, height, cells.tobytes(), mines)
    return replace(known, board=board, lattice=lattice, cut=())


def _telling(board: Board) -> bool:
    """Whether a board shows covered cells and numbers: another skin's may look all empty."""
    from solver_bot.vision.unseen.label import FEWEST_NUMBERS

    return board.count({COVERED}) > 0 and board.count(range(1, 9)) >= FEWEST_NUMBERS
