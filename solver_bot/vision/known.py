"""Boards in known skins, and when another reading of the same place is to be believed more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Picture, codes_of
from solver_bot.vision.blurred import read_blurred
from solver_bot.vision.extract import Extraction, ending, read
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES, Candidates
from solver_bot.vision.skin import Skin

_ACROSS, _DOWN = ("left", "right"), ("top", "bottom")
"""Sides that face each other."""
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
    return found or read(picture, skins, candidates, EDGES[1:])


def joined(
    picture: Picture,
    known: Sequence[Extraction],
    found: Sequence[Extraction],
    skins: Sequence[Skin],
) -> list[Extraction]:
    """The boards in known skins and those found without templates, one in every place."""
    kept = [_ended(one, found) for one in known if not any(_replaces(b, one) for b in found)]
    places = [extraction.lattice for extraction in kept]
    boards = [*kept, *(one for one in found if not any(map(one.lattice.overlaps, places)))]
    if skins and not (boards and all(map(is_clear, boards))):
        boards = _sharpened(boards, read_blurred(picture, skins))
    return boards


def _ended(known: Extraction, found: Sequence[Extraction]) -> Extraction:
    """A board whose frame is blurred out of recognition, ended where the nets see its end.

    Only where two sides that meet show no frame: windows in front may stand along lines of cells on
    two sides that face each other, and one in a corner leaves the rest of both lines to be seen.
    """
    other = next((one for one in found if one.lattice.overlaps(known.lattice)), None)
    if other is None or {*known.cut} <= {*_ACROSS} or {*known.cut} <= {*_DOWN}:
        return known
    seen = [side for side in known.cut if side not in other.cut]
    same = _same_edges(ending(known, seen).lattice, other.lattice)
    return ending(known, [side for side in seen if side in same])


def _same_edges(one: Lattice, other: Lattice) -> set[str]:
    """The sides at which two lattices end at one place, but for less than half a cell."""
    across, down = one.cell_width / 2, one.cell_height / 2
    here = one.left, one.top, one.right, one.bottom
    there = other.left, other.top, other.right, other.bottom
    edges = zip(SIDES, here, there, (across, down) * 2, strict=True)
    return {side for side, edge, edge_there, most in edges if abs(edge - edge_there) < most}


def is_clear(one: Extraction) -> bool:
    """Whether nothing better is to be looked for. The nets may leave a few cells unread."""
    few = _FEW * len(one.board.cells) if not one.skin.known else 0
    return not one.cut and _unread(one) <= few


def is_doubtful(known: Extraction) -> bool:
    """Whether the skin may be another one's whose covered cells look alike."""
    return bool(known.cut) or _unread(known) > _SOME * len(known.board.cells)


def _replaces(other: Extraction, known: Extraction) -> bool:
    """Whether a board that the nets read is whole where a known skin sees less of it, or badly."""
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
    ours, theirs = codes_of(known.board), codes_of(other.board)[down : last[1], right : last[0]]
    both = (ours != UNREADABLE) & (theirs != UNREADABLE)
    more = len(other.board.cells) - _unread(other) > len(known.board.cells) - _unread(known)
    return bool(more and both.mean() >= _LESS and (ours == theirs)[both].all())


def _is_at(one: Lattice, other: Lattice) -> bool:
    """Whether the lines of two lattices are near each other."""
    across, down = (
        np.abs(np.subtract(*edges)).max() for edges in ((one.xs, other.xs), (one.ys, other.ys))
    )
    return bool(max(across / one.cell_width, down / one.cell_height) <= _OFF)


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
