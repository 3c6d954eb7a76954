"""What the nets see of a board whose place is known, while a game is played on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.cipher import told_by_rules
from solver_bot.vision.boards.ciphered import Rules
from solver_bot.vision.boards.closer import look_closer
from solver_bot.vision.boards.reading import Reading, read_lattice
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.lattice import Lattice

_UNOPENED = (COVERED, FLAG, QUESTION)
_MINES = (MINE, EXPLODED)
_SURELY_MINED = 0.99
"""How likely a cell must show a mine, of either sort, to be one where its code is not sure."""
_RATHER_MINED = 9.0
"""How many times likelier a mine must be than all that open cells show."""
_SURE_NUMBER = 0.9985
"""How likely a number is at least among what open cells show, before rules are asked, for a game to
rest on it. Fours in two odd fonts were taken for threes, with 94 and 99.4 %."""
SURE_THOUGH_OTHERWISE = 0.9998
"""The same for a number that was drawn otherwise before."""
_LIKE_OPEN, _LIKE_A_FLAG = 0.9, 0.4
"""How likely a cell must be open, or show a flag, to look so."""
_ENOUGH = 0.2
"""How likely the states must be that a cell can have in the game, for the others to be excluded."""
_HARDLY_COVERED = 8.0
"""How much less likely a cell is covered if it was covered and looks otherwise now, as a logarithm.
A program may draw all covered cells otherwise once the game is over."""
_SAME = 1e-3
"""By how much the logarithms differ that the nets give equal tiles, at most."""
_NOWHERE = -1e3
"""The logarithm that stands for the likelihood of every code beyond what the nets see."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What the nets see of a board whose place is known.

    Attributes:
        codes: shape (rows, columns), unreadable where they see nothing for sure.
        sure: whether a game may rest on their codes.
        likely: how likely they find every code, as logarithms: shape (rows, columns, 16); None if
            they see nothing.

    """

    codes: Codes
    sure: bool
    likely: Floats | None = None

    @property
    def mined(self) -> Mask:
        """Which cells surely show a mine, exploded or not."""
        return self._any_of(_MINES) > _SURELY_MINED

    @property
    def rather_mined(self) -> Mask:
        """Which cells show a mine and no number, if they were opened and so show one of these."""
        return self._any_of(_MINES) > _RATHER_MINED * self._any_of(range(COVERED))

    @property
    def rather_mined_than_numbered(self) -> Mask:
        """The same of cells that are not empty."""
        numbers = self._any_of(range(EMPTY + 1, COVERED))
        return self._any_of(_MINES) > _RATHER_MINED * numbers

    @property
    def doubted(self) -> Mask:
        """Which cells are unread, or show a number on which no game may rest."""
        numbers = (self.codes > EMPTY) & (self.codes < COVERED)
        return np.asarray((self.codes == UNREADABLE) | (numbers & ~self._surely_opened))

    @property
    def open_like(self) -> Mask:
        """Which cells look open, be it not sure what they show."""
        return self._any_of(range(COVERED)) > _LIKE_OPEN

    @property
    def empty_like(self) -> Mask:
        """Which cells look rather empty than like a number."""
        return self._any_of((EMPTY,)) > self._any_of(range(EMPTY + 1, COVERED))

    @property
    def flag_like(self) -> Mask:
        """Which cells look like a flag, if not surely."""
        return self._any_of((FLAG,)) > _LIKE_A_FLAG

    def filled(self, codes: Codes, asked: Mask, before: Codes, begun: bool) -> Codes:
        """The codes with what the nets see of ``asked`` cells that are unread.

        That is empty cells, numbers that are sure before rules are asked, unopened cells that are
        as ``before``, and covered cells that were never read. Numbers need not be so sure around
        empty cells that open before the game has ``begun``. Single ones may be printed zeros.
        """
        theirs = self.codes
        kept = np.isin(theirs, _UNOPENED) & (theirs == before)
        kept |= (theirs == COVERED) & (before == UNREADABLE)
        opened = theirs < COVERED
        # The first area that opens would be taken for mines if it stayed unread.
        if begun or not (asked & (theirs == EMPTY)).any():
            opened = self._surely_opened
        taken = asked & (codes == UNREADABLE) & (kept | opened) & self.sure
        return np.where(taken, theirs, codes).astype(np.uint8)

    @property
    def _surely_opened(self) -> Mask:
        """Which cells show nothing or a number so surely that a game may rest on it."""
        opened = self.codes < COVERED
        return np.asarray(opened & ((self.codes == EMPTY) | (self.among_open >= _SURE_NUMBER)))

    def seen_as(self, cell: tuple[int, int]) -> Mask:
        """The cells of which the nets say the same as of this one, as they do of equal tiles."""
        if self.likely is None:
            return np.asarray(self.codes == self.codes[cell])
        return np.asarray(np.abs(self.likely - self.likely[cell]).max(-1) < _SAME)

    def rivals(self, cell: tuple[int, int]) -> list[int]:
        """The other numbers that a cell with a number may show, in the nets' eyes."""
        if self.likely is None:
            return []
        shown = self.likely[cell][:COVERED]
        likely = np.exp(shown - np.logaddexp.reduce(shown))
        others = np.flatnonzero(likely > 1 - _SURE_NUMBER).tolist()
        return [number for number in others if number != self.codes[cell]]

    @property
    def among_open(self) -> Floats:
        """How likely each cell's code is, given that the cell is open: shape (rows, columns)."""
        return self.how_likely_open(self.codes)

    def how_likely_open(self, codes: Codes) -> Floats:
        """How likely each of these codes is, given that the cell is open: shape (rows, columns)."""
        if self.likely is None:
            return np.ones(self.codes.shape, np.float32)
        chosen = np.take_along_axis(self.likely, codes[..., None].astype(np.intp), -1)[..., 0]
        opened = np.logaddexp.reduce(self.likely[..., :COVERED], -1)
        return np.asarray(np.exp(np.minimum(chosen - opened, 0)), np.float32)

    def _any_of(self, codes: Sequence[int]) -> Floats:
        """How likely each cell shows one of these codes, 0 to 1: shape (rows, columns)."""
        if self.likely is None:
            return np.zeros(self.codes.shape, np.float32)
        return np.asarray(np.exp(self.likely[..., codes]).sum(-1), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a game tells of cells before anybody looks at them.

    Attributes:
        excluded: states that they can't have, shape (rows, columns, 16).
        changed: which were covered and look otherwise now, shape (rows, columns).
        asked: which are asked about, of the same shape.

    """

    excluded: Mask
    changed: Mask
    asked: Mask


def opinion_on(
    picture: Picture, place: Lattice, possible: Possible, told: Told | None = None
) -> Opinion:
    """What the nets see of the board on this lattice, given what a game tells of it.

    Cells that are asked about and doubtful are looked at again.
    """
    reading = read_lattice(picture, place)
    if reading is None:
        return Opinion(_unread(place), sure=False)
    seen = _told(reading, place, told) if told else reading
    opinion = _opinion(picture, place, seen, possible)
    if told is None:
        return opinion
    there = np.pad(told.asked & opinion.doubted, 1)[_index(reading.lattice, place)]
    if not there.any():
        return opinion
    seen = _told(look_closer(picture, reading, there), place, told)
    return _opinion(picture, place, seen, possible)


def _opinion(picture: Picture, place: Lattice, reading: Reading, possible: Possible) -> Opinion:
    """What is sure of a reading. Where no board shows it nothing is, and what is likely is told."""
    answer = told_by_rules(picture, reading, answered(reading, possible), Rules(possible))[1]
    if isinstance(answer, str):
        likely = _likely_on(place, reading.lattice, reading.likely)
        return Opinion(_unread(place), sure=False, likely=likely)
    likely = _likely_on(place, answer.lattice, answer.likely)
    return Opinion(_on(place, answer), is_sure(answer), likely)


def _unread(place: Lattice) -> Codes:
    return np.full((place.rows, place.columns), UNREADABLE, np.uint8)


def _told(reading: Reading, place: Lattice, told: Told) -> Reading:
    """The reading without states that are excluded, where the nets find the others likely enough.

    Where they do not, what is taken for known of the cell may be wrong. Cells that have changed are
    hardly covered. A cell that may be open has not the look of one that is known not to be, be
    they nearly alike.
    """
    there = _index(reading.lattice, place)
    likely = reading.likely.copy()
    likely[..., COVERED] -= _HARDLY_COVERED * np.pad(told.changed, 1)[there]
    likely -= np.logaddexp.reduce(likely, -1, keepdims=True)
    excluded = np.pad(told.excluded, ((1, 1), (1, 1), (0, 0)))[there]
    left = np.where(excluded, _NOWHERE, likely)
    whole = np.logaddexp.reduce(left, -1, keepdims=True)
    likely = np.where(whole > np.log(_ENOUGH), left - whole, likely)
    closed = told.excluded[..., :COVERED].all(-1)
    apart = 2 * reading.kinds + np.pad(closed, 1)[there]
    kinds = np.unique(apart, return_inverse=True)[1].reshape(apart.shape)
    return replace(reading, likely=likely.astype(np.float32), kinds=kinds)


def _on(place: Lattice, other: Answer) -> Codes:
    """The codes of the answer in the middles of these cells, unreadable where it has none."""
    there = _index(place, other.lattice)
    return np.asarray(np.pad(other.codes, 1, constant_values=UNREADABLE)[there])


def _likely_on(place: Lattice, other: Lattice, likely: Floats) -> Floats:
    """How likely every code is on another lattice, in the middles of these cells."""
    around = ((1, 1), (1, 1), (0, 0))
    padded = np.pad(likely, around, constant_values=_NOWHERE)
    return np.asarray(padded[_index(place, other)])


def _index(place: Lattice, other: Lattice) -> tuple[NDArray[np.intp], ...]:
    """Which cells of another lattice, with a margin of one, lie at the middles of this one's."""
    return np.ix_(
        np.searchsorted(other.ys, _middles(place.ys)), np.searchsorted(other.xs, _middles(place.xs))
    )


def _middles(edges: tuple[float, ...]) -> list[float]:
    return [(start + end) / 2 for start, end in pairwise(edges)]
