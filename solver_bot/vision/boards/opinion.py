"""What the nets make of a board whose place is known already."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from solver_bot.board import COVERED, FLAG, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.answer import Possible, answered
from solver_bot.vision.boards.reader import is_sure
from solver_bot.vision.boards.reading import read_lattice
from solver_bot.vision.lattice import Lattice

_UNOPENED = (COVERED, FLAG, QUESTION)


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What the nets see of a board whose place is known.

    Attributes:
        codes: shape (rows, columns), unreadable where they see nothing for sure.
        sure: whether their numbers may be taken where there is no other reading.

    """

    codes: Codes
    sure: bool

    def joined(self, codes: Codes, asked: Mask) -> Codes:
        """The codes without those that the nets contradict, and with numbers that only they see.

        Only ``asked`` cells change. Whether an unopened cell is marked does not matter.
        """
        theirs = self.codes
        unopened = np.isin(codes, _UNOPENED) & np.isin(theirs, _UNOPENED)
        known = (codes != UNREADABLE) & (theirs != UNREADABLE)
        against = asked & known & (codes != theirs) & ~unopened
        filled = asked & (codes == UNREADABLE) & (theirs < COVERED) & self.sure
        return np.select([against, filled], [np.uint8(UNREADABLE), theirs], codes).astype(np.uint8)


def opinion_on(picture: Picture, place: Lattice, possible: Possible) -> Opinion:
    """What the nets see of the board on this lattice."""
    reading = read_lattice(picture, place)
    answer = answered(reading, possible) if reading else ""
    if isinstance(answer, str):
        return Opinion(np.full((place.rows, place.columns), UNREADABLE, np.uint8), sure=False)
    return Opinion(_on(place, answer.lattice, answer.codes), is_sure(answer))


def _on(place: Lattice, other_place: Lattice, other: Codes) -> Codes:
    """The other codes in the middles of these cells, unread where there are none."""
    columns = np.searchsorted(other_place.xs, _middles(place.xs))
    rows = np.searchsorted(other_place.ys, _middles(place.ys))
    return np.pad(other, 1, constant_values=UNREADABLE)[np.ix_(rows, columns)]


def _middles(edges: tuple[float, ...]) -> list[float]:
    return [(start + end) / 2 for start, end in pairwise(edges)]
