"""Read boards in any skin: in known ones as ever, and what these leave by its shapes alone.

The stages for the latter: faces that repeat → the rectangle of cells around them → their tiles
sorted into kinds → signs recognised by shape → covered and empty told apart → a board that can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from solver_bot.board import UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.candidates import Candidate
from solver_bot.vision.extract import Extraction, going_on, read
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import EDGES, Candidates
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.cipher import decipher
from solver_bot.vision.unseen.ground import AROUND
from solver_bot.vision.unseen.kinds import Kinds, drawings, sort_tiles
from solver_bot.vision.unseen.known import closed, is_clear, is_doubtful, joined
from solver_bot.vision.unseen.label import Labels, label
from solver_bot.vision.unseen.model import seen_skin
from solver_bot.vision.unseen.place import (
    MOST_LINES,
    board_at,
    centred,
    cut_sides,
    ends_straight,
    extent,
    faces_beyond,
    framed_sides,
    going_on_sides,
)
from solver_bot.vision.unseen.repeat import lattice_of, patches
from solver_bot.vision.unseen.seams import behind_something

_MOST_CANDIDATES = 12
_MOST_PATCHES = 6
_CUT = 2
"""A picture of which more sides are cut off is no board for sure."""
_FILLED = 0.17
"""Candidates whose faces fill less of their cells are tried last."""
_SMALLEST = 10
"""Pixels of a cell below which digits are too small to be told apart."""
_FEWEST_OF_PART = 6
"""A part of a board of fewer lines than this may be a part of any pattern, or of a board."""
_FEW = 0.02
"""The share of unreadable cells that a reading by shape may have."""
_WELL = 0.97
"""A reading less sure than this is tried again with the cells moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board that was read without templates.

    Attributes:
        lattice: where its cells are.
        kinds: its tiles, sorted by likeness.
        labels: what they show.
        cut: the sides beyond which it may go on.

    """

    lattice: Lattice
    kinds: Kinds
    labels: Labels
    cut: tuple[str, ...]

    @property
    def board(self) -> Board:
        codes = self.labels.codes
        return Board(codes.shape[1], codes.shape[0], codes.tobytes())


def read_any(
    picture: Picture,
    skins: Sequence[Skin],
    possible: Possible,
    candidates: Candidates | None = None,
) -> list[Extraction]:
    """Find and read every board in a picture, in reading order, whatever its skin.

    ``skins`` are tried first. ``possible`` says whether a board can be; without it nothing could
    be read by shape alone.
    """
    candidates = candidates or Candidates(picture)
    known = read(picture, skins, candidates, EDGES[:1])
    flat = [] if known else _flat(picture, possible, (), candidates)
    if _surely(flat):
        boards = [_extraction(picture, reading) for reading in _in_order(flat)]
        if all(map(is_clear, boards)):
            return boards
    known = known or read(picture, skins, candidates, EDGES[1:])
    known = [closed(picture, one) for one in known]
    settled = [extraction.lattice for extraction in known if not is_doubtful(extraction)]
    begun = flat if not known else _flat(picture, possible, settled, candidates)
    found = [
        _extraction(picture, reading)
        for reading in _unseen(picture, possible, settled, candidates, begun)
    ]
    boards = joined(picture, known, found, skins)
    return sorted(boards, key=lambda e: (e.lattice.top, e.lattice.left))


def read_placed(
    picture: Picture, place: Lattice, possible: Possible, candidates: Candidates | None = None
) -> Extraction | None:
    """The board whose cells are known to be here, by its shapes; None if these don't tell it.

    Cells that do not lie in the picture are left out.
    """
    lattice = place.inside(picture)
    if lattice is None or min(lattice.columns, lattice.rows) < _FEWEST_OF_PART:
        return None
    if lattice.pitch < _SMALLEST:
        return None
    kinds = sort_tiles(picture, lattice)
    labels = label(kinds, drawings(picture, lattice, kinds), possible)
    if labels is None:
        return None
    candidates = candidates or Candidates(picture)
    more = faces_beyond(candidates.at(EDGES[0]), lattice)
    cut = cut_sides(picture, lattice, kinds, labels.of_kinds)
    sides = tuple(side for side in SIDES if side in cut or side in more)
    if sides and labels.confidence < _WELL:
        return None
    labels = _in_sight(picture, lattice, kinds, labels)
    return _extraction(picture, Reading(lattice, kinds, labels, sides))


def _extraction(picture: Picture, reading: Reading) -> Extraction:
    codes = reading.labels.of_kinds.tobytes()
    skin = seen_skin(picture, reading.lattice, reading.kinds, codes)
    whole = Extraction(reading.board, reading.lattice, skin, reading.labels.confidence)
    return going_on(whole, reading.cut)


def _flat(
    picture: Picture, possible: Possible, taken: Sequence[Lattice], candidates: Candidates
) -> list[Reading]:
    """The boards whose faces have plain edges and fill their cells."""
    found: list[Reading] = []
    plain = candidates.at(EDGES[0])
    full = [c for c in plain[:_MOST_CANDIDATES] if c.filled >= _FILLED]
    _read_at(picture, full, plain, possible, taken, found)
    return found


def _surely(found: Sequence[Reading]) -> bool:
    """Whether these are boards that no other way would read better."""
    return _whole(found) and all(reading.labels.confidence > _WELL for reading in found)


def _unseen(
    picture: Picture,
    possible: Possible,
    taken: Sequence[Lattice],
    candidates: Candidates,
    begun: Sequence[Reading],
) -> list[Reading]:
    """The flat boards that were found to begin with, and those of fainter or pictured cells."""
    found = list(begun)
    if taken or _whole(found):
        return _in_order(found)
    plain = candidates.at(EDGES[0])
    first = plain[:_MOST_CANDIDATES]
    for reading in _pictured(picture, plain, possible, found):
        _add(reading, found)
    for more in ([c for c in first if c.filled < _FILLED], *map(candidates.at, EDGES[1:])):
        if not _whole(found):
            _read_at(picture, more[:_MOST_CANDIDATES], plain, possible, taken, found)
    return _in_order(found)


def _read_at(
    picture: Picture,
    candidates: Sequence[Candidate],
    others: Sequence[Candidate],
    possible: Possible,
    taken: Sequence[Lattice],
    found: list[Reading],
) -> None:
    """Add to those found what can be read at the candidates, outside the places taken.

    The faces of ``others`` may tell that a board goes on.
    """
    for candidate in candidates:
        if _on(candidate, [*taken, *(r.lattice for r in found if not r.cut)]):
            continue
        reading = _reading(picture, candidate, others, possible)
        if reading and not any(map(reading.lattice.overlaps, taken)):
            _add(reading, found)


def _whole(found: Sequence[Reading]) -> bool:
    """Whether boards were found and none of them is cut off."""
    return bool(found) and not any(reading.cut for reading in found)


def _in_order(found: Sequence[Reading]) -> list[Reading]:
    return sorted(found, key=lambda r: (r.lattice.top, r.lattice.left))


def _pictured(
    picture: Picture,
    candidates: Sequence[Candidate],
    possible: Possible,
    found: Sequence[Reading],
) -> Iterator[Reading]:
    """Boards whose cells have no flat faces, apart from those found."""
    taken = [reading.lattice for reading in found if not reading.cut]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    for patch in patches(grey)[:_MOST_PATCHES]:
        if any(map(patch.touches, taken)):
            continue
        lattice = lattice_of(grey, patch)
        if lattice is None or not _fits(lattice, picture):
            continue
        lattice = _with_more(picture, lattice)
        kinds = sort_tiles(picture, lattice)
        labels = decipher(picture, lattice, kinds, possible)
        if labels:
            cut = _pictured_cut(picture, candidates, lattice, kinds, labels)
            unread = float((labels.codes == UNREADABLE).mean())
            if not cut or (len(cut) <= _CUT and unread <= _FEW):
                taken.append(lattice)
                yield Reading(lattice, kinds, labels, cut)


def _pictured_cut(
    picture: Picture,
    candidates: Sequence[Candidate],
    lattice: Lattice,
    kinds: Kinds,
    labels: Labels,
) -> tuple[str, ...]:
    framed = framed_sides(picture, lattice)
    cut = cut_sides(picture, lattice, kinds, labels.of_kinds, framed)
    more = {*going_on_sides(picture, lattice, kinds), *faces_beyond(candidates, lattice)}
    return tuple(side for side in SIDES if side in cut or side in more)


def _with_more(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice with the lines of cells beyond it that look like those in it."""
    found = extent(picture, lattice)
    if found is None:
        return lattice
    more = found[0]
    wider = more.columns >= lattice.columns and more.rows >= lattice.rows
    return more if wider else lattice


def _fits(lattice: Lattice, picture: Picture) -> bool:
    """Whether all cells lie in the picture and are no more than a board has."""
    return lattice.is_inside(picture) and max(lattice.columns, lattice.rows) <= MOST_LINES


def _add(reading: Reading, found: list[Reading]) -> None:
    """Add a reading to those found, in place of rivals that are cut off where it is not."""
    rivals = [other for other in found if other.lattice.overlaps(reading.lattice)]
    if not rivals or (not reading.cut and all(other.cut for other in rivals)):
        found[:] = [other for other in found if other not in rivals] + [reading]


def _on(candidate: Candidate, places: Sequence[Lattice]) -> bool:
    """Whether most of the candidate lies where a board was found already."""
    x, y = candidate.middles.T
    return any(
        ((p.left <= x) & (x < p.right) & (p.top <= y) & (y < p.bottom)).mean() > 0.5 for p in places
    )


def _reading(
    picture: Picture, candidate: Candidate, others: Sequence[Candidate], possible: Possible
) -> Reading | None:
    """The candidate as it stands, else with its cells moved so that signs are in the middle."""
    found = board_at(picture, candidate)
    if found is None:
        return None
    lattice, kinds = found
    if min(lattice.cell_width, lattice.cell_height) < _SMALLEST:
        return None
    drawn = drawings(picture, lattice, kinds)
    labels = label(kinds, drawn, possible)
    if labels is None or labels.confidence < _WELL:
        moved = centred(picture, lattice, kinds, drawn)
        again = moved and extent(picture, moved)
        if again:
            better = label(again[1], drawings(picture, *again), possible)
            if better and (labels is None or better.confidence > labels.confidence):
                lattice, kinds, labels = *again, better
    if labels is None:
        return None
    more = faces_beyond([candidate, *others], lattice)
    cut = cut_sides(picture, lattice, kinds, labels.of_kinds)
    sides = tuple(side for side in SIDES if side in cut or side in more)
    few = min(lattice.columns, lattice.rows) < _FEWEST_OF_PART
    if few and (sides or not ends_straight(picture, lattice)):
        return None
    if sides and labels.confidence < _WELL:
        return None
    return Reading(lattice, kinds, _in_sight(picture, lattice, kinds, labels), sides)


def _in_sight(picture: Picture, lattice: Lattice, kinds: Kinds, labels: Labels) -> Labels:
    """The labels without cells that something is in front of, be it in the colour of cells.

    What stands beside these and nowhere else may be cut off by it.
    """
    hidden = behind_something(picture, lattice, labels.codes)
    beside = cv2.dilate(hidden.astype(np.uint8), AROUND) > 0
    hidden = hidden | (beside & (kinds.counts[kinds.of] == 1))
    seen = np.isin(np.arange(len(kinds.tiles)), kinds.of[~hidden])
    return replace(
        labels,
        codes=np.where(hidden, UNREADABLE, labels.codes).astype(np.uint8),
        of_kinds=np.where(seen, labels.of_kinds, UNREADABLE).astype(np.uint8),
    )
