"""What two readings of one board leave of it: the shapes' reading, and the nets'."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    UNREADABLE,
    Board,
    Possible,
)
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.cipher import told_by_rules
from solver_bot.vision.boards.ciphered import Rules
from solver_bot.vision.boards.reader import extraction
from solver_bot.vision.boards.reading import Reading, read_lattice
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.extract import Extraction, ending
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

_MOST_AGAINST = 0.1
"""The largest share of the read cells that another reading may contradict. Beyond it the lattice,
or what covered cells look like, is mistaken, so that no cell can be trusted."""
_UNOPENED = (COVERED, FLAG, QUESTION)
_MINES = (MINE, EXPLODED)
_SURELY_MINED = 0.99
"""How likely a cell must show a mine, of either sort, to be one where its code is not sure."""
_SURE_NUMBER = 0.9985
"""How likely a number is at least that only the nets see, before rules are asked, for a game to
rest on it. Fours in two odd fonts were taken for threes, with 94 and 99.4 %."""
_ENOUGH = 0.2
"""How likely the states must be that a cell can have in the game, for the others to be excluded."""
_TORN = 2.0
"""How much likelier than any other number one must be, as a logarithm, for a game to rest on it
where the nets leave its cell unread. A 2 of a few dots was 57 % a one to the nets, and the shapes
read it as one."""
_NOWHERE = -1e3
"""The logarithm that stands for the likelihood of every code beyond what the nets see."""
_NONE = 255
"""Stands for a place that is no cell."""
MUCH = 0.3
"""The share of unread cells from which the nets do not know a board's cells."""
_UNLIKELY = 3.0
"""How much less likely than another state what a cell shows must be to be contradicted where the
nets leave the cell unread and do not know the board, as a logarithm. Where they know it, any less
likely state is contradicted: the nets were torn about forty faint zeros of one board, and the
shapes took them for covered cells."""


def agreed(picture: Picture, one: Extraction, other: Answer) -> Extraction | None:
    """A board as its shapes show it, or as the nets do where they are sure and read more of it.

    A cell that the other reading shows otherwise is unreadable, and so is one that the nets leave
    unread but find likelier to show something else: far likelier, if they do not know the
    board. None if too many are.
    """
    codes = _codes(one)
    ended = [side for side in SIDES if side not in other.cut]
    against = contradicted(one.lattice, codes, other.lattice, other.codes, ended)
    there, likely = _on(one.lattice, other.lattice, other.codes), _likely_on(one.lattice, other)
    against |= _unlikely(codes, there, likely, _most_unlikely(other))
    if against.sum() > _MOST_AGAINST * (codes != UNREADABLE).sum():
        return None
    ours = _ending(_without(one, against), other)
    if not is_sure(other):
        return ours
    theirs = extraction(picture, other)
    against = contradicted(theirs.lattice, _codes(theirs), one.lattice, codes)
    theirs = _without(theirs, against)
    return theirs if _read_cells(theirs) > _read_cells(ours) else ours


def _most_unlikely(other: Answer) -> float:
    """How much less likely than another state a cell may be that the nets leave unread.

    Less is allowed where they are sure of the board, and of most of its cells.
    """
    known = is_sure(other) and bool((other.codes == UNREADABLE).mean() <= MUCH)
    return 0.0 if known else _UNLIKELY


def contradicted(
    place: Lattice, codes: Codes, other_place: Lattice, other: Codes, ended: Collection[str] = ()
) -> Mask:
    """Which cells another reading shows otherwise, shape (rows, columns).

    Beyond the sides at which that reading has ``ended``, it shows that there is no cell.
    """
    there = _on(place, other_place, other, ended)
    return np.asarray((codes != UNREADABLE) & (there != UNREADABLE) & (there != codes))


def _unlikely(codes: Codes, other: Codes, likely: Floats, by: float) -> Mask:
    """Which codes another reading leaves unread but finds likelier to be others.

    ``likely`` has the logarithm of every code's probability. More than ``by`` counts.
    """
    shown = np.take_along_axis(likely, codes[..., None].astype(np.intp), -1)[..., 0]
    unread = (codes != UNREADABLE) & (other == UNREADABLE)
    return np.asarray(unread & (likely.max(-1) - shown > by))


def _likely_on(place: Lattice, other: Answer, beyond: float = 0.0) -> Floats:
    """How likely the other reading finds every code in the middles of these cells."""
    columns = np.searchsorted(other.lattice.xs, _middles(place.xs))
    rows = np.searchsorted(other.lattice.ys, _middles(place.ys))
    around = ((1, 1), (1, 1), (0, 0))
    return np.pad(other.likely, around, constant_values=beyond)[np.ix_(rows, columns)]


def _on(place: Lattice, other_place: Lattice, other: Codes, ended: Collection[str] = ()) -> Codes:
    """The other codes in the middles of these cells.

    Where there are none, the cell is no cell beyond the sides that have ``ended``, else unread.
    """
    left, top, right, bottom = (_NONE if side in ended else UNREADABLE for side in SIDES)
    beyond = (top, bottom), (left, right)
    columns = np.searchsorted(other_place.xs, _middles(place.xs))
    rows = np.searchsorted(other_place.ys, _middles(place.ys))
    return np.pad(other, 1, constant_values=beyond)[np.ix_(rows, columns)]


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What the nets see of a board whose place is known.

    Attributes:
        codes: shape (rows, columns), unreadable where they see nothing for sure.
        sure: whether their numbers may be taken where there is no other reading.
        likely: how likely they find every code, as logarithms: shape (rows, columns, 16); None if
            they see nothing.
        most: how much less likely than another state a code may be that they leave unread.

    """

    codes: Codes
    sure: bool
    likely: Floats | None = None
    most: float = _UNLIKELY

    @property
    def mined(self) -> Mask:
        """Which cells surely show a mine, exploded or not."""
        if self.likely is None:
            return np.zeros(self.codes.shape, np.bool_)
        return np.asarray(np.logaddexp.reduce(self.likely[..., _MINES], -1) > np.log(_SURELY_MINED))

    def joined(self, codes: Codes, asked: Mask, before: Codes) -> Codes:
        """The codes without those that the nets contradict, and with what only they see.

        That is empty cells, numbers that are sure before rules are asked once something was open,
        unopened cells that are as ``before``, and covered cells that were never read. Only
        ``asked`` cells change. Neither what is as before nor marks on unopened cells can be
        contradicted.
        """
        theirs, unread = self.codes, codes == UNREADABLE
        closed = np.isin(theirs, _UNOPENED)
        unopened = np.isin(codes, _UNOPENED) & closed
        known = ~unread & (theirs != UNREADABLE)
        against = (known & (codes != theirs) & ~unopened) | self._unlikely(codes)
        against |= self._torn(codes)
        against &= asked & (codes != before)
        kept = (closed & (theirs == before)) | ((theirs == COVERED) & (before == UNREADABLE))
        # The first cell that is opened would be taken for a mine if it stayed unread.
        begun = bool((before[~asked] < COVERED).any())
        opened = self._surely_opened if begun else theirs < COVERED
        filled = asked & unread & (kept | opened) & self.sure
        return np.select([against, filled], [np.uint8(UNREADABLE), theirs], codes).astype(np.uint8)

    @property
    def _surely_opened(self) -> Mask:
        """Which cells show nothing or a number so surely that a game may rest on it."""
        opened = self.codes < COVERED
        if self.likely is None:
            return np.asarray(opened)
        chosen = np.take_along_axis(self.likely, self.codes[..., None].astype(np.intp), -1)[..., 0]
        return np.asarray(opened & ((self.codes == EMPTY) | (chosen >= np.log(_SURE_NUMBER))))

    def _torn(self, codes: Codes) -> Mask:
        """Which numbers the nets leave unread, torn between them and others, on boards they know.

        A number that is misread makes a certain cell of a mine.
        """
        numbers = (codes > EMPTY) & (codes < COVERED)
        if self.likely is None or self.most:
            return np.zeros_like(numbers)
        likely = self.likely.copy()
        np.put_along_axis(likely, codes[..., None].astype(np.intp), _NOWHERE, -1)
        rival = likely[..., EMPTY + 1 : COVERED].max(-1)
        shown = np.take_along_axis(self.likely, codes[..., None].astype(np.intp), -1)[..., 0]
        return np.asarray(numbers & (self.codes == UNREADABLE) & (shown - rival < _TORN))

    def _unlikely(self, codes: Codes) -> Mask:
        """Which codes the nets leave unread but find likelier to be others, but for marks."""
        if self.likely is None:
            return np.zeros(codes.shape, np.bool_)
        likely = self.likely.copy()
        likely[..., _UNOPENED] = likely[..., _UNOPENED].max(-1, keepdims=True)
        return _unlikely(codes, self.codes, likely, self.most)


def opinion_on(
    picture: Picture, place: Lattice, possible: Possible, excluded: Mask | None = None
) -> Opinion:
    """What the nets see of the board on this lattice.

    The game tells of some cells which states they can't have: ``excluded``, shape (rows, columns,
    16).
    """
    reading = read_lattice(picture, place)
    if reading and excluded is not None:
        reading = _told(reading, place, excluded)
    answer = _answer(picture, reading, possible) if reading else ""
    if isinstance(answer, str):
        return Opinion(np.full((place.rows, place.columns), UNREADABLE, np.uint8), sure=False)
    return Opinion(
        _on(place, answer.lattice, answer.codes),
        is_sure(answer),
        _likely_on(place, answer, _NOWHERE),
        _most_unlikely(answer),
    )


def _answer(picture: Picture, reading: Reading, possible: Possible) -> Answer | str:
    return told_by_rules(picture, reading, answered(reading, possible), Rules(possible))[1]


def _told(reading: Reading, place: Lattice, excluded: Mask) -> Reading:
    """The reading without states that are excluded, where the nets find the others likely enough.

    Where they do not, what is taken for known of the cell may be wrong.
    """
    columns = np.searchsorted(place.xs, _middles(reading.lattice.xs))
    rows = np.searchsorted(place.ys, _middles(reading.lattice.ys))
    there = np.pad(excluded, ((1, 1), (1, 1), (0, 0)))[np.ix_(rows, columns)]
    left = np.where(there, _NOWHERE, reading.likely)
    whole = np.logaddexp.reduce(left, -1, keepdims=True)
    likely = np.where(whole > np.log(_ENOUGH), left - whole, reading.likely)
    return replace(reading, likely=likely.astype(np.float32))


def _ending(one: Extraction, other: Answer) -> Extraction:
    """The board without the lines that stand for cells beyond sides where the nets see its end."""
    seen = [side for side in one.cut if side not in other.cut]
    same = _same_edges(ending(one, seen).lattice, other.lattice)
    return ending(one, [side for side in seen if side in same])


def _same_edges(one: Lattice, other: Lattice) -> set[str]:
    """The sides at which two lattices end at one place, but for less than half a cell."""
    across, down = one.cell_width / 2, one.cell_height / 2
    here = one.left, one.top, one.right, one.bottom
    there = other.left, other.top, other.right, other.bottom
    edges = zip(SIDES, here, there, (across, down) * 2, strict=True)
    return {side for side, edge, edge_there, most in edges if abs(edge - edge_there) < most}


def _middles(edges: tuple[float, ...]) -> list[float]:
    return [(start + end) / 2 for start, end in pairwise(edges)]


def _codes(one: Extraction) -> Codes:
    return np.frombuffer(one.board.cells, np.uint8).reshape(one.board.height, one.board.width)


def _without(one: Extraction, cells: Mask) -> Extraction:
    """The board with these cells unreadable."""
    codes = np.where(cells, np.uint8(UNREADABLE), _codes(one))
    return replace(
        one, board=Board(one.board.width, one.board.height, codes.tobytes(), one.board.mines)
    )


def _read_cells(one: Extraction) -> int:
    """How many cells are read, less one for every side that may go on."""
    return len(one.board.cells) - one.board.count({UNREADABLE}) - len(one.cut)
